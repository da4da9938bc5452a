"""Atom feeds, as the programming interface of arXiv answers."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.identifiers import as_arxiv
from kg.readers.xml import Rejection, has_element, read_elements, starts_as_xml
from kg.readers.xml.text import every, first


def sniff(head: str, name: str) -> bool:
    """Accept XML with the entries of a feed."""
    atom = has_element(head, "feed") or "http://www.w3.org/2005/Atom" in head
    return starts_as_xml(head) and atom and has_element(head, "entry", "feed")


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each entry."""
    return read_elements(document, ("entry",), _fields)


def _fields(entry: Element) -> Mapping[str, Any] | Rejection:
    own_id = first(entry, "id")
    if "/api/errors" in own_id:
        return Rejection(f"arXiv answered with an error ({first(entry, 'summary')})", "ask anew")
    links = {link.get("rel", "alternate"): link.get("href", "") for link in entry.iterfind("link")}
    return {
        "id": as_arxiv("", [own_id])[0] or own_id,
        "arxiv": own_id if "arxiv.org/" in own_id else "",
        "title": first(entry, "title"),
        "abstract": first(entry, "summary", "content"),
        "authors": every(entry, "author/name"),
        "year": first(entry, "published", "updated"),
        "venue": first(entry, "journal_ref"),
        "doi": first(entry, "doi"),
        "url": links.get("alternate") or own_id,
        "keywords": [c.get("label") or c.get("term", "") for c in entry.iterfind("category")],
    }
