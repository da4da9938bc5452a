"""Texts as bytes of which one or two stand for a word.

Deflate sees 32,000 letters at a time and spells each word anew; with a list of the words, the
frequent first, the sentences of a large graph take two fifths less.
"""

import re
from collections import Counter
from collections.abc import Sequence

#: Bytes below are words by themselves, those from here on with the byte that follows.
_PAIRS = 128
#: Before and after letters that stand for themselves; no byte of UTF-8.
_AS_IT_IS = b"\xff"
_CODES = [bytes([n]) for n in range(_PAIRS)]
_CODES += [bytes([first, second]) for first in range(_PAIRS, 0xFF) for second in range(0x100)]
_WORD = re.compile(r" ?\w+|.", re.DOTALL)


def shorthand(texts: Sequence[str]) -> tuple[list[str], list[bytes]]:
    """The words, and the texts in shorthand; the page's script reads them.

    >>> shorthand(["to be or", "not to be"])
    ([' be'], [b'\\xffto\\xff\\x00\\xff or\\xff', b'\\xffnot\\xff\\xff to\\xff\\x00'])
    """
    words = [_WORD.findall(text) for text in texts]
    counts = Counter(word for sentence in words for word in sentence)
    # Words that stand once are no shorter in a list.
    often = sorted((w for w, n in counts.items() if n > 1), key=lambda w: (-counts[w], w))
    code = dict(zip(often, _CODES, strict=False))
    for word in counts.keys() - code.keys():
        code[word] = _AS_IT_IS + word.encode("utf-8", "replace") + _AS_IT_IS
    short = [b"".join(code[word] for word in sentence) for sentence in words]
    return often[: len(_CODES)], short


def spelled(short: bytes, words: Sequence[str]) -> str:
    """A text out of its shorthand, as words.js reads it.

    >>> spelled(b"\\xffto\\xff\\x00\\xff or\\xff", [" be"])
    'to be or'
    """
    text, at = "", 0
    while at < len(short):
        if short[at : at + 1] == _AS_IT_IS:
            end = short.index(_AS_IT_IS, at + 1)
            text, at = text + short[at + 1 : end].decode("utf-8"), end + 1
        elif short[at] < _PAIRS:
            text, at = text + words[short[at]], at + 1
        else:
            number = _PAIRS + (short[at] - _PAIRS) * 256 + short[at + 1]
            text, at = text + words[number], at + 2
    return text
