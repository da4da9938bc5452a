"""Tables of papers, one a row: where the header is, and what its columns hold."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from kg.model import Failure, Notice, RawRecord, Source
from kg.readers.fields import plain_key
from kg.readers.papers import excerpt, says_nothing

#: Rows in which the header is looked for; some exports put a remark or two before it.
HEADER_ROWS = 10
#: Columns that tell a table of papers from any other.
TELLING = frozenset(
    "title papertitle articletitle documenttitle primarytitle itemtitle titles ti "
    "abstract abstracts abstracttext abstractnote paperabstract summaries ab".split()
)
#: What exports of catalogues call columns, beyond the names that all formats share.
_COLUMNS = {
    "itemtitle": "title", "anthologytitle": "venue",
    "titles": "title", "abstracts": "abstract", "summaries": "abstract",
    "sourcetitle": "venue", "journalbook": "venue", "publishtime": "year",
    "yearofpublication": "year", "copyrightyear": "year", "itemdoi": "doi", "articleurl": "url",
    "corduid": "id", "utuniquewosid": "id", "eid": "id", "lensid": "id", "openalexid": "id",
    "pmid": "id", "publicationid": "id", "pdflink": "url", "plink": "url", "documenturl": "url",
    "externalurl": "url", "sourcelinkout": "url",
    "manualtags": "keywords", "automatictags": "keywords",
    "authorshipsauthordisplayname": "authors", "authorshipsrawauthorname": "authors",
    "primarylocationsourcedisplayname": "venue", "primarylocationlandingpageurl": "url",
    "terms": "keywords", "keywordsdisplayname": "keywords", "idspmid": "pmid",
}  # fmt: skip
#: The tags by which a tab-delimited export of the Web of Science is known, and what its Excel
#: export calls those that would else be taken for something of another name.
_TAGS = frozenset(("TI", "SO", "UT"))
_OF_TAGS = {"ID": "Keywords Plus", "DE": "Author Keywords", "UT": "UT (Unique WOS ID)",
            "PM": "Pubmed Id"}  # fmt: skip
#: In front of, and behind, the names of fields that were nested before they became columns.
_NEST = re.compile(r"(?:content|metadata|attributes|paper|info)\.|\.value\Z")
_NOTHING = frozenset(("nan", "NaN", "null", "NULL", "None", "NA", "N/A", "n/a", "#N/A", "<NA>"))
_LIST = re.compile(r"\[\s*['\"].*['\"]\s*,?\s*\]", re.S)
_RECORDS = re.compile(r"[\[{]\s*[{\"].*[}\]]", re.S)
_LISTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"", re.S)


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row and the line, or row of a sheet, that it begins at."""

    cells: Sequence[Any]
    line: int


def is_header(cells: Iterable[Any]) -> bool:
    """Whether one of the cells names a title or an abstract."""
    return any(
        isinstance(cell, str) and plain_key(_NEST.sub("", cell)) in TELLING for cell in cells
    )


def read_rows(
    rows: Iterable[Row | Failure], name: str, number: int = 0, *, header: Row | None = None
) -> Iterator[RawRecord | Failure | Notice]:
    """Give each row below the header as a record; the numbers of records go on after `number`.

    Args:
        rows: rows in order; a failure among them takes the number of its place.
        name: the file, or file and sheet.
        number: how many records there were before in the file.
        header: the names of the columns; by default they are looked for in the first rows.
    """
    rows = iter(rows)
    first = list(islice(rows, HEADER_ROWS))
    heads = [
        item for item in first if isinstance(item, Row) and any(map(_is_something, item.cells))
    ]
    if header is None:
        header = next((row for row in heads if is_header(row.cells)), next(iter(heads), Row((), 0)))
        if heads and header is not heads[0]:
            yield Notice(
                Source(name, 0, heads[0].line),
                f"the lines before the header, line {header.line}, were passed over",
            )
    names = _column_names(header.cells)
    for item in chain(first, rows):
        if isinstance(item, Row) and (
            item.line <= header.line or not any(map(_is_something, item.cells))
        ):
            continue
        number += 1
        if isinstance(item, Failure):
            yield Failure(Source(name, number, item.source.line), item.raw, item.error, item.remedy)
        else:
            yield _record(names, item, Source(name, number, item.line))


def _column_names(cells: Sequence[Any]) -> list[str]:
    names = [_NEST.sub("", " ".join(str(cell).strip("\ufeff ").split())) if cell is not None else ""
             for cell in cells]  # fmt: skip
    if _TAGS.issubset(names):
        names = [_OF_TAGS.get(name, name) for name in names]
    while names and not names[-1]:
        names.pop()
    return [name or f"column {place}" for place, name in enumerate(names, start=1)]


def _record(names: Sequence[str], row: Row, source: Source) -> RawRecord | Failure:
    cells = list(row.cells)
    while len(cells) > len(names) and not _is_something(cells[-1]):
        cells.pop()
    if len(cells) > len(names) or (len(cells) == 1 and len(names) > 2):
        return Failure(source, excerpt(" | ".join(map(str, cells))),
                       f"it has {len(cells)} cells where the header has {len(names)}",
                       "put cells that hold the delimiter or a line break in quotes")  # fmt: skip
    fields: dict[str, Any] = {}
    for name, cell in zip(names, cells, strict=False):
        if not fields.get(name):
            fields[name] = _value(name, cell)
    for name in names:
        ours = _COLUMNS.get(plain_key(name))
        if ours and fields.get(name):
            fields.setdefault(ours, fields[name])
    return RawRecord(fields, source)


def _is_something(cell: Any) -> bool:
    return cell is not None and bool(str(cell).strip())


def _value(name: str, cell: Any) -> Any:
    """A cell without what only says that there is nothing; a list where it is written as one."""
    if isinstance(cell, float) and cell.is_integer():
        return int(cell)
    if not isinstance(cell, str):
        return cell
    text = cell.strip()
    if text in _NOTHING or says_nothing(text):
        return ""
    if len(text) < 100_000 and _RECORDS.fullmatch(text):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            pass
    if len(text) < 100_000 and _LIST.fullmatch(text):
        return [found[1] or found[2] for found in _LISTED.finditer(text)]
    if "|" in text and plain_key(name).startswith("author"):
        return [part.strip() for part in text.split("|")]
    return text
