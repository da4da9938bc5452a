"""DBLP: publications by their titles, authors and venues, paged by offset; no abstracts."""

from kg.fetch.source import Page, Request, Source, json_object, offset_page


def _ask(query: str, position: str) -> Request:
    params = {"q": query, "format": "json", "h": "500", "f": position or "0", "c": "0"}
    return Request("/search/publ/api", params)


def _parse(body: bytes, position: str) -> Page:
    hits = json_object(body)["result"]["hits"]
    found = hits.get("hit", ())
    # The JSON is made of XML, in which a list of one is no list.
    found = [found] if isinstance(found, dict) else found
    # Around each record stands how well it fits the query, which is no part of it.
    records = [hit["info"] for hit in found]
    return offset_page(records, position, int(hits["@total"]))


SOURCE = Source(
    title="DBLP",
    address="https://dblp.org",
    identifier="key",
    rate=1,
    ask=_ask,
    parse=_parse,
)
