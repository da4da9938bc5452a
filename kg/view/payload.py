"""The data of the explorer: columns, so that ten thousand nodes are a few long arrays.

Two blocks: what the first frame needs, and what is read when someone clicks or searches. A column
of numbers that mostly grow holds the steps between them, which deflate to far less.
"""

import base64
import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from kg.graph.network import Graph
from kg.graph.stream import INTERACTIONS
from kg.model import Edge, Node, Span
from kg.view import content
from kg.view.picture import Picture, Region, radius, regions
from kg.view.scope import Scope
from kg.view.words import shorthand

KINDS = ("method", "task", "dataset", "paper")
RELATIONS = tuple(INTERACTIONS)


def pack(values: Any) -> str:
    """JSON, deflated, as base64: letters that no HTML can end, a third of the size.

    >>> unpack(pack({"a": ["</script>"]}))
    {'a': ['</script>']}
    """
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode("ascii")


def unpack(block: str) -> Any:
    """What `pack` was given."""
    return json.loads(zlib.decompress(base64.b64decode(block)))


def map_columns(graph: Graph, scope: Scope, picture: Picture, title: str) -> dict[str, Any]:
    """What the map needs: nodes by importance, edges, named communities, honest totals."""
    whole = graph.projection
    return {
        "title": title,
        "scope": scope.words,
        "base": graph.base,
        "total": {"nodes": len(whole.nodes), "edges": len(whole.edges)},
        "inScope": {"nodes": len(scope.nodes), "edges": len(scope.edges)},
        "counts": Counter(kind_of(node) for node in whole.nodes),
        "relations": [[name, INTERACTIONS[name]] for name in RELATIONS],
        "nodes": _node_columns(picture),
        "edges": _edge_columns(picture),
        "regions": _region_columns(regions(picture)),
    }


def kind_of(node: Node) -> str:
    """The name of what a node is to a reader: a concept's type, or paper."""
    return node.concept_type or "paper"


def _node_columns(picture: Picture) -> dict[str, list[Any]]:
    nodes, points = picture.nodes, picture.layout.points
    return {
        "id": [node.id for node in nodes],
        "label": [node.label for node in nodes],
        "kind": [KINDS.index(kind_of(node)) for node in nodes],
        "papers": [node.papers for node in nodes],
        "year": [node.year or 0 for node in nodes],
        "x": [round(x) for x, _ in points],
        "y": [round(y) for _, y in points],
        "radius": [radius(node) for node in nodes],
    }


def _edge_columns(picture: Picture) -> dict[str, list[Any]]:
    index = {node.id: number for number, node in enumerate(picture.nodes)}
    edges = picture.edges
    return {
        "id": steps(int(edge.id.removeprefix("e")) for edge in edges),
        "source": [index[edge.source] for edge in edges],
        "target": [index[edge.target] for edge in edges],
        "relation": [RELATIONS.index(edge.relation) for edge in edges],
        # The model keeps four places; whole numbers are shorter. -1 is not known.
        "confidence": [-1 if e.confidence is None else round(e.confidence * 1e4) for e in edges],
        "support": [edge.support for edge in edges],
    }


def _region_columns(found: Iterable[Region]) -> list[dict[str, Any]]:
    return [
        {"name": [content.shorten(name, 28) for name in r.names], "members": r.members}
        for r in found
    ]


def detail_columns(graph: Graph, picture: Picture, per_edge: int) -> dict[str, Any]:
    """What the panel, the search and the filters need: aliases, sources, sentences."""
    index = {node.id: number for number, node in enumerate(picture.nodes)}
    about = content.papers(graph, picture.nodes)
    return {
        "aliases": {index[n.id]: n.aliases for n in picture.nodes if n.aliases},
        "sources": {index[paper]: values for paper, values in about.items()},
        **_evidence(graph, picture.edges, index, per_edge),
    }


def _evidence(
    graph: Graph, edges: tuple[Edge, ...], index: Mapping[str, int], per_edge: int
) -> dict[str, Any]:
    """Each sentence once, by paper (-1 for none here); for each edge how many, which and where."""
    said: dict[str, list[tuple[tuple[int, str], Span]]] = defaultdict(list)
    for edge, quote in content.iter_quotes(graph, edges, per_edge):
        said[edge].append(((index.get(quote.paper, -1), quote.sentence), quote.span))
    found = dict.fromkeys(key for edge in edges for key, _ in said[edge.id])
    sentences = sorted(found, key=lambda key: key[0])
    place = {key: number for number, key in enumerate(sentences)}
    rows = [row for edge in edges for row in said[edge.id]]
    return {
        "sentences": {
            "paper": [paper for paper, _ in sentences],
            **shorthand([text for _, text in sentences]),
        },
        "evidence": {
            "count": [len(said[edge.id]) for edge in edges],
            "sentence": steps(place[key] for key, _ in rows),
            "start": [span.start for _, span in rows],
            "length": [span.end - span.start for _, span in rows],
        },
    }


def steps(numbers: Iterable[int]) -> list[int]:
    """The first number and then the differences.

    >>> steps([4, 5, 5, 3])
    [4, 1, 0, -2]
    """
    listed = list(numbers)
    return [after - before for before, after in pairwise([0, *listed])]
