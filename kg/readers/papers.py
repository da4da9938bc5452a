"""From what a reader hands over to a clean paper, with notes on what was odd about it."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from kg.model import Failure, Notice, Paper, RawRecord
from kg.readers import fields
from kg.readers.names import author_names
from kg.text import clean_text

LONG_ABSTRACT = 20_000
_RAW_SHOWN = 200
_DAMAGE = {
    "surrogates": "lone surrogates were replaced by U+FFFD",
    "control": "control characters were removed",
    "mojibake": "text that had been decoded wrongly was repaired",
}


@dataclass(frozen=True, slots=True)
class Read:
    """One record made a paper, with a hash of its raw text."""

    paper: Paper
    digest: str
    notices: tuple[Notice, ...]


def to_paper(record: RawRecord) -> Read | Failure:
    """Clean a record into a paper, or say why it cannot be one."""
    raw = fields.pick_fields(record.fields)
    raw_title, raw_abstract = fields.as_text(raw.get("title")), fields.as_text(raw.get("abstract"))
    title, abstract = clean_text(raw_title), clean_text(raw_abstract)
    has_title, has_abstract = _has_letters(title.text), _has_letters(abstract.text)
    if not has_title and not has_abstract:
        return _unusable(record, title.text, abstract.text)
    digest = text_hash(raw_title, raw_abstract)
    own_id = " ".join(clean_id(fields.as_text(raw.get("id"))).split())
    url = fields.as_url(raw.get("url"))
    arxiv = fields.as_arxiv(raw.get("arxiv"), own_id, url)
    paper = Paper(
        id=own_id or digest,
        title=title.text,
        abstract=abstract.text,
        authors=author_names(raw.get("authors")),
        year=fields.as_year(raw.get("year")) or fields.year_of_arxiv(arxiv),
        venue=clean_text(fields.as_text(raw.get("venue"))).text,
        doi=fields.as_doi(raw.get("doi")),
        arxiv=arxiv,
        url=url,
        keywords=fields.as_keywords(raw.get("keywords")),
        source=record.source,
    )
    damage = {kind for part in (title, abstract) for kind in part.counts}
    messages = [
        *_about_abstract(paper),
        *(text for kind, text in _DAMAGE.items() if kind in damage),
    ]
    notices = tuple(Notice(record.source, message) for message in messages)
    return Read(paper, digest, notices)


def text_hash(title: str, abstract: str) -> str:
    """12 hex digits that stand for a text, whatever its line breaks."""
    plain = "\n".join(" ".join(part.split()) for part in (title, abstract))
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def clean_id(raw: str) -> str:
    """An identifier without characters that cannot be written, but with all its punctuation."""
    return "".join(c for c in raw if c.isprintable() or c == " ")


def excerpt(raw: object) -> str:
    """The beginning of a raw record, fit to be shown in a report."""
    text = str(raw)[: _RAW_SHOWN * 2].encode("utf-8", "replace").decode("utf-8")
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return text if len(text) <= _RAW_SHOWN else text[: _RAW_SHOWN - 1] + "…"


def _has_letters(text: str) -> bool:
    return any(c.isalpha() for c in text)


def _unusable(record: RawRecord, title: str, abstract: str) -> Failure:
    if title or abstract:
        error, remedy = "its text holds no letters", "give it a title or an abstract in words"
    else:
        error = "it has neither title nor abstract"
        remedy = (
            "name the fields title and abstract; found: "
            + ", ".join(sorted(map(str, record.fields))[:12])
            if record.fields
            else "give it a title or an abstract"
        )
    return Failure(record.source, excerpt(dict(record.fields)), error, clean_text(remedy).text)


def _about_abstract(paper: Paper) -> Iterator[str]:
    abstract = paper.abstract
    if not abstract:
        yield "it has no abstract: only its title is read"
    elif not _has_letters(abstract):
        yield "its abstract holds no letters: only its title is read"
    if len(abstract) > LONG_ABSTRACT:
        yield f"its abstract is very long ({len(abstract):,} characters)"
    text = f"{paper.title} {abstract}"
    letters = [c for c in text if c.isalpha()]
    if sum(c >= "\u0250" for c in letters) * 2 > len(letters):
        yield "it is mostly in a non-Latin script: few concepts will be found"
