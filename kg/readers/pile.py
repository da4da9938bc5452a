"""The pile of papers that one call of `kg.readers.read` makes, file by file."""

import contextlib
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

from kg.errors import FormatError, InputError, UsageError
from kg.model import Failure, Notice, RawRecord, Report, Source
from kg.readers import csvfile
from kg.readers.collect import Found, is_companion, superseded
from kg.readers.containers import FETCH_AGAIN, unpack
from kg.readers.document import Document, open_document
from kg.readers.formats import FORMATS, format_of, reader, remedy_for
from kg.readers.mapping import Renaming
from kg.readers.papers import Read, excerpt, to_paper, with_names_of_one_kind
from kg.readers.parts import Part, spooled

#: Reasons told where nothing could be used.
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """How far reading has come: the file at hand, records so far, bytes done of all (or None)."""

    file: str
    records: int
    done: int
    total: int | None


OnProgress = Callable[[Reading], None]


class Pile:
    """What has been read so far; it lives for one call of `read`."""

    def __init__(
        self, format: str | None, fields: Mapping[str, str], on_progress: OnProgress | None
    ) -> None:
        self.read: list[Read] = []
        self.failures: list[Failure] = []
        self.notices: list[Notice] = []
        self.files: list[tuple[str, str]] = []
        self.repairs: Counter[str] = Counter()
        self._format = format
        self._renaming = Renaming(fields)
        self._on_progress = on_progress
        self._useful_folders: set[str] = set()
        self._unknown: list[str] = []
        self._meter = _Meter()

    def take(self, found: tuple[Found, ...], stdin: BinaryIO | None) -> None:
        """Read all files.

        Raises:
            UsageError: standard input is among them, but not connected.
        """
        better = superseded([item.name for item in found])
        sizes = [item.size for item in found]
        self._meter.total = None if None in sizes else sum(filter(None, sizes))
        for item, size in zip(found, sizes, strict=True):
            before = self._meter.done
            if item.name in better:
                self._note(item.name, f"passed over for its GROBID TEI, {better[item.name]}")
            else:
                self._take_one(item, stdin)
            self._meter.done = before + (size or 0)
        for name, missing in self._renaming.lacking():
            self._note(name, f"no record has a field or column {missing!r}: its own names are used")

    def refuse_nothing(self, given: list[str], report: Report) -> None:
        """Raise where the user surely did not get what was meant.

        Raises:
            InputError: nothing usable, a folder without papers, a mapped column that is nowhere.
            FormatError: the only file is of no known format.
        """
        self._renaming.check()
        formats = ", ".join(FORMATS)
        if len(given) == 1 and self._unknown == given:
            remedy = self.failures[-1].remedy
            raise FormatError(f"{given[0]} is not of a known format; {remedy}", report)
        for entry in given:
            if entry != "-" and Path(entry).is_dir() and entry not in self._useful_folders:
                raise InputError(f"no papers in folder {entry}; known formats: {formats}", report)
        if not self.read:
            reasons = _distinct(self.failures)
            reasons = reasons or [f"{n.source.file if n.source else ''}: {n.message}"
                                  for n in self.notices[:_SHOWN]]  # fmt: skip
            details = f" ({' | '.join(reasons)})" if reasons else ""
            raise InputError(f"no usable paper in the input{details}", report)

    def _take_one(self, found: Found, stdin: BinaryIO | None) -> None:
        try:
            with self._opened(found, stdin) as part:
                size = found.size or part.size()
                with contextlib.closing(unpack(part, size)) as parts:
                    for item in parts:
                        if isinstance(item, Failure):
                            self.failures.append(item)
                        else:
                            self._take_part(item, found.folder or item.archive)
        except OSError as error:
            self._fail(found.name, error)

    @contextlib.contextmanager
    def _opened(self, found: Found, stdin: BinaryIO | None) -> Iterator[Part]:
        path = found.path
        if path is not None and path.is_file():
            yield Part(found.name, lambda: self._meter.open(path))
            return
        # Standard input and pipes can be read once only.
        stream = path.open("rb") if path else stdin
        if stream is None:
            raise UsageError("standard input (-) was asked for, but none is connected")
        with spooled(stream, found.name) as part:
            yield part

    def _take_part(self, part: Part, folder: str) -> None:
        try:
            document = open_document(part.open, part.name)
        except OSError as error:
            self._fail(part.name, error)
            return
        if part.damage:
            self.failures.append(part.fail(f"its end is missing: {part.damage}", FETCH_AGAIN))
        elif document.is_empty:
            self._note(part.name, "the file is empty")
        if document.is_empty:
            return
        name = self._format or self._format_of(document)
        if folder and is_companion(part.name) and name != "markdown":
            return
        if name is None:
            self._pass_over(document, folder)
            return
        self._useful_folders.add(folder)
        self.files.append((part.name, document.sha256))
        if not document.exact:
            encoding = document.encoding
            self._note(part.name, f"the file is not valid UTF-8: it was read as {encoding}")
        self._take_records(reader(name), document)

    def _format_of(self, document: Document) -> str | None:
        """The format, a table also being known by the columns that the user named, or its form."""
        name = format_of(document)
        if name in (None, "text") and (
            self._renaming.names(csvfile.columns(document.head)) or csvfile.is_table(document.head)
        ):
            return "csv"
        return name

    def _take_records(self, module: ModuleType, document: Document) -> None:
        start = len(self.read)
        before = start + len(self.failures)
        with self._meter:
            for item in module.read(document):
                self._add(item)
                if self._on_progress:
                    records = len(self.read) + len(self.failures)
                    self._on_progress(
                        Reading(document.name, records, self._meter.done, self._meter.total)
                    )
        self.read[start:] = with_names_of_one_kind(self.read[start:])
        if len(self.read) + len(self.failures) == before:
            self._note(document.name, "no record was found in the file")

    def _add(self, item: RawRecord | Failure | Notice) -> None:
        if isinstance(item, Notice):
            self.notices.append(item)
            return
        made = item if isinstance(item, Failure) else to_paper(self._renaming.rename(item))
        if isinstance(made, Failure):
            self.failures.append(made)
        else:
            self.read.append(made)
            self.notices.extend(made.notices)
            if made.repairs:
                self.repairs.update(made.repairs)

    def _pass_over(self, document: Document, folder: str) -> None:
        remedy = remedy_for(document.head)
        if folder:
            aside = f"; {remedy}" if remedy else ""
            self._note(document.name, f"passed over: not of a known format{aside}")
            return
        self._unknown.append(document.name)
        remedy = remedy or f"known formats: {', '.join(FORMATS)}"
        self.failures.append(Failure(Source(document.name, 0), excerpt(document.head),
                                     "not of a known format", remedy))  # fmt: skip

    def _note(self, name: str, message: str) -> None:
        self.notices.append(Notice(Source(name, 0), message))

    def _fail(self, name: str, error: OSError) -> None:
        reason = f"the file cannot be read ({error.strerror or error})"
        self.failures.append(Failure(Source(name, 0), "", reason, "check its permissions"))


def _distinct(failures: Iterable[Failure]) -> list[str]:
    """The first failures of each kind in words, and how many more there are of it."""
    kinds: dict[tuple[str, str], list[Failure]] = {}
    for failure in failures:
        kinds.setdefault((failure.source.file, failure.error), []).append(failure)
    return [f"{same[0]}{f' (and {len(same) - 1:,} more like it)' if len(same) > 1 else ''}"
            for same in islice(kinds.values(), _SHOWN)]  # fmt: skip


class _Meter:
    """Counts the bytes of the input as it is read; not while it is only looked through."""

    def __init__(self) -> None:
        self.done = 0
        self.total: int | None = None
        self.running = False

    def open(self, path: Path) -> BinaryIO:
        """The file, counted."""
        return io.BufferedReader(_Metered(path, self), 1 << 16)

    def __enter__(self) -> None:
        self.running = True

    def __exit__(self, *raised: object) -> None:
        self.running = False


class _Metered(io.FileIO):
    """A file whose bytes a meter counts."""

    def __init__(self, path: Path, meter: _Meter) -> None:
        super().__init__(path)
        self._meter = meter

    def readinto(self, buffer: Any) -> int | None:
        count = super().readinto(buffer)
        if self._meter.running:
            self._meter.done += count or 0
        return count
