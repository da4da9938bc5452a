"""Sentences as strings in which a character stands for a word.

Deflate sees 32,000 letters at a time and spells each word anew; with a list of the words, the
frequent first, the sentences of a large graph take a third less.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

#: Before and after letters that stand for themselves.
_AS_IT_IS = "!"
_WORD = re.compile(r" ?\w+|.", re.DOTALL)
#: What needs no escape in JSON, and no surrogates, since each is to be one unit of UTF-16.
_CODES = [chr(n) for n in range(0x23, 0xFFFE) if n != 0x5C and not 0xD800 <= n <= 0xDFFF]


def shorthand(texts: Sequence[str]) -> dict[str, Any]:
    """The texts in shorthand and the words it stands for; the page's script reads it.

    >>> shorthand(["to be or", "not to be"])
    {'words': [' be', '!'], 'text': ['!to!#! or!', '!not!! to!#']}
    """
    words = [_WORD.findall(text) for text in texts]
    counts = Counter(word for sentence in words for word in sentence)
    # Words that stand once are no shorter in a list, but what marks letters must be a word itself.
    often = sorted((w for w, n in counts.items() if n > 1), key=lambda w: (-counts[w], w))
    listed = [w for w in often if w != _AS_IT_IS][: len(_CODES) - 1]
    listed.append(_AS_IT_IS)
    code = dict(zip(listed, _CODES, strict=False))
    return {
        "words": listed,
        "text": [
            "".join(code.get(w) or f"{_AS_IT_IS}{w}{_AS_IT_IS}" for w in sentence)
            for sentence in words
        ],
    }
