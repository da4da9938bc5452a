"""Unicode repair: what no reader of the text should ever meet.

Lone surrogates, control characters, non-characters and zero-width marks break XML and RDF
writers further on (some write files that others refuse), so they go here, once, and are counted.
"""

import re
import unicodedata
from collections import Counter

#: UTF-8 that was read as Latin-1 or Windows-1252 shows one of these; ftfy is asked only then.
_MOJIBAKE_HINT = re.compile(
    r"[ÂÃÐÑâð][\x80-\xbf\u0152-\u0178\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
)
_SURROGATE_PAIR = re.compile(r"[\ud800-\udbff][\udc00-\udfff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
#: All but what is surely left alone below: Latin and Greek, quotes, arrows, signs of mathematics.
_ODD = re.compile("[^\t\n\r -~\u00a1-\u00ac\u00ae-\u024f\u0370-\u03ff–—‘-‟\u2190-\u22ff]")
_NONCHARACTERS = "\ufdd0-\ufdef\ufffe\uffff" + "".join(
    chr(plane + end) for plane in range(0x10000, 0x110000, 0x10000) for end in (0xFFFE, 0xFFFF)
)
#: What takes whose place, and the kind of the repair.
_SWAPS = tuple((re.compile(pattern), new, kind) for pattern, new, kind in (
    (r"\x00+", "", "control"),
    (r"(?<=[^\W\d_])\x02(?=[^\W\d_])", "-", "control"),  # PDFium marks hyphens like this
    (r"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", " ", "control"),
    (f"[{_NONCHARACTERS}]", "", "control"),
    (r"[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]", "", "invisible"),
    # Joiners carry meaning in Arabic, Indic and emoji sequences, but never after Latin letters.
    (r"(?:(?<![\u0600-\U0010ffff])|^)[\u200c\u200d]+", "", "invisible"),
    ("\u00ad", "", "hyphens"),
    (r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]", " ", "spaces"),
    (r"[\u2010\u2011\ufe63\uff0d]", "-", "hyphens"),
))  # fmt: skip
_QUOTES = {"‘": "'", "’": "'", "‚": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "‟": '"'}
#: Presentation ligatures, and the styled alphabets that mathematics (and show-offs) use.
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_STYLED = re.compile("[\U0001d400-\U0001d7ff\uff01-\uff5e]")


_PRINTABLE = bytes(range(32, 127))


def is_printable_ascii(text: str) -> bool:
    """Whether a text is ASCII without controls; `str.isprintable` takes fifty times as long."""
    return text.isascii() and not text.encode().translate(None, _PRINTABLE)


def repair_unicode(text: str, counts: Counter[str]) -> str:
    """Make `text` encodable, legal in XML and plain to match; note in `counts` what was done."""
    if is_printable_ascii(text):
        return text
    odd = _ODD.search(text)
    if odd:
        text = _join_surrogates(text, counts)
    if _MOJIBAKE_HINT.search(text):
        text = _repair_mojibake(text, counts)
        odd = _ODD.search(text)
    if odd:
        for pattern, new, kind in _SWAPS:
            text, n = pattern.subn(new, text)
            counts[kind] += n
    for mark, plain in _QUOTES.items():
        if mark in text:
            counts["quotes"] += text.count(mark)
            text = text.replace(mark, plain)
    if odd:
        text = _flatten(_LIGATURE, text, "ligatures", counts)
        text = _flatten(_STYLED, text, "styled", counts)
    return unicodedata.normalize("NFC", text)


def _join_surrogates(text: str, counts: Counter[str]) -> str:
    """Join pairs (a JSON escape of an emoji) and replace what stands alone by U+FFFD."""
    if not _SURROGATE.search(text):
        return text

    def join(match: re.Match[str]) -> str:
        return match[0].encode("utf-16", "surrogatepass").decode("utf-16")

    text = _SURROGATE_PAIR.sub(join, text)
    text, lone = _SURROGATE.subn("\ufffd", text)
    counts["surrogates"] += lone
    return text


def _repair_mojibake(text: str, counts: Counter[str]) -> str:
    """Let ftfy undo a wrong decoding, line by line, since only some lines may suffer from it."""
    if not _MOJIBAKE_HINT.search(text):
        return text
    import ftfy  # not above: few texts need it, and whoever only asks a graph has none

    lines = text.split("\n")
    fixed = [ftfy.fix_encoding(line) if _MOJIBAKE_HINT.search(line) else line for line in lines]
    counts["mojibake"] += sum(a != b for a, b in zip(lines, fixed, strict=True))
    return "\n".join(fixed)


def _flatten(pattern: re.Pattern[str], text: str, kind: str, counts: Counter[str]) -> str:
    """Replace what matches by its compatibility form: ﬁ becomes fi, 𝒪 becomes O."""
    text, n = pattern.subn(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    if n:
        counts[kind] += n
    return text
