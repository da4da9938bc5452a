"""TEI as GROBID writes it from a PDF: one paper a document, or several in a corpus."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.fields import LabelledText
from kg.readers.xml import has_element, read_elements, starts_as_xml
from kg.readers.xml.text import as_abstract, attribute, every, first, sections, text_of

_HEADER = "teiHeader"
_BIBLIOGRAPHY = f"{_HEADER}/fileDesc/sourceDesc//biblStruct"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def sniff(head: str, name: str) -> bool:
    """Accept XML with a TEI header."""
    return starts_as_xml(head) and has_element(head, "TEI", "teiCorpus", "teiHeader")


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each TEI document."""
    return read_elements(document, ("TEI",), _fields)


def _fields(tei: Element) -> Mapping[str, Any]:
    source = tei.find(_BIBLIOGRAPHY)
    if source is None:
        source = tei
    ids = {found.get("type", "").lower(): text_of(found) for found in source.iterfind(".//idno")}
    header = tei.find(_HEADER)
    return {
        "title": first(
            tei, f"{_HEADER}/fileDesc/titleStmt/title", f"{_BIBLIOGRAPHY}/analytic/title"
        ),
        "abstract": _abstract(tei),
        "authors": [_author(name) for name in source.iterfind("analytic/author/persName")],
        "year": attribute(source, "monogr/imprint/date", "when")
        or first(source, "monogr/imprint/date")
        or attribute(tei, f"{_HEADER}/fileDesc/publicationStmt/date", "when")
        or first(tei, f"{_HEADER}/fileDesc/publicationStmt/date"),
        "venue": first(source, "monogr/title"),
        "doi": ids.get("doi"),
        "arxiv": ids.get("arxiv"),
        "pmid": ids.get("pmid"),
        "keywords": every(tei, f"{_HEADER}/profileDesc/textClass/keywords//term")
        or first(tei, f"{_HEADER}/profileDesc/textClass/keywords"),
        "language": header.get(_LANGUAGE) if header is not None else "",
    }


def _abstract(tei: Element) -> LabelledText | str:
    abstract = tei.find(f"{_HEADER}/profileDesc/abstract")
    if abstract is not None and text_of(abstract):
        return as_abstract(sections(abstract))
    for section in tei.iterfind("text//div"):  # GROBID has at times taken it for a section
        if re.match(r"abstract\W*\Z", first(section, "head"), re.I):
            return "\n".join(every(section, "p"))
    return ""


def _author(name: Element) -> Mapping[str, str]:
    return {"given": " ".join(every(name, "forename")), "family": first(name, "surname"),
            "suffix": first(name, "genName")}  # fmt: skip
