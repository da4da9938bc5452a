"""The part of a graph that an answer names, as a graph of its own: for a page, for a file."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from pyoxigraph import DefaultGraph, NamedNode, Quad, Store, Triple

from kg import vocab
from kg.graph.network import project
from kg.model import Projection

_EDGES = frozenset(
    vocab.term(curie) for curie in (*vocab.ROLE_TERMS.values(), *vocab.RELATION_TERMS.values())
)
_DEFAULT = DefaultGraph()


@dataclass(frozen=True)
class Part:
    """A graph in memory; what exporters and views ask of one."""

    store: Store
    base: str

    @cached_property
    def projection(self) -> Projection:
        """Its papers and concepts with their edges."""
        return project(self.store, self.base)


def part_of(
    store: Store, base: str, nodes: Iterable[NamedNode], triples: Collection[Triple] | None = None
) -> Part:
    """The papers and concepts among `nodes`, with all that is known of them.

    Args:
        triples: the edges to keep, if not all between the nodes; their ends are kept too.
    """
    edges = {t for t in triples or () if t.predicate.value in _EDGES}
    ends = {end for t in edges for end in (t.subject, t.object) if isinstance(end, NamedNode)}
    kept = {*nodes, *ends}
    part = Store()
    for node in kept:
        for quad in store.quads_for_pattern(node, None, None, _DEFAULT):
            is_edge = quad.predicate.value in _EDGES
            chosen = quad.object in kept if triples is None else quad.triple in edges
            if not is_edge or chosen:
                part.add(quad)
                part.extend(_around(store, base, quad) if is_edge else _named(store, quad))
    return Part(part, base)


def _named(store: Store, quad: Quad) -> Iterator[Quad]:
    """What a person or venue that the node points at is called."""
    if isinstance(quad.object, NamedNode) and quad.predicate.value.startswith(
        "https://schema.org/"
    ):
        yield from store.quads_for_pattern(quad.object, None, None, _DEFAULT)


def _around(store: Store, base: str, edge: Quad) -> Iterator[Quad]:
    """The statement of an edge with its mentions, their selectors and texts."""
    graph = NamedNode(vocab.graph_iri(base, "evidence"))
    ends = [getattr(end, "value", "") for end in (edge.subject, edge.predicate, edge.object)]
    waiting = [NamedNode(vocab.statement_iri(base, *ends))]
    seen = set(waiting)
    while waiting:
        for quad in store.quads_for_pattern(waiting.pop(), None, None, graph):
            yield quad
            if isinstance(quad.object, NamedNode) and quad.object not in seen:
                seen.add(quad.object)
                waiting.append(quad.object)
