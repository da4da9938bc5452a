"""RSS feeds of journals, arXiv and preprint servers: RSS 2.0, and RSS 1.0 in RDF.

The terms of Dublin Core and PRISM beside those of RSS tell more than these, and are asked first.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.xml import has_element, read_elements, starts_as_xml
from kg.readers.xml.text import every, first

#: What arXiv writes in front of an abstract.
_ANNOUNCED = re.compile(r"\s*arXiv:\S+\s+Announce Type:[^\n]*?\s*Abstract:\s*", re.S)
#: What Nature writes in front of it: venue, date and DOI in a paragraph of their own.
_PUBLISHED = re.compile(r"\s*<p>[^<]*Published online:.*?</p>", re.S)
#: What ScienceDirect writes in place of an abstract: date, journal and authors, a paragraph each.
_IMPRINT = re.compile(
    r"\s*<p>Publication date:(?P<year>.*?)</p>\s*<p>(?:<b>)?Source:(?:</b>)?(?P<venue>.*?)</p>"
    r"\s*<p>Author\(s\):(?P<authors>.*?)</p>\s*\Z",
    re.S,
)
#: An address that may have a name behind it: "editor@example.org (Ada Moor)".
_MAIL = re.compile(r"\S+@\S+\s*(?:\((.*)\))?")


def sniff(head: str, name: str) -> bool:
    """Accept the root of either kind of feed."""
    # Zotero RDF names a module of RSS 1.0, not this vocabulary itself.
    rdf = bool(re.search(r"http://purl\.org/rss/1\.0/[\"']", head)) and has_element(head, "RDF")
    return starts_as_xml(head) and (rdf or has_element(head, "rss"))


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each item."""
    return read_elements(document, ("item",), _fields)


def _fields(item: Element) -> Mapping[str, Any]:
    text = first(item, "encoded", "abstract") or first(item, "description", "summary")
    link = first(item, "link") or item.get("about", "")
    own_id = first(item, "guid", "identifier")
    names = every(item, "creator") or every(item, "author")
    imprint: Mapping[str, str] = {}
    if found := _IMPRINT.match(text):
        imprint, text = found.groupdict(), ""
    return {
        "id": own_id or link,
        "title": first(item, "title"),
        "abstract": _ANNOUNCED.sub("", _PUBLISHED.sub("", text, count=1), count=1),
        "authors": _people(names) or imprint.get("authors", ""),
        "year": first(item, "publicationDate", "coverDate", "date", "pubDate")
        or imprint.get("year", ""),
        "venue": first(item, "publicationName", "source") or imprint.get("venue", ""),
        "doi": first(item, "doi") or own_id,
        "url": link or own_id,
        "keywords": every(item, "category") or every(item, "subject"),
    }


def _people(names: list[str]) -> str | list[str]:
    """The names, without addresses; of a single text it is seen later how many are in it."""
    plain = [_MAIL.sub(lambda found: found[1] or "", name) for name in names]
    return plain[0] if len(plain) == 1 else plain
