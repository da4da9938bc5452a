"""RIS, as Zotero, Scopus, Ovid, Embase, EndNote and publishers write it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.tagged import Dialect, Tags, lines, read_tagged, text, values

_START = re.compile(r"^TY  - ?", re.M)
_LOOSE_START = re.compile(r"^[ \t]*TY[ \t]*-[ \t]*[A-Z]{2,}[ \t]*$", re.M)
_LINE = r"(?P<tag>[A-Z][A-Z0-9]){gap}-(?:[ \t]+(?P<value>.*))?\Z"


def sniff(head: str, name: str) -> bool:
    """Accept text with a line that opens a RIS record, or one cut off before its first."""
    if _START.search(head) or (_LOOSE_START.search(head) and re.search(r"^\s*ER\s*-", head, re.M)):
        return True
    return len(re.findall(r"^(?:T[I1]|A[UB1]|PY|Y1|ER)  - ", head, re.M)) > 2


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each record; the type of a work (`TY`) opens it and `ER` closes it."""
    # "T2 - weighted" in a wrapped abstract is no tag, unless this file writes its tags so.
    strict = _START.search(document.head) or not _LOOSE_START.search(document.head)
    dialect = Dialect(
        line=re.compile(
            _LINE.format(gap="  ") if strict else r"[ \t]*" + _LINE.format(gap=r"[ \t]*")
        ),
        start=frozenset(("TY",)),
        vital=frozenset("TI T1 AU A1 AB N2".split()),
        end="ER",
    )
    return read_tagged(document, dialect, _fields)


def _fields(tags: Tags) -> Mapping[str, Any]:
    return {
        "id": text(tags, "ID", "AN", "U2"),
        "title": text(tags, "TI", "T1", "CT", "BT", "ST", "TT"),
        "abstract": text(tags, "AB", "N2"),
        "authors": lines(tags, "AU", "A1"),
        "year": text(tags, "PY", "Y1", "DA"),
        "venue": next(iter(values(tags, "T2", "JF", "JO", "BT", "JA", "C3", "J2", "J1", "T3")), ""),
        "doi": values(tags, "DO", "DI", "M3", "L3"),
        "url": values(tags, "UR", "L2", "LK", "L1"),
        "keywords": lines(tags, "KW"),
        "language": text(tags, "LA"),
    }
