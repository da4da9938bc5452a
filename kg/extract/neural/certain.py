"""Pairs of forms of one paper about which the letters leave no doubt, whatever the network says."""

import re
from collections.abc import Sequence
from functools import lru_cache

import snowballstemmer

_STEMMER = snowballstemmer.stemmer("english")

#: Words that say what sort of thing a name is, and not which.
SORTS = frozenset(
    "algorithm approach architecture based benchmark dataset framework machine method model"
    " modeling modelling network problem procedure scheme strategy system task technique".split()
)
#: Words that may be left out when the order of the others turns: "detection of objects".
_LINKS = frozenset(("of", "the", "a", "an"))
#: Words across which the order means something: "image to text" is not "text to image".
_DIRECTED = frozenset("as by for from in into on over to via with without".split())
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[tuple[str, ...], bool, bool]:
    """Stems of the words that say which thing, whether one says the sort, whether order counts."""
    words = [word.lower() for word in _WORD.findall(text)]
    sorts = [word.removesuffix("s") in SORTS for word in words]
    which = tuple(
        word for word, sort in zip(words, sorts, strict=True) if not sort and word not in _LINKS
    )
    return tuple(_STEMMER.stemWords(which)), any(sorts), not _DIRECTED.isdisjoint(words)


def same_words(one: str, other: str) -> bool:
    """Whether two forms are made of the same words, but for those that name a sort.

    >>> same_words("kernel machines", "kernel-based methods"), same_words("reward", "reward model")
    (True, False)
    >>> same_words("pronoun disambiguation", "disambiguate pronouns")
    True
    >>> same_words("text-to-image", "image-to-text")
    False
    """
    (a, sort_a, directed_a), (b, sort_b, directed_b) = _parts(one), _parts(other)
    if not a or (len(a) < 2 and not (sort_a and sort_b)):
        return False  # a reward is no reward model
    return a == b or (not (directed_a or directed_b) and sorted(a) == sorted(b))


def kind_of_short(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one is an abbreviation in which the other ends: a deep LSTM is a kind of LSTM.

    >>> kind_of_short(["LSTM"], ["deep LSTM"]), kind_of_short(["LSTM"], ["long short-term memory"])
    (True, False)
    """
    return any(
        short.isupper() and " " not in short and long.endswith(f" {short}")
        for a in one
        for b in other
        for short, long in ((a, b), (b, a))
    )
