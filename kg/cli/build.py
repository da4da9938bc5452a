"""kg build INPUT… -o GRAPH."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli.console import given, named_inputs, progress_bar, stderr
from kg.model import Source
from kg.pipeline import load_rules
from kg.resolve import ResolveOptions

if TYPE_CHECKING:
    import kg

_LISTED = 20


def build(
    inputs: Annotated[
        list[str], typer.Argument(metavar="INPUT", help="Files, folders, or - for stdin.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="GRAPH", help="The folder to make.")
    ],
    force: Annotated[
        bool, typer.Option("--force", help="Replace the content of a graph that exists.")
    ] = False,
    base: Annotated[
        str | None, typer.Option(help="Base IRI of the data, ending in / or #.")
    ] = None,
    min_confidence: Annotated[
        float | None, typer.Option(min=0, max=1, help="Leave out less certain concepts.")
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="At most so many concepts a paper.")
    ] = None,
    no_authors: Annotated[
        bool, typer.Option("--no-authors", help="No nodes for persons and venues.")
    ] = False,
    merges: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="YAML: names that are one concept, or never are."),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Papers read at the same time.")] = 2,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on success.")] = False,
) -> None:
    """Build a graph from papers."""
    import kg

    started = time.monotonic()
    options = kg.BuildOptions(
        workers=workers,
        authors=not no_authors,
        **given(base=base),
        extract=kg.ExtractOptions(**given(top=top, min_confidence=min_confidence)),
        **given(resolve=ResolveOptions(rules=load_rules(merges)) if merges else None),
    )
    with progress_bar(quiet=quiet) as progress:
        graph = kg.build(named_inputs(inputs), output, options, force=force, progress=progress)
    if not quiet:
        print_summary(graph, time.monotonic() - started)


def print_summary(graph: "kg.KnowledgeGraph", seconds: float) -> None:
    """What the graph holds and what became of the input, on stderr."""
    say = stderr().print
    counts, report = graph.counts(), graph.report
    concepts = ", ".join(f"{n:,} {kind}{'s' * (n != 1)}" for kind, n in counts.concepts.items())
    say(f"papers     {counts.papers:,}")
    say(f"concepts   {sum(counts.concepts.values()):,}  ({concepts})")
    say(f"links      {sum(counts.links.values()):,}")
    say(f"relations  {sum(counts.relations.values()):,}")
    say(f"triples    {counts.triples:,}  ({counts.quads:,} with the evidence)")
    say(f"seconds    {seconds:.1f}")
    say(
        f"input      {report['entries']:,} entries = {report['kept']:,} kept"
        f" + {report['merged']:,} merged + {len(report['skipped']):,} skipped"
    )
    for kind, rows in (("skipped", report["skipped"]), ("notice", report["notices"])):
        for row in rows[:_LISTED]:
            say(f"  {kind}: {_sentence(row)}")
        if len(rows) > _LISTED:
            say(f"  … and {len(rows) - _LISTED:,} more: see report.json in the graph")
    say(f"\nthe graph is in {graph.path}; look at it with: kg view {graph.path} -o page.html")


def _sentence(row: Mapping[str, Any]) -> str:
    """A skipped record or a notice, as it stands in the report, in words."""
    source = Source(**row["source"]) if row["source"] else ""
    what = row.get("error") or row["message"]
    remedy = f"; {row['remedy']}" if row.get("remedy") else ""
    return f"{source}: {what}{remedy}"
