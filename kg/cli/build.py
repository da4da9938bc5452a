"""kg build INPUT… -o GRAPH."""

import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.atomic import check_output, output_file
from kg.cli.console import given, named_inputs, progress_bar, stderr
from kg.cli.options import FieldMap, Strict
from kg.errors import InputError, UsageError

if TYPE_CHECKING:
    import kg

_LISTED = 20
_REPORTS = (".json", ".md")


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
        str | None,
        typer.Option(metavar="IRI", help="What the IRIs of the graph begin with; ends in / or #."),
    ] = None,
    min_confidence: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, help="Leave out less certain concepts, such as those below 0.7."
        ),
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="At most so many concepts a paper, the most telling.")
    ] = None,
    no_authors: Annotated[
        bool, typer.Option("--no-authors", help="No nodes for persons and venues.")
    ] = False,
    merges: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="YAML: names that are one concept, or never are."),
    ] = None,
    link: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE", help="A vocabulary to link concepts to: table or RDF; repeatable."
        ),
    ] = None,
    field_map: FieldMap = None,
    strict: Strict = False,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What became of each entry, as .json or .md."),
    ] = None,
    license: Annotated[
        str | None, typer.Option(metavar="IRI", help="The licence that the graph is given under.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Papers read at the same time.")] = 3,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on success.")] = False,
) -> None:
    """Build a graph from papers.

    The graph is a folder. What cannot be used is skipped and listed with a remedy.
    """
    import kg
    from kg.pipeline import load_rules
    from kg.resolve import ResolveOptions

    if report and report.suffix.lower() not in _REPORTS:
        raise UsageError(f"a report is written as {' or '.join(_REPORTS)}, not as {report.name!r}")
    if report:
        check_output(report)  # before the long work, not after it
    started = time.monotonic()
    options = kg.BuildOptions(
        workers=workers,
        authors=not no_authors,
        vocabularies=tuple(link or ()),
        **given(base=base, license=license),
        extract=kg.ExtractOptions(**given(top=top, min_confidence=min_confidence)),
        **given(resolve=ResolveOptions(rules=load_rules(merges)) if merges else None),
    )
    sources = named_inputs(inputs, field_map, strict=strict)
    try:
        with progress_bar(quiet=quiet) as progress:
            graph = kg.build(sources, output, options, force=force, progress=progress)
    except InputError as error:
        if report and error.report:
            _write_report(report, asdict(error.report))
        raise
    if report:
        _write_report(report, graph.report)
    if not quiet:
        print_summary(graph, time.monotonic() - started, graph.report)


def print_summary(
    graph: "kg.KnowledgeGraph", seconds: float, report: Mapping[str, Any] | None
) -> None:
    """What the graph holds and, by `report`, what became of this run's input, on stderr."""
    say = stderr().print
    counts = graph.counts()
    concepts = ", ".join(f"{n:,} {kind}{'s' * (n != 1)}" for kind, n in counts.concepts.items())
    say(f"papers     {counts.papers:,}")
    say(f"concepts   {sum(counts.concepts.values()):,}  ({concepts})")
    say(f"links      {sum(counts.links.values()):,}")
    say(f"relations  {sum(counts.relations.values()):,}")
    say(f"triples    {counts.triples:,}  ({counts.quads:,} with the evidence)")
    say(f"seconds    {seconds:.1f}")
    if report:
        _print_input(report)
    say(f"\nthe graph is in {graph.path}; look at it with: kg view {graph.path} -o page.html")


def _print_input(report: Mapping[str, Any]) -> None:
    from kg.readers.report import account, in_words, sentence

    say = stderr().print
    say(f"input      {account(report)}")
    for what, numbers in (("papers", report["traits"]), ("repairs", report["repairs"])):
        if numbers:
            parts = (f"{number:,} {in_words(kind)}" for kind, number in numbers.items())
            say(f"  {what}: {', '.join(parts)}")
    for kind, rows in (("skipped", report["skipped"]), ("notice", report["notices"])):
        for row in rows[:_LISTED]:
            say(f"  {kind}: {sentence(row)}")
        if len(rows) > _LISTED:
            say(f"  … and {len(rows) - _LISTED:,} more: see report.json in the graph, or --report")


def _write_report(path: Path, report: Mapping[str, Any]) -> None:
    from kg.atomic import to_json
    from kg.readers.report import to_markdown

    text = to_json(report) if path.suffix.lower() == ".json" else to_markdown(report)
    with output_file(path) as stream:
        stream.write(text.encode("utf-8"))
