"""kg query GRAPH QUERY and kg queries."""

import sys
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.console import given, print_table, stderr
from kg.cli.options import parse_parameters
from kg.errors import UsageError

if TYPE_CHECKING:
    import kg
    from kg.query import QuerySpec

#: Suffixes that are not themselves the name of an export format.
_SUFFIXES = {"ttl": "turtle", "nt": "ntriples", "nq": "nquads", "rdf": "rdfxml", "bib": "bibtex"}


class Format(StrEnum):
    """How an answer is printed."""

    table = "table"
    csv = "csv"
    tsv = "tsv"
    json = "json"
    xml = "xml"
    turtle = "turtle"


def query(
    graph: Annotated[
        str, typer.Argument(metavar="GRAPH", help="A graph folder, or a SPARQL endpoint: http://…")
    ],
    query: Annotated[
        str, typer.Argument(metavar="QUERY", help="SPARQL, a .rq file, or a name of kg queries.")
    ],
    param: Annotated[
        list[str] | None,
        typer.Option(
            "--param", "-p", metavar="NAME=VALUE", help="A parameter of the query; repeatable."
        ),
    ] = None,
    format: Annotated[
        Format, typer.Option("--format", "-f", help="csv, tsv, json and xml are those of the W3C.")
    ] = Format.table,
    timeout: Annotated[
        float | None, typer.Option(min=0.001, metavar="SECONDS", help="Give up after so long.")
    ] = None,
    allow_service: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="Let SERVICE ask this host.")
    ] = None,
    view: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write what the answer names as a page, in place of a table."
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the same as a file, its format by the suffix."),
    ] = None,
    base: Annotated[
        str | None, typer.Option(metavar="IRI", help="Of an endpoint: the base of the data.")
    ] = None,
    default_graph: Annotated[
        str | None,
        typer.Option("--graph", metavar="IRI", help="Of an endpoint: where the default graph is."),
    ] = None,
) -> None:
    """Ask a graph in SPARQL, or a question that comes with kg.

    The prefixes of the graph are declared already; kg queries lists the questions.
    """
    import kg
    from kg.query import find_labels, load, unknown_terms

    for warning in unknown_terms(load(query).text):
        stderr().print(warning)
    if graph.startswith(("http://", "https://")):
        from kg.query.remote import Endpoint, run_remote

        if view or export:
            raise UsageError("--view and --export need the graph folder, not an endpoint")
        endpoint = Endpoint(address=graph, **given(base=base, graph=default_graph, timeout=timeout))
        answer = run_remote(endpoint, load(query), parse_parameters(param), allow_service or ())
        _print(answer, format, endpoint.base, {})
        return
    if base or default_graph:
        raise UsageError("--base and --graph are for endpoints; a graph folder knows its own")
    opened = kg.open(graph)
    answer = opened.query(
        query, parse_parameters(param), timeout=timeout, services=allow_service or ()
    )
    if view or export:
        _write_part(opened, answer, view, export)
    else:
        labels = find_labels(opened.store, answer) if format is Format.table else {}
        _print(answer, format, opened.base, labels)


def queries(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Say all there is to say of one.")
    ] = None,
    tag: Annotated[
        str | None, typer.Option(help="Only queries with this tag, such as tasks.")
    ] = None,
) -> None:
    """List the queries that come with kg."""
    import kg
    from kg.query import load

    if name is not None:
        _print_spec(load(name))
        return
    tags = sorted({found for spec in kg.queries() for found in spec.tags})
    if tag is not None and tag not in tags:
        raise UsageError(f"no query has the tag {tag!r}; there are: {', '.join(tags)}")
    chosen = [spec for spec in kg.queries() if tag is None or tag in spec.tags]
    rows = [(spec.name, spec.summary, " ".join(_parameters(spec))) for spec in chosen]
    print_table(("name", "answers", "parameters"), rows)


def _print(answer: "kg.Answer", format: Format, base: str, labels: Mapping[str, str]) -> None:
    from kg.query import to_csv, to_json, to_table, to_tsv, to_turtle, to_xml

    writers: Mapping[Format, Callable[[], str]] = {
        Format.csv: lambda: to_csv(answer),
        Format.tsv: lambda: to_tsv(answer),
        Format.json: lambda: to_json(answer) + "\n",
        Format.xml: lambda: to_xml(answer),
        Format.turtle: lambda: to_turtle(answer, base),
    }
    if format in writers:
        # Not by print: on Windows it would make two line ends of the one that CSV asks for.
        sys.stdout.buffer.write(writers[format]().encode("utf-8", "replace"))
    else:
        table = to_table(answer, labels, base)
        print_table(table.columns, table.rows)
    if answer.boolean is None and not answer.rows and not answer.triples:
        stderr().print("no rows")


def _write_part(
    opened: "kg.KnowledgeGraph", answer: "kg.Answer", view: Path | None, export: Path | None
) -> None:
    import kg
    from kg.export import write

    if export:
        suffix = export.suffix.lower().lstrip(".")
        write(_SUFFIXES.get(suffix, suffix), opened.part(answer), export)
        stderr().print(f"wrote {export}")
    if view:
        opened.view(view, kg.PageOptions(title=view.stem, query=answer))
        stderr().print(f"open {view} in a browser")


def _print_spec(spec: "QuerySpec") -> None:
    typer.echo(f"{spec.summary}\n\n{spec.description}\n")
    typer.echo(f"parameters  {' '.join(_parameters(spec)) or 'none'}")
    typer.echo(f"columns     {' '.join(spec.columns)}")
    typer.echo(f"tags        {' '.join(spec.tags)}")


def _parameters(spec: "QuerySpec") -> Iterable[str]:
    """As they are to be typed, with their defaults; an optional one has an ellipsis."""
    for parameter in spec.parameters:
        yield f"{parameter.name}={spec.defaults.get(parameter.name, '…')}"
