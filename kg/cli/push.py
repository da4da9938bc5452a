"""kg push GRAPH ENDPOINT."""

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.console import given, progress_bar, stderr


def push(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
    endpoint: Annotated[
        str,
        typer.Argument(
            metavar="ENDPOINT", help="Address of a SPARQL 1.1 Graph Store, as http://…/store."
        ),
    ],
    into: Annotated[
        str | None,
        typer.Option(
            "--graph",
            metavar="IRI",
            help="Its name in the store; else it replaces the default graph there.",
        ),
    ] = None,
    update: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Address for SPARQL updates, if it is no usual one."),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(
            min=0.001, metavar="SECONDS", help="Silence after which to give up; 120 unless given."
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on success.")] = False,
) -> None:
    """Put a graph into a triple store, in place of what is there.

    A login is taken from KG_USER and KG_PASSWORD.
    """
    import kg

    options = kg.PushOptions(**given(graph=into, update=update, timeout=timeout))
    with progress_bar(quiet=quiet) as progress:
        sent = kg.push(kg.open(graph), endpoint, options, progress)
    if not quiet:
        stderr().print(f"{sent:,} triples are in {endpoint}")
