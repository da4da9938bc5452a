"""The graph without RDF: what every non-RDF exporter and every view starts from.

Nodes and edges one by one, for what is larger than memory, are in kg.graph.stream.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import pyoxigraph as ox

from kg import vocab
from kg.graph.stream import PREDICATES, iter_edges, iter_nodes
from kg.model import Edge, Node, Projection

if TYPE_CHECKING:
    import networkx as nx

#: How several values become one attribute, in every format that has no lists.
LIST_SEPARATOR = "; "

#: What `Edge.key` gives: (source, relation, target).
EdgeKey = tuple[str, str, str]


class Graph(Protocol):
    """What exporters and views need to know of a graph."""

    @property
    def store(self) -> ox.Store:
        """The RDF store; it is only read."""

    @property
    def base(self) -> str:
        """The base IRI of the data."""

    @property
    def projection(self) -> Projection:
        """The papers and concepts with their edges."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A mention that an edge rests on, with the whole text that it stands in.

    `edge` is `Edge.key`, `paper` the id of a node; offsets count code points of `text`.
    """

    edge: EdgeKey
    paper: str
    field: str
    text: str
    start: int
    end: int


def project(store: ox.Store, base: str) -> Projection:
    """The papers and concepts of a store with the roles and relations between them, in memory.

    Args:
        store: a store in the model of docs/reference/rdf-model.md; only read.
        base: the base IRI of its data; `Node.id` is the IRI without it.
    """
    nodes = tuple(iter_nodes(store, base))
    names = {node.id: node.id for node in nodes}
    return Projection(nodes, tuple(iter_edges(store, base, names)))


def iter_passages(store: ox.Store, base: str, edges: Iterable[EdgeKey]) -> Iterator[Passage]:
    """Every mention that these edges rest on, sorted by edge and place."""
    texts = _Texts(store, base)
    for edge in sorted(edges):
        # The title first: what a paper says of itself in its title says most.
        yield from sorted(
            texts.mentions(edge), key=lambda p: (p.paper, p.field != "title", p.start, p.end)
        )


class _Texts:
    """What edges rest on, looked up by index: a join over all edges takes as long for one."""

    def __init__(self, store: ox.Store, base: str) -> None:
        self._store, self._base = store, base
        self._graph = ox.NamedNode(vocab.graph_iri(base, "evidence"))
        self._known: dict[ox.NamedNode, tuple[str, str, str]] = {}

    def mentions(self, edge: EdgeKey) -> Iterator[Passage]:
        """The mentions of one edge."""
        source, relation, target = edge
        ends = self._base + source, PREDICATES[relation], self._base + target
        statement = ox.NamedNode(vocab.statement_iri(self._base, *ends))
        for mention in self._values(statement, "pkg:evidence"):
            (text,) = self._values(mention, "oa:hasSource")
            (selector,) = self._values(mention, "oa:hasSelector")
            start, end = int(self._one(selector, "oa:start")), int(self._one(selector, "oa:end"))
            yield Passage(edge, *self._text(text), start, end)

    def _text(self, iri: ox.NamedNode) -> tuple[str, str, str]:
        """Paper, field and the text itself."""
        if iri not in self._known:
            paper = self._one(iri, "schema:isPartOf").removeprefix(self._base)
            self._known[iri] = paper, self._one(iri, "pkg:field"), self._one(iri, "rdf:value")
        return self._known[iri]

    def _one(self, subject: ox.NamedNode, predicate: str) -> str:
        (value,) = self._values(subject, predicate)
        return str(value.value)

    def _values(self, subject: ox.NamedNode, predicate: str) -> list[Any]:
        pattern = subject, ox.NamedNode(vocab.term(predicate)), None, self._graph
        return [quad.object for quad in self._store.quads_for_pattern(*pattern)]


def to_networkx(projection: Projection) -> "nx.MultiDiGraph[str]":
    """The projection as a NetworkX graph, each edge keyed by its id.

    Attributes have one type each over the whole graph; what is not known is left out rather
    than None, and aliases are one string joined by "; ", so every NetworkX writer takes them.

    >>> to_networkx(Projection((Node("c-x", "urn:x", "X", "X", "concept"),), ())).nodes["c-x"]
    {'iri': 'urn:x', 'label': 'X', 'name': 'X', 'kind': 'concept', 'papers': 0}
    """
    import networkx as nx  # not above: it takes longer to load than most queries to answer

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for node in projection.nodes:
        graph.add_node(node.id, **node_attributes(node))
    for edge in projection.edges:
        graph.add_edge(edge.source, edge.target, key=edge.id, **edge_attributes(edge))
    return graph


def node_attributes(node: Node) -> dict[str, str | int]:
    """The attributes of a node under the names every export uses, without the empty ones."""
    values = {
        "iri": node.iri,
        "label": node.label,
        "name": node.name,
        "kind": node.kind,
        "concept_type": node.concept_type,
        "year": node.year,
        "papers": node.papers,
        "aliases": LIST_SEPARATOR.join(node.aliases) or None,
    }
    return {name: value for name, value in values.items() if value is not None}


def edge_attributes(edge: Edge) -> dict[str, str | int | float]:
    """The attributes of an edge. None is called id, key, type, source or target: readers take
    those names for their own.
    """
    values = {
        "edge_id": edge.id,
        "relation": edge.relation,
        "interaction": edge.interaction,
        "confidence": edge.confidence,
        "salience": edge.salience,
        "support": edge.support,
    }
    return {name: value for name, value in values.items() if value is not None}
