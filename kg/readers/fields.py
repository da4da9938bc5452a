"""Which field of which format means what: the synonyms that all readers share."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from kg.text import clean_text

#: Our name -> the names that files use, best first, lower-case letters and digits only.
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "paperid", "key", "uid", "corpusid", "identifier", "forum", "aclid"),
    "title": ("title", "papertitle", "articletitle", "documenttitle", "primarytitle", "displayname",
              "headline", "name"),
    "abstract": ("abstract", "abstracttext", "paperabstract", "abstractnote", "notesabstract",
                 "summary", "description", "text", "body", "content", "tldr"),
    "authors": ("authorsparsed", "authors", "author", "authorships", "authornames", "creators",
                "creator", "authorlist"),
    "year": ("year", "publicationyear", "pubyear", "publishedyear", "date", "publicationdate",
             "published", "issued", "publishedat", "pdate", "created"),
    "venue": ("venue", "booktitle", "journal", "journaltitle", "containertitle", "conference",
              "journalname", "journalref", "publicationtitle", "hostvenue", "series", "source"),
    "doi": ("doi",),
    "arxiv": ("arxiv", "arxivid", "eprint"),
    "url": ("url", "link", "urlabstract", "paperurl", "href", "landingpageurl", "pdf", "pdfurl",
            "entryid", "uri"),
    "keywords": ("keywords", "keyword", "authorkeywords", "tags", "subjects", "topics",
                 "fieldsofstudy", "categories"),
}  # fmt: skip
#: Names under which some formats nest the fields proper.
_WRAPPERS = ("content", "paper", "metadata", "attributes", "fields", "data", "document", "article")

_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(r"(?<![\d.])(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?", re.I)
_ARXIV_LINK = re.compile(r"arxiv\.org/(?:abs|pdf)/(\S+)|arxiv:\s*(\S+)", re.I)
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")
_MILLISECONDS = 10**11


def pick_fields(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Choose, for each of our field names, the value of the first synonym that has one."""
    flat = _flatten(raw)
    chosen: dict[str, Any] = {}
    for ours, names in SYNONYMS.items():
        for name in names:
            value = _unwrap(flat.get(name))
            if value not in (None, "", [], {}):
                chosen[ours] = value
                break
    for name, value in _external_ids(flat):
        chosen.setdefault(name, value)
    return chosen


def plain_key(key: object) -> str:
    """A field name without case, blanks and punctuation: "Paper ID" is "paperid"."""
    return re.sub(r"[^a-z0-9]", "", str(key).lower())


def _flatten(raw: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in raw.items():
        flat.setdefault(plain_key(key), value)
    known = {name for ours in ("title", "abstract") for name in SYNONYMS[ours]} - set(_WRAPPERS)
    if not any(_unwrap(flat.get(name)) for name in known):
        for wrapper in _WRAPPERS:
            inner = flat.get(wrapper)
            if isinstance(inner, Mapping) and "value" not in inner:
                flat.pop(wrapper)
                for key, value in inner.items():
                    flat.setdefault(plain_key(key), value)
                break
    return flat


def _unwrap(value: Any) -> Any:
    """Take OpenReview's {"value": …} apart, and let NaN count as nothing."""
    if isinstance(value, Mapping) and "value" in value:
        value = value["value"]
    return None if isinstance(value, float) and value != value else value


def _external_ids(flat: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    ids = flat.get("externalids") or flat.get("ids")
    if isinstance(ids, Mapping):
        for key, value in ids.items():
            if plain_key(key) in ("doi", "arxiv") and value:
                yield plain_key(key), value


def as_text(value: Any) -> str:
    """One string out of a string, a number, a list of pieces or a mapping of them."""
    value = _unwrap(value)
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        for key in ("text", "en", "name", "displayName", "display_name", "title", "label"):
            if value.get(key):
                return as_text(value[key])
        return " ".join(filter(None, map(as_text, value.values())))
    if isinstance(value, Iterable):
        return " ".join(filter(None, map(as_text, value)))
    return str(value)


def as_year(value: Any) -> int | None:
    """The year in "2021", 2021, "2021-05-03", {"date-parts": [[2021, 5]]} or epoch milliseconds."""
    value = _unwrap(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and value > _MILLISECONDS:
        seconds = min(value / 1000, 4e9)
        return datetime.fromtimestamp(seconds, UTC).year
    found = _YEAR.search(as_text(value))
    return int(found[1]) if found else None


def year_of_arxiv(arxiv: str) -> int | None:
    """The year that an arXiv identifier of the form YYMM.NNNNN carries."""
    found = re.match(r"(\d\d)(?:0[1-9]|1[0-2])\.", arxiv)
    return 2000 + int(found[1]) if found else None


def as_keywords(value: Any) -> tuple[str, ...]:
    """A list of keywords, or a string of them divided by semicolons or commas."""
    value = _unwrap(value)
    if isinstance(value, str):
        value = re.split(r"[;|\n]" if re.search(r"[;|\n]", value) else ",", value)
    pieces = value if isinstance(value, Iterable) and not isinstance(value, Mapping) else [value]
    words = (clean_text(as_text(piece)).text for piece in pieces)
    return tuple(dict.fromkeys(word for word in words if word))


def as_doi(value: Any) -> str:
    """A DOI without resolver or prefix, in lower case."""
    found = _DOI.search(as_text(value))
    return found[0].rstrip(".,;").lower() if found else ""


def as_arxiv(value: Any, record_id: str, url: str) -> str:
    """An arXiv identifier without version, from its own field, the id or a link to arxiv.org."""
    text = as_text(value).strip()
    if not text and re.fullmatch(r"\d{4}\.\d{4,5}(?:v\d+)?", record_id):
        text = record_id
    if not text and (link := _ARXIV_LINK.search(url)):
        text = link[1] or link[2]
    found = _ARXIV.search(text)
    return found[1] if found else ""


def as_url(value: Any) -> str:
    """The first web address in a value."""
    text = clean_text(as_text(value)).text
    found = re.search(r"https?://[^\s<>\"{}|\\^`]+", text)
    return found[0].rstrip(".,;") if found else ""
