"""kg show GRAPH NAME."""

from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from kg.cli.console import stdout
from kg.model import Neighbour, Quote

_QUOTES = 2


def show(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A paper or concept: label, alias, id or IRI.")
    ],
    quotes: Annotated[int, typer.Option(min=0, help="Sentences to show for each edge.")] = _QUOTES,
) -> None:
    """Show a paper or concept and its neighbours, with sentences.

    Each neighbour has its confidence and the sentences that say so, the words in [brackets].
    """
    import kg

    node = kg.open(graph).describe(name)
    out = stdout()
    out.print(Text.assemble((node.label, "bold"), f"  ({node.kind})"))
    if node.aliases:
        out.print("also: " + "; ".join(node.aliases))
    out.print(node.iri, style="dim")

    def heading(edge: Neighbour) -> tuple[str, bool]:
        return edge.relation, edge.outgoing

    for (relation, outgoing), edges in groupby(node.neighbours, key=heading):
        out.print(Text(f"\n{relation} →" if outgoing else f"\n← {relation}", style="bold"))
        for edge in edges:
            out.print(Text(f"  {edge.label}  {edge.confidence:.2f}"))
            # A sentence that names the concept twice is shown once.
            by_sentence = {(q.paper, q.sentence): q for q in reversed(edge.quotes)}
            for quote in list(reversed(by_sentence.values()))[:quotes]:
                out.print(_marked(quote, with_paper=node.kind != "paper"))


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
