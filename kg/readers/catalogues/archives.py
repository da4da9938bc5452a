"""Where papers lie or are kept: OpenReview and Zotero."""

from collections.abc import Mapping
from typing import Any

from kg.readers.catalogues.keys import (
    Keys,
    NoPaperError,
    first,
    unwrapped,
    year_of_citation,
)
from kg.readers.fields import as_text, as_year, plain_keys


def openreview(note: Keys) -> Mapping[str, Any]:
    """The fields of a note, of either version of the interface."""
    content = {key: unwrapped(value) for key, value in plain_keys(note["content"]).items()}
    forum, own_id = as_text(note.get("forum")), as_text(note.get("id"))
    if note.get("replyto") and forum and own_id != forum:
        raise NoPaperError(f"it is a reply in the forum of paper {forum}, not a paper")
    venue = content.get("venue") or content.get("venueid")
    dates = (year_of_citation(content), as_year(venue), *map(note.get, _NOTE_DATES))
    return {
        "id": own_id or forum,
        "openreview": forum or own_id,
        **{name: content.get(name) for name in ("title", "abstract", "authors", "keywords")},
        "year": first(*dates),
        "venue": venue,
        "doi": content.get("doi"),
        "url": f"https://openreview.net/forum?id={forum or own_id}",
    }


_NOTE_DATES = ("pdate", "odate", "cdate", "tcdate")


def zotero(item: Keys) -> Mapping[str, Any]:
    """The fields of an item of a library."""
    if item["itemtype"] in ("attachment", "note", "annotation"):
        raise NoPaperError(f"it is an item of type {item['itemtype']}, not a paper")
    creators = [c for c in item.get("creators") or () if isinstance(c, Mapping)]
    authors = [c for c in creators if c.get("creatorType", "author") == "author"]
    return {**item, "id": item.get("citationkey") or item.get("key"), "creators": authors}
