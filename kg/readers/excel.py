"""Workbooks of spreadsheet programs (.xlsx, .xls, .ods), read by calamine in a process apart.

A workbook can claim more cells than any memory holds, so the process has bounds. It hands over
row after row.
"""

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from kg.model import Failure, Notice, RawRecord, Source
from kg.readers.document import Document
from kg.readers.papers import excerpt
from kg.readers.table import Row, is_header, read_rows

_HERE = Path(__file__).parent
_MEMORY = 2 << 30
_SECONDS = 300
_COMMAND = (sys.executable, "-P", str(_HERE / "bounded.py"), str(_MEMORY), str(_SECONDS),
            str(_HERE / "sheetrows.py"))  # fmt: skip
#: How the file in a file begins in which Excel keeps old workbooks, and those with a password.
_OLD = "\xd0\xcf\x11\xe0"
_OLD_MARKS = tuple(name.encode("utf-16-le").decode("latin-1") for name in ("Workbook", "Book"))
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le").decode("latin-1")
_INSIDE = re.compile(r"xl/(?:workbook|worksheets|sharedStrings|styles|theme)"
                     r"|mimetypeapplication/vnd\.oasis\.opendocument\.spreadsheet")  # fmt: skip
_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".ods")
#: Bytes that the parts of a workbook may unpack to, whatever its size.
_MOST_BYTES = 1 << 30
_RATIO = 200
_FREE = 64 << 20


def sniff(head: str, name: str) -> bool:
    """Accept a workbook by the parts it holds; by its name where those lie too far behind."""
    if head.startswith("PK\x03\x04"):
        return bool(_INSIDE.search(head)) or name.lower().endswith(_SUFFIXES)
    return head.startswith(_OLD) and (
        name.lower().endswith((".xls", *_SUFFIXES)) or any(mark in head for mark in _OLD_MARKS)
    )


def read(document: Document) -> Iterator[RawRecord | Failure | Notice]:
    """Give each row of each sheet that has a header with a title or an abstract."""
    if document.head.startswith(_OLD) and (
        _ENCRYPTED in document.head or document.plain_name.lower().endswith(_SUFFIXES)
    ):
        yield _protected(document.name)
        return
    with document.file() as stream:
        if _unpacks_to(stream) > min(_MOST_BYTES, max(_FREE, document.size * _RATIO)):
            yield _failure(document.name, "it unpacks to more than a workbook of its size"
                           " should (a zip bomb?)", "save the table as .csv")  # fmt: skip
            return
        with subprocess.Popen(_COMMAND, stdin=stream, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as process:  # fmt: skip
            assert process.stdout is not None
            try:
                yield from _sheets(process.stdout, document.name)
            finally:
                process.kill()


def _protected(name: str) -> Failure:
    return _failure(name, "the workbook is protected by a password", "save it without one")


def _failure(name: str, error: str, remedy: str) -> Failure:
    return Failure(Source(name, 0), "", error, remedy)


def _unpacks_to(stream: IO[bytes]) -> int:
    try:
        with zipfile.ZipFile(stream) as archive:
            return sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return 0  # an old workbook, or a damaged one: the parser has its bounds
    finally:
        stream.seek(0)


def _sheets(lines: IO[bytes], file: str) -> Iterator[RawRecord | Failure | Notice]:
    """The records of the sheets with a header; of the first where none has one."""
    heads = _value_of(lines.readline())
    if not isinstance(heads, list):
        yield _broken(heads, file)
        return
    telling = [place for place, (_, rows) in enumerate(heads) if any(map(is_header, rows))]
    telling = telling or [0]
    rows, number = _Rows(lines), 0
    for place in telling:
        name = file if len(telling) == 1 else f"{file}!{heads[place][0]}"
        for item in read_rows(rows.of(place), name, number):
            number += not isinstance(item, Notice)
            yield item
    for place, (name, first) in enumerate(heads):
        if place not in telling and any(any(row) for row in first):
            yield Notice(Source(file, 0), f"sheet {name!r} was passed over: no column"
                         " of it is called title or abstract")  # fmt: skip
    if (end := rows.end()) != {"done": True}:
        yield _broken(end, file)


def _value_of(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:  # the process was ended in the middle of it
        return {}


def _broken(answer: Any, file: str) -> Failure:
    if answer.get("encrypted"):
        return _protected(file)
    if "error" in answer:
        return _failure(file, f"the workbook is damaged ({excerpt(answer['error'])})",
                        "open it in a spreadsheet program and save it anew")  # fmt: skip
    return _failure(file, "reading it took more memory or time than is allowed",
                    "save the table as .csv")  # fmt: skip


class _Rows:
    """The rows as they come, sheet after sheet; what follows the last is kept."""

    def __init__(self, lines: IO[bytes]) -> None:
        self._lines = lines
        self._next: Any = None
        self._advance()

    def _advance(self) -> None:
        self._next = _value_of(self._lines.readline())

    def of(self, place: int) -> Iterator[Row]:
        """Those of one sheet; rows of sheets before it are passed over."""
        while isinstance(self._next, list) and self._next[0] <= place:
            at, line, cells = self._next
            self._advance()
            if at == place:
                yield Row([_cell(cell) for cell in cells], line)

    def end(self) -> Any:
        """What the process said last."""
        while isinstance(self._next, list):
            self._advance()
        return self._next


def _cell(cell: Any) -> Any:
    return cell.replace("_x000D_", "") if isinstance(cell, str) else cell
