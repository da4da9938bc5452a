"""Records harvested by OAI-PMH: those of arXiv in its own forms, Dublin Core and MODS of anyone."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.identifiers import as_arxiv
from kg.readers.xml import Rejection, has_element, mods, read_elements, starts_as_xml
from kg.readers.xml.text import attribute, every, first

_BARE = ("arXiv", "arXivRaw", "dc")


def sniff(head: str, name: str) -> bool:
    """Accept XML of the protocol, or with the records of its metadata alone."""
    return starts_as_xml(head) and (
        has_element(head, "OAI-PMH", *_BARE) or "http://www.openarchives.org/OAI/" in head
    )


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each record; one that its archive has deleted is no paper."""
    wrapped = has_element(document.head, "record")
    return read_elements(document, ("record",) if wrapped else _BARE, _fields)


def _fields(record: Element) -> Mapping[str, Any] | Rejection:
    if attribute(record, "header", "status") == "deleted":
        return Rejection("its archive has deleted it", "nothing to do")
    for name, fields_of in _FORMS.items():
        found = record if record.tag == name else record.find(f".//{name}")
        if found is not None:
            return fields_of(found)
    return Rejection("its metadata are in no form that is known",
                     "harvest it as oai_dc, mods, arXiv or arXivRaw")  # fmt: skip


def _arxiv(record: Element) -> Mapping[str, Any]:
    own_id = first(record, "id")
    return {
        "id": own_id,
        "arxiv": own_id,
        "title": first(record, "title"),
        "abstract": first(record, "abstract"),
        "authors": [
            {"family": first(author, "keyname"), "given": first(author, "forenames"),
             "suffix": first(author, "suffix")}
            for author in record.iterfind("authors/author")
        ],
        "year": first(record, "created", "updated"),
        "venue": first(record, "journal-ref"),
        "doi": first(record, "doi"),
        "url": f"https://arxiv.org/abs/{own_id}" if own_id else "",
        "keywords": first(record, "categories").split(),
    }  # fmt: skip


def _arxiv_raw(record: Element) -> Mapping[str, Any]:
    versions = record.findall("version")
    last = versions[-1].get("version", "") if versions else ""
    return {
        **_arxiv(record),
        "arxiv": first(record, "id") + last,
        "authors": first(record, "authors"),
        "year": first(versions[0], "date") if versions else "",
    }


def _dublin_core(record: Element) -> Mapping[str, Any]:
    links = every(record, "identifier")
    # Archives put remarks on pages and figures beside the abstract.
    texts = [text for text in every(record, "description") if not text.startswith("Comment:")]
    named = [as_arxiv("", links)[0], *(link for link in links if "://" not in link), *links]
    return {
        "id": next(filter(None, named), ""),
        "title": first(record, "title"),
        "abstract": max(texts, key=len, default=""),
        "authors": every(record, "creator"),
        "year": min(every(record, "date"), default=""),
        "venue": first(record, "source"),
        "doi": " ".join(links),
        "url": links,
        "keywords": every(record, "subject"),
        "language": first(record, "language"),
    }


#: Name of the element -> what its fields are.
_FORMS = {"arXiv": _arxiv, "arXivRaw": _arxiv_raw, "mods": mods.fields_of, "dc": _dublin_core}
