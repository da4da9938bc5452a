"""Excel workbooks (.xlsx), read by openpyxl a row at a time."""

import re
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, BinaryIO

from kg.model import Failure, Notice, RawRecord, Source
from kg.readers.document import Document
from kg.readers.table import HEADER_ROWS, Row, is_header, read_rows

#: How the file in a file begins in which Excel keeps old workbooks, and those with a password.
_OLD = "\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le").decode("latin-1")
_INSIDE = re.compile(r"xl/(?:workbook|worksheets|sharedStrings|styles|theme)")
#: Bytes that the parts of a workbook may unpack to, whatever its size.
_MOST_BYTES = 1 << 30
_RATIO = 200
_FREE = 64 << 20


def sniff(head: str, name: str) -> bool:
    """Accept a zip that holds a workbook; also old and protected ones, to say what to do."""
    if head.startswith("PK\x03\x04"):
        return bool(_INSIDE.search(head)) or name.lower().endswith((".xlsx", ".xlsm"))
    return head.startswith(_OLD) and name.lower().endswith((".xls", ".xlsx", ".xlsm"))


def read(document: Document) -> Iterator[RawRecord | Failure | Notice]:
    """Give each row of each sheet that has a header with a title or an abstract."""
    if document.head.startswith(_OLD):
        yield _unreadable(document)
        return
    with document.file() as stream:
        try:
            yield from _sheets(stream, document)
        except Exception as error:  # openpyxl lets whatever goes wrong inside it come out
            yield Failure(Source(document.name, 0), "", f"the workbook is damaged ({error})",
                          "open it in a spreadsheet program and save it anew")  # fmt: skip


def _unreadable(document: Document) -> Failure:
    if _ENCRYPTED in document.head or not document.plain_name.lower().endswith(".xls"):
        error, remedy = "the workbook is protected by a password", "save it without one"
    else:
        error, remedy = "it is a workbook of the old binary kind", "save it as .xlsx or .csv"
    return Failure(Source(document.name, 0), "", error, remedy)


def _sheets(stream: BinaryIO, document: Document) -> Iterator[RawRecord | Failure | Notice]:
    import openpyxl

    with zipfile.ZipFile(stream) as archive:
        unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > min(_MOST_BYTES, max(_FREE, document.size * _RATIO)):
        yield Failure(Source(document.name, 0), "", "it unpacks to more than a workbook of its size"
                      " should (a zip bomb?)", "save the table as .csv")  # fmt: skip
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that do not matter here
        book = openpyxl.load_workbook(stream, read_only=True, data_only=True)
        names = [sheet.title for sheet in book.worksheets]
        telling = [name for name in names if _has_header(book[name])] or names[:1]
        number = 0
        for name in telling:
            place = document.name if len(telling) == 1 else f"{document.name}!{name}"
            for item in read_rows(_rows(book[name]), place, number):
                number += not isinstance(item, Notice)
                yield item
        for name in names:
            if name not in telling and any(_rows(book[name])):
                yield Notice(Source(document.name, 0), f"sheet {name!r} was passed over: no column"
                             " of it is called title or abstract")  # fmt: skip


def _has_header(sheet: Any) -> bool:
    return any(is_header(row) for row in sheet.iter_rows(max_row=HEADER_ROWS, values_only=True))


def _rows(sheet: Any) -> Iterator[Row]:
    sheet.reset_dimensions()  # some programs write wrong ones, and rows would be missing
    for line, cells in enumerate(sheet.iter_rows(values_only=True), start=1):
        yield Row([_value(cell) for cell in cells], line)


def _value(cell: Any) -> Any:
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    return cell.replace("_x000D_", "") if isinstance(cell, str) else cell
