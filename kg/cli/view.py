"""kg view GRAPH -o FILE.html."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.console import given, stderr, waiting


class Renderer(StrEnum):
    """What makes the page."""

    explorer = "explorer"
    pyvis = "pyvis"


def view(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The HTML file to write.")
    ],
    title: Annotated[str, typer.Option(help="Title of the page; else the name of the graph.")] = "",
    focus: Annotated[
        str, typer.Option(metavar="NAME", help="Show what surrounds a paper or concept.")
    ] = "",
    hops: Annotated[
        int | None, typer.Option(min=0, help="How many links around it; 2 unless given.")
    ] = None,
    query: Annotated[
        str,
        typer.Option(
            metavar="QUERY", help="Show what a CONSTRUCT gives, or the nodes of a SELECT."
        ),
    ] = "",
    max_nodes: Annotated[
        int | None, typer.Option(min=1, help="Hold at most so many nodes, the most important.")
    ] = None,
    renderer: Annotated[
        Renderer, typer.Option(help="pyvis: a simpler page, for small graphs.")
    ] = Renderer.explorer,
) -> None:
    """Write an interactive page: one file, no network needed.

    Open it in a browser. The address in the browser keeps what is shown.
    """
    import kg

    opened = kg.open(graph)
    limits = given(max_nodes=max_nodes, hops=hops)
    options = kg.PageOptions(
        title=title or graph.stem, focus=focus, query=query, renderer=renderer.value, **limits
    )
    with waiting(f"making {output}"):
        opened.view(output, options)
    stderr().print(f"open {output} in a browser")
