"""The XML of PubMed and MEDLINE, with the labelled parts of structured abstracts."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from kg.model import Failure, RawRecord
from kg.readers.document import Document
from kg.readers.fields import LabelledText
from kg.readers.xml import has_element, read_elements, starts_as_xml
from kg.readers.xml.text import as_abstract, every, first, text_of

_ARTICLES = ("PubmedArticle", "PubmedBookArticle")


def sniff(head: str, name: str) -> bool:
    """Accept XML with the records of PubMed, or those of MEDLINE within them alone."""
    return starts_as_xml(head) and has_element(head, *_ARTICLES, "MedlineCitation")


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each article and book."""
    wrapped = has_element(document.head, *_ARTICLES)
    return read_elements(document, _ARTICLES if wrapped else ("MedlineCitation",), _fields)


def _fields(record: Element) -> Mapping[str, Any]:
    citation = record.find("MedlineCitation")
    if citation is None:
        citation = record.find("BookDocument")
    if citation is None:
        citation = record
    article = citation.find("Article")
    if article is None:
        article = citation
    pmid = first(citation, "PMID")
    return {
        "id": pmid,
        "pmid": pmid,
        "title": first(article, "ArticleTitle", "VernacularTitle", "Book/BookTitle"),
        "abstract": _abstract(article, citation),
        "authors": [_author(author) for author in article.iterfind("AuthorList/Author")],
        "year": first(article, "Journal/JournalIssue/PubDate", "ArticleDate", "Book/PubDate",
                      "ContributionDate"),
        "venue": first(article, "Journal/Title", "Journal/ISOAbbreviation", "Book/BookTitle"),
        "doi": _doi(article, record),
        "keywords": every(citation, "KeywordList/Keyword")
        or every(citation, "MeshHeadingList/MeshHeading/DescriptorName"),
        "language": first(article, "Language"),
    }  # fmt: skip


def _abstract(article: Element, citation: Element) -> LabelledText | str:
    for path in ((article, "Abstract"), (citation, "OtherAbstract")):
        parts = path[0].iterfind(f"{path[1]}/AbstractText")
        found = as_abstract(
            (part.get("Label", "") if part.get("Label") != "UNLABELLED" else "", text_of(part))
            for part in parts
        )
        if found:
            return found
    return ""


def _author(author: Element) -> Mapping[str, str] | str:
    family = first(author, "LastName")
    if not family:
        return first(author, "CollectiveName")
    given = first(author, "ForeName", "FirstName", "Initials")
    return {"given": given, "family": family, "suffix": first(author, "Suffix")}


def _doi(article: Element, record: Element) -> str:
    # The lists of identifiers of the references lie deeper, under their own ReferenceList.
    for path, kind in (("ELocationID", "EIdType"), ("ArticleIdList/ArticleId", "IdType")):
        if doi := first(article, f"{path}[@{kind}='doi']"):
            return doi
    return first(record, "PubmedData/ArticleIdList/ArticleId[@IdType='doi']",
                 "PubmedBookData/ArticleIdList/ArticleId[@IdType='doi']")  # fmt: skip
