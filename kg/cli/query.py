"""kg query GRAPH QUERY and kg queries."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.console import print_table


class Format(StrEnum):
    """How an answer is printed."""

    table = "table"
    csv = "csv"
    json = "json"


def query(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
    query: Annotated[
        str, typer.Argument(metavar="QUERY", help="SPARQL, a .rq file, or a name of kg queries.")
    ],
    param: Annotated[
        list[str] | None, typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter.")
    ] = None,
    format: Annotated[
        Format, typer.Option("--format", "-f", help="csv and json follow the W3C's result formats.")
    ] = Format.table,
) -> None:
    """Ask a graph in SPARQL; the graph's prefixes are declared already."""
    import kg
    from kg.query import find_labels, to_csv, to_json, to_table

    opened = kg.open(graph)
    answer = opened.query(query, dict(map(_pair, param or [])))
    if format is Format.csv:
        typer.echo(to_csv(answer), nl=False)
    elif format is Format.json:
        typer.echo(to_json(answer))
    else:
        table = to_table(answer, find_labels(opened.store, answer), opened.base)
        print_table(table.columns, table.rows)


def queries() -> None:
    """List the queries that come with kg."""
    import kg

    rows = [
        (spec.name, spec.summary, " ".join(p.name + "=…" for p in spec.parameters))
        for spec in kg.queries()
    ]
    print_table(("name", "answers", "parameters"), rows)


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"{text!r} is not of the form NAME=VALUE")
    return name, value
