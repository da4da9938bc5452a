"""EndNote's tagged format (.enw), the refer format of old: each line begins with % and a letter."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.tagged import Dialect, Tags, lines, read_tagged, text, values

_TAG = r"%(?P<tag>[0-9A-Z!@#$&()*+,/<=>?\[\]^|~-])"
_LINE = re.compile(_TAG + r"(?:[ \t]+(?P<value>.*))?\Z")


def sniff(head: str, name: str) -> bool:
    """Accept text that begins with a line of a work's type, author or title, and more of them."""
    begins = re.match(r"\s*%[0AT] +\S", head)
    return bool(begins and len(re.findall(r"^%[0-9A-Z!@>] +\S", head, re.M)) > 1)


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each record; its type (`%0`) opens it, or in refer files its first tag."""
    types = re.search(r"^\s*%0 ", document.head, re.M)
    first = re.match(r"\s*%(.)", document.head)
    start = "0" if types or not first else first[1]
    dialect = Dialect(line=_LINE, start=frozenset(start), vital=frozenset())
    return read_tagged(document, dialect, _fields)


def _fields(tags: Tags) -> Mapping[str, Any]:
    return {
        "id": text(tags, "F", "M"),
        "title": text(tags, "T", "!"),
        "abstract": text(tags, "X"),
        "authors": lines(tags, "A"),
        "year": text(tags, "D", "8"),
        "venue": text(tags, "J", "B", "S"),
        "doi": values(tags, "R"),
        "url": values(tags, "U", ">"),
        "keywords": lines(tags, "K"),
        "language": text(tags, "G"),
    }
