"""MODS, in which libraries describe what they hold; also what Zotero and bibutils write."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.xml import has_element, read_elements, starts_as_xml
from kg.readers.xml.text import attribute, every, first, text_of

#: Roles of the names that a paper is cited by, as words and as codes of MARC.
_AUTHORS = frozenset("author aut creator cre dissertant dis".split())
_DATES = ("originInfo/dateIssued", "relatedItem[@type='host']/part/date", "part/date",
          "relatedItem[@type='host']/originInfo/dateIssued", "originInfo/copyrightDate",
          "originInfo/dateCreated", "originInfo/dateOther")  # fmt: skip
_HOSTS = ("relatedItem[@type='host']", "relatedItem[@type='series']")


def sniff(head: str, name: str) -> bool:
    """Accept XML with records of MODS."""
    return starts_as_xml(head) and has_element(head, "mods", "modsCollection")


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each record."""
    return read_elements(document, ("mods",), fields_of)


def fields_of(record: Element) -> Mapping[str, Any]:
    """The fields of a record, to be found in other documents, too."""
    ids = {found.get("type", "").lower(): text_of(found) for found in record.iterfind("identifier")}
    title = _proper(record)
    hosts = (host for path in _HOSTS for host in record.iterfind(path))
    return {
        "id": record.get("ID") or ids.get("citekey") or first(record, "recordInfo/recordIdentifier")
        or ids.get("local") or ids.get("doi"),
        "title": _joined(title),
        "subtitle": first(title, "subTitle") if title is not None else "",
        "abstract": "\n".join(every(record, "abstract")),
        "authors": [_author(name) for name in _names(record)],
        "year": first(record, *_DATES),
        "venue": next(filter(None, (_joined(_proper(host)) for host in hosts)), ""),
        "doi": ids.get("doi"),
        "pmid": ids.get("pmid") or ids.get("pubmed"),
        "arxiv": ids.get("arxiv"),
        "url": every(record, "location/url") or [ids.get("uri", ""), ids.get("hdl", "")],
        "keywords": every(record, "subject/topic"),
        "language": first(record, "language/languageTerm[@type='code']", "language/languageTerm",
                          "language") or attribute(record, "titleInfo", "lang"),
    }  # fmt: skip


def _proper(item: Element) -> Element | None:
    """The title itself, rather than one that is shortened, translated or another."""
    titles = item.findall("titleInfo")
    return next((title for title in titles if not title.get("type")), next(iter(titles), None))


def _joined(title: Element | None) -> str:
    """The title with the article that is left out when titles are sorted."""
    if title is None:
        return ""
    return " ".join(filter(None, (first(title, "nonSort"), first(title, "title"))))


def _names(record: Element) -> Iterator[Element]:
    """The names of authors; all of them where no roles are told."""
    names = record.findall("name")
    roles = [[role.lower().strip(" .") for role in every(name, "role/roleTerm")] for name in names]
    told = any(map(_has_written, roles))
    for name, role in zip(names, roles, strict=True):
        if _has_written(role) or not (role or told):
            yield name


def _has_written(roles: list[str]) -> bool:
    return any(role in _AUTHORS or role.endswith(" author") for role in roles)


def _author(name: Element) -> Mapping[str, str] | str:
    parts = {kind: " ".join(every(name, f"namePart[@type='{kind}']"))
             for kind in ("given", "family", "termsOfAddress")}  # fmt: skip
    if parts["family"]:
        return {**parts, "suffix": parts["termsOfAddress"]}
    whole = [text_of(part) for part in name.iterfind("namePart") if not part.get("type")]
    return " ".join(whole) or first(name, "displayForm")
