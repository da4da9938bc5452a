"""The graph without RDF: what every non-RDF exporter and every view starts from.

Nodes and edges one by one, for what is larger than memory, are in kg.graph.stream.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pyoxigraph as ox

from kg import vocab
from kg.graph.ask import select_text
from kg.graph.stream import edge_key, iter_edges, iter_nodes
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


def iter_passages(
    store: ox.Store, base: str, wanted: Container[EdgeKey] | None = None
) -> Iterator[Passage]:
    """Every mention that an edge rests on, sorted by edge and place.

    Args:
        wanted: the edges to look at, all by default; the others take no memory.
    """
    graph = vocab.graph_iri(base, "evidence")
    texts = {row["text"]: row for row in select_text(store, "evidence-texts", graph=graph)}
    found = []
    for row in select_text(store, "evidence", graph=graph):
        text = texts.get(row["text"])
        source, target, relation = edge_key(row, base)
        edge = (source, relation, target)
        if text is not None and (wanted is None or edge in wanted):
            place = (text["paper"], text["field"], int(row["start"]), int(row["end"]))
            found.append((edge, place, text["value"]))
    # The title first: what a paper says of itself in its title says most.
    found.sort(key=lambda item: (item[0], item[1][0], item[1][1] != "title", item[1][2:]))
    for edge, (paper, field, start, end), value in found:
        yield Passage(edge, paper.removeprefix(base), field, value, start, end)


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
