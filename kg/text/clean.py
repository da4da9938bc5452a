"""The one place where raw text becomes the text that every offset refers to."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from kg.text.hyphens import join_broken_words
from kg.text.latex import latex_to_unicode
from kg.text.markup import strip_html, strip_markdown
from kg.text.unicode import is_printable_ascii, repair_unicode

#: Markup inside markup (an escaped tag, a macro in Markdown) takes a few rounds to peel off.
_ROUNDS = 6
_MARKS = r"[\\${}&<>*_`~#\[\]^]"
_BROKEN = r"(?<=\w)-(?=\s)"
_ACTIVE = re.compile(rf"{_MARKS}|--|''|{_BROKEN}")
_HAS_MARK, _HAS_BROKEN = re.compile(_MARKS).search, re.compile(_BROKEN).search
#: Printable ASCII but for the marks: taking it out of a text tells in one go what else is there.
_HARMLESS = bytes(code for code in range(32, 127) if not _HAS_MARK(chr(code)))
_QUOTES = re.compile(r"`{2,}|''")
_EM_DASH = re.compile(r"(?<!-)---(?!-)")
_EN_DASH = re.compile(r"(?<!-)--(?!-|(?<=\s--)[A-Za-z])")
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
    if _is_plain(raw):
        return Cleaned(_collapse(raw))  # most names and many abstracts: nothing to peel off
    counts: Counter[str] = Counter()
    text = raw
    for _ in range(_ROUNDS):
        before, text = text, _clean_once(text, counts)
        if text == before or _is_plain(text):
            break
    else:  # markup nested beyond reason: nothing is lost by dropping its marks
        text = _collapse(_ACTIVE.sub(" ", text))
        text = _clean_once(text, counts)
    return Cleaned(text, {kind: n for kind, n in sorted(counts.items()) if n})


def _clean_once(text: str, counts: Counter[str]) -> str:
    text = repair_unicode(text, counts)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _HAS_MARK(text):
        text = strip_html(text, counts)
        text = latex_to_unicode(text, counts)
        text = strip_markdown(text, counts)
    text = join_broken_words(text, counts)
    if "`" in text or "''" in text:
        text = _QUOTES.sub('"', text).replace("`", "'")
    if "--" in text:
        text = _EN_DASH.sub("–", _EM_DASH.sub("—", text))
    return _collapse(text)


def _is_plain(text: str) -> bool:
    """Whether cleaning would do no more than to collapse blanks, by the cheapest questions first.

    It is `not _ACTIVE.search(text)` for printable ASCII, asked part by part: one pattern of many
    alternatives takes several times as long, and each of its steps more than to translate bytes.
    """
    return (
        text.isascii()
        and not text.encode().translate(None, _HARMLESS)
        and "--" not in text
        and "''" not in text
        and not ("- " in text and _HAS_BROKEN(text))
    )


def one_line(text: str) -> str:
    """A text with single blanks for all white space, and none at its ends."""
    if "  " not in text and is_printable_ascii(text):  # no white space but single blanks
        return text.strip()
    return " ".join(text.split())


def _collapse(text: str) -> str:
    text = one_line(text)
    if " ," in text or " ." in text or " ;" in text:
        text = _SPACE_BEFORE_MARK.sub("", text)
    return text
