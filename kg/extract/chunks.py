"""Noun-phrase-like chunks without a parser: runs of words that nothing breaks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.extract.words import BREAKS, METHOD_HEADS, TASK_HEADS, WEAK_ENDS, WEAK_STARTS
from kg.model import Span

#: A word keeps its inner hyphens, points and slashes: C++, R-CNN, GPT-4.1, ℓ1, ε-greedy, π0.5.
WORD = re.compile(
    r"[\w∞][\w∞′]*(?:(?!['’]s\b)(?:[-'’./+#&*^_]|–(?=[A-Z]))[\w∞]+)*(?:\+\+|[+#*](?!\w))?"
)
HEADS = METHOD_HEADS | TASK_HEADS
_MIXED = re.compile(r"\w[^\W\d_]*[A-Z]|[A-Z].*\d|\d.*[A-Z]|\w-[A-Z]")
_ADVERB = re.compile(r"[a-z-]{3,}ly$")
_NUMBER = re.compile(r"[\d.,%/-]+(?:[kmgt]?b|x|k|m|ms|s|bit|fps)?(?:-[a-z]+)?$", re.IGNORECASE)
_INFLECTED = re.compile(r"[a-z-]{3,}(?<![sui])(?<!ic)s$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text and where it stands."""

    text: str
    start: int
    end: int
    initial: bool

    @property
    def lower(self) -> str:
        """The word in lower case, as the lists have it."""
        return self.text.lower()

    @property
    def is_name(self) -> bool:
        """Whether it looks like a name: an inner capital, a digit, a capital in mid-sentence."""
        if _MIXED.match(self.text):
            return True
        return self.text[:1].isupper() and not self.initial and len(self.text) > 1

    @property
    def breaks(self) -> bool:
        """Whether no chunk goes over this word."""
        if _NUMBER.match(self.text):
            return True
        if self.is_name and not (self.text[:1].isupper() and self.lower in BREAKS):
            return False
        return len(self.text) < 2 or self.lower in BREAKS or bool(_ADVERB.match(self.lower))


Chunk = tuple[Word, ...]


def words_of(text: str, span: Span) -> list[Word]:
    """The words of one sentence, offsets in the whole text."""
    found = WORD.finditer(text, span.start, span.end)
    return [
        Word(match.group(), match.start(), match.end(), initial=place == 0)
        for place, match in enumerate(found)
    ]


def iter_chunks(text: str, words: Sequence[Word]) -> Iterator[Chunk]:
    """Maximal runs of words with one blank between them and no breaking word."""
    run: list[Word] = []
    for word in words:
        if run and (word.breaks or text[run[-1].end : word.start] != " "):
            yield from _split_verbs(run)
            run = []
        if not word.breaks:
            run.append(word)
    yield from _split_verbs(run)


def _split_verbs(run: Sequence[Word]) -> Iterator[Chunk]:
    """Cut a run at words in -s before its end: plural heads end a chunk, others are verbs."""
    chunk: list[Word] = []
    for word in run:
        inflected = word is not run[-1] and _INFLECTED.match(word.text)
        if not inflected or word.text in HEADS:
            chunk.append(word)
        if inflected and chunk:
            yield tuple(chunk)
            chunk = []
    if chunk:
        yield tuple(chunk)


def trim(chunk: Chunk) -> Chunk:
    """A chunk without the weak words at its ends."""
    start, end = 0, len(chunk)
    while start < end and chunk[start].lower in WEAK_STARTS:
        start += 1
    while end > start and chunk[end - 1].lower in WEAK_ENDS:
        end -= 1
    return chunk[start:end]
