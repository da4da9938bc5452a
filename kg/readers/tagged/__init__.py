"""Files of lines that begin with a tag: RIS, PubMed, Web of Science, RefWorks and EndNote.

They differ in the shape of a tag and in what begins and ends a record; how they are cut into
records, and what happens to lines that fit nowhere, is the same for all and stands here. Only
one record is held at a time.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.model import Failure, RawRecord, Source
from kg.readers.document import Document
from kg.readers.papers import excerpt

#: A record of the file: each tag with its values in order.
Tags = Mapping[str, list[str]]
FieldsOf = Callable[[Tags], Mapping[str, Any]]

_NUMBERING = re.compile(r"\W*\d+\W*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How a format writes tags and records.

    Args:
        line: Matches a line with a tag, in the group `tag`, and its `value`.
        start: The tags that begin a record.
        end: The tag that closes one; empty where the next record does.
        vital: Tags that make a record of lines whose start is missing.
        around: Tags of the file itself, before and after the records.
    """

    line: re.Pattern[str]
    start: frozenset[str]
    vital: frozenset[str]
    end: str = ""
    around: frozenset[str] = frozenset()


@dataclass(slots=True)
class Tagged:
    """A record as it is being read: each tag with the lines of its value, in order."""

    line: int
    notes: list[str]
    rows: list[tuple[str, list[str]]] = field(default_factory=list)
    ended: bool = False

    def tags(self) -> Tags:
        """The values of each tag."""
        values: dict[str, list[str]] = {}
        for tag, rows in self.rows:
            values.setdefault(tag, []).append("\n".join(rows))
        return values


def read_tagged(
    document: Document, dialect: Dialect, fields_of: FieldsOf
) -> Iterator[RawRecord | Failure]:
    """Give each record with the fields that `fields_of` makes of its tags."""
    with document.text() as stream:
        for number, record in enumerate(cut(stream, dialect), start=1):
            source = Source(document.name, number, record.line)
            yield RawRecord(fields_of(record.tags()), source, tuple(record.notes))


def cut(stream: Iterable[str], dialect: Dialect) -> Iterator[Tagged]:
    """Cut lines into records.

    A record goes on until the next begins, so that neither a missing end nor lines behind an
    end are lost.
    """
    current: Tagged | None = None
    stray: list[str] = []
    for number, line in enumerate(stream, start=1):
        line = line.lstrip("\ufeff\x00").rstrip()
        found = dialect.line.match(line)
        tag, value = (found["tag"], (found["value"] or "").strip()) if found else ("", line.strip())
        if tag in dialect.around:
            continue
        if tag and (current is None or _begins(tag, current, dialect)):
            if current:
                yield _closed(current, dialect, "the next record began")
            current = Tagged(number, _notes_of_start(tag, dialect, stray))
        if tag and current:
            current.rows.append((tag, [value]))
            current.ended |= tag == dialect.end
        elif current and value:
            current.rows[-1][1].append(value)
        elif value and not _NUMBERING.match(value):
            stray.append(value)
    if current:
        yield _closed(current, dialect, "the file ended")


def _begins(tag: str, current: Tagged, dialect: Dialect) -> bool:
    """Whether a record begins, perhaps one that has lost its first line."""
    return tag in dialect.start or (current.ended and tag in dialect.vital)


def _notes_of_start(tag: str, dialect: Dialect, stray: list[str]) -> list[str]:
    notes = [f"lines before it belong to no record: {excerpt(' '.join(stray))}"] if stray else []
    stray.clear()
    if tag not in dialect.start:
        notes.append(f"its first line ({' or '.join(sorted(dialect.start))}) is missing")
    return notes


def _closed(record: Tagged, dialect: Dialect, event: str) -> Tagged:
    if dialect.end and not record.ended:
        record.notes.append(f"its last line ({dialect.end}) is missing: {event}")
    return record


def values(tags: Tags, *names: str) -> list[str]:
    """The values of the first of these tags that has any."""
    return next((found for name in names if (found := [v for v in tags.get(name, []) if v])), [])


def text(tags: Tags, *names: str) -> str:
    """The values of the first of these tags that has any, each once, as one text."""
    return "\n".join(dict.fromkeys(values(tags, *names)))


def lines(tags: Tags, *names: str) -> list[str]:
    """Like `values`, where the lines of a value are values of their own."""
    return [line for value in values(tags, *names) for line in value.split("\n")]
