"""kg export GRAPH -f FORMAT -o FILE."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.console import stderr, waiting
from kg.export import FORMATS, Kind


class Evidence(StrEnum):
    """How much of the evidence a file of one graph holds."""

    none = "none"
    statements = "statements"
    full = "full"


def export(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
    format: Annotated[
        str, typer.Option("--format", "-f", help="One of: " + ", ".join(sorted(FORMATS)) + ".")
    ],
    output: Annotated[
        str,
        typer.Option(
            "--output", "-o", metavar="PATH", help="The file or folder, or - for stdout (a file)."
        ),
    ],
    evidence: Annotated[
        Evidence,
        typer.Option(help="How much evidence: statements have confidence, full has the words."),
    ] = Evidence.none,
    papers_only: Annotated[
        bool, typer.Option("--papers-only", help="Papers, joined by the concepts they share.")
    ] = False,
    concepts_only: Annotated[
        bool, typer.Option("--concepts-only", help="Concepts, joined by the papers they share.")
    ] = False,
) -> None:
    """Write a graph in a format of other programs."""
    import kg

    if papers_only and concepts_only:
        raise typer.BadParameter("--papers-only and --concepts-only exclude each other")
    only: Kind | None = "papers" if papers_only else "concepts" if concepts_only else None
    target = sys.stdout.buffer if output == "-" else Path(output)
    with waiting(f"writing {output}"):
        kg.open(graph).export(format, target, evidence.value, only)
    if output != "-":
        stderr().print(f"wrote {output}")
