"""kg fetch SOURCE QUERY -o FILE.jsonl."""

import logging
import os
from pathlib import Path
from typing import Annotated

import typer

from kg.atomic import check_output
from kg.cli import INTERRUPTED_CODE
from kg.cli.console import given, progress_bar, stderr
from kg.cli.options import parse_parameters
from kg.fetch import SOURCES, FetchOptions
from kg.fetch import fetch as fetch_papers
from kg.registry import load


def fetch(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="One of: " + ", ".join(SOURCES) + ".")
    ],
    query: Annotated[
        str, typer.Argument(metavar="QUERY", help="What to look for, in the source's own syntax.")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="One JSON object a line.")
    ],
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="At most N records; else all there are.")
    ] = None,
    param: Annotated[
        list[str] | None,
        typer.Option(
            "--param", "-p", metavar="NAME=VALUE", help="A parameter of the source's own."
        ),
    ] = None,
    mail: Annotated[
        str, typer.Option(envvar="KG_MAIL", help="Your address, for the polite pool.")
    ] = "",
    rate: Annotated[
        float | None, typer.Option(metavar="R", help="Requests a second, if not the usual.")
    ] = None,
    cache: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep answers here and use them again.")
    ] = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="Begin anew, whatever an interrupted run has left.")
    ] = False,
    address: Annotated[
        str | None, typer.Option(metavar="URL", help="A mirror of the source.")
    ] = None,
) -> None:
    """Fetch the papers that an open catalogue finds for a query.

    A key, where there is one, is taken from OPENALEX_API_KEY, SEMANTIC_SCHOLAR_API_KEY,
    CROSSREF_API_KEY or OPENREVIEW_TOKEN.
    """
    if str(output) == "-":
        raise typer.BadParameter(
            "name a file: an interrupted fetch goes on from what lies beside it"
        )
    check_output(output)
    # Each wait is told in our own words.
    logging.getLogger("stamina").addHandler(logging.NullHandler())
    key = os.environ.get(load(SOURCES, source, "source").key_variable, "").strip()
    options = FetchOptions(
        limit=limit, params=parse_parameters(param), key=key, mail=mail, rate=rate, cache=cache,
        restart=restart, trust_env=True, notify=stderr().print,
        **given(address=address),
    )  # fmt: skip
    try:
        with progress_bar() as progress:
            found = fetch_papers(
                source,
                query,
                output,
                options,
                lambda done, total: progress("fetching", done, total),
            )
    except KeyboardInterrupt:
        typer.echo(
            "kg: interrupted; run the same command again, and it goes on from here", err=True
        )
        raise typer.Exit(INTERRUPTED_CODE) from None
    earlier = f", {found.resumed:,} of them by an earlier run" if found.resumed else ""
    doubles = f"; {found.repeated:,} doubles left out" if found.repeated else ""
    stderr().print(f"{found.records:,} records in {output}{earlier}{doubles}")
