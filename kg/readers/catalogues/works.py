"""Indexes of all that is published: OpenAlex, arXiv, Crossref and DBLP."""

import json
from collections.abc import Mapping
from typing import Any

from kg.readers.catalogues.keys import Keys, head, mapping
from kg.readers.dblp import without_number, without_stop
from kg.readers.fields import as_text, as_year, plain_keys


def text_of_index(index: Any) -> str:
    """The abstract behind an inverted index, which gives for each word all of its positions.

    >>> text_of_index({"the": [0, 2], "bee,": [1], "hive": [3]})
    'the bee, the hive'
    """
    if isinstance(index, str):
        try:
            index = json.loads(index)
        except ValueError:
            return ""
    if isinstance(index, Mapping) and isinstance(index.get("InvertedIndex"), Mapping):
        index = index["InvertedIndex"]
    if not isinstance(index, Mapping):
        return ""
    words = [
        (position, str(word))
        for word, positions in index.items()
        for position in (positions if isinstance(positions, list) else [positions])
        if isinstance(position, int)
    ]
    return " ".join(word for _, word in sorted(words))


def openalex(work: Keys) -> Mapping[str, Any]:
    """The fields of a work."""
    location = mapping(work.get("primarylocation"))
    venue = mapping(location.get("source")) or mapping(work.get("hostvenue"))
    own_id = as_text(work.get("id"))
    return {
        "id": own_id.rpartition("/")[2],
        "openalex": own_id,
        "title": work.get("title") or work.get("displayname"),
        "abstract": text_of_index(work.get("abstractinvertedindex")) or work.get("abstract"),
        "authors": work.get("authorships"),
        "year": work.get("publicationyear") or work.get("publicationdate"),
        "venue": venue.get("display_name"),
        "doi": work.get("doi"),
        "ids": work.get("ids"),
        "url": location.get("landing_page_url") or own_id,
        "keywords": work.get("keywords") or work.get("concepts"),
        "language": work.get("language"),
    }


def arxiv(paper: Keys) -> Mapping[str, Any]:
    """The fields of a line of the metadata snapshot."""
    versions = [mapping(version) for version in paper.get("versions") or ()]
    own_id = as_text(paper.get("id"))
    return {
        "id": own_id,
        "arxiv": own_id + as_text(versions[-1].get("version") if versions else ""),
        "title": paper.get("title"),
        "abstract": paper.get("abstract"),
        "authors": paper.get("authorsparsed") or paper.get("authors"),
        # The year of the first version, as in the identifier; update_date is one of the archive.
        "year": as_year(versions[0].get("created")) if versions else None,
        "venue": paper.get("journalref"),
        "doi": paper.get("doi"),
        "url": f"https://arxiv.org/abs/{own_id}" if own_id else "",
        "keywords": as_text(paper.get("categories")).split(),
    }


def crossref(work: Keys) -> Mapping[str, Any]:
    """The fields of a work of Crossref, or of an item of CSL JSON."""
    on_arxiv = any("arxiv" in as_text(work.get(name)).lower() for name in ("publisher", "number"))
    dates = ("issued", "published", "publishedprint", "publishedonline", "eventdate", "submitted")
    own = {
        "title": head(work.get("title")),
        "subtitle": head(work.get("subtitle")),
        "authors": work.get("author"),
        "year": next(filter(None, (as_year(work.get(name)) for name in dates)), None),
        "venue": head(work.get("containertitle")) or work.get("event"),
        "arxiv": work.get("number") if on_arxiv else "",
        "keywords": work.get("keyword") or work.get("subject"),
    }
    # Others use these keys too, with more beside them; these say when and whence a record came.
    rest = {key: value for key, value in work.items() if key not in ("created", "source")}
    return rest | {key: value for key, value in own.items() if value}


def dblp(hit: Keys) -> Mapping[str, Any]:
    """The fields of a hit of the search."""
    entry = entry_of(hit)
    people = mapping(entry.get("authors")).get("author")
    people = people if isinstance(people, list) else [people]
    names = [as_text(mapping(person).get("text") or person) for person in people if person]
    venue, link = entry.get("venue"), as_text(head(entry.get("ee")))
    return {
        **entry,
        "id": entry.get("key"),
        "title": without_stop(as_text(entry.get("title"))),
        "authors": [without_number(name) for name in names],
        "venue": ", ".join(map(as_text, venue)) if isinstance(venue, list) else venue,
        "arxiv": link if "arxiv" in link.lower() else "",
        "url": link or entry.get("url"),
    }


def entry_of(hit: Keys) -> Keys:
    """What DBLP's search wraps together with its score; `kg fetch` stores it alone."""
    return plain_keys(mapping(hit.get("info"))) or hit
