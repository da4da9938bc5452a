"""PubMed and MEDLINE as text: the .nbib files that PubMed gives to reference managers."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.fields import LabelledText
from kg.readers.tagged import Dialect, Tags, read_tagged, text, values

_DIALECT = Dialect(
    line=re.compile(r"(?=.{4}-)(?P<tag>[A-Z][A-Z0-9]{1,3}) *-(?: (?P<value>.*))?\Z"),
    start=frozenset(("PMID",)),
    vital=frozenset(),
)
_LABEL = re.compile(r"(?:^|(?<=[.?!)\]] ))([A-Z][A-Z /&,'()-]{2,60}): ")


def sniff(head: str, name: str) -> bool:
    """Accept text in which a line opens a record by its PubMed number."""
    return bool(re.search(r"^PMID- ?\d", head, re.M))


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each record; the PubMed number (`PMID`) opens it."""
    return read_tagged(document, _DIALECT, _fields)


def _fields(tags: Tags) -> Mapping[str, Any]:
    ids = [*tags.get("LID", []), *tags.get("AID", [])]
    return {
        "id": text(tags, "PMID"),
        "pmid": text(tags, "PMID"),
        "title": text(tags, "TI", "BTI", "TT"),
        "abstract": labelled(text(tags, "AB", "OAB")),
        "authors": values(tags, "FAU") or [*map(_turned, values(tags, "AU"))] or values(tags, "CN"),
        "year": text(tags, "DP", "DEP", "DA"),
        "venue": text(tags, "JT", "TA"),
        "doi": [value for value in ids if value.endswith("[doi]")],
        # A star marks what the paper is mainly about.
        "keywords": [word.replace("*", "") for word in values(tags, "OT", "MH")],
        "language": text(tags, "LA"),
    }


def _turned(name: str) -> str:
    """A name as PubMed shortens it, "Moor AB", with the comma that tells its parts apart."""
    found = re.fullmatch(r"(\D+) ([^\W\d_]{1,3})( (?:Jr|Sr|2nd|3rd|4th))?", name)
    return f"{found[1]}, {'. '.join(found[2])}.{found[3] or ''}" if found else name


def labelled(abstract: str) -> LabelledText | str:
    """Take a structured abstract apart at the labels that PubMed writes in capitals."""
    abstract = " ".join(abstract.split())
    pieces = _LABEL.split(abstract) if abstract.count(": ") > 1 else []
    if len(pieces) < 5:
        return abstract
    parts = [("", pieces[0]), *zip(pieces[1::2], pieces[2::2], strict=True)]
    return LabelledText(tuple((label, text.strip()) for label, text in parts if text.strip()))
