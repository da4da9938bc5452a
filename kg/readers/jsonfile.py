"""JSON: an array of papers, an object that holds such an array, or a single paper."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from kg.model import Failure, RawRecord, Source
from kg.readers.catalogues import catalogue_record, is_catalogued
from kg.readers.document import Document
from kg.readers.fields import SYNONYMS, plain_key, plain_keys
from kg.readers.papers import excerpt
from kg.readers.repeated import object_of

#: Decodes JSON leniently, and keeps of a repeated key the first value.
DECODER = json.JSONDecoder(strict=False, object_pairs_hook=object_of)
#: Words up to which a text that is the whole of a record is a title.
_TITLE_WORDS = 25
_BLANK = re.compile(r"[\s,\x00\ufeff]*")
_NEXT_OBJECT = re.compile(r"\}\s*,\s*(?=\{)")
_ABSTRACTS = frozenset(SYNONYMS["abstract"][:4]) | {"abstractinvertedindex"}
_PAPER_FIELDS = frozenset(
    (*SYNONYMS["title"][:5], *SYNONYMS["abstract"][:7], "titles", "maintitle", "dctitle")
)
#: Names under which a list has the fields of each paper.
_WRAPPERS = (
    "content",
    "attributes",
    "data",
    "metadata",
    "paper",
    "bibjson",
    "row",
    "node",
    "_source",
)
_LIST_NAMES = ("papers", "records", "results", "items", "notes", "articles", "documents", "works",
               "entries", "publications", "data", "hits", "hit", "docs", "result",
               "recommendedpapers", "collection", "entry", "rows", "edges", "nodes")  # fmt: skip
#: Names of what is around one paper: they are no identifiers of it.
_ENVELOPES = frozenset(
    ("message", "result", "data", "response", "paper", "article", "work", "record", "entry")
)
#: Where the papers begin in text that is no valid JSON as a whole.
_LIST_START = re.compile(rf"\"(?:{'|'.join(_LIST_NAMES)})\"\s*:\s*\[[\s\x00]*(?=\{{)", re.I)
_ANY_START = re.compile(r"\[[\s\x00]*(?=\{)")


def sniff(head: str, name: str) -> bool:
    """Accept text that begins as a JSON array or object."""
    return bool(re.match(r"[\s\x00]*(?:\[\s*(?:\{|\]|\"|\Z)|\{\s*(?:\"|\}|\Z))", head))


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each object of the array; around a broken one the others are still read."""
    with document.text() as stream:
        text = stream.read().strip("\ufeff\x00 \t\n")
    try:
        value = DECODER.decode(text)
    except (ValueError, RecursionError):
        named = None if text.startswith("[") else _LIST_START.search(text)
        start = named or _ANY_START.search(text)
        yield from _pieces(text, start.end() if start else 0, document.name)
        return
    number = 0
    for number, item in enumerate(papers_in(value) or _texts_in(value), start=1):
        source = Source(document.name, number)
        yield _record(item, source)
    if not number and value:
        yield Failure(Source(document.name, 1), excerpt(text[:400]), "no list of papers is in it",
                      'give an array of objects, or {"papers": [...]}')  # fmt: skip


def _record(item: Any, source: Source) -> RawRecord | Failure:
    """A paper given as an object, or as its title or abstract alone; an id or address is none."""
    if isinstance(item, Mapping):
        return catalogue_record(item, source)
    if isinstance(item, str) and " " in item.strip():
        name = "title" if len(item.split()) <= _TITLE_WORDS else "abstract"
        return RawRecord({name: item}, source)
    return Failure(source, excerpt(item), "it is no JSON object and no text",
                   "give each paper as an object with title and abstract")  # fmt: skip


def _texts_in(value: Any) -> list[Any]:
    """The list of plain texts in an object that holds no others: {"papers": ["On Moss", …]}."""
    named = value.items() if isinstance(value, Mapping) else ()
    lists = [inner for name, inner in named
             if plain_key(name) in _LIST_NAMES and isinstance(inner, list)]  # fmt: skip
    return max(lists, key=len, default=[])


def papers_in(value: Any, depth: int = 3) -> list[Any]:
    """Find the papers in a JSON value: the value itself, a list in it, or a mapping by id."""
    if isinstance(value, list):
        return value
    if not isinstance(value, Mapping) or depth < 0:
        return []
    if page := page_of(value):
        return page
    if rows := _rows(value):
        return rows
    if _is_paper(value):
        return [value]
    lists = [inner for inner in value.values() if _holds_objects(inner)]
    if lists:
        return _joined(lists)
    inner_objects = {key: v for key, v in value.items() if isinstance(v, Mapping)}
    if inner_objects and all(_is_paper(inner) for inner in inner_objects.values()):
        return [inner if plain_key(key) in _ENVELOPES else {"id": key, **inner}
                for key, inner in inner_objects.items()]  # fmt: skip
    return _joined([papers_in(inner, depth - 1) for inner in inner_objects.values()])


def _joined(lists: list[list[Any]]) -> list[Any]:
    """The longest list of papers, and those beside it that tell the same: one a year, a venue."""
    longest = max(lists, key=lambda items: (bool(_telling(items)), len(items)), default=[])
    told = _telling(longest)
    return [item for inner in lists if inner is longest or told & _telling(inner) for item in inner]


def _telling(items: list[Any]) -> frozenset[str]:
    """The names under which the objects of a list have titles and abstracts."""
    return _PAPER_FIELDS & {plain_key(key) for item in items if isinstance(item, Mapping)
                            for key in item}  # fmt: skip


def _rows(value: Mapping[str, Any]) -> list[Any]:
    """The rows of a table that pandas has written: column by column, or with its columns apart.

    >>> _rows({"title": {"0": "On Moss", "1": "On Ice"}, "year": {"0": 2020, "1": 2021}})
    [{'title': 'On Moss', 'year': 2020}, {'title': 'On Ice', 'year': 2021}]
    """
    columns, data = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(data, list):
        return [dict(zip(map(str, columns), row, strict=False))
                for row in data if isinstance(row, list)]  # fmt: skip
    cells = list(value.values())
    if _is_table_of_lists(value):
        return [dict(zip(value, row, strict=True)) for row in zip(*cells, strict=True)]
    if not cells or not all(isinstance(column, Mapping) and column for column in cells):
        return []
    indexes = list(cells[0])
    if not all(map(str.isdecimal, indexes)) or any(list(column) != indexes for column in cells):
        return []
    return [{name: column[index] for name, column in value.items()} for index in indexes]


def _is_table_of_lists(value: Mapping[str, Any]) -> bool:
    """Whether each field is a list, as long as all others, and the titles are told apart in one."""
    lengths = {len(column) if isinstance(column, list) else 0 for column in value.values()}
    titles = [column for name, column in value.items() if plain_key(name) in _PAPER_FIELDS]
    return len(lengths) == 1 and min(lengths) > 1 and all(
        isinstance(cell, str | None) for column in titles for cell in column
    ) and bool(titles)  # fmt: skip


def page_of(value: Mapping[str, Any], depth: int = 2) -> list[Any]:
    """The papers in an answer of a catalogue: under one of the names that such lists have."""
    by_name = plain_keys(value)
    if not by_name.keys().isdisjoint(_ABSTRACTS):
        return []  # a paper; whereas a list may have a title or a description of its own
    for name in _LIST_NAMES:
        inner = by_name.get(name)
        if isinstance(inner, list) and any(isinstance(v, Mapping) and _is_paper(v) for v in inner):
            return inner
    for name in ("message", "result", "resultlist", "hits", "data", "response", "searchresults"):
        inner = by_name.get(name)
        if depth and isinstance(inner, Mapping) and (page := page_of(inner, depth - 1)):
            return page
    return []


def _holds_objects(values: Any) -> bool:
    return isinstance(values, list) and any(isinstance(value, Mapping) for value in values)


def _is_paper(value: Mapping[str, Any]) -> bool:
    names = {plain_key(key) for key, v in value.items() if isinstance(v, str | Mapping | list)}
    for wrapper in _WRAPPERS:
        inner = value.get(wrapper)
        if isinstance(inner, Mapping):
            names |= {plain_key(key) for key in inner}
    return bool(names & _PAPER_FIELDS) or is_catalogued(value)


def _pieces(text: str, at: int, name: str) -> Iterator[RawRecord | Failure]:
    """Read object after object out of text that is no valid JSON as a whole."""
    number, line, counted = 0, 1, 0
    while (at := _end(_BLANK, text, at)) < len(text) and text[at] != "]":
        number += 1
        line += text.count("\n", counted, at)
        counted = at
        source = Source(name, number, line)
        try:
            value, at = DECODER.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            reason = getattr(error, "msg", None) or "it is nested too deeply"
            found = _NEXT_OBJECT.search(text, at)
            end = found.end() if found else len(text)
            raw = excerpt(text[at : min(end, at + 400)])
            yield Failure(source, raw, f"it is not valid JSON ({reason})", "mend the object")
            at = end
            continue
        yield _record(value, source)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
