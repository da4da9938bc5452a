"""Sentence boundaries by rule, for the English of abstracts."""

import re
from bisect import bisect_right
from functools import lru_cache

from kg.model import Span

_END = re.compile(r"[.!?]+[\"')\]]*(?=\s)|[。！？]+[」』”\"')\]]*")
_LAST_WORD = re.compile(r"[\w.&-]+\Z")
#: Abbreviations that never end a sentence, lower-case, without the final full stop.
_INSIDE = frozenset(
    "e.g i.e cf vs viz fig figs eq eqs eqn sec secs ch chap tab ref refs no nos vol pp p ed eds "
    "dr mr mrs ms prof st resp approx ca incl esp dept univ inc ltd al w.r.t wrt aka a.k.a alg "
    "thm prop def ex app appx wlog w.l.o.g i.i.d eg ie".split()
)
#: Abbreviations that may end one: a capital after them decides, unless it is a likely name.
_EITHER = frozenset("etc u.s u.k u.s.a ph.d a.m p.m d.c i.i.d".split())
_OPENERS = frozenset(
    "The This These Those We Our In It However For To A An Our With By On As Here They Such When "
    "While Finally Moreover Furthermore Experiments Results There Although Since".split()
)
_STARTS = re.compile(r"[\"'(\[]*(?:[A-Z0-9]|[^\x00-\x7f]|[a-z]+[A-Z0-9])")


@lru_cache(maxsize=1024)  # each mention of a text asks for its sentences again
def sentences(text: str) -> tuple[Span, ...]:
    """Cut `text` into sentences; blanks between them belong to none.

    >>> [text[s.start:s.end] for text in ["We test BERT, e.g. on QA. It wins."]
    ...  for s in sentences(text)]
    ['We test BERT, e.g. on QA.', 'It wins.']
    """
    spans: list[Span] = []
    start = 0
    for match in _END.finditer(text):
        if _is_boundary(text, match):
            _append(spans, text, start, match.end())
            start = match.end()
    _append(spans, text, start, len(text))
    return tuple(spans)


def _append(spans: list[Span], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = end - (len(piece) - len(piece.rstrip()))
    if left < right:
        spans.append(Span(left, right))


def _is_boundary(text: str, match: re.Match[str]) -> bool:
    after = text[match.end() : match.end() + 40].lstrip()
    if match[0][0] not in "." or not after:
        return not after or match[0][0] in "。！？" or bool(_STARTS.match(after))
    word_match = _LAST_WORD.search(text, max(0, match.start() - 40), match.start())
    word = word_match[0] if word_match else ""
    key = word.lower().strip(".")
    if key in _EITHER:
        return after.split()[0].strip(",") in _OPENERS
    if key in _INSIDE and not (key in ("no", "ex", "app", "def", "p") and after[:1].isupper()):
        return False
    if len(word) == 1 and word.isupper() and _is_initial(text, match.start()):
        return False
    return bool(_STARTS.match(after))


def _is_initial(text: str, dot: int) -> bool:
    """Tell "J. Smith" from "... and vitamin C. We ...": an initial stands before a name."""
    after = text[dot + 1 : dot + 30].split()
    return bool(after) and after[0].strip(",") not in _OPENERS


def sentence_at(spans: tuple[Span, ...], position: int) -> int:
    """Index of the sentence that holds `position` (or of the last one that begins before it)."""
    return max(0, bisect_right(spans, position, key=lambda span: span.start) - 1)


def sentence_around(text: str, inner: Span) -> Span:
    """The sentence in which `inner` begins, drawn out where `inner` ends after it.

    >>> text = "It rains. We stay in. Or not."
    >>> span = sentence_around(text, Span(13, 17)); text[span.start:span.end]
    'We stay in.'
    """
    for span in sentences(text):
        if span.start <= inner.start < span.end:
            return Span(span.start, max(span.end, inner.end))
    return Span(0, len(text))
