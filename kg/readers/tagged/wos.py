"""The plain text of the Web of Science ("savedrecs.txt"), also as .ciw."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.tagged import Dialect, Tags, lines, read_tagged, text, values

_DIALECT = Dialect(
    line=re.compile(r"(?P<tag>[A-Z][A-Z0-9])(?: (?P<value>.*))?\Z"),
    start=frozenset(("PT",)),
    vital=frozenset("TI AU AB UT".split()),
    end="ER",
    around=frozenset(("FN", "VR", "EF")),
)


def sniff(head: str, name: str) -> bool:
    """Accept text with the file's first line, or with a record of its own tags."""
    return bool(
        re.match(r"\s*FN \S", head)
        or (re.search(r"^PT [A-Z]$", head, re.M) and re.search(r"^(?:AU|TI|SO) \S", head, re.M))
    )


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each record; the publication type (`PT`) opens it and `ER` closes it."""
    return read_tagged(document, _DIALECT, _fields)


def _fields(tags: Tags) -> Mapping[str, Any]:
    return {
        "id": text(tags, "UT"),
        "title": text(tags, "TI"),
        "abstract": text(tags, "AB"),
        "authors": lines(tags, "AF", "AU", "BA", "CA"),
        "year": text(tags, "PY", "EA", "PD"),
        "venue": text(tags, "SO", "CT", "SE"),
        "doi": text(tags, "DI", "D2"),
        "pmid": text(tags, "PM"),
        "keywords": "; ".join(
            " ".join(value.split()).rstrip(";")
            for tag in ("DE", "ID")
            for value in values(tags, tag)
        ),
        "language": text(tags, "LA"),
    }
