"""Readers: one module a format, one way in.

A reader is a module with two functions and no state:

    sniff(head: str, name: str) -> bool
        Whether the file is of this format. `head` is its first 64 KiB, decoded; judge the
        content first and use `name` only where content cannot tell.
    read(document: Document) -> Iterator[RawRecord | Failure | Notice]
        The records, uncleaned, as the format names their fields, a failure for each that cannot
        be read, and a notice of what else should be known. `document.text()`, `.binary()` or
        `.file()` gives the content; compression and archives are dealt with before.

To add one, write the module, enter it in `kg.readers.formats` (in the order of asking) and add a
case to tests/contract/test_readers.py. Field names are matched in `kg.readers.fields`; cleaning,
ids and merging happen in `kg.readers.pile`, once for all.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from kg.errors import UsageError
from kg.model import Paper, Report
from kg.readers.collect import find_files
from kg.readers.document import Document
from kg.readers.formats import FORMATS, format_of
from kg.readers.identity import settle
from kg.readers.mapping import check_fields
from kg.readers.papers import Read
from kg.readers.pile import OnProgress, Pile, Reading
from kg.readers.report import traits

__all__ = ["FORMATS", "Document", "ReadResult", "Reading", "format_of", "read"]


@dataclass(frozen=True, slots=True)
class ReadResult:
    """The papers, in the order they were found, and what became of all that was read.

    `records` are the usable ones before those of one paper were merged.
    """

    papers: tuple[Paper, ...]
    report: Report
    records: tuple[Read, ...] = ()


def read(
    inputs: Iterable[str | Path] | str | Path,
    *,
    format: str | None = None,
    fields: Mapping[str, str] | None = None,
    stdin: BinaryIO | None = None,
    on_progress: OnProgress | None = None,
) -> ReadResult:
    """Read papers out of files and folders, compressed or in archives or not.

    Args:
        inputs: Paths of files and folders; "-" stands for `stdin`.
        format: A name in `FORMATS`, for all inputs; by default each file's content tells.
        fields: Our field -> the column or field that holds it, where its name does not tell.
        stdin: The binary stream behind "-".
        on_progress: Called after each record with how far reading has come.

    Raises:
        InputError: A missing file, a folder without papers, a column in `fields` that is nowhere,
            or nothing usable at all.
        FormatError: The only file given has no known format.
        UsageError: `format` or a key of `fields` is unknown, or "-" is given without `stdin`.

    >>> import io
    >>> stream = io.BytesIO(b'{"title": "On Trees"}')
    >>> [paper.title for paper in read("-", stdin=stream).papers]
    ['On Trees']
    """
    if format is not None and format not in FORMATS:
        raise UsageError(f"unknown format {format!r}; choose one of: {', '.join(FORMATS)}")
    check_fields(fields or {})
    given = [str(entry) for entry in ([inputs] if isinstance(inputs, str | Path) else inputs)]
    pile = Pile(format, fields or {}, on_progress)
    pile.take(find_files(given), stdin)
    settled = settle(pile.read)
    report = Report(
        entries=len(pile.read) + len(pile.failures),
        kept=len(settled.papers),
        merged=len(pile.read) - len(settled.papers),
        skipped=tuple(pile.failures),
        notices=(*pile.notices, *settled.notices),
        files=tuple(sorted(pile.files)),
        repairs=dict(sorted(pile.repairs.items())),
        traits=traits(settled.papers),
    )
    pile.refuse_nothing(given, report)
    return ReadResult(settled.papers, report, tuple(pile.read))
