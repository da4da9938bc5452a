"""kg info GRAPH."""

import dataclasses
import json
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.console import print_table


def info(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Count what a graph holds: papers, concepts, links, triples.

    Links join papers and concepts, relations join concepts; triples are those of the default
    graph, quads those of all graphs.
    """
    import kg

    counts = dataclasses.asdict(kg.open(graph).counts())
    if as_json:
        typer.echo(json.dumps(counts, indent=1))
        return
    rows: list[tuple[str, str, str]] = []
    for what, value in counts.items():
        parts = value.items() if isinstance(value, dict) else [("", value)]
        rows.extend((what, name, f"{number:,}") for name, number in parts)
    print_table(("what", "kind", "number"), rows)
