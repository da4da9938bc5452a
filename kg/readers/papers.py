"""From what a reader hands over to a clean paper, with notes on what was odd about it."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kg.model import AbstractPart, Failure, Notice, Paper, RawRecord, Span
from kg.readers import fields
from kg.readers.fields import LabelledText
from kg.readers.identifiers import as_arxiv, as_doi, as_identifier, may_lead, year_of_arxiv
from kg.readers.language import as_language, language_of
from kg.readers.mapping import advice, guess, listed
from kg.readers.names import author_persons, has_initials, turn_single
from kg.readers.rights import without_rights
from kg.text import Cleaned, clean_text, one_line

LONG_ABSTRACT = 20_000
#: Characters beyond which a text is no abstract but a fault of the file.
TOO_LONG = 1_000_000
_RAW_SHOWN = 200
#: A column whose name has more words than these has none: the table lacks a header.
_NAME_WORDS = 6
#: The word that stood over an abstract, not one that begins it ("Abstract Meaning Representation").
_HEADING = re.compile(
    r"\s*(?:Abstract|ABSTRACT)(?:\s*(?:[:.—–]|-\s|\n)|\s+(?=[A-Z][\w'’-]*,?\s+[a-z]|"
    r"(?i:background|introduction|objectives?|purpose|aims?|motivation|importance|context)\b))"
)
_NO_ABSTRACT = re.compile(
    r"[\[(]?(?:no abstract(?: is)?(?: available| provided)?|abstract (?:is )?not available)"
    r"[\])]?\.?",
    re.I,
)
_BEYOND_LATIN = re.compile("[\u0250-\U0010ffff]")
_DAMAGE = {
    "surrogates": "lone surrogates were replaced by U+FFFD",
    "control": "control characters were removed",
    "mojibake": "text that had been decoded wrongly was repaired",
}


@dataclass(frozen=True, slots=True)
class Read:
    """One record made a paper, with a hash of its raw text; `repairs` by kind."""

    paper: Paper
    digest: str
    notices: tuple[Notice, ...]
    repairs: Mapping[str, int]


def to_paper(record: RawRecord) -> Read | Failure:
    """Clean a record into a paper, or say why it cannot be one."""
    raw = fields.pick_fields(record.fields)
    raw_title, raw_abstract = fields.as_text(raw.get("title")), fields.as_text(raw.get("abstract"))
    title = clean_text(_bounded(_full_title(raw, raw_title)))
    abstract, parts = _abstract(raw.get("abstract"))
    has_title, has_abstract = _has_letters(title.text), _has_letters(abstract.text)
    if not has_title and not has_abstract:
        return _unusable(record, title.text, abstract.text)
    digest = text_hash(raw_title, raw_abstract)
    own_id = one_line(clean_id(fields.as_text(_first(raw.get("id")))))
    url, url_note = fields.as_url(raw.get("url"))
    known = _identifiers(raw, own_id, url)
    persons = author_persons(raw.get("authors"))
    paper = Paper(
        id=own_id or digest,
        title=title.text,
        abstract=abstract.text,
        authors=tuple(person.name for person in persons),
        year=fields.as_year(raw.get("year")) or year_of_arxiv(known["arxiv"]),
        venue=clean_text(fields.as_text(raw.get("venue"))).text,
        url=url,
        keywords=fields.as_keywords(raw.get("keywords")),
        source=record.source,
        persons=persons,
        parts=parts,
        language=as_language(raw.get("language")) or language_of(abstract.text),
        **known,
    )
    damage = title.counts or abstract.counts
    if title.counts and abstract.counts:
        damage = Counter(title.counts) + Counter(abstract.counts)
    messages = [
        *record.notes,
        *_about_length(title=raw_title, abstract=raw_abstract),
        *_about_abstract(paper),
        *filter(None, (url_note, _about_year(raw.get("year"), paper.year))),
        *(text for kind, text in _DAMAGE.items() if kind in damage),
    ]
    notices = tuple(Notice(record.source, message) for message in dict.fromkeys(messages))
    return Read(paper, digest, notices, damage)


def with_names_of_one_kind(reads: Sequence[Read]) -> list[Read]:
    """The records of one file, names of single authors turned if all others are "Moor A, Berg J".

    On its own "Moor A" could be as much in order as "Malcolm X".
    """
    known = False
    for item in reads:
        kind = has_initials(item.paper.persons)
        if kind is False:
            return list(reads)
        known = known or kind is True
    if not known:
        return list(reads)
    turned = [(item, turn_single(item.paper.persons)) for item in reads]
    return [item if persons is item.paper.persons else replace(item, paper=replace(
                item.paper, persons=persons, authors=tuple(person.name for person in persons)))
            for item, persons in turned]  # fmt: skip


def _first(value: Any) -> Any:
    return next(iter(value), "") if isinstance(value, list) else value


def _full_title(raw: Mapping[str, Any], title: str) -> str:
    subtitle = fields.as_text(raw.get("subtitle")).strip()
    if not subtitle or subtitle.casefold() in title.casefold():
        return title
    return f"{title.rstrip(' :.')}: {subtitle}" if title else subtitle


def _bounded(text: str) -> str:
    return text if len(text) <= TOO_LONG else ""


def _abstract(value: Any) -> tuple[Cleaned, tuple[AbstractPart, ...]]:
    """The cleaned abstract, and its parts where the reader told them apart."""
    text = _bounded(fields.as_text(value))
    text = "" if says_nothing(text) else text
    if not isinstance(value, LabelledText) or not text:
        text = _HEADING.sub("", text, count=1) if _HEADING.match(text) else text
        return _rights_left_out(clean_text(text)), ()
    pieces, parts, counts, at = [], [], Counter[str](), 0
    for label, content in value.parts:
        cleaned = _rights_left_out(clean_text(f"{label}: {content}" if label else content))
        if cleaned.text and content.strip():
            pieces.append(cleaned.text)
            if label:
                parts.append(AbstractPart(label, Span(at, at + len(cleaned.text))))
            at += len(cleaned.text) + 1
            counts.update(cleaned.counts)
    return Cleaned(" ".join(pieces), counts), tuple(parts)


def says_nothing(text: str) -> bool:
    """Whether a text only says that there is none, as databases write it.

    >>> says_nothing("[No abstract available]")
    True
    """
    return len(text) < 60 and bool(_NO_ABSTRACT.fullmatch(text.strip()))


def _rights_left_out(cleaned: Cleaned) -> Cleaned:
    text = without_rights(cleaned.text)
    if text == cleaned.text:
        return cleaned
    return Cleaned(text, Counter(cleaned.counts) + Counter(rights=1))


_SCHEMES = ("pmid", "openreview", "openalex", "s2", "acl")
_CATALOGUES = frozenset(("doi", "arxiv", *_SCHEMES))
_UNKNOWN = {**dict.fromkeys(_CATALOGUES, ""), "arxiv_version": None}


def _identifiers(raw: Mapping[str, Any], own_id: str, url: str) -> Mapping[str, Any]:
    """What the catalogues call the paper, from its fields, or from the links and id it has."""
    links = [*filter(may_lead, dict.fromkeys((url, own_id, fields.as_text(raw.get("url")))))]
    if (venue := fields.as_text(raw.get("venue"))) and "arxiv:" in venue.lower():
        links.append(venue)  # "arXiv preprint arXiv:2101.00001", as Google Scholar has it
    if not links and raw.keys().isdisjoint(_CATALOGUES):
        return _UNKNOWN
    doi = as_doi(raw.get("doi"), links)
    if doi:
        links.append(f"doi:{doi}")
    arxiv, version = as_arxiv(raw.get("arxiv"), links)
    known = {name: as_identifier(name, raw.get(name), links)
             for name in _SCHEMES}  # fmt: skip
    return {"doi": doi, "arxiv": arxiv, "arxiv_version": version, **known}


def text_hash(title: str, abstract: str) -> str:
    """12 hex digits that stand for a text, whatever its line breaks."""
    plain = f"{one_line(title)}\n{one_line(abstract)}"
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def clean_id(raw: str) -> str:
    """An identifier without characters that cannot be written, but with all its punctuation."""
    return raw if raw.isprintable() else "".join(filter(str.isprintable, raw))


def excerpt(raw: object) -> str:
    """The beginning of a raw record, fit to be shown in a report."""
    text = str(raw)[: _RAW_SHOWN * 2].encode("utf-8", "replace").decode("utf-8")
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= _RAW_SHOWN else text[: _RAW_SHOWN - 1] + "…"


def _has_letters(text: str) -> bool:
    return text[:1].isalpha() or any(map(str.isalpha, text))


def _unusable(record: RawRecord, title: str, abstract: str) -> Failure:
    if title or abstract:
        error, remedy = "its text holds no letters", "give it a title or an abstract in words"
    else:
        error, remedy = "it has neither title nor abstract", "give it a title or an abstract"
        if any(len(str(name).split()) > _NAME_WORDS for name in record.fields):
            remedy = (
                "its first line seems to be no header: put one before it, such as title,abstract"
            )
        elif record.fields and (example := guess(record.fields)):
            remedy = f"{advice(example)}; found: {listed(map(str, record.fields))}"
        elif record.fields:
            remedy += f"; found: {listed(map(str, record.fields))}"
    return Failure(record.source, excerpt(dict(record.fields)), error, remedy)


def _about_year(value: Any, year: int | None) -> str:
    text = "" if year is not None else " ".join(fields.as_text(value).split())
    if not text:
        return ""
    return f"its year, {excerpt(text)[:40]!r}, is none from 1400 to 2099: it was left out"


def _about_length(**raw: str) -> Iterator[str]:
    for name, text in raw.items():
        if len(text) > TOO_LONG:
            yield f"its {name} is no {name} ({len(text):,} characters): it was left out"


def _about_abstract(paper: Paper) -> Iterator[str]:
    abstract = paper.abstract
    if not abstract:
        yield "it has no abstract: only its title is read"
    elif not _has_letters(abstract):
        yield "its abstract holds no letters: only its title is read"
    if abstract.endswith(("…", "...")):
        yield "its abstract ends in an ellipsis: it may be cut off at its source"
    if len(abstract) > LONG_ABSTRACT:
        yield f"its abstract is very long ({len(abstract):,} characters)"
    if _is_foreign(f"{paper.title} {abstract}"):
        yield "it is mostly in a non-Latin script: few concepts will be found"
    elif paper.language not in ("", "en"):
        yield f"it is not in English ({paper.language}): few concepts will be found"


def _is_foreign(text: str) -> bool:
    """Whether most letters are of a script other than Latin."""
    if text.isascii():
        return False
    foreign = sum(map(str.isalpha, _BEYOND_LATIN.findall(text)))
    return foreign > 0 and foreign * 2 > sum(map(str.isalpha, text))
