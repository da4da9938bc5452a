"""kg add, kg remove, kg merge, kg split: a graph that exists, changed."""

import time
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.build import print_summary
from kg.cli.console import named_inputs, progress_bar, stderr
from kg.cli.options import FieldMap, Strict

_Graph = Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")]
_Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on success.")]
_Names = Annotated[
    list[str], typer.Argument(metavar="NAME NAME…", help="Concepts: label, alias, id or IRI.")
]


def add(
    graph: _Graph,
    inputs: Annotated[
        list[str], typer.Argument(metavar="INPUT", help="Files, folders, or - for stdin.")
    ],
    field_map: FieldMap = None,
    strict: Strict = False,
    quiet: _Quiet = False,
) -> None:
    """Add papers to a graph. It is then what a build of all of them would give."""
    import kg
    from kg.pipeline.reports import since

    started, before = time.monotonic(), kg.open(graph).report
    with progress_bar(quiet=quiet) as progress:
        sources = named_inputs(inputs, field_map, strict=strict)
        changed = kg.add(graph, sources, progress=progress)
    if not quiet:
        print_summary(changed, time.monotonic() - started, since(before, changed.report))


def remove(
    graph: _Graph,
    papers: Annotated[list[str], typer.Argument(metavar="PAPER", help="Papers: label, id or IRI.")],
    quiet: _Quiet = False,
) -> None:
    """Take papers out of a graph with all that only they gave it."""
    import kg

    started = time.monotonic()
    with progress_bar(quiet=quiet) as progress:
        changed = kg.remove(graph, papers, progress=progress)
    if not quiet:
        print_summary(changed, time.monotonic() - started, None)


def merge(graph: _Graph, names: _Names, quiet: _Quiet = False) -> None:
    """Rule that names are one concept. The ruling is kept in merges.yaml of the graph."""
    import kg

    with progress_bar(quiet=quiet) as progress:
        merged = kg.merge(graph, names, progress=progress)
        label = merged.describe(f"c-{merged.explain(names[0])[0].concept}").label
    if not quiet:
        stderr().print(f"{', '.join(names)}: one concept now, called {label!r}")


def split(graph: _Graph, names: _Names, quiet: _Quiet = False) -> None:
    """Rule that the first name is none of the others. It is kept in merges.yaml of the graph."""
    import kg

    with progress_bar(quiet=quiet) as progress:
        kg.split(graph, names, progress=progress)
    if not quiet:
        stderr().print(f"{names[0]}: no longer one with {', '.join(names[1:])}")
