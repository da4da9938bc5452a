"""kg view GRAPH -o FILE.html."""

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.console import given, stderr


def view(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The HTML file to write.")
    ],
    title: Annotated[str, typer.Option(help="Title of the page.")] = "",
    max_nodes: Annotated[
        int | None, typer.Option(min=1, help="Show at most so many nodes, the most connected.")
    ] = None,
) -> None:
    """Write an interactive page: one file, no network needed."""
    import kg

    opened = kg.open(graph)
    options = kg.PageOptions(title=title or graph.stem, **given(max_nodes=max_nodes))
    path = opened.view(output, options)
    stderr().print(f"open {path} in a browser")
