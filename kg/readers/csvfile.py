"""CSV and its kin: a table with a header, its cells divided by commas, tabs, semicolons or bars.

The parser is the standard library's in strict mode. Where a quote is not closed it would take the
following records into a cell, so the line at which it fails is reported and reading goes on with
the next one.
"""

import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator

from kg.model import Failure, Notice, RawRecord, Source
from kg.readers.document import Document
from kg.readers.papers import excerpt
from kg.readers.table import HEADER_ROWS, Row, is_header, read_rows

_DELIMITERS = (",", "\t", ";", "|")
_SUFFIXES = (".csv", ".tsv", ".tab")
_SNIFFED_ROWS = 20
_LONGEST_NAME = 60
_WORDS_OF_NAME = 3
#: A cell may hold a whole paper; a record over more lines has swallowed others.
_LONGEST_CELL = 1 << 28
_MOST_LINES = 2_000


def sniff(head: str, name: str) -> bool:
    """Accept a header that names a title or abstract among other columns, or a name in .csv."""
    if re.match(r"\s*(?:<[?!a-zA-Z]|%PDF|PK\x03|PAR1|[\[{]\s*[\"{\[])", head) or "\x01" in head:
        return False
    if name.lower().endswith(_SUFFIXES):
        return True
    delimiter = _delimiter(head)
    header = columns(head)
    return (
        is_header(header)
        and all(len(cell) <= _LONGEST_NAME for cell in header)
        and head.count("\n") > 1
        and sum(delimiter in line for line in head.split("\n")[:_SNIFFED_ROWS]) > 1
    )


def columns(head: str) -> list[str]:
    """The cells of what may be the header: the first row with several, one of them telling."""
    lines = head.split("\n")[:HEADER_ROWS]
    try:
        rows = [row for row in csv.reader(lines, delimiter=_delimiter(head)) if len(row) > 1]
    except csv.Error:
        return []
    return next((row for row in rows if is_header(row)), rows[0] if rows else [])


def is_table(head: str) -> bool:
    """Whether text of no other format is a table, its columns having names of their own.

    >>> is_table("Nr,What,Said\\n1,On beans,We grow beans.\\n2,On peas,We grow peas.\\n")
    True
    """
    lines = head.split("\n")[: _SNIFFED_ROWS + 1][:-1]
    try:
        rows = [row for row in csv.reader(lines, delimiter=_delimiter(head), strict=True) if row]
    except csv.Error:
        return False
    if len(rows) < 2 or len(rows[0]) < 3 or any(len(row) != len(rows[0]) for row in rows):
        return False
    names = rows[0]
    return len(set(names)) == len(names) and all(
        name.strip() and not name.startswith(" ") and len(name.split()) <= _WORDS_OF_NAME
        and name[-1] not in ".:" for name in names
    )  # fmt: skip


def read(document: Document) -> Iterator[RawRecord | Failure | Notice]:
    """Give each row as a record with the header's names."""
    csv.field_size_limit(max(csv.field_size_limit(), _LONGEST_CELL))
    delimiter = _delimiter(document.head)
    with document.text() as stream:
        yield from read_rows(_rows(stream, delimiter, document.name), document.name)


def _delimiter(head: str) -> str:
    """The delimiter under which a header shows, else that which makes the most even table."""
    lines = head.split("\n")[: _SNIFFED_ROWS + 1]
    lines = lines[:-1] if len(lines) > 1 else lines

    def fitness(delimiter: str) -> tuple[bool, int, int]:
        try:
            rows = [row for row in csv.reader(lines, delimiter=delimiter) if row]
        except csv.Error:
            return False, 0, 0
        known = [row for row in rows[:HEADER_ROWS] if len(row) > 1 and is_header(row)]
        width = len(known[0]) if known else max(map(len, rows), default=0)
        even = sum(len(row) == width for row in rows) if width > 1 else 0
        return bool(known), even, width

    return max(_DELIMITERS, key=fitness)


class _RunawayRecordError(Exception):
    """A record goes over more lines than any cell should have."""


class _Lines:
    """The lines of a file, those of the record at hand kept so that one can go back."""

    def __init__(self, stream: Iterable[str]) -> None:
        self._stream = iter(stream)
        self._again: deque[str] = deque()
        self.pulled: list[str] = []
        self.at = 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        if len(self.pulled) >= _MOST_LINES:
            raise _RunawayRecordError
        line = self._again.popleft() if self._again else next(self._stream)
        self.pulled.append(line)
        return line.replace("\x00", "") if "\x00" in line else line

    def accept(self) -> int:
        """Be done with the lines pulled; gives the number of the first."""
        first = self.at + 1
        self.at += len(self.pulled)
        self.pulled.clear()
        return first

    def back_to_second(self) -> str:
        """Give up the first line pulled, and go back to the one after it."""
        first, *rest = self.pulled
        self._again.extendleft(reversed(rest))
        del self.pulled[1:]
        return first


def _rows(stream: Iterable[str], delimiter: str, name: str) -> Iterator[Row | Failure]:
    lines = _Lines(stream)
    width = 0
    row: list[str] | None
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except (csv.Error, _RunawayRecordError):
            row = _salvaged(lines.back_to_second(), delimiter, width)
            rows = csv.reader(lines, delimiter=delimiter, strict=True)
        else:
            # A quote that another one happened to close: several lines, and the cells amiss.
            if len(lines.pulled) > 1 and width and len(row) != width:
                row = _salvaged(lines.back_to_second(), delimiter, width)
                rows = csv.reader(lines, delimiter=delimiter, strict=True)
        raw = lines.pulled[0] if lines.pulled else ""
        line = lines.accept()
        if row is None:
            yield Failure(
                Source(name, 0, line),
                excerpt(raw),
                "a quote in it is not closed",
                'end the cell with a quote, and write quotes inside it twice: ""',
            )
            continue
        if not width and (len(row) > 1 or line > HEADER_ROWS):
            width = len(row)
        yield Row(row, line)


def _salvaged(line: str, delimiter: str, width: int) -> list[str] | None:
    """The cells of a line whose quotes are amiss, if it has as many as the header all the same."""
    if delimiter == "\t" and width and line.count("\t") == width - 1:
        return line.rstrip("\n").split("\t")  # tables with tabs are often written without quotes
    if line.count('"') % 2 == 0 and width:
        row = next(csv.reader([line.replace("\x00", "")], delimiter=delimiter), [])
        if len(row) == width and "\n" not in "".join(row).rstrip("\n"):
            return row
    return None
