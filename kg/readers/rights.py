"""What publishers add to an abstract about their rights: it is no part of what the paper says.

Scopus, Embase and PsycINFO put it behind every abstract, so that a graph of them would be full of
publishers and databases.
"""

import re

#: Characters at the end of an abstract in which such a statement is looked for.
_LONGEST = 400
_SIGN = r"(?:©|\([cC]\)(?=\s*(?:19|20)\d\d)|Copyright\s+(?=©|\([cC]\)|(?:19|20)\d\d|The Author))"
#: One of these is in all that the pattern of a sign finds.
_SIGNS = ("©", "(c)", "(C)", "Copyright")
_TOLD = r"(?=.{0,150}?(?:(?:19|20)\d\d|Authors?\b|[Rr]eserved))"
_AT_END = re.compile(
    r"(?<=[.!?)\]\"'”’])\s*\(?(?:[\w ]{0,30}Database Record\s+|Copyright\s+)?"
    rf"{_SIGN}{_TOLD}.*\Z",
    re.S,
)
_AT_START = re.compile(
    r"(?:Copyright\s+)?©\s*(?:19|20)\d\d,?\s+[A-Z](?:[^.]|\.(?=V\b)){1,60}\."
    r"(?:\s*All rights reserved\.)?\s*(?=[A-Z])"
)


def without_rights(abstract: str) -> str:
    """An abstract, on one line, without a statement of rights before or behind it.

    >>> without_rights("We grow beans. © 2019 Garden Press Ltd. All rights reserved.")
    'We grow beans.'
    """
    if "©" in abstract[:20] and (found := _AT_START.match(abstract)):
        abstract = abstract[found.end() :]
    tail = abstract[-_LONGEST:]
    if not any(sign in tail for sign in _SIGNS):
        return abstract
    found = _AT_END.search(abstract, max(0, len(abstract) - _LONGEST))
    return abstract[: found.start()] if found else abstract
