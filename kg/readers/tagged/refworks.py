"""The tagged format of RefWorks, which databases offer for it: two signs and a blank."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.tagged import Dialect, Tags, lines, read_tagged, text, values

#: Only these, for a text may go on in a line that begins with two capitals.
_TAGS = (
    "RT|SR|ID|A[1-6]|T[1-3]|JF|JO|YR|FD|VO|IS|SP|OP|K1|AB|NO|PB|PP|PI|SN|AV|AD|AN|LA|CL|SF|OT|LK|"
    "DO|CN|DB|ER|DS|IP|RD|ST|U[1-9]|UL|SL|LL|CR|WT|WV|WP|OL|PM|ED|CY|PU|NH"
)
_DIALECT = Dialect(
    line=re.compile(rf"(?P<tag>{_TAGS})(?:[ \t]+(?P<value>.*))?\Z"),
    start=frozenset(("RT",)),
    vital=frozenset(("T1", "A1", "AB")),
)


def sniff(head: str, name: str) -> bool:
    """Accept text with a record's type and its title or first author."""
    return bool(
        re.search(r"^RT [A-Z][a-z]+", head, re.M) and re.search(r"^(?:T1|A1) \S", head, re.M)
    )


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each record; its type (`RT`) opens it."""
    return read_tagged(document, _DIALECT, _fields)


def _fields(tags: Tags) -> Mapping[str, Any]:
    return {
        "id": text(tags, "AN", "ID"),
        "title": text(tags, "T1"),
        "abstract": text(tags, "AB"),
        "authors": [name for line in lines(tags, "A1") for name in line.split(";")],
        "year": text(tags, "YR", "FD"),
        "venue": text(tags, "JF", "T2", "JO", "T3"),
        "doi": values(tags, "DO"),
        "pmid": text(tags, "PM"),
        "url": [*values(tags, "LK"), *values(tags, "UL")],
        "keywords": lines(tags, "K1"),
        "language": re.sub(r"\s*\(\d+\)\Z", "", text(tags, "LA", "OL")),
    }
