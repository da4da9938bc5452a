"""kg show GRAPH NAME."""

import sys
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from kg.cli.console import stdout
from kg.model import Description, Neighbour, Quote

_QUOTES, _LISTED = 2, 10


def show(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A paper or concept: label, alias, id or IRI.")
    ],
    quotes: Annotated[int, typer.Option(min=0, help="Sentences to show for each edge.")] = _QUOTES,
    everything: Annotated[
        bool, typer.Option("--all", help=f"All neighbours, not the first {_LISTED} of a relation.")
    ] = False,
) -> None:
    """Show a paper or concept and its neighbours, with sentences.

    Each neighbour has its confidence and the sentences that say so, the words in [brackets].
    """
    import kg

    node = kg.open(graph).describe(name)
    out, listed = stdout(), sys.maxsize if everything else _LISTED
    _print_head(node, listed)

    def heading(edge: Neighbour) -> tuple[str, bool]:
        return edge.interaction, edge.outgoing

    for (words, outgoing), group in groupby(node.neighbours, key=heading):
        edges = list(group)
        name = f"{words} →" if outgoing else f"← {words}"
        out.print(Text.assemble("\n", (name, "bold"), f"  {len(edges):,}"))
        for edge in edges[:listed]:
            out.print(Text(f"  {edge.label}  {edge.confidence:.2f}"))
            # A sentence that names the concept twice is shown once.
            by_sentence = {(q.paper, q.sentence): q for q in reversed(edge.quotes)}
            for quote in list(reversed(by_sentence.values()))[:quotes]:
                out.print(_marked(quote, with_paper=node.kind != "paper"))
        if len(edges) > listed:
            out.print(f"  … and {len(edges) - listed:,} more: --all")


def _print_head(node: Description, listed: int) -> None:
    """Who and what it is; of many names the first."""
    out = stdout()
    out.print(Text.assemble((node.label, "bold"), f"  ({node.kind})"))
    for lead, names in (("also: ", node.aliases), ("", node.authors)):
        if names:
            more = [f"… and {len(names) - listed:,} more"] if len(names) > listed else []
            out.print(lead + "; ".join([*names[:listed], *more]))
    if node.year or node.venue:
        out.print(", ".join(filter(None, (node.venue, str(node.year or "")))))
    out.print("  ".join((node.iri, *node.identifiers)), style="dim")


def _marked(quote: Quote, *, with_paper: bool) -> Text:
    """The sentence with the mention in [brackets], since not every terminal shows colour."""
    start, end = quote.span.start, quote.span.end
    text = Text.assemble(
        "      “",
        quote.sentence[:start],
        (f"[{quote.sentence[start:end]}]", "bold"),
        quote.sentence[end:],
        "”",
    )
    return text.append(f" — {quote.paper}", style="dim") if with_paper else text
