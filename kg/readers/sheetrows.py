"""A program of its own that prints what the sheets of a workbook hold, one JSON value a line.

The first line has the name of each sheet and its first rows; then come all rows as [place of the
sheet, line, cells]; the last line is {"done": true}, or the error. It runs in `kg.readers.bounded`
and imports nothing of kg.
"""

import json
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from datetime import time as clock
from itertools import islice
from typing import Any

HEAD = 10


def contents(stream: Any) -> Iterator[Any]:
    """The heads of the sheets, then their rows."""
    import python_calamine

    try:
        book = python_calamine.CalamineWorkbook.from_filelike(stream)
    except python_calamine.PasswordError:
        yield {"encrypted": True}
        return
    sheets = [book.get_sheet_by_name(name) for name in book.sheet_names]
    yield [[sheet.name, [cells for _, cells in islice(_rows(sheet), HEAD)]] for sheet in sheets]
    for place, sheet in enumerate(sheets):
        for line, cells in _rows(sheet):
            yield [place, line, cells]


def _rows(sheet: Any) -> Iterator[tuple[int, list[Any]]]:
    for line, cells in enumerate(sheet.iter_rows(), start=1):
        yield line, [_plain(cell) for cell in cells]


def _plain(cell: Any) -> Any:
    if isinstance(cell, date | clock):
        return cell.isoformat()
    if isinstance(cell, timedelta):
        return str(cell)
    return None if cell == "" else cell


def main() -> None:
    """Read standard input, write standard output."""
    last: dict[str, Any] = {"done": True}
    try:
        for line in contents(sys.stdin.buffer):
            sys.stdout.write(json.dumps(line) + "\n")
    except BaseException as error:  # a panic of the parser is no Exception
        last = {"error": f"{type(error).__name__}: {error}"[:300]}
    sys.stdout.write(json.dumps(last) + "\n")


if __name__ == "__main__":
    main()
