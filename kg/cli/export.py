"""kg export GRAPH -f FORMAT -o FILE."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kg.export import FORMATS


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
        str, typer.Option("--output", "-o", metavar="FILE", help="The file, or - for stdout.")
    ],
    evidence: Annotated[
        Evidence, typer.Option(help="Statements with confidence, or all down to the mention.")
    ] = Evidence.none,
) -> None:
    """Write a graph as RDF or GraphML."""
    import kg

    target = sys.stdout.buffer if output == "-" else Path(output)
    kg.open(graph).export(format, target, evidence.value)
