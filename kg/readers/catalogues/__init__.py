"""The shapes in which catalogues give a paper as JSON.

`pick_fields` finds most fields by their names. What is here is what names do not tell: text
that is stored in another form, dates of other things than the paper, records that are no paper.
Each shape is known by keys that only it has.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kg.model import Failure, RawRecord, Source
from kg.readers.catalogues.archives import openreview, zotero
from kg.readers.catalogues.keys import (
    Keys,
    NoPaperError,
    mapping,
    records,
    venue_of_citation,
    year_of_citation,
)
from kg.readers.catalogues.repositories import datacite, europe_pmc, hal, inspire, web_of_science
from kg.readers.catalogues.scholar import cited, s2orc, semantic_scholar
from kg.readers.catalogues.works import arxiv, crossref, dblp, entry_of, openalex
from kg.readers.fields import SYNONYMS, as_text, as_year, plain_keys
from kg.readers.papers import excerpt
from kg.readers.repeated import RepeatedKeys


@dataclass(frozen=True, slots=True)
class _Shape:
    """How to know a catalogue's records, and how to name their fields.

    `signs` are keys of which every such record has one, so that most need not be asked about.
    """

    signs: frozenset[str]
    is_known: Callable[[Keys], bool]
    fields_of: Callable[[Keys], Mapping[str, Any]]


def catalogue_record(value: Mapping[str, Any], source: Source) -> RawRecord | Failure:
    """A record with fields that `pick_fields` can name, whatever catalogue it comes from."""
    keys = plain_keys(value)
    notes = tuple(_notes(value, keys))
    shape = _shape_of(keys)
    if shape is None and (opened := _opened(value)):
        value, keys = opened, plain_keys(opened)
        shape = _shape_of(keys)
    if shape is None:
        dated = any(as_year(keys.get(key)) for key in _DATES)
        told = {"year": "" if dated else year_of_citation(keys),
                "venue": "" if _VENUES & keys.keys() else venue_of_citation(keys)}  # fmt: skip
        cited = {name: text for name, text in told.items() if text}
        return RawRecord({**value, **cited} if cited else value, source, notes)
    try:
        return RawRecord(shape.fields_of(keys), source, notes)
    except NoPaperError as error:
        return Failure(source, excerpt(dict(value)), str(error), "nothing to do")


def is_catalogued(value: Mapping[str, Any]) -> bool:
    """Whether a record has the shape of a catalogue."""
    return _shape_of(plain_keys(value)) is not None


def _opened(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The record with what it wraps, where both have fields of the paper."""
    for name in _WRAPPERS:
        inner = value.get(name)
        if isinstance(inner, Mapping) and not plain_keys(inner).keys().isdisjoint(_TITLES):
            rest = {key: outer for key, outer in value.items() if key != name and outer}
            # What is around a paper tells of the list that it stands in.
            return {**rest, **inner} if name == "paper" else {**inner, **rest}
    return None


_WRAPPERS = ("paper", "metadata", "attributes", "bibjson", "row", "node")
_TITLES = ("title", "titles", "abstract")


def _shape_of(keys: Keys) -> _Shape | None:
    return next((shape for shape in _possible(tuple(keys)) if shape.is_known(keys)), None)


@lru_cache(maxsize=1024)
def _possible(names: tuple[str, ...]) -> tuple[_Shape, ...]:
    return tuple(shape for shape in _SHAPES if not shape.signs.isdisjoint(names))


_VENUES = frozenset(SYNONYMS["venue"])
_HASH = re.compile(r"[0-9a-f]{40}")
_DATES = ("year", "date", "publicationyear", "pubyear", "yearpublished", "published", "issued",
          "publicationdate", "pdate")  # fmt: skip


def _notes(value: Mapping[str, Any], keys: Keys) -> Iterator[str]:
    if isinstance(value, RepeatedKeys):
        names = ", ".join(value.repeated)
        yield f"its field {names} stands more than once: the first is taken"
    lists = {name: len(keys[name]) for name in ("citations", "references")
             if isinstance(keys.get(name), list) and keys[name]}  # fmt: skip
    if lists and "paperid" in keys:
        told = " and ".join(f"{count:,} {name}" for name, count in lists.items())
        yield f"the {told} listed in it are not read as papers"


def _keys(names: str) -> frozenset[str]:
    return frozenset(names.split())


_OF_HAL = ("halids", "authfullnames", "doctypes", "produceddateyi", "publicationdateyi")
_SHAPES = (
    _Shape(_keys("abstractinvertedindex id"),
           lambda keys: "abstractinvertedindex" in keys
           or as_text(keys.get("id")).startswith("https://openalex.org/W"), openalex),
    _Shape(_keys("citedpaper citingpaper"),
           lambda keys: not keys.keys().isdisjoint(("citedpaper", "citingpaper")), cited),
    _Shape(_keys("pdfparse latexparse bodytext content body"),
           lambda keys: not keys.keys().isdisjoint(("pdfparse", "latexparse", "bodytext"))
           or "annotations" in mapping(keys.get("content") or keys.get("body")), s2orc),
    _Shape(_keys("paperid corpusid"),
           lambda keys: bool(_HASH.fullmatch(as_text(keys.get("paperid"))))
           or {"corpusid", "externalids"} <= keys.keys(), semantic_scholar),
    _Shape(_keys("content"),
           lambda keys: isinstance(keys.get("content"), Mapping)
           and not keys.keys().isdisjoint(("forum", "invitation", "invitations")), openreview),
    _Shape(_keys("authorsparsed versions"),
           lambda keys: "authorsparsed" in keys or {"versions", "categories"} <= keys.keys(),
           arxiv),
    _Shape(_keys("itemtype"),
           lambda keys: "itemtype" in keys, zotero),
    _Shape(_keys("info url"),
           lambda keys: "//dblp.org/rec/" in as_text(entry_of(keys).get("url")), dblp),
    _Shape(_keys("titles"),
           lambda keys: bool(records(keys.get("titles"))) and "creators" in keys, datacite),
    _Shape(_keys("titles"),
           lambda keys: bool(records(keys.get("titles"))) and "controlnumber" in keys, inspire),
    _Shape(_keys("titles"),
           lambda keys: "titles" in keys and not keys.keys().isdisjoint(_OF_HAL), hal),
    _Shape(_keys("authorstring"),
           lambda keys: {"authorstring", "source"} <= keys.keys(), europe_pmc),
    _Shape(_keys("uid"),
           lambda keys: as_text(keys.get("uid")).startswith("WOS:") and "names" in keys,
           web_of_science),
    _Shape(_keys("containertitle issued publishedprint"),
           lambda keys: bool(keys.keys() & {"containertitle", "issued", "publishedprint"})
           and bool(keys.keys() & {"title", "doi"}), crossref),
)  # fmt: skip
