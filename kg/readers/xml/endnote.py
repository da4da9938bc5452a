"""EndNote's XML, as EndNote, Zotero and databases export it; text in it carries its typefaces."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.xml import has_element, read_elements, starts_as_xml
from kg.readers.xml.text import every, first

_OWN = ("ref-type", "rec-number", "source-app", "foreign-keys", "electronic-resource-num")
_RAISED = {"superscript": "sup", "subscript": "sub"}
_VENUES = ("titles/secondary-title", "periodical/full-title", "titles/alt-title",
           "periodical/abbr-1", "titles/tertiary-title", "publisher")  # fmt: skip


def sniff(head: str, name: str) -> bool:
    """Accept XML with records that have the number or type which EndNote gives them."""
    return starts_as_xml(head) and has_element(head, "record") and has_element(head, *_OWN)


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each record."""
    return read_elements(document, ("record",), _fields)


def _fields(record: Element) -> Mapping[str, Any]:
    for styled in record.iter("style"):
        for face, tag in _RAISED.items():
            if face in styled.get("face", ""):
                styled.tag = tag
    number = first(record, "accession-num")
    database = first(record, "remote-database-name", "remote-database-provider").lower()
    return {
        "id": number or first(record, "rec-number"),
        "title": first(record, "titles/title", "titles/short-title"),
        "abstract": first(record, "abstract"),
        "authors": _lines(record, "contributors/authors/author"),
        "year": first(record, "dates/year", "dates/pub-dates/date"),
        "venue": first(record, *_VENUES),
        "doi": first(record, "electronic-resource-num"),
        "pmid": number if any(name in database for name in ("pubmed", "medline", "nlm")) else "",
        "url": every(record, "urls/related-urls/url") + every(record, "urls/web-urls/url"),
        "keywords": _lines(record, "keywords/keyword"),
        "language": first(record, "language"),
    }


def _lines(record: Element, path: str) -> list[str]:
    """The lines of the texts at a path: some databases put all names into one element.

    EndNote ends a line with a carriage return, written as a reference; any other break in the
    text is one of those who indented the file.
    """
    return [line for text in every(record, path) for line in text.split("\r") if line.strip()]
