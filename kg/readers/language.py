"""In which language a text is: only to tell the reader of the report what will give little."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from kg.readers.fields import as_text

#: Words that English text is full of and other languages are not.
_ENGLISH = frozenset(
    "the of and to in we that is with for are this which by from on our as be can it these have "
    "an show using between been their or than has not".split()
)
_LETTERS = re.compile(r"[^\W\d_]+")
#: Bytes in lower case, those that are no letters as blanks.
_LOWER = bytes(ord(chr(c).lower()) if c < 128 and chr(c).isalpha() else 32 for c in range(256))
_ENGLISH_BYTES = frozenset(word.encode() for word in _ENGLISH)
_FEW_WORDS = 8
_ENGLISH_SHARE = 0.12

#: What catalogues write for a language, where it is not its code in ISO 639-1.
_NAMES = {
    "ar": "ara arabic", "cs": "cze ces czech", "da": "dan danish", "de": "ger deu german deutsch",
    "en": "eng english", "es": "spa spanish castilian", "fa": "per fas persian",
    "fi": "fin finnish", "fr": "fre fra french", "he": "heb hebrew", "hu": "hun hungarian",
    "it": "ita italian", "ja": "jpn japanese", "ko": "kor korean", "nl": "dut nld dutch",
    "no": "nor norwegian", "pl": "pol polish", "pt": "por portuguese", "ro": "rum ron romanian",
    "ru": "rus russian", "sv": "swe swedish", "tr": "tur turkish", "uk": "ukr ukrainian",
    "zh": "chi zho chinese",
}  # fmt: skip
_CODES = {name: code for code, names in _NAMES.items() for name in names.split()}


def as_language(value: Any) -> str:
    """A code of ISO 639-1 out of what a record says, or nothing.

    >>> as_language("eng"), as_language("en-US"), as_language("Klingon")
    ('en', 'en', '')
    """
    first = re.split(r"[^a-z]", as_text(value).strip().lower(), maxsplit=1)[0]
    return first if len(first) == 2 else _CODES.get(first, "")


def language_of(text: str) -> str:
    """The language of a text as a code of ISO 639-1, empty where the text is short.

    English is told by its commonest words; only other texts are put to langid (Lui and Baldwin,
    ACL 2012 demonstrations), in its maintained form py3langid.

    >>> language_of("We show that the bees of this garden dance for longer than others.")
    'en'
    """
    words, english = _words(text[:2000])
    spaced = len(words) >= _FEW_WORDS
    if spaced and sum(map(english.__contains__, words)) >= _ENGLISH_SHARE * len(words):
        return "en"
    if not spaced and len(text) < 40:
        return ""
    code = str(_langid().classify(text[:2000])[0])
    return code if len(code) == 2 else ""  # "zxx" is what has no language


def _words(text: str) -> tuple[Sequence[str | bytes], frozenset[Any]]:
    """Runs of letters in lower case, and the English words to look for among them.

    ASCII, as most texts are, needs no regular expression, and no string for each word.
    """
    if text.isascii():
        return text.encode().translate(_LOWER).split(), _ENGLISH_BYTES
    return _LETTERS.findall(text.lower()), _ENGLISH


@cache
def _langid() -> Any:
    import py3langid  # its model takes a while to load, and an English corpus never needs it

    return py3langid
