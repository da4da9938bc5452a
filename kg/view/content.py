"""What a page says of its nodes and edges besides their names: sources and sentences."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kg.graph.ask import select_text
from kg.graph.describe import quote
from kg.graph.network import Graph, iter_passages
from kg.model import Edge, Node, Quote, Span

_WINDOW = 400  # characters of a "sentence" without an end kept on each side of the mention


def shorten(text: str, length: int) -> str:
    """Cut a text at a blank where it is too long."""
    if len(text) <= length:
        return text
    return text[: length - 1].rsplit(" ", 1)[0][: length - 1] + "…"


def iter_quotes(graph: Graph, edges: Iterable[Edge], per_edge: int) -> Iterator[tuple[str, Quote]]:
    """For each edge up to `per_edge` sentences that it rests on, with the edge's id.

    `Quote.paper` is the id of a node. An edge's sentences are different ones: what is named twice
    in one sentence needs to be read once.
    """
    ids = {edge.key: edge.id for edge in edges}
    seen: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for passage in iter_passages(graph.store, graph.base, ids):
        edge = ids[passage.edge]
        span = Span(passage.start, passage.end)
        said = quote(passage.paper, passage.text, span, window=_WINDOW)
        if len(seen[edge]) < per_edge and (said.paper, said.sentence) not in seen[edge]:
            seen[edge].add((said.paper, said.sentence))
            yield edge, said


def papers(graph: Graph, shown: Iterable[Node]) -> dict[str, dict[str, str]]:
    """Authors, venue and address of the papers shown, by id, unknown ones left out."""
    wanted = {node.id for node in shown if node.kind == "paper"}
    found: dict[str, dict[str, str]] = {}
    for values in select_text(graph.store, "papers", package="kg.view"):
        paper = values.pop("paper").removeprefix(graph.base)
        if paper in wanted:
            values.setdefault("url", values.pop("same", ""))
            values.pop("same", None)
            # Rows are ordered: of several addresses the first is kept.
            found.setdefault(paper, {key: value for key, value in values.items() if value})
    return found
