"""What people see while they wait and when it is done; all of it on stderr."""

import contextlib
import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.console import Console
from rich.filesize import decimal
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn

from kg.cli.options import parse_field_map

if TYPE_CHECKING:
    from kg.pipeline import Inputs
    from kg.pipeline import Progress as Callback

_ENDLESS = 1_000_000
_GAP = "   "
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def stderr() -> Console:
    """A console for words to people; plain where stderr is no terminal or NO_COLOR is set."""
    return _plain(to_stderr=True)


def stdout() -> Console:
    """A console for answers in words; `print_table` is for answers in rows."""
    return _plain(to_stderr=False)


def _plain(*, to_stderr: bool) -> Console:
    # Names of papers and paths hold brackets and colons, which rich would take for its own signs.
    return Console(stderr=to_stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)


@contextlib.contextmanager
def progress_bar(*, quiet: bool = False) -> Iterator["Callback"]:
    """A progress callback that draws one bar a stage on stderr."""
    if quiet:
        yield lambda stage, done, total: None
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description:<11}"),
        BarColumn(bar_width=30),
        TextColumn("{task.fields[amount]}"),
    )
    bars, tasks = Progress(*columns, console=stderr()), dict[str, TaskID]()

    def show(stage: str, done: int, total: int | None) -> None:
        if not tasks:
            bars.start()  # not before: bars that show nothing leave an empty line above an error
        if stage not in tasks:
            tasks[stage] = bars.add_task(stage, total=total, amount="")
        amount = _amount(stage, done, total)
        bars.update(tasks[stage], completed=done, total=total, amount=amount)

    try:
        yield show
    finally:
        if tasks:
            bars.stop()


def _amount(stage: str, done: int, total: int | None) -> str:
    """How far a stage is: in bytes of the input while it is read, in papers after that."""
    if not (done or total):
        return ""  # standard input, read to its end without being told how long it is
    shown = decimal if stage == "reading" else "{:,}".format
    return f"{shown(done)}/{shown(total)}" if total is not None else shown(done)


@contextlib.contextmanager
def waiting(what: str) -> Iterator[None]:
    """Say on a terminal what is being done, as long as it takes; elsewhere nothing."""
    with stderr().status(what):
        yield


def given(**options: Any) -> dict[str, Any]:
    """The options that were given; for the others the library's own defaults hold."""
    return {name: value for name, value in options.items() if value is not None}


def named_inputs(
    names: Sequence[str], field_map: list[str] | None = None, *, strict: bool = False
) -> "Inputs":
    """The inputs of a command, with `-` standing for standard input."""
    from kg.pipeline import Inputs  # not above: asking a graph needs no reader and no model

    stream = sys.stdin.buffer if "-" in names else None
    return Inputs(tuple(names), stream, parse_field_map(field_map), strict)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows in aligned columns on stdout; a terminal wraps them, a pipe gets whole lines."""
    lines = None if Console().is_terminal else _aligned(columns, rows)
    if lines is None:
        _print_wrapped(columns, rows)
    else:
        print("\n".join(lines))


def _aligned(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str] | None:
    """The lines of a table that nothing wraps; None where a cell would break or hide one.

    The same as rich makes of it, which takes a millisecond a row.
    """
    if not columns or any(_CONTROL.search(cell) for row in rows for cell in row):
        return None
    table = [columns, *rows]
    lengths = [[cell_len(cell) for cell in row] for row in table]
    widths = [max(column) for column in zip(*lengths, strict=True)]
    lines = []
    for row, taken in zip(table, lengths, strict=True):
        cells = zip(row, widths, taken, strict=True)
        lines.append(_GAP.join(cell + " " * (width - n) for cell, width, n in cells).rstrip())
    rule = "─" * (sum(widths) + len(_GAP) * (len(widths) - 1))
    return [lines[0], rule, *lines[1:]]


def _print_wrapped(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.table import Column, Table
    from rich.text import Text

    console = Console(highlight=False)
    # What is too long for its column goes on below: an id that is cut cannot be copied.
    headed = [Column(name, overflow="fold") for name in columns]
    table = Table(*headed, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    if console.is_terminal:
        console.print(table)
        return
    console = Console(highlight=False, width=_ENDLESS)
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        print(line.rstrip())
