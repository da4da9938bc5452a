"""Characters that a format cannot hold."""

import re

# What XML 1.0 has no way to write, not even escaped: control characters, lone surrogates,
# non-characters. Other formats could hold them, but no program has a use for them.
_FORBIDDEN = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(text: str) -> str:
    """Text without the characters that XML forbids, which are left out of all but RDF.

    >>> clean("self\\x02consumption")
    'selfconsumption'
    """
    return _FORBIDDEN.sub("", text)


def one_line(text: str) -> str:
    """`clean` text on one line, for formats whose readers take a line end for that of a record.

    >>> one_line("two\\r\\nlines")
    'two lines'
    """
    return " ".join(clean(text).split())
