"""Readers: one module a format, one way in.

A reader is a module with two functions and no state:

    sniff(head: str, name: str) -> bool
        Whether the file is of this format. `head` is its first 64 KiB, decoded; judge the
        content first and use `name` only where content cannot tell.
    read(document: Document) -> Iterator[RawRecord | Failure]
        The records, uncleaned, as the format names their fields, and a failure for each that
        cannot be read. `document.text()` or `document.binary()` gives the content.

To add one, write the module, enter it in `FORMATS` (the order is that of asking) and add a case
to tests/contract/test_readers.py. Field names are matched in `kg.readers.fields`; cleaning, ids
and merging happen here, once for all.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from kg.errors import FormatError, InputError, UsageError
from kg.model import Failure, Notice, Paper, Report, Source
from kg.readers.collect import Found, find_files
from kg.readers.document import Document, open_document
from kg.readers.identity import settle
from kg.readers.papers import Read, excerpt, to_paper

__all__ = ["FORMATS", "Document", "ReadResult", "format_of", "read"]

#: Name -> module, the most telling content first and plain text last.
FORMATS: dict[str, str] = {
    "bibtex": "kg.readers.bibtex",
    "pubmed": "kg.readers.xml.pubmed",
    "jats": "kg.readers.xml.jats",
    "tei": "kg.readers.xml.tei",
    "atom": "kg.readers.xml.atom",
    "oai": "kg.readers.xml.oai",
    "acl": "kg.readers.xml.acl",
    "medline": "kg.readers.tagged.medline",
    "ris": "kg.readers.tagged.ris",
    "wos": "kg.readers.tagged.wos",
    "endnote": "kg.readers.tagged.endnote",
    "jsonlines": "kg.readers.jsonlines",
    "json": "kg.readers.jsonfile",
    "text": "kg.readers.textlist",
}

OnProgress = Callable[[str, int], None]


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
    stdin: BinaryIO | None = None,
    on_progress: OnProgress | None = None,
) -> ReadResult:
    """Read papers out of files and folders.

    Args:
        inputs: Paths of files and folders; "-" stands for `stdin`.
        format: A name in `FORMATS`, for all inputs; by default each file's content tells.
        stdin: The binary stream behind "-".
        on_progress: Called with the file's name and the number of records read so far.

    Raises:
        InputError: A missing file, a folder without papers, or nothing usable at all.
        FormatError: The only file given has no known format.
        UsageError: `format` is unknown, or "-" is given without `stdin`.

    >>> import io
    >>> stream = io.BytesIO(b'{"title": "On Trees"}')
    >>> [paper.title for paper in read("-", stdin=stream).papers]
    ['On Trees']
    """
    if format is not None and format not in FORMATS:
        raise UsageError(f"unknown format {format!r}; choose one of: {', '.join(FORMATS)}")
    given = [str(entry) for entry in ([inputs] if isinstance(inputs, str | Path) else inputs)]
    found = find_files(given)
    pile = _Pile(on_progress or (lambda name, count: None))
    for item in found:
        _read_one(item, format, stdin, pile)
    _refuse_nothing(given, found, pile)
    settled = settle(pile.read)
    report = Report(
        entries=len(pile.read) + len(pile.failures),
        kept=len(settled.papers),
        merged=len(pile.read) - len(settled.papers),
        skipped=tuple(pile.failures),
        notices=(*pile.notices, *settled.notices),
        files=tuple(sorted(pile.files)),
    )
    return ReadResult(settled.papers, report, tuple(pile.read))


def format_of(document: Document) -> str | None:
    """The name of the first format that takes the document for its own."""
    return next(
        (name for name in FORMATS if _module(name).sniff(document.head, document.name)), None
    )


def _module(name: str) -> ModuleType:
    return import_module(FORMATS[name])


class _Pile:
    """What has been read so far; it lives for one call of `read`."""

    def __init__(self, on_progress: OnProgress) -> None:
        self.on_progress = on_progress
        self.read: list[Read] = []
        self.failures: list[Failure] = []
        self.notices: list[Notice] = []
        self.files: list[tuple[str, str]] = []
        self.useful_folders: set[str] = set()
        self.unknown: list[str] = []

    def add(self, item: Read | Failure) -> None:
        if isinstance(item, Failure):
            self.failures.append(item)
        else:
            self.read.append(item)
            self.notices.extend(item.notices)

    def note(self, name: str, message: str) -> None:
        self.notices.append(Notice(Source(name, 0), message))


def _read_one(found: Found, format: str | None, stdin: BinaryIO | None, pile: _Pile) -> None:
    if found.path is None and stdin is None:
        raise UsageError("standard input (-) was asked for, but none is connected")
    try:
        content = found.path if found.path is not None else stdin.read()  # type: ignore[union-attr]
        document = open_document(content, found.name)
    except OSError as error:
        reason = error.strerror or str(error)
        pile.add(Failure(Source(found.name, 0), "", f"the file cannot be read ({reason})",
                         "check its permissions"))  # fmt: skip
        return
    if document.is_empty:
        pile.note(found.name, "the file is empty")
        return
    name = format or format_of(document)
    if name is None:
        _note_unknown(found, document, pile)
        return
    pile.useful_folders.add(found.folder)
    pile.files.append((found.name, document.sha256))
    if not document.exact:
        pile.note(found.name, f"the file is not valid UTF-8: it was read as {document.encoding}")
    _read_records(_module(name), document, pile)


def _read_records(reader: ModuleType, document: Document, pile: _Pile) -> None:
    before = len(pile.read) + len(pile.failures)
    for item in reader.read(document):
        pile.add(item if isinstance(item, Failure) else to_paper(item))
        pile.on_progress(document.name, len(pile.read) + len(pile.failures))
    if len(pile.read) + len(pile.failures) == before:
        pile.note(document.name, "no record was found in the file")


def _note_unknown(found: Found, document: Document, pile: _Pile) -> None:
    if found.folder:
        pile.note(found.name, "passed over: not of a known format")
        return
    pile.unknown.append(found.name)
    pile.add(Failure(Source(found.name, 0), excerpt(document.head), "not of a known format",
                     f"known formats: {', '.join(FORMATS)}"))  # fmt: skip


def _refuse_nothing(given: list[str], found: tuple[Found, ...], pile: _Pile) -> None:
    """Raise where the user surely did not get what was meant."""
    if len(found) == 1 and pile.unknown:
        raise FormatError(
            f"{pile.unknown[0]} is not of a known format; known are: {', '.join(FORMATS)}"
        )
    for entry in given:
        if entry != "-" and Path(entry).is_dir() and entry not in pile.useful_folders:
            raise InputError(f"no papers in folder {entry}; known formats: {', '.join(FORMATS)}")
    if not pile.read:
        reasons = [str(failure) for failure in pile.failures[:3]]
        reasons = reasons or [f"{n.source.file if n.source else ''}: {n.message}"
                              for n in pile.notices[:3]]  # fmt: skip
        details = f" ({' | '.join(reasons)})" if reasons else ""
        raise InputError(f"no usable paper in the input{details}")
