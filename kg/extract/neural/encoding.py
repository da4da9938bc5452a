"""Text to pieces, words and candidate spans: what the network sees, equal in training and use."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.model import FIELDS, FieldName

Ints = npt.NDArray[np.int64]

CLS, SEP = 101, 102
MAX_PIECES = 512
MAX_WORDS = 12
#: No abstract is longer; of a longer text the rest is not read.
MOST_PIECES = 6000
#: Case shapes of a word, which an uncased vocabulary cannot see; the title counts apart.
SHAPES = 10
_DETERMINERS = frozenset("a an the our this these its that their such".split())
_BREAKS = frozenset(',;:.()[]{}?!"“”‘’—–|…')
_END_SIGNS = frozenset("+#")


@dataclass(frozen=True, slots=True)
class Word:
    """A run of letters and digits, or one sign, at its place in a cleaned field."""

    field: FieldName
    start: int
    end: int
    first: int  # index of its first and its last piece in the input
    last: int


@dataclass(frozen=True, slots=True)
class Encoded:
    """One window of a paper, ready for the network."""

    ids: Ints
    shapes: Ints
    words: tuple[Word, ...]
    surfaces: tuple[str, ...]
    offset: int = 0  # the number of its first word in the paper


@lru_cache(maxsize=1 << 14)
def shape_of(word: str) -> int:
    """The case shape of a word, from 1 to 8.

    >>> [shape_of(word) for word in ("graph", "Graph", "GNN", "DeepMind", "3D", "42", "-", "F")]
    [1, 2, 3, 4, 5, 6, 7, 8]
    """
    if not any(char.isalnum() for char in word):
        return 7
    if word.isdigit():
        return 6
    if any(char.isdigit() for char in word):
        return 5
    if word.islower() or word.lower() == word:
        return 1
    if len(word) == 1:
        return 8
    if word.isupper():
        return 3
    return 2 if word[0].isupper() and word[1:].islower() else 4


def encode(tokenizer: Any, texts: Sequence[tuple[FieldName, str]]) -> list[Encoded]:
    """Encode the fields of a paper as one input, cut into overlapping windows where it is long.

    Args:
        tokenizer: a `tokenizers.Tokenizer` without padding and truncation.
        texts: the fields in order, as (name, cleaned text).
    """
    ids: list[int] = []
    words: list[Word] = []
    surfaces: list[str] = []
    shapes: list[int] = []
    for name, text in texts:
        coded = tokenizer.encode(text, add_special_tokens=False)
        offsets = coded.offsets  # a new list at each call
        for first, last in _runs(coded.word_ids):
            start, end = offsets[first][0], offsets[last][1]
            words.append(Word(name, start, end, len(ids) + first, len(ids) + last))
            surfaces.append(text[start:end])
        ids += coded.ids
    words = [word for word in words if word.last < MOST_PIECES]
    for word, surface in zip(words, surfaces, strict=False):
        shape = shape_of(surface) + (SHAPES if word.field == FIELDS[0] else 0)
        shapes += [shape] * (word.last - word.first + 1)
    return [
        replace(_window(ids, shapes, words[low:high], surfaces[low:high]), offset=low)
        for low, high in _windows(words)
    ]


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """First and last place of each run of equal numbers."""
    starts = [at for at, number in enumerate(numbers) if not at or number != numbers[at - 1]]
    return [(a, b - 1) for a, b in pairwise([*starts, len(numbers)])]


def _windows(words: Sequence[Word]) -> list[tuple[int, int]]:
    """Ranges of words whose pieces, with the separators, fit the network; they overlap by half."""
    limit = MAX_PIECES - 3
    ranges, low = [], 0
    while True:
        high = low
        while high < len(words) and words[high].last - words[low].first < limit:
            high += 1
        ranges.append((low, high))
        if high >= len(words):
            return ranges
        low = max(low + 1, low + (high - low) // 2)


def _window(
    ids: Sequence[int], shapes: Sequence[int], words: Sequence[Word], surfaces: Sequence[str]
) -> Encoded:
    """Build the input of one window: [CLS] title [SEP] abstract [SEP]."""
    out, forms, placed = [CLS], [0], []
    field = words[0].field if words else FIELDS[1]
    for word in words:
        if word.field != field:
            out.append(SEP)
            forms.append(0)
            field = word.field
        first = len(out)
        out.extend(ids[word.first : word.last + 1])
        forms.extend(shapes[word.first : word.last + 1])
        placed.append(Word(word.field, word.start, word.end, first, len(out) - 1))
    out.append(SEP)
    forms.append(0)
    return Encoded(
        np.array(out, np.int64), np.array(forms, np.int64), tuple(placed), tuple(surfaces)
    )


def candidate_spans(coded: Encoded) -> Ints:
    """All spans of words that may name a concept, as rows (first word, last word).

    A span starts with a letter or digit, ends with one (or with + or #), starts with no
    determiner, is at most `MAX_WORDS` long, crosses no punctuation that stands by a blank and
    cuts no name such as "oak.cpp" or "C++" in two.
    """
    words, surfaces = coded.words, coded.surfaces
    wordy = [any(char.isalnum() for char in surface) for surface in surfaces]
    joined = [
        left.end == right.start and left.field == right.field for left, right in pairwise(words)
    ]
    text = _Text(words, surfaces, wordy, [*joined, False])
    ends = [text.may_end(at) for at in range(len(words))]
    stops = [len(words)] * (len(words) + 1)  # where a span that holds the word before must end
    for at in range(len(words) - 1, 0, -1):
        stops[at] = at if text.breaks(at) else stops[at + 1]
    spans = [
        (first, last)
        for first in range(len(words))
        if text.may_start(first)
        for last in range(first, min(first + MAX_WORDS, stops[first + 1]))
        if ends[last]
    ]
    return np.array(spans, np.int64).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class _Text:
    """The words of a paper with what decides where spans begin and end."""

    words: Sequence[Word]
    surfaces: Sequence[str]
    wordy: Sequence[bool]  # whether a word holds a letter or digit
    joined: Sequence[bool]  # whether no blank stands between a word and the next

    def may_start(self, at: int) -> bool:
        """Whether a span may begin with a word: "cpp" of "oak.cpp" may not."""
        if not self.wordy[at] or self.surfaces[at].lower() in _DETERMINERS:
            return False
        dotted = at > 1 and self.joined[at - 1] and self.surfaces[at - 1] == "."
        return not (dotted and self.joined[at - 2] and self.wordy[at - 2])

    def may_end(self, at: int) -> bool:
        """Whether a span may end with a word: "oak" of "oak.cpp" and "C" of "C++" may not."""
        if not self.wordy[at] and self.surfaces[at] not in _END_SIGNS:
            return False
        if not self.joined[at]:
            return True
        if self.surfaces[at + 1] in _END_SIGNS:
            return False
        dotted = self.surfaces[at + 1] == "." and self.joined[at + 1]
        return not (dotted and self.wordy[at + 2])

    def breaks(self, at: int) -> bool:
        """Whether a span must end before a word: at a new field, and at a sign by a blank."""
        if self.words[at].field != self.words[at - 1].field:
            return True
        if self.surfaces[at] not in _BREAKS:
            return False
        inside = self.joined[at - 1] and self.joined[at]
        return not inside or self.surfaces[at] in '—–…"“”'
