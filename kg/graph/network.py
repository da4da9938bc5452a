"""The graph without RDF: what every non-RDF exporter and every view starts from.

The SPARQL lies beside this module in .rq files. Each query is one scan and the joins are made
here by dictionaries, so the cost grows with the number of triples and no faster.
"""

from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Protocol, get_args

import networkx as nx
import pyoxigraph as ox

from kg import vocab
from kg.graph.ask import select_text
from kg.model import ConceptType, Edge, Node, Projection
from kg.vocab import term

#: What an edge of each relation is called in words.
INTERACTIONS = {
    "introduces": "introduces",
    "uses": "uses",
    "comparesWith": "compares with",
    "addresses": "addresses",
    "mentions": "mentions",
    "usedFor": "used for",
    "partOf": "part of",
    "evaluatedWith": "evaluated with",
    "trainedWith": "trained with",
    "benchmarkFor": "benchmark for",
    "contrastedWith": "contrasted with",
    "broader": "kind of",
}

#: How several values become one attribute, in every format that has no lists.
LIST_SEPARATOR = "; "

_CONCEPT_TYPES: dict[str, ConceptType] = {
    term(vocab.TYPE_TERMS[kind]): kind for kind in get_args(ConceptType)
}

Triple = tuple[str, str, str]
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
    """The papers and concepts of a store with the roles and relations between them.

    `Node.papers` counts the papers linked to a concept; a paper counts as one, itself. A triple
    whose ends are not both papers or concepts of the graph is no edge. A concept or paper
    without a label gets its id, so every node has one.

    Args:
        store: a store in the model of docs/reference/rdf-model.md; only read.
        base: the base IRI of its data; `Node.id` is the IRI without it.
    """
    rows = list(select_text(store, "project-edges"))
    facts = {
        (row["source"], row["predicate"], row["target"]): row
        for row in select_text(store, "project-statements", graph=vocab.graph_iri(base, "evidence"))
    }
    triples = [(row["source"], row["predicate"], row["target"]) for row in rows]
    nodes = _nodes(store, base, triples)
    edges = _edges(triples, facts, {node.iri: node.id for node in nodes})
    return Projection(nodes=nodes, edges=edges)


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
        edge = _edge_key(row, base)
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


def _nodes(store: ox.Store, base: str, triples: list[Triple]) -> tuple[Node, ...]:
    rows: dict[str, dict[str, str]] = {}
    for row in select_text(store, "project-nodes"):
        # Two names or years would give two rows; the first in order is kept, never two nodes.
        kept = rows.setdefault(row["node"], row)
        rows[row["node"]] = min(kept, row, key=lambda r: sorted(r.items()))
    aliases = defaultdict(list)
    for row in select_text(store, "project-aliases"):
        aliases[row["node"]].append(row["alias"])
    papers = _papers_by_concept(triples, rows)
    made = [_node(row, base, sorted(aliases[iri]), len(papers[iri])) for iri, row in rows.items()]
    return tuple(sorted(made, key=lambda node: node.id))


def _papers_by_concept(
    triples: list[Triple], rows: dict[str, dict[str, str]]
) -> dict[str, set[str]]:
    papers: dict[str, set[str]] = defaultdict(set)
    for source, _, target in triples:
        row = rows.get(source)
        if row is not None and row["type"] not in _CONCEPT_TYPES:
            papers[target].add(source)
    return papers


def _node(row: dict[str, str], base: str, aliases: list[str], papers: int) -> Node:
    iri = row["node"]
    short = iri.removeprefix(base)
    label = row.get("label") or short
    concept_type = _CONCEPT_TYPES.get(row["type"])
    return Node(
        id=short,
        iri=iri,
        label=label,
        name=label,
        kind="concept" if concept_type else "paper",
        concept_type=concept_type,
        year=int(row["year"]) if "year" in row else None,
        papers=papers if concept_type else 1,
        aliases=tuple(aliases),
    )


def _edges(
    triples: list[Triple], facts: dict[Triple, dict[str, str]], ids: dict[str, str]
) -> tuple[Edge, ...]:
    ends = [
        (ids[source], ids[target], _local(predicate), facts.get((source, predicate, target), {}))
        for source, predicate, target in triples
        if source in ids and target in ids
    ]
    ends.sort(key=lambda item: item[:3])
    return tuple(
        Edge(
            id=f"e{number}",
            source=source,
            target=target,
            relation=relation,
            interaction=INTERACTIONS[relation],
            confidence=float(fact["confidence"]) if "confidence" in fact else None,
            salience=float(fact["salience"]) if "salience" in fact else None,
            support=int(fact.get("support", 1)),
        )
        for number, (source, target, relation, fact) in enumerate(ends)
    )


def _edge_key(row: dict[str, str], base: str) -> EdgeKey:
    source, target = row["source"].removeprefix(base), row["target"].removeprefix(base)
    return source, _local(row["predicate"]), target


def _local(predicate: str) -> str:
    return predicate.rpartition("#")[2]
