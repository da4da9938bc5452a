"""The shapes in which catalogues give a paper as JSON.

`pick_fields` finds most fields by their names. What is here is what names do not tell: text
that is stored in another form, dates of other things than the paper, records that are no paper.
Each shape is known by keys that only it has.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kg.model import Failure, RawRecord, Source
from kg.readers.fields import LabelledText, as_text, as_year, plain_key
from kg.readers.papers import excerpt

#: A record with its keys in lower-case letters and digits.
Keys = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Shape:
    """How to know a catalogue's records, and how to name their fields."""

    is_known: Callable[[Keys], bool]
    fields_of: Callable[[Keys], Mapping[str, Any]]


class _NoPaperError(ValueError):
    """A record of the catalogue that describes something else."""


class RepeatedKeys(dict[str, Any]):
    """An object in whose text some keys stand more than once; it holds their first values."""

    repeated: tuple[str, ...] = ()


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """What a JSON parser is to make of an object: `json` itself would keep the last of a key."""
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    first = RepeatedKeys(reversed(pairs))
    seen = [key for key, _ in pairs]
    first.repeated = tuple(key for key in value if seen.count(key) > 1)
    return first


def catalogue_record(value: Mapping[str, Any], source: Source) -> RawRecord | Failure:
    """A record with fields that `pick_fields` can name, whatever catalogue it comes from."""
    keys = _plain(value)
    shape = _shape_of(keys)
    notes = tuple(_notes(value, keys))
    if shape is None:
        dated = any(as_year(keys.get(key)) for key in _DATES)
        year = "" if dated else _year_of_citation(keys)
        return RawRecord({**value, "year": year} if year else value, source, notes)
    try:
        return RawRecord(shape.fields_of(keys), source, notes)
    except _NoPaperError as error:
        return Failure(source, excerpt(dict(value)), str(error), "nothing to do")


def is_catalogued(value: Mapping[str, Any]) -> bool:
    """Whether a record has the shape of a catalogue."""
    return _shape_of(_plain(value)) is not None


def _plain(value: Mapping[str, Any]) -> Keys:
    return {plain_key(key): inner for key, inner in value.items()}


def _shape_of(keys: Keys) -> _Shape | None:
    return next((shape for shape in _SHAPES if shape.is_known(keys)), None)


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


def _openalex(work: Keys) -> Mapping[str, Any]:
    location = _mapping(work.get("primarylocation"))
    venue = _mapping(location.get("source")) or _mapping(work.get("hostvenue"))
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


def _semantic_scholar(paper: Keys) -> Mapping[str, Any]:
    corpus = as_text(paper.get("corpusid"))
    return {
        "id": paper.get("paperid") or corpus,
        "s2": paper.get("paperid") or (f"CorpusID:{corpus}" if corpus else ""),
        "title": paper.get("title"),
        "abstract": paper.get("abstract"),  # its tldr is a machine's summary
        "authors": paper.get("authors"),
        "year": paper.get("year") or paper.get("publicationdate"),
        "venue": _first(paper.get("venue"), _mapping(paper.get("journal")).get("name"),
                        _mapping(paper.get("publicationvenue")).get("name")),
        "externalids": paper.get("externalids"),
        "url": paper.get("url") or _mapping(paper.get("openaccesspdf")).get("url"),
        "keywords": paper.get("fieldsofstudy"),
    }  # fmt: skip


def _cited(edge: Keys) -> Mapping[str, Any]:
    paper = edge.get("citedpaper") or edge.get("citingpaper")
    return _semantic_scholar(_plain(_mapping(paper)))


def _s2orc(paper: Keys) -> Mapping[str, Any]:
    metadata = _mapping(paper.get("metadata"))
    body = _mapping(paper.get("content")) or _mapping(paper.get("body"))
    parse = _mapping(paper.get("pdfparse")) or _mapping(paper.get("latexparse"))
    abstract = paper.get("abstract") or parse.get("abstract")
    corpus = as_text(paper.get("corpusid"))
    return {
        **{name: metadata.get(name) for name in ("year", "venue", "doi")},
        "id": paper.get("paperid") or corpus,
        "s2": f"CorpusID:{corpus}" if corpus else "",
        "externalids": paper.get("externalids"),
        "arxiv": paper.get("arxivid") or metadata.get("arxiv_id"),
        "acl": paper.get("aclid") or metadata.get("acl_id"),
        "pmid": paper.get("pubmedid") or metadata.get("pubmed_id"),
        "title": paper.get("title") or metadata.get("title") or _annotated(body, "title"),
        "abstract": _paragraphs(abstract) or _annotated(body, "abstract"),
        "authors": paper.get("authors") or metadata.get("authors"),
        **{name: paper[name] for name in ("year", "venue", "doi", "url") if paper.get(name)},
    }


def _paragraphs(value: Any) -> LabelledText | str:
    """An abstract that is a string, or a list of paragraphs each with the name of its section."""
    if not isinstance(value, list) or not all(isinstance(part, Mapping) for part in value):
        return as_text(value)
    parts = [(as_text(part.get("section")).strip(), as_text(part.get("text"))) for part in value]
    if all(label.lower() in ("", "abstract") for label, _ in parts):
        return "\n".join(text for _, text in parts)
    return LabelledText(tuple((label, text) for label, text in parts if text))


def _annotated(body: Keys, name: str) -> str:
    """The stretches of a full text that its annotations call by `name`."""
    text, spans = body.get("text"), _mapping(body.get("annotations")).get(name)
    if isinstance(spans, str):
        try:
            spans = json.loads(spans)
        except ValueError:
            return ""
    if not isinstance(text, str) or not isinstance(spans, list):
        return ""
    edges = [(span.get("start"), span.get("end")) for span in map(_mapping, spans)]
    return "\n".join(
        text[start:end] for start, end in edges if isinstance(start, int) and isinstance(end, int)
    )


def _openreview(note: Keys) -> Mapping[str, Any]:
    content = {key: _value(value) for key, value in _plain(note["content"]).items()}
    forum, own_id = as_text(note.get("forum")), as_text(note.get("id"))
    if note.get("replyto") and forum and own_id != forum:
        raise _NoPaperError(f"it is a reply in the forum of paper {forum}, not a paper")
    venue = content.get("venue") or content.get("venueid")
    dates = (_year_of_citation(content), as_year(venue), *map(note.get, _NOTE_DATES))
    return {
        "id": own_id or forum,
        "openreview": forum or own_id,
        **{name: content.get(name) for name in ("title", "abstract", "authors", "keywords")},
        "year": _first(*dates),
        "venue": venue,
        "doi": content.get("doi"),
        "url": f"https://openreview.net/forum?id={forum or own_id}",
    }


_NOTE_DATES = ("pdate", "odate", "cdate", "tcdate")


def _arxiv(paper: Keys) -> Mapping[str, Any]:
    versions = [_mapping(version) for version in paper.get("versions") or ()]
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


def _crossref(work: Keys) -> Mapping[str, Any]:
    on_arxiv = any("arxiv" in as_text(work.get(name)).lower() for name in ("publisher", "number"))
    dates = ("issued", "published", "publishedprint", "publishedonline", "eventdate", "submitted")
    own = {
        "title": _head(work.get("title")),
        "subtitle": _head(work.get("subtitle")),
        "authors": work.get("author"),
        "year": next(filter(None, (as_year(work.get(name)) for name in dates)), None),
        "venue": _head(work.get("containertitle")) or work.get("event"),
        "arxiv": work.get("number") if on_arxiv else "",
        "keywords": work.get("keyword") or work.get("subject"),
    }
    # Others use these keys too, with more beside them; these say when and whence a record came.
    rest = {key: value for key, value in work.items() if key not in ("created", "source")}
    return rest | {key: value for key, value in own.items() if value}


def _dblp(hit: Keys) -> Mapping[str, Any]:
    entry = _entry_of(hit)
    people = _mapping(entry.get("authors")).get("author")
    people = people if isinstance(people, list) else [people]
    names = [as_text(_mapping(person).get("text") or person) for person in people if person]
    venue, link = entry.get("venue"), as_text(_head(entry.get("ee")))
    return {
        **entry,
        "id": entry.get("key"),
        "title": as_text(entry.get("title")).removesuffix("."),
        # DBLP numbers those who have the same name.
        "authors": [re.sub(r" \d{4}\Z", "", name) for name in names],
        "venue": ", ".join(map(as_text, venue)) if isinstance(venue, list) else venue,
        "arxiv": link if "arxiv" in link.lower() else "",
        "url": link or entry.get("url"),
    }


def _entry_of(hit: Keys) -> Keys:
    """What DBLP's search wraps together with its score; `kg fetch` stores it alone."""
    return _plain(_mapping(hit.get("info"))) or hit


def _zotero(item: Keys) -> Mapping[str, Any]:
    if item["itemtype"] in ("attachment", "note", "annotation"):
        raise _NoPaperError(f"it is an item of type {item['itemtype']}, not a paper")
    creators = [c for c in item.get("creators") or () if isinstance(c, Mapping)]
    authors = [c for c in creators if c.get("creatorType", "author") == "author"]
    return {**item, "id": item.get("citationkey") or item.get("key"), "creators": authors}


_SHAPES = (
    _Shape(lambda keys: "abstractinvertedindex" in keys
           or as_text(keys.get("id")).startswith("https://openalex.org/W"), _openalex),
    _Shape(lambda keys: not keys.keys().isdisjoint(("citedpaper", "citingpaper")), _cited),
    _Shape(lambda keys: not keys.keys().isdisjoint(("pdfparse", "latexparse", "bodytext"))
           or "annotations" in _mapping(keys.get("content") or keys.get("body")), _s2orc),
    _Shape(lambda keys: bool(_HASH.fullmatch(as_text(keys.get("paperid"))))
           or {"corpusid", "externalids"} <= keys.keys(), _semantic_scholar),
    _Shape(lambda keys: isinstance(keys.get("content"), Mapping)
           and not keys.keys().isdisjoint(("forum", "invitation", "invitations")), _openreview),
    _Shape(lambda keys: "authorsparsed" in keys or {"versions", "categories"} <= keys.keys(),
           _arxiv),
    _Shape(lambda keys: "itemtype" in keys, _zotero),
    _Shape(lambda keys: "//dblp.org/rec/" in as_text(_entry_of(keys).get("url")), _dblp),
    _Shape(lambda keys: bool(keys.keys() & {"containertitle", "issued", "publishedprint"})
           and bool(keys.keys() & {"title", "doi"}), _crossref),
)  # fmt: skip


def _year_of_citation(keys: Keys) -> str:
    """The year in the BibTeX entry that a record may carry along."""
    styles = _mapping(keys.get("citationstyles"))
    cited = as_text(keys.get("bibtex") or styles.get("bibtex"))
    found = re.search(r"\byear\s*=\s*[{\"]?\s*(\d{4})\b", cited)
    return found[1] if found else ""


def _first(*values: Any) -> Any:
    return next((value for value in values if value), None)


def _head(value: Any) -> Any:
    """Crossref wraps what can stand once into a list."""
    return value[0] if isinstance(value, list) and value else value


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _value(value: Any) -> Any:
    """The second OpenReview interface wraps each field."""
    return value["value"] if isinstance(value, Mapping) and "value" in value else value
