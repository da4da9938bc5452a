"""The XML of the ACL Anthology: collections of volumes of papers.

A paper inherits the title and year of its volume, which stand before it. The volume's front
matter is no paper.
"""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, RawRecord, Source
from kg.readers.document import Document
from kg.readers.xml import has_element, pieces, record_of, starts_as_xml
from kg.readers.xml.text import every, first, text_of

_SITE = "https://aclanthology.org/"
_OF_OLD = re.compile(r"[A-Z]\d\d\Z")


def sniff(head: str, name: str) -> bool:
    """Accept XML with papers in volumes or collections."""
    return (
        starts_as_xml(head)
        and has_element(head, "paper")
        and has_element(head, "collection", "volume", "frontmatter", "bibkey", "fixed-case")
    )


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each paper with the title and year of its volume."""
    number, volume = 0, dict[str, Any]()
    for piece in pieces(document, ("paper", "meta"), ("collection", "volume")):
        found = re.search(r"\bid\s*=\s*[\"']([^\"']*)", piece.text.partition(">")[0])
        own_id = found[1] if found else ""
        if piece.name == "collection":
            volume = {"collection": own_id}
        elif piece.name == "volume":
            volume = {"collection": volume.get("collection", ""), "volume": own_id}
        elif piece.name == "meta":
            meta = record_of(piece, Source(document.name, 0, piece.line), _volume)
            volume |= meta.fields if isinstance(meta, RawRecord) else {}
        else:
            number += 1
            source = Source(document.name, number, piece.line)
            yield record_of(piece, source, partial(_paper, volume))


def _volume(meta: Element) -> Mapping[str, Any]:
    return {"venue": first(meta, "booktitle", "title"), "year": first(meta, "year")}


def _paper(volume: Mapping[str, Any], paper: Element) -> Mapping[str, Any]:
    link = first(paper, "url")
    own_id = link if link and "/" not in link else _composed(paper.get("id", ""), volume)
    return {
        "id": own_id,
        "acl": own_id,
        "title": first(paper, "title"),
        "abstract": "\n".join(every(paper, "abstract")),
        "authors": [_author(author) for author in paper.iterfind("author")],
        "year": first(paper, "year") or volume.get("year"),
        "venue": first(paper, "booktitle", "journal") or volume.get("venue"),
        "doi": first(paper, "doi"),
        "url": link if "/" in link else f"{_SITE}{own_id}" if own_id else "",
        "language": first(paper, "language"),
    }


def _author(author: Element) -> Mapping[str, str] | str:
    family = first(author, "last")
    return {"given": first(author, "first"), "family": family} if family else text_of(author)


def _composed(number: str, volume: Mapping[str, Any]) -> str:
    """The identifier that the Anthology makes of collection, volume and number."""
    collection, own = volume.get("collection", ""), volume.get("volume", "")
    if not (collection and own and number):
        return ""
    if not _OF_OLD.match(collection):
        return f"{collection}-{own}.{number}"
    # Workshops and a few others count volumes in two digits, papers in two.
    wide = collection[0] == "W" or collection == "C69" or (collection == "D19" and len(own) > 1)
    return f"{collection}-{own:0>2}{number:0>2}" if wide else f"{collection}-{own}{number:0>3}"
