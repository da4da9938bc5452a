"""Which part of a graph a page is about: all of it, what surrounds a node, what a query gives."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import pyoxigraph as ox

from kg.errors import UsageError
from kg.graph.describe import find
from kg.graph.network import Graph
from kg.model import Edge, Node
from kg.query import Answer, load, run


@dataclass(frozen=True, slots=True)
class Scope:
    """Nodes and edges in the order of the projection; `words` is empty for the whole graph."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    words: str = ""


def find_scope(graph: Graph, query: str | Answer = "", focus: str = "", hops: int = 2) -> Scope:
    """What a page is to show before any limit.

    Args:
        query: a CONSTRUCT, whose triples are the edges, or a SELECT, whose rows name the nodes;
            text, .rq file or name as in `kg.query.load`, or what was answered. Empty for the
            whole graph.
        focus: a node by label, alias, id or IRI, of which all within `hops` links is kept.

    Raises:
        UsageError: an unknown name; a query that gives no node, or is an ASK.
        QueryError: a query that does not parse.
    """
    scope = Scope(graph.projection.nodes, graph.projection.edges)
    if query:
        scope = _of_query(graph, scope, query)
    return _around(graph, scope, focus, hops) if focus else scope


def _of_query(graph: Graph, scope: Scope, query: str | Answer) -> Scope:
    if isinstance(query, Answer):
        answer, words = query, "the answer of a query"
    else:
        spec = load(query)
        answer = run(graph.store, spec, base=graph.base)
        words = f"the answer of the query {spec.name}"
    if answer.boolean is not None:
        raise UsageError("an ASK names no nodes; give a CONSTRUCT or a SELECT of nodes")
    ids = _named(answer, graph.base)
    nodes = tuple(node for node in scope.nodes if node.id in ids)
    if not nodes:
        raise UsageError("the query gives no paper or concept of this graph; try it in kg query")
    edges = _edges(scope.edges, {node.id for node in nodes}, answer, graph.base)
    return Scope(nodes, edges, words)


def _named(answer: Answer, base: str) -> set[str]:
    terms: Iterable[object] = (
        (term for row in answer.rows for term in row)
        if answer.triples is None
        else (term for triple in answer.triples for term in (triple.subject, triple.object))
    )
    return {term.value.removeprefix(base) for term in terms if isinstance(term, ox.NamedNode)}


def _edges(edges: tuple[Edge, ...], ids: set[str], answer: Answer, base: str) -> tuple[Edge, ...]:
    """The constructed edges; where only nodes are named, all between them."""
    if answer.triples is None:
        return tuple(e for e in edges if e.source in ids and e.target in ids)
    keys = {
        (
            _short(t.subject, base),
            _short(t.predicate, base).rpartition("#")[2],
            _short(t.object, base),
        )
        for t in answer.triples
    }
    return tuple(edge for edge in edges if edge.key in keys)


def _short(term: object, base: str) -> str:
    return term.value.removeprefix(base) if isinstance(term, ox.NamedNode) else ""


def _around(graph: Graph, scope: Scope, focus: str, hops: int) -> Scope:
    start = find(graph.store, focus, graph.base).value.removeprefix(graph.base)
    labels = {node.id: node.label for node in scope.nodes}
    if start not in labels:
        raise UsageError(f"{focus!r} is not in the answer of the query")
    near: dict[str, set[str]] = defaultdict(set)
    for edge in scope.edges:
        near[edge.source].add(edge.target)
        near[edge.target].add(edge.source)
    reached = fringe = {start}
    for _ in range(hops):
        fringe = {other for node in fringe for other in near[node]} - reached
        reached = reached | fringe
    nodes = tuple(node for node in scope.nodes if node.id in reached)
    edges = tuple(e for e in scope.edges if e.source in reached and e.target in reached)
    away = f"{hops} link{'' if hops == 1 else 's'} of {labels[start]}"
    return Scope(nodes, edges, f"within {away}" + (f", {scope.words}" if scope.words else ""))
