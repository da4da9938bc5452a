"""A paper as it was read: raw record, persons, parts, source."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kg.model.terms import LABEL_WORDS, FieldName


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points in a cleaned field."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where a record stood: file as the user named it, record and line counted from 1.

    Record 0 means the file as a whole.
    """

    file: str
    record: int
    line: int | None = None

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        record = f", record {self.record}" if self.record else ""
        return f"{self.file}{record}{line}"


@dataclass(frozen=True, slots=True)
class RawRecord:
    """What a reader hands over: field names as the format has them, nothing cleaned yet.

    `notes` say what the reader had to mend or leave out; they become notices of the report.
    """

    fields: Mapping[str, Any]
    source: Source
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Person:
    """An author: the name to show, and its parts where the record tells them apart."""

    name: str
    given: str = ""
    family: str = ""


@dataclass(frozen=True, slots=True)
class AbstractPart:
    """A labelled part of a structured abstract, and where it stands in the cleaned abstract."""

    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper with cleaned fields. `title` may be empty, `label` never is.

    `persons` are the `authors` in the same order, `language` is a code of ISO 639-1 or empty
    where the text is too short to tell, and `s2` is what Semantic Scholar calls `paperId`.
    """

    id: str
    title: str
    abstract: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    source: Source | None = None
    persons: tuple[Person, ...] = ()
    parts: tuple[AbstractPart, ...] = ()
    language: str = ""
    arxiv_version: int | None = None
    pmid: str = ""
    openreview: str = ""
    openalex: str = ""
    s2: str = ""
    acl: str = ""

    def text(self, field_name: FieldName) -> str:
        """The cleaned text of a field, to which all spans refer."""
        return self.title if field_name == "title" else self.abstract

    @property
    def label(self) -> str:
        """The title, or the first words of the abstract where there is none."""
        if self.title:
            return self.title
        words = self.abstract.split()
        return " ".join(words[:LABEL_WORDS]) + (" …" if len(words) > LABEL_WORDS else "") or self.id
