"""PDF: title and abstract out of the first pages by pypdf, best effort and marked as such."""

import json
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kg.model import Failure, RawRecord, Source
from kg.readers.document import Document
from kg.readers.papers import excerpt

_SECONDS = 60
_HERE = Path(__file__).parent
_COMMAND = (sys.executable, "-P", str(_HERE / "bounded.py"), str(1 << 30), "30",
            str(_HERE / "pdfpages.py"))  # fmt: skip
_LONGEST_ABSTRACT = 4_000
_SHORTEST_TITLE = 8  # letters

_ABSTRACT = re.compile(
    r"^[ \t]*(?:\d\.?[ \t]+)?(?:A[ \n]?BSTRACT|A ?bstract|a b s t r a c t|A B S T R A C T|Summary"
    r"|SUMMARY)"
    r"[ \t]*(?:[.:—–-]+|\n(?!Article history)|(?=[ \t][A-Z][a-z]*[ \t]+[a-z]))\s*",
    re.M,
)
_END = re.compile(
    r"^[ \t]*(?:(?:1|I|§ ?1)?[.:]?\s*I[ \n]?NTRODUCTION\b|1\.?[ \t]+[A-Z][^.\n]{2,60}$"
    r"|Key ?words?\b|Index Terms|(?:•[ \t]*)?CCS[ -]Concepts|ACM Reference"
    r"|Categories and Subject|General Terms|Author summary|Contents$|Table of Contents"
    r"|(?:©|\(c\)|Copyright)[ \t]|Permission to make|Correspondence(?: to)?:"
    r"|\*? ?Equal contribution|Proceedings of the)",
    re.M | re.I,
)
_STAMP = re.compile(r"arXiv:\s?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?\s*"
                    r"(?:\[[\w.-]+\]\s*\d{1,2} \w{3,9} (\d{4}))?")  # fmt: skip
_DOI = re.compile(r"\bdoi(?:\.org/|[:.\s]+)\s*(10\.\d{4,9}/[^\s,;]+)", re.I)
_VENUE = re.compile(
    r"(?:Published as an? [a-z ]*?paper (?:at|in) (?P<at>[^\n,]*?(?P<y1>20\d\d))"
    r"|^[ \t]*(?P<in>Proceedings of [^\n,]*?(?P<y2>(?:19|20)\d\d))"
    r"|^[ \t]*(?P<acl>Proceedings of [^\n,]*)[^\n]*\n(?:[^\n]*\n){0,2}?[^\n]*(?P<y3>20\d\d)[ ,]"
    r"|^[ \t]*(?P<ieee>(?:IEEE|ACM) [A-Z][\w &-]*), VOL[^\n]*?(?P<y4>20\d\d)"
    r"|\A\s*(?P<journal>[A-Z][\w &-]{3,60}?) \d+ \((?P<y5>20\d\d)\) \d+)",
    re.M | re.I,
)
_NO_TITLE = re.compile(
    r"untitled|microsoft word|\.(?:docx?|tex|dvi|pdf|indd|ps)\b|^arxiv:|^\W*\d|^title$|template",
    re.I,
)
_NOTE = "read from a PDF, best effort: look at its title and abstract (GROBID's TEI is surer)"


def sniff(head: str, name: str) -> bool:
    """Accept by the magic number, which may have some rubbish before it."""
    return head.startswith("%PDF-") or (name.lower().endswith(".pdf") and "%PDF-" in head[:1024])


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give one record, or say why there is none."""
    source = Source(document.name, 1)
    found = _first_pages(document)
    if "error" in found:
        yield Failure(source, "", found["error"], found["remedy"])
        return
    text = "\n".join(found["pages"])
    if sum(map(str.isalpha, text)) < _SHORTEST_TITLE:
        yield Failure(source, "", "it has no text layer (a scan?)",
                      "run OCR over it, or GROBID and give its TEI")  # fmt: skip
        return
    first = found["pages"][0]
    title, abstract = _title(found), _abstract(text)
    if not title and not abstract:
        yield Failure(source, excerpt(first), "neither title nor abstract can be found in it",
                      "run GROBID over it and give its TEI")  # fmt: skip
        return
    fields = {"title": title, "abstract": abstract, "author": _authors(found["author"])}
    yield RawRecord({**fields, **_published(first)}, source, (_NOTE,))


def _first_pages(document: Document) -> Mapping[str, Any]:
    """What the process apart found, or error and remedy."""
    remedy = "open it and save it anew, or run GROBID over it and give its TEI"
    try:
        with document.file() as stream:
            done = subprocess.run(_COMMAND, stdin=stream, capture_output=True, timeout=_SECONDS,
                                  check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return {"error": f"reading it took longer than {_SECONDS} seconds", "remedy": remedy}
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return {"error": "reading it took more memory or time than is allowed", "remedy": remedy}
    if found.get("encrypted"):
        return {"error": "it is encrypted", "remedy": "save it without a password"}
    if "error" in found:
        return {"error": f"it cannot be parsed ({excerpt(found['error'])})", "remedy": remedy}
    return found


def _title(found: Mapping[str, Any]) -> str:
    """The title that the PDF is labelled with, if the page shows it; else the biggest lines."""
    label = " ".join(found["title"].split())
    shown = _letters(found["pages"][0])
    is_title = len(_letters(label)) >= _SHORTEST_TITLE and not _NO_TITLE.search(label)
    if is_title and _letters(label) in shown:
        return label
    lines = [(size, text) for size, text in found["lines"]
             if not _STAMP.search(text) and len(_letters(text)) > 1]  # fmt: skip
    biggest = max((size for size, text in lines if len(_letters(text)) >= 4), default=0)
    title: list[str] = []
    for size, text in lines:
        if size >= 0.95 * biggest:
            title.append(text.strip())
        elif title:
            break
    text = "\n".join(title)
    is_title = len(_letters(text)) >= _SHORTEST_TITLE and len(text) <= 300
    return _plain(text) if is_title and not _ABSTRACT.match(text + "\n") else ""


def _abstract(text: str) -> str:
    """What stands between "Abstract" and the introduction or keywords."""
    start = _ABSTRACT.search(text)
    if not start:
        return ""
    rest = text[start.end() :]
    end = _END.search(rest, 1)
    body = rest[: min(end.start() if end else len(rest), _LONGEST_ABSTRACT)]
    if not end or end.start() > _LONGEST_ABSTRACT:
        body = body[: body.rfind(". ") + 1] or body
    return _plain(body)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip()


def _letters(text: str) -> str:
    """The letters alone: what a title is compared by, whatever blanks and ligatures it has."""
    return "".join(filter(str.isalpha, unicodedata.normalize("NFKC", text).casefold()))


def _authors(label: str) -> str:
    """The authors that the PDF is labelled with, unless it is the name of an account."""
    return label if re.search(r"\w[\s.]+\w", label) and "@" not in label else ""


def _published(page: str) -> dict[str, Any]:
    """What the first page says of venue, year and identifiers."""
    fields: dict[str, Any] = {}
    if stamp := _STAMP.search(page):
        fields["arxiv"] = stamp[1]
        if stamp[2]:
            fields["year"] = stamp[2]
    if doi := _DOI.search(page):
        fields["doi"] = doi[1]
    if venue := _VENUE.search(page):
        found = {name: text for name, text in venue.groupdict().items() if text}
        fields["venue"], fields["year"] = sorted(found.values(), key=len, reverse=True)
    return fields
