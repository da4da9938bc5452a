"""Zotero RDF: items in the vocabularies of biblio, FOAF, Dublin Core and Zotero's own.

The journal or book that an item is part of stands inside of it, or on its own, as a rule behind
it; Zotero gives it the DOI of the item. Attachments and notes are items that are no papers, and
collections are no items.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, Notice, RawRecord, Source
from kg.readers.document import Document
from kg.readers.xml import Rejection, pieces, record_of, starts_as_xml
from kg.readers.xml.cut import Piece
from kg.readers.xml.text import every, first

_SPACES = ("http://www.zotero.org/namespaces/export#", "http://purl.org/net/biblio#")
_ITEMS = ("Article", "Book", "BookSection", "ConferenceProceedings", "Data", "Description",
          "Document", "Illustration", "Image", "Interview", "Legislation", "Letter", "Manuscript",
          "MotionPicture", "Patent", "Recording", "Report", "Thesis", "Attachment",
          "Memo")  # fmt: skip
_NO_PAPERS = ("attachment", "note", "annotation")
_CONTAINERS = ("Journal", "Periodical", "Newspaper", "Website", "Blog", "Forum", "CourtReporter")
_COLLECTION = "Collection"
#: Every item has one, within the element of its kind.
_TYPE = "itemType"
_PART = "isPartOf"
_AUTHORS = ("authors", "presenters", "programmers", "inventors")
#: Lines of the field "Extra" in which an identifier is kept.
_EXTRA = re.compile(r"^\s*(PMID|arXiv|Citation Key)\s*:\s*(\S+)", re.I | re.M)

_Container = Mapping[str, Any]
_Item = RawRecord | Failure | Notice


def sniff(head: str, name: str) -> bool:
    """Accept RDF with Zotero's vocabulary or that of biblio."""
    return starts_as_xml(head) and "RDF" in head and any(space in head for space in _SPACES)


def read(document: Document) -> Iterator[_Item]:
    """Give each item, in order; one waits until the container is read that it refers to."""
    known: dict[str, _Container] = {}
    waiting: deque[_Item] = deque()
    for item in _items(document, known):
        waiting.append(item)
        while waiting and (_reference(waiting[0]) or "") in ("", *known):
            yield _completed(waiting.popleft(), known)
    while waiting:
        yield _completed(waiting.popleft(), known)


def _items(document: Document, known: dict[str, _Container]) -> Iterator[_Item]:
    """The items as they stand; containers on their own go into `known`."""
    number, typed = 0, 0  # at which line an item has begun that is in no element of a known kind
    names = (*_ITEMS, *_CONTAINERS, _COLLECTION)
    for piece in pieces(document, names, (_TYPE,), _PART):
        source = Source(document.name, number + 1, typed or piece.line)
        is_item = piece.name in _ITEMS
        if typed and not is_item:
            number += 1
            yield _of_no_kind(source)
        typed = piece.line if piece.name == _TYPE else 0
        if is_item:
            number += 1
            yield record_of(piece, Source(document.name, number, piece.line), _fields)
        elif piece.name in _CONTAINERS:
            yield from _learn(piece, Source(document.name, 0, piece.line), known)
    if typed:
        yield _of_no_kind(Source(document.name, number + 1, typed))


def _of_no_kind(source: Source) -> Failure:
    return Failure(source, "", "it is an item in an element of no known kind",
                   "export it as BibLaTeX or RIS")  # fmt: skip


def _learn(piece: Piece, source: Source, known: dict[str, _Container]) -> Iterator[Notice]:
    found = record_of(piece, source, _container)
    if isinstance(found, Failure):
        yield Notice(source, f"a {piece.name.lower()} that items refer to is lost: {found.error}")
    else:
        known[found.fields["about"]] = found.fields


def _reference(item: _Item) -> str:
    return item.fields["container"] if isinstance(item, RawRecord) else ""


def _completed(item: _Item, known: dict[str, _Container]) -> _Item:
    """The item with what is known of its container; its DOI goes to one item alone."""
    name = _reference(item)
    if not isinstance(item, RawRecord) or not name:
        return item
    container = known.get(name)
    if container is None:
        note = "the journal or book that it refers to is not in the file"
        return RawRecord(item.fields, item.source, (*item.notes, note))
    known[name] = {**container, "doi": ""}
    fields = {**item.fields, "venue": container["title"] or item.fields["venue"],
              "doi": item.fields["doi"] or container["doi"]}  # fmt: skip
    return RawRecord(fields, item.source, item.notes)


def _container(element: Element) -> _Container:
    return {"about": _attribute(element, "about"), "title": first(element, "title"),
            "doi": _doi(every(element, "identifier"))}  # fmt: skip


def _fields(item: Element) -> Mapping[str, Any] | Rejection:
    kind = first(item, _TYPE) or {"Memo": "note", "Attachment": "attachment"}.get(item.tag, "")
    if kind in _NO_PAPERS:
        return Rejection(f"it is an item of type {kind}, not a paper", "nothing to do")
    inner = [_container(element) for element in item.iterfind(f".//{_PART}/*")
             if element.tag not in ("Part", "Series")]  # fmt: skip
    references = (_attribute(part, "resource") for part in item.iter(_PART))
    about = re.fullmatch(r"#?(item_\d+)", _attribute(item, "about"))
    own_id = about[1] if about else ""
    extra = {name.lower(): value for name, value in _EXTRA.findall(first(item, "description"))}
    titles = (container["title"] for container in inner)
    return {
        "id": first(item, "citationKey") or extra.get("citation key") or own_id,
        "title": first(item, "title"),
        "abstract": first(item, "abstract"),
        "authors": _authors(item),
        "year": first(item, "date", "issued"),
        "venue": next(filter(None, titles), "")
        or first(item, "presentedAt//title", "publisher//name"),
        "doi": _doi([*every(item, "identifier"), *every(item, f".//{_PART}//identifier")]),
        "arxiv": extra.get("arxiv") or _arxiv(every(item, "number")),
        "pmid": extra.get("pmid"),
        "url": every(item, "identifier/URI/value"),
        "keywords": every(item, "subject"),
        "language": first(item, "language"),
        "container": next(filter(None, references), ""),
    }  # fmt: skip


def _authors(item: Element) -> list[Mapping[str, str]]:
    lists = (item.findall(f"{name}//Person") for name in _AUTHORS)
    return [
        {"family": first(person, "surname", "name"),
         "given": first(person, "givenName", "givenname", "firstName")}
        for person in next(filter(None, lists), [])
    ]  # fmt: skip


def _doi(identifiers: list[str]) -> str:
    return " ".join(text for text in identifiers if text.upper().startswith("DOI"))


def _arxiv(numbers: list[str]) -> str:
    return next((text for text in numbers if text.lower().startswith("arxiv:")), "")


def _attribute(element: Element, name: str) -> str:
    """An attribute by its local name: records are parsed away from where prefixes are declared."""
    return next((value for key, value in element.items() if key.rpartition("}")[2] == name), "")
