"""The nodes that a page holds, the most important first, each with its place."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import sqrt

from kg.model import Edge, Node
from kg.view.layout import Layout, lay_out
from kg.view.scope import Scope

_NAMES = 3  # concepts in the name of a community
_SMALLEST_REGION = 6
_LONG = 28  # letters


@dataclass(frozen=True, slots=True)
class Picture:
    """What is shown of a scope, with its layout; `nodes` are sorted by importance."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    layout: Layout


@dataclass(frozen=True, slots=True)
class Region:
    """A community worth a name: its most telling concepts, and its nodes by index."""

    names: tuple[str, ...]
    members: tuple[int, ...]


def choose(scope: Scope, max_nodes: int | None = None) -> Picture:
    """Keep the `max_nodes` most important nodes of a scope and place them."""
    nodes = by_importance(scope)[:max_nodes]
    index = {node.id: number for number, node in enumerate(nodes)}
    edges = tuple(e for e in scope.edges if e.source in index and e.target in index)
    links = [(index[edge.source], index[edge.target]) for edge in edges]
    return Picture(nodes, edges, lay_out([*map(radius, nodes)], links, _anchors(nodes, links)))


def by_importance(scope: Scope) -> tuple[Node, ...]:
    """All nodes, so that each beginning of the list is a fair picture of the whole.

    Concepts go by papers, then by links; papers by links. The two are merged in the proportion in
    which the scope holds them, so that no limit drops all papers or all concepts.
    """
    degrees: Counter[str] = Counter()
    for edge in scope.edges:
        degrees.update((edge.source, edge.target))
    kinds: dict[str, list[Node]] = defaultdict(list)
    for node in sorted(scope.nodes, key=lambda n: (-n.papers, -degrees[n.id], n.id)):
        kinds[node.kind].append(node)
    ranked = [
        ((place + 0.5) / len(nodes), kind, node)
        for kind, nodes in kinds.items()
        for place, node in enumerate(nodes)
    ]
    return tuple(node for _, _, node in sorted(ranked, key=lambda entry: entry[:2]))


def radius(node: Node) -> float:
    """Area grows with the number of papers; papers are all alike and small."""
    return 5.0 if node.kind == "paper" else round(3.0 + 5.5 * sqrt(max(node.papers, 1)), 2)


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


def regions(picture: Picture) -> tuple[Region, ...]:
    """The communities with a topic, named by their two or three most telling concepts."""
    papers_in: dict[str, list[str]] = defaultdict(list)
    papers = {node.id for node in picture.nodes if node.kind == "paper"}
    for edge in picture.edges:
        if edge.source in papers:
            papers_in[edge.source].append(edge.target)
    found = []
    for members in picture.layout.communities:
        nodes = [picture.nodes[number] for number in members]
        local = Counter(concept for node in nodes for concept in papers_in[node.id])
        # A topic is what several papers share; papers that stand alone are none together.
        shared = [n for n in nodes if n.kind == "concept" and local[n.id] > 1]
        if not shared or len(nodes) < _SMALLEST_REGION:
            continue
        # Frequent here and seldom elsewhere: what half the corpus uses tells nothing of a place.
        shared.sort(key=lambda n: (-(local[n.id] ** 2) / max(n.papers, 1), -local[n.id], n.id))
        names = tuple(short_name(node) for node in shared[:_NAMES])
        found.append(Region(names, tuple(members)))
    return tuple(found)


def short_name(node: Node) -> str:
    """Its label, or the shortest alias of a label that is too long for a map: "GLUE"."""
    return node.label if len(node.label) <= _LONG else min((node.label, *node.aliases), key=len)
