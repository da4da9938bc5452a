"""OpenAlex: works by full text search, paged by cursor (developers.openalex.org)."""

from kg.fetch.source import Page, Request, Source, json_object


def _ask(query: str, position: str) -> Request:
    params = {"search": query, "per_page": "100", "cursor": position or "*"}
    return Request("/works", params)


def _parse(body: bytes, position: str) -> Page:
    answer = json_object(body)
    meta, works = answer["meta"], answer["results"]
    return Page(tuple(works), meta["next_cursor"] if works else None, meta["count"])


SOURCE = Source(
    title="OpenAlex",
    address="https://api.openalex.org",
    identifier="id",
    rate=5,
    ask=_ask,
    parse=_parse,
    mail_param="mailto",
    key_variable="OPENALEX_API_KEY",
    key_param="api_key",
)
