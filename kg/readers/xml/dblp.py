"""The XML of DBLP: the whole of it, a page of one person or record, and the hits of a search.

Its document type names the letters with accents, as HTML does; it is not needed to read them.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, RawRecord
from kg.readers.dblp import without_number, without_stop
from kg.readers.document import Document
from kg.readers.xml import Rejection, has_element, read_elements, starts_as_xml
from kg.readers.xml.text import every, first

#: Its pages of persons (`www`), a third of all records, are passed over without a word.
_PAPERS = ("article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis", "data")
_VOLUMES = ("proceedings",)
_HIT = "info"
_RECORD = re.compile(rf"<(?:{'|'.join(_PAPERS + _VOLUMES)}|www)\s[^<>]*\bmdate\s*=")


def sniff(head: str, name: str) -> bool:
    """Accept XML with records of DBLP, alone or in what it answers to a search."""
    return starts_as_xml(head) and (
        has_element(head, "dblp", "dblpperson")
        or bool(_RECORD.search(head))
        or (has_element(head, "hits") and "//dblp.org/" in head)
    )


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each record of a work."""
    return read_elements(document, (*_PAPERS, *_VOLUMES, _HIT), _fields)


def _fields(record: Element) -> Mapping[str, Any] | Rejection:
    if record.tag in _VOLUMES:
        return Rejection("it describes a volume, not a paper", "nothing to do")
    key = record.get("key") or first(record, "key")
    links = every(record, "ee")
    return {
        "id": key,
        "title": without_stop(first(record, "title")),
        "abstract": first(record, "abstract"),  # added by those who pass its records on
        "authors": [
            without_number(name)
            for name in every(record, "author") or every(record, "authors/author")
        ],
        "year": first(record, "year"),
        "venue": first(record, "booktitle", "journal", "venue", "school", "publisher"),
        "doi": first(record, "doi") or " ".join(links),
        "arxiv": " ".join(link for link in links if "arxiv" in link.lower()),
        "url": [*links, f"https://dblp.org/rec/{key}" if key else ""],
    }
