"""OpenAlex: works by full text search (developers.openalex.org).

With a key it is paged by cursor, without end. Cursors want a key; without one pages are counted,
and end at 10,000 works.
"""

from kg.fetch.source import Page, Record, Request, Source, json_object

_REACH, _SIZE = 10_000, 100
_COUNTED = "page:"


def _ask(query: str, position: str) -> Request:
    place = (
        {"page": position.removeprefix(_COUNTED)}
        if position.startswith(_COUNTED)
        else {"cursor": position or "*"}
    )
    return Request("/works", {"search": query, "per_page": str(_SIZE), **place})


def _parse(body: bytes, position: str) -> Page:
    answer = json_object(body)
    meta, works = answer["meta"], answer["results"]
    if position.startswith(_COUNTED):
        following = _counted(int(position.removeprefix(_COUNTED)), meta)
    else:
        following = meta["next_cursor"]
    return Page(tuple(works), following if works else None, meta["count"])


def _counted(number: int, meta: Record) -> str | None:
    size = meta.get("per_page") or _SIZE
    there_is = number * size < meta["count"] and (number + 1) * size <= _REACH
    return f"{_COUNTED}{number + 1}" if there_is else None


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
    start_without_key=f"{_COUNTED}1",
)
