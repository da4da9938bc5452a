"""Crossref: works by relevance, paged by offset.

Its cursors belong to a session of five minutes in which a lost answer is a lost page; offsets
can be asked for again. They end at 10,000 records, and are sorted by relevance.
"""

from kg.fetch.source import Page, Request, Source, json_object, offset_page

_REACH, _ROWS = 10_000, 100


def _ask(query: str, position: str) -> Request:
    return Request("/works", {"query": query, "rows": str(_ROWS), "offset": position or "0"})


def _parse(body: bytes, position: str) -> Page:
    message = json_object(body)["message"]
    return offset_page(message["items"], position, message["total-results"], _REACH)


SOURCE = Source(
    title="Crossref",
    address="https://api.crossref.org",
    identifier="DOI",
    rate=1,
    ask=_ask,
    parse=_parse,
    mail_param="mailto",
    key_variable="CROSSREF_API_KEY",
    key_header="Crossref-Plus-API-Token",
    key_prefix="Bearer ",
)
