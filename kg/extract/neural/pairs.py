"""Clues about two forms of one paper that need no network: strings and places."""

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

#: Number of clues of a pair.
FEATURES = 24

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Form:
    """One normalised form (or group of forms) in a paper: its texts, type and places.

    `places` are (first word, last word), `sentences` the sentence number of each place.
    """

    texts: tuple[str, ...]
    type: int
    places: tuple[tuple[int, int], ...]
    sentences: tuple[int, ...]
    in_title: bool


def initials(text: str) -> str:
    """First letters of the words of a form, capitals inside words included, in lower case.

    >>> initials("graph neural networks"), initials("Length-bAsed StEp Reward")
    ('gnn', 'lbaser')
    """
    return "".join(
        char
        for word in _WORD.findall(text)
        for place, char in enumerate(word)
        if place == 0 or char.isupper()
    ).lower()


@lru_cache(maxsize=4096)
def is_short_for(short: str, long: str) -> bool:
    """Whether `short` looks like an abbreviation of `long`.

    >>> is_short_for("GNNs", "graph neural network"), is_short_for("GNN", "graph kernel")
    (True, False)
    """
    letters = re.sub(r"[^A-Za-z0-9]", "", short[:-1] if short.endswith("s") else short).lower()
    if not 2 <= len(letters) <= 10 or " " in short or len(_WORD.findall(long)) < 2:
        return False
    if letters == initials(long) or letters == "".join(w[0] for w in _WORD.findall(long)).lower():
        return True
    rest = iter(long.lower())
    return (
        letters[0] == long[:1].lower()
        and short.upper() == short
        and all(c in rest for c in letters)
    )


def stem(word: str) -> str:
    """A crude singular, enough to compare words of one paper."""
    word = word.lower()
    return (
        word[:-1]
        if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
        else word
    )


@lru_cache(maxsize=4096)
def _stems(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The stems of the words of a text, in order and as a set."""
    stems = tuple(map(stem, _WORD.findall(text)))
    return stems, frozenset(stems)


def _overlap(left: str, right: str) -> tuple[float, float, bool, bool, bool]:
    (a, words_a), (b, words_b) = _stems(left), _stems(right)
    common = len(words_a & words_b)
    union = len(words_a | words_b) or 1
    least = min(len(words_a), len(words_b)) or 1
    return (
        common / union,
        common / least,
        a[-1:] == b[-1:],
        a[:1] == b[:1],
        a[-len(b) :] == b or b[-len(a) :] == a if a and b else False,
    )


def nearest(left: Form, right: Form) -> tuple[tuple[int, int], tuple[int, int], int]:
    """The closest two places of two forms, and the distance of their sentences."""
    best = min(
        (
            (abs(a[0] - b[0]), i, j)
            for i, a in enumerate(left.places)
            for j, b in enumerate(right.places)
        )
    )
    _, i, j = best
    sentences = min(abs(a - b) for a in left.sentences for b in right.sentences)
    return left.places[i], right.places[j], sentences


def clues(left: Form, right: Form) -> list[float]:
    """The clues of the ordered pair (left, right), `FEATURES` numbers around 1."""
    a, b, sentences = nearest(left, right)
    gap = max(b[0] - a[1], a[0] - b[1], 0)
    best = max(
        (
            (
                *_overlap(x, y),
                is_short_for(x, y) or is_short_for(y, x),
            )
            for x in left.texts
            for y in right.texts
        ),
        key=lambda values: (values[5], values[0]),
    )
    kinds = [0.0] * 6
    kinds[left.type] = kinds[3 + right.type] = 1.0
    return [
        *kinds,
        *map(float, best),
        float(a[0] < b[0]),
        float(gap <= 1),
        float(gap <= 3),
        min(gap, 50) / 25,
        float(sentences == 0),
        float(sentences == 1),
        min(sentences, 8) / 4,
        float(left.in_title),
        float(right.in_title),
        min(len(left.places), 5) / 3,
        min(len(right.places), 5) / 3,
        1.0 / (1 + len(left.sentences) + len(right.sentences)),
    ]
