"""The table of commands."""

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kg import __version__
from kg.cli import INTERRUPTED, INTERRUPTED_CODE
from kg.cli.build import build
from kg.cli.change import add, merge, remove, split
from kg.cli.eval import evaluate
from kg.cli.examples import examples_of
from kg.cli.explain import explain
from kg.cli.export import export
from kg.cli.extract import extract
from kg.cli.fetch import fetch
from kg.cli.info import info
from kg.cli.link import link
from kg.cli.push import push
from kg.cli.query import queries, query
from kg.cli.show import show
from kg.cli.verify import verify
from kg.cli.view import view


class Commands(TyperGroup):
    """Typer would leave with 1 where the reader has gone, and without a word if interrupted."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run the command that was asked for."""
        try:
            answer = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # `kg query … | head` is no failure; what is still in the buffer goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return None
        except KeyboardInterrupt:
            typer.echo(f"kg: {INTERRUPTED}", err=True)
            raise typer.Exit(INTERRUPTED_CODE) from None
        return answer


app = typer.Typer(
    name="kg",
    cls=Commands,
    help="Turn a pile of research papers into a knowledge graph of methods, tasks and datasets.",
    epilog="\b\nBegin with:\n  kg build papers.bib -o mine.kg\n  kg view mine.kg -o mine.html\n\n"
    "What a command takes: kg COMMAND --help",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

for command in (fetch, build, add, remove, link, info, show, explain, merge, split, query, queries,
                export, push, view, extract, verify):  # fmt: skip
    app.command(epilog=examples_of(command.__name__))(command)
app.command("eval", epilog=examples_of("eval"))(evaluate)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kg {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and end."
        ),
    ] = False,
) -> None:
    """Options of the command as a whole."""
