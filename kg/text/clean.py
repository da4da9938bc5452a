"""The one place where raw text becomes the text that every offset refers to."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from kg.text.hyphens import join_broken_words
from kg.text.latex import latex_to_unicode
from kg.text.markup import strip_html, strip_markdown
from kg.text.unicode import repair_unicode

#: Markup inside markup (an escaped tag, a macro in Markdown) takes a few rounds to peel off.
_ROUNDS = 6
_ACTIVE = re.compile(r"[\\${}&<>*_`~#\[\]^]|--|''|(?<=\w)-(?=\s)")
_QUOTES = re.compile(r"`{2,}|''")
_EM_DASH = re.compile(r"(?<!-)---(?!-)")
_EN_DASH = re.compile(r"(?<!-)--(?!-|(?<=\s--)[A-Za-z])")
_WHITESPACE = re.compile(r"\s+")
_SPACE_BEFORE_MARK = re.compile(r" +(?=[,;.](?:\s|$))")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """Clean text, and how many repairs of each kind it took."""

    text: str
    counts: Mapping[str, int] = field(default_factory=dict)


def clean_text(raw: str) -> Cleaned:
    r"""Turn LaTeX, Markdown, HTML and broken Unicode into plain text on one line.

    The result is valid UTF-8 and legal in XML, and cleaning it again changes nothing.

    >>> clean_text(r"We propose \GRACE{}, a **graph** model: 50% faster at p &lt; 0.05.").text
    'We propose GRACE, a graph model: 50% faster at p < 0.05.'
    """
    if raw.isascii() and raw.isprintable() and not _ACTIVE.search(raw):
        return Cleaned(_collapse(raw))  # most names and many abstracts: nothing to peel off
    counts: Counter[str] = Counter()
    text = raw
    for _ in range(_ROUNDS):
        before, text = text, _clean_once(text, counts)
        if text == before:
            break
    else:  # markup nested beyond reason: nothing is lost by dropping its marks
        text = _collapse(_ACTIVE.sub(" ", text))
        text = _clean_once(text, counts)
    return Cleaned(text, {kind: n for kind, n in sorted(counts.items()) if n})


def _clean_once(text: str, counts: Counter[str]) -> str:
    text = repair_unicode(text, counts)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = strip_html(text, counts)
    text = latex_to_unicode(text, counts)
    text = strip_markdown(text, counts)
    text = join_broken_words(text, counts)
    text = _QUOTES.sub('"', text).replace("`", "'")
    text = _EN_DASH.sub("–", _EM_DASH.sub("—", text))
    return _collapse(text)


def _collapse(text: str) -> str:
    return _SPACE_BEFORE_MARK.sub("", _WHITESPACE.sub(" ", text)).strip()
