"""arXiv: its Atom entries, turned into the records of the metadata snapshot."""

import re
from collections.abc import Iterator
from datetime import datetime
from email.utils import format_datetime
from xml.etree.ElementTree import Element, ParseError, fromstring

from kg.errors import FetchError
from kg.fetch.source import Page, Record, Request, Source, offset_page

_REACH, _SLICE = 30_000, 200
_NAMES = {
    "a": "http://www.w3.org/2005/Atom",
    "x": "http://arxiv.org/schemas/atom",
    "o": "http://a9.com/-/spec/opensearch/1.1/",
}
_IN_SYNTAX = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|all):|\b(?:AND|OR|ANDNOT)\b")
_ID = re.compile(r"/abs/(.+?)(?:v(\d+))?$")


def _ask(query: str, position: str) -> Request:
    params = {"search_query": _in_syntax(query), "start": position or "0",
              "max_results": str(_SLICE)}  # fmt: skip
    return Request("/api/query", params)


def _in_syntax(query: str) -> str:
    """Plain words must all be there; arXiv itself would take any of them.

    >>> _in_syntax('graph "neural networks"')
    'all:graph AND all:"neural networks"'
    """
    if _IN_SYNTAX.search(query):
        return query
    return " AND ".join(f"all:{word}" for word in re.findall(r'"[^"]+"|[^\s"]+', query))


def _parse(body: bytes, position: str) -> Page:
    # A feed declares no document type, and what does may hold entities without end.
    if b"<!DOCTYPE" in body:
        raise ValueError("it is no feed")
    try:
        feed = fromstring(body)
    except ParseError as error:
        raise ValueError(str(error)) from error
    entries = feed.findall("a:entry", _NAMES)
    total = int(_text(feed, "o:totalResults"))
    for entry in entries:
        if "/api/errors" in _text(entry, "a:id"):
            raise FetchError(f"arXiv refuses the query: {_text(entry, 'a:summary')}")
    if not entries and int(position or 0) < total:
        raise ValueError("it is empty, which arXiv's answers are at times")
    return offset_page([_record(entry) for entry in entries], position, total, _REACH)


def _record(entry: Element) -> Record:
    found = _ID.search(_text(entry, "a:id"))
    if not found:
        raise ValueError(f"an entry has the id {_text(entry, 'a:id')!r}")
    names = [_text(author, "a:name") for author in entry.iterfind("a:author", _NAMES)]
    record = {
        "id": found[1],
        "authors": ", ".join(names),
        "title": _text(entry, "a:title"),
        "comments": _text(entry, "x:comment"),
        "journal-ref": _text(entry, "x:journal_ref"),
        "doi": _text(entry, "x:doi"),
        "categories": " ".join(c.get("term", "") for c in entry.iterfind("a:category", _NAMES)),
        "abstract": _text(entry, "a:summary"),
        "versions": list(_versions(entry, found[2])),
        "update_date": _text(entry, "a:updated")[:10],
        # The feed does not tell family names from given ones, so the names are left whole.
        "authors_parsed": [[name, "", ""] for name in names],
    }
    return {name: value or None for name, value in record.items()}


def _versions(entry: Element, last: str | None) -> Iterator[Record]:
    """The first and the last version; the feed says nothing of those between."""
    yield {"version": "v1", "created": _date(_text(entry, "a:published"))}
    if last and last != "1":
        yield {"version": f"v{last}", "created": _date(_text(entry, "a:updated"))}


def _date(iso: str) -> str:
    return format_datetime(datetime.fromisoformat(iso.replace("Z", "+00:00")), usegmt=True)


def _text(element: Element, path: str) -> str:
    return " ".join(element.findtext(path, "", _NAMES).split())


SOURCE = Source(
    title="arXiv",
    address="https://export.arxiv.org",
    identifier="id",
    rate=1 / 3,
    ask=_ask,
    parse=_parse,
)
