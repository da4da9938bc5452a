"""The table of commands."""

from typing import Annotated

import typer

from kg import __version__
from kg.cli.build import build
from kg.cli.eval import evaluate
from kg.cli.export import export
from kg.cli.extract import extract
from kg.cli.info import info
from kg.cli.query import queries, query
from kg.cli.show import show
from kg.cli.view import view

app = typer.Typer(
    name="kg",
    help="Turn a pile of research papers into a knowledge graph of methods, tasks and datasets.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

for command in (build, info, show, query, queries, export, view, extract):
    app.command()(command)
app.command("eval")(evaluate)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kg {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print it and end."),
    ] = False,
) -> None:
    """Options of the command as a whole."""
