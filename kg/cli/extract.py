"""kg extract INPUT…."""

import contextlib
import json
import sys
from collections.abc import Iterator
from typing import Annotated, BinaryIO

import typer

from kg.cli.console import given, named_inputs, progress_bar, stderr
from kg.cli.options import FieldMap, Strict


def extract(
    inputs: Annotated[
        list[str], typer.Argument(metavar="INPUT", help="Files, folders, or - for stdin.")
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="JSON lines; - for stdout.")
    ] = "-",
    min_confidence: Annotated[
        float | None, typer.Option(min=0, max=1, help="Leave out less certain concepts.")
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="At most so many concepts a paper, the most telling.")
    ] = None,
    field_map: FieldMap = None,
    strict: Strict = False,
    workers: Annotated[int, typer.Option(min=1, help="Papers read at the same time.")] = 3,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Print what each paper gives as JSON, without a graph.

    One object a paper and line.
    """
    import kg

    options = kg.ExtractOptions(**given(top=top, min_confidence=min_confidence))
    sources = named_inputs(inputs, field_map, strict=strict)
    with progress_bar(quiet=quiet) as progress, _sink(output) as sink:
        report, rows = kg.iter_extractions(sources, options, workers=workers)
        for done, row in enumerate(rows, start=1):
            sink.write(json.dumps(row, ensure_ascii=False).encode("utf-8") + b"\n")
            progress("extracting", done, report.kept)
    for failure in report.skipped:
        stderr().print(f"skipped: {failure}")


@contextlib.contextmanager
def _sink(output: str) -> Iterator[BinaryIO]:
    from kg.atomic import output_file

    if output == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with output_file(output) as stream:
            yield stream
