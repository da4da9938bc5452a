"""JATS, the articles of PubMed Central and of many publishers; only the front matter is read."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.fields import LabelledText
from kg.readers.xml import Rejection, has_element, read_elements, starts_as_xml
from kg.readers.xml.text import as_abstract, every, first, sections, text_of

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
#: Abstracts beside the abstract: pictures, teasers, lists of points, words for lay people.
_BESIDE = re.compile(r"graphical|visual|video|teaser|toc|highlight|key|points|lay|plain|short|"
                     r"editor|web|stereochemical|precis", re.I)  # fmt: skip
#: The date by which a paper is cited comes first.
_DATES = ("ppub", "collection", "epub-ppub", "epub", "pub")


def sniff(head: str, name: str) -> bool:
    """Accept XML with an article that has front matter."""
    return (
        starts_as_xml(head)
        and has_element(head, "article")
        and has_element(head, "front", "article-meta", "journal-meta")
    )


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each article."""
    return read_elements(document, ("article",), _fields)


def _fields(article: Element) -> Mapping[str, Any] | Rejection:
    meta = article.find("front/article-meta")
    if meta is None:
        meta = article.find(".//article-meta")
    if meta is None:
        return Rejection("the article has no front matter", "give it an article-meta element")
    ids = {found.get("pub-id-type", ""): text_of(found) for found in meta.iterfind("article-id")}
    central = ids.get("pmcid") or ids.get("pmc", "")
    central = f"PMC{central}" if central.isdigit() else central
    title = meta.find("title-group/article-title")
    for note in list(title) if title is not None else []:
        if note.tag == "xref":  # a footnote mark
            note.text = None
    return {
        "id": central or ids.get("pmid") or ids.get("doi"),
        "title": text_of(title),
        "subtitle": first(meta, "title-group/subtitle"),
        "abstract": _abstract(meta),
        "authors": list(_authors(meta)),
        "year": _year(meta),
        "venue": first(article, ".//journal-meta//journal-title", ".//journal-meta/journal-id"),
        "doi": ids.get("doi"),
        "pmid": ids.get("pmid"),
        "arxiv": ids.get("arxiv"),
        "keywords": [
            word
            for group in meta.iterfind("kwd-group")
            if group.get("kwd-group-type") != "abbreviations"
            for word in every(group, ".//kwd")
        ],
        "language": article.get(_LANGUAGE),
    }


def _abstract(meta: Element) -> LabelledText | str:
    """The abstracts proper, in order, else one in another language, else a short one."""
    proper, beside = list[Element](), list[Element]()
    for abstract in meta.iterfind("abstract"):
        kind = f"{abstract.get('abstract-type', '')} {first(abstract, 'title')}"
        (beside if _BESIDE.search(kind) else proper).append(abstract)
    written = [
        a for a in beside if not re.search("graphical|visual|video|toc", str(a.attrib), re.I)
    ]
    for chosen in (proper, list(meta.iterfind("trans-abstract"))[:1], written[:1]):
        found = as_abstract(part for abstract in chosen for part in sections(abstract))
        if found:
            return found
    return ""


def _authors(meta: Element) -> Iterator[Mapping[str, str] | str]:
    for contributor in meta.iterfind("contrib-group/contrib"):
        if contributor.get("contrib-type", "author") != "author":
            continue
        name = contributor.find(".//name")
        if name is not None:
            yield {"given": first(name, "given-names"), "family": first(name, "surname"),
                   "suffix": first(name, "suffix")}  # fmt: skip
        else:
            yield first(contributor, ".//string-name", "collab/institution", "collab", "anonymous")


def _year(meta: Element) -> str:
    dates = {
        date.get("pub-type") or date.get("date-type") or "": year
        for date in reversed(meta.findall("pub-date"))
        if (year := first(date, "year", "string-date"))
    }
    return next((dates[kind] for kind in _DATES if kind in dates), next(iter(dates.values()), ""))
