"""OpenReview, second version of its interface: the submissions of a venue, or a search."""

import re

from kg.fetch.source import Page, Request, Source, json_object, offset_page

#: Such as ICLR.cc/2024/Conference: no words that people search for look so.
_VENUE = re.compile(r"[\w.-]+\.\w+(?:/[\w.-]+)+")

#: The search says that it found so many, whatever there is.
_CAP = 10_000
_LISTED, _FOUND = 1000, 100


def _ask(query: str, position: str) -> Request:
    if _VENUE.fullmatch(query):
        params = {"content.venueid": query, "limit": str(_LISTED), "offset": position or "0"}
        return Request("/notes", params)
    params = {"term": query, "type": "terms", "content": "all", "group": "all", "source": "forum",
              "limit": str(_FOUND), "offset": position or "0"}  # fmt: skip
    return Request("/notes/search", params)


def _parse(body: bytes, position: str) -> Page:
    answer = json_object(body)
    if answer.get("searchUnavailable"):
        raise ValueError("the search is out of service")
    notes, count = answer["notes"], answer.get("count")
    # It need not count all that there is: behind a full page there may be more than it says.
    at_end = count is not None and count <= int(position or 0) + len(notes)
    if count == _CAP or (at_end and len(notes) in (_LISTED, _FOUND)):
        count = None
    return offset_page(notes, position, count)


SOURCE = Source(
    title="OpenReview",
    address="https://api2.openreview.net",
    identifier="id",
    rate=1,
    ask=_ask,
    parse=_parse,
    key_variable="OPENREVIEW_TOKEN",
    key_header="Authorization",
    key_prefix="Bearer ",
)
