"""kg link GRAPH FILE…."""

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.console import stderr


def link(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
    vocabularies: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE", help="Tables of IRI, label and aliases, or RDF with labels."
        ),
    ],
) -> None:
    """Link the concepts of a graph to those of other vocabularies."""
    import kg

    found = kg.link(graph, *vocabularies)
    exact = sum(alignment.exact for alignment in found)
    concepts = len({alignment.concept_id for alignment in found})
    stderr().print(
        f"{exact:,} exact and {len(found) - exact:,} close matches for {concepts:,} concepts"
    )
