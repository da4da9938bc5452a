"""What other catalogues call a paper, each identifier in one normal form.

An identifier is taken from a field of its own, where it may be bare or a link, or out of the
links that a record gives. Nothing is looked up.
"""

import html
import re
from collections.abc import Iterable
from typing import Any

from kg.readers.fields import as_text

_DOI = re.compile(r"10\.\d{4,9}/\S+")
_DOI_LINK = re.compile(r"(?:doi\.org/|\bdoi:\s*)(10\.\d{4,9}/\S+)", re.I)
_ARXIV_ID = r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v(\d{1,3}))?"
_ARXIV = re.compile(rf"(?<![\d.]){_ARXIV_ID}(?![\d.]*\d)", re.I)
_ARXIV_LINK = re.compile(rf"arxiv(?:\.org/(?:abs|pdf|html)/|\.org:|[:.]\s*){_ARXIV_ID}", re.I)
_ARXIV_WHOLE = re.compile(_ARXIV_ID)
_ACL_ID = r"[A-Z]\d{2}-\d{4}|\d{4}\.[a-z0-9]+-[a-z0-9]+\.\d+"

#: scheme -> (how a bare identifier looks, how a link to the paper holds it)
_SCHEMES = {scheme: (re.compile(bare), re.compile(link, re.I)) for scheme, (bare, link) in {
    "pmid": (r"\d{1,9}", r"(?:ncbi\.nlm\.nih\.gov/(?:pubmed/)?|\bpmid:\s*)(\d{1,9})(?![\w/])"),
    "openalex": (r"W\d{2,}", r"openalex\.org/(?:works/)?(W\d{2,})"),
    "openreview": (r"[\w-]{6,}", r"openreview\.net/(?:forum|pdf|references/pdf)\?id=([\w-]+)"),
    "s2": (r"[0-9a-f]{40}|CorpusID:\d+",
           r"semanticscholar\.org/paper/(?:[^/\s]+/)?([0-9a-f]{40})"),
    "acl": (_ACL_ID, rf"(?:aclanthology\.(?:org|info)|aclweb\.org/anthology)/(?:\w+/)*({_ACL_ID})"
                     rf"|10\.18653/v1/({_ACL_ID})"),
}.items()}  # fmt: skip


#: One of these is in all that the patterns above find, unless it is an identifier of arXiv alone.
_SIGNS = ("doi", "arxiv", "acl", "10.18653/", "openreview", "openalex", "semanticscholar", "ncbi",
          "pmid")  # fmt: skip


def may_lead(link: str) -> bool:
    """Whether an identifier might be found in a link: a quick question, most lead elsewhere.

    >>> may_lead("https://example.org/p1"), may_lead("https://arxiv.org/abs/2101.00001")
    (False, True)
    """
    low = link.lower()
    return (
        any(sign in low for sign in _SIGNS)
        or bool(_ARXIV_WHOLE.fullmatch(link))
        or not link.isascii()  # some letters equal s, i or k only where case does not count
    )


def as_doi(value: Any, links: Iterable[str] = ()) -> str:
    """A DOI without resolver or prefix, in lower case.

    >>> as_doi("https://doi.org/10.1234/ABC.5")
    '10.1234/abc.5'
    """
    text = html.unescape(as_text(value)).replace("%2F", "/").replace("\\_", "_")
    found = _DOI.search(text)
    if found:
        return _trimmed(found[0]).lower()
    linked = next(filter(None, map(_DOI_LINK.search, links)), None)
    return _trimmed(linked[1].partition("?")[0]).lower() if linked else ""


def _trimmed(doi: str) -> str:
    doi = doi.rstrip(".,;}>\"'")
    while doi.endswith((")", "]")) and doi.count(doi[-1]) > doi.count("(["[")]".index(doi[-1])]):
        doi = doi[:-1]
    return doi


def as_arxiv(value: Any, links: Iterable[str] = ()) -> tuple[str, int | None]:
    """An arXiv identifier and its version apart, from its own field or a link to arXiv.

    >>> as_arxiv("arXiv:2101.00001v2")
    ('2101.00001', 2)
    """
    found = _ARXIV.search(as_text(value)) or next(
        filter(None, (_ARXIV_LINK.search(link) or _ARXIV_WHOLE.fullmatch(link) for link in links)),
        None,
    )
    return (found[1], int(found[2]) if found[2] else None) if found else ("", None)


def year_of_arxiv(arxiv: str) -> int | None:
    """The year that an arXiv identifier carries: YYMM.NNNNN since 2007, archive/YYMMNNN before."""
    found = re.search(r"(?:^|/)(\d\d)(?:0[1-9]|1[0-2])(?:\.|\d{3}\Z)", arxiv)
    return (1900 if found[1] > "90" and "/" in arxiv else 2000) + int(found[1]) if found else None


def as_identifier(scheme: str, value: Any, links: Iterable[str] = ()) -> str:
    """The identifier of a paper by pmid, openalex, openreview, s2 or acl; empty where none is.

    >>> as_identifier("pmid", "https://pubmed.ncbi.nlm.nih.gov/29456894")
    '29456894'
    """
    bare, linked = _SCHEMES[scheme]
    text = as_text(value).strip()
    if text and bare.fullmatch(text):
        return text
    for link in (text, *links) if text else links:
        if found := linked.search(link):
            name: str = next(filter(None, found.groups()))
            return name.upper() if re.fullmatch(r"[a-z]\d\d-\d{4}", name) else name
    return ""
