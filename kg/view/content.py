"""What the page holds: the chosen nodes with places, their edges, and who says so."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from kg.graph.ask import select_text
from kg.graph.network import Graph, Passage, iter_passages
from kg.model import Edge, Node, Projection, Span
from kg.text import sentence_around
from kg.view.layout import Layout, lay_out

_WINDOW = 400  # characters of a "sentence" without an end kept on each side of the mention


@dataclass(frozen=True, slots=True)
class Picture:
    """The part of a projection that is shown, with its layout."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    layout: Layout
    degrees: Mapping[str, int]


def choose(projection: Projection, max_nodes: int) -> Picture:
    """Keep the `max_nodes` nodes with most edges (ties by id) and place them."""
    degrees: Counter[str] = Counter()
    for edge in projection.edges:
        degrees.update((edge.source, edge.target))
    ranked = sorted(projection.nodes, key=lambda node: (-degrees[node.id], node.id))
    kept = {node.id for node in ranked[: max(max_nodes, 0)]}
    nodes = tuple(node for node in projection.nodes if node.id in kept)
    edges = tuple(e for e in projection.edges if e.source in kept and e.target in kept)
    index = {node.id: number for number, node in enumerate(nodes)}
    links = [(index[edge.source], index[edge.target]) for edge in edges]
    layout = lay_out([radius(node) for node in nodes], links, _anchors(nodes, links))
    return Picture(nodes, edges, layout, degrees)


def _anchors(nodes: tuple[Node, ...], links: list[tuple[int, int]]) -> list[int | None]:
    """For a concept that one paper alone has, that paper."""
    papers: dict[int, set[int]] = defaultdict(set)
    for source, target in links:
        if nodes[source].kind == "paper":
            papers[target].add(source)
    return [
        min(papers[number]) if node.kind == "concept" and len(papers[number]) == 1 else None
        for number, node in enumerate(nodes)
    ]


def radius(node: Node) -> float:
    """Area grows with the number of papers; papers are all alike and small."""
    return 5.0 if node.kind == "paper" else round(3.0 + 5.5 * sqrt(max(node.papers, 1)), 2)


def regions(picture: Picture) -> list[dict[str, Any]]:
    """The communities worth a name: their members and two or three most telling concepts."""
    found = []
    for members in picture.layout.communities:
        nodes = [picture.nodes[number] for number in members]
        concepts = [node for node in nodes if node.kind == "concept"]
        inside = {node.id for node in nodes if node.kind == "paper"}
        local = Counter(edge.target for edge in picture.edges if edge.source in inside)
        # A topic is what several papers share; papers that stand alone are none together.
        concepts = [node for node in concepts if local[node.id] > 1]
        concepts.sort(key=lambda node: (-local[node.id], -node.papers, node.id))
        if not concepts or len(nodes) < 6:
            continue
        names = [shorten(node.label, 28) for node in concepts[:2]]
        found.append({"name": " · ".join(names), "members": [node.id for node in nodes]})
    return found


def shorten(text: str, length: int) -> str:
    """Cut a text at a blank where it is too long."""
    if len(text) <= length:
        return text
    return text[: length - 1].rsplit(" ", 1)[0][: length - 1] + "…"


def evidence(graph: Graph, edges: Iterable[Edge], per_edge: int) -> dict[str, list[list[str]]]:
    """For each edge id up to `per_edge` rows: paper id, text before, the mention, text after."""
    ids = {edge.key: edge.id for edge in edges}
    found: dict[str, list[list[str]]] = defaultdict(list)
    for passage in iter_passages(graph.store, graph.base, wanted=ids):
        rows = found[ids[passage.edge]]
        if len(rows) < per_edge:
            said = quote(passage)
            # Named twice in one sentence, it needs to be read once.
            if (passage.paper, "".join(said)) not in {(row[0], "".join(row[1:])) for row in rows}:
                rows.append([passage.paper, *said])
    return {edge: rows for edge, rows in found.items() if rows}


def quote(passage: Passage) -> tuple[str, str, str]:
    """The sentence around a mention in three pieces: before it, itself, after it."""
    text, start, end = passage.text, passage.start, passage.end
    around = sentence_around(text, Span(start, end))
    left, right = max(around.start, start - _WINDOW), min(around.end, end + _WINDOW)
    return text[left:start], text[start:end], text[end:right]


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
