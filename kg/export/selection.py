"""What an export holds: which nodes, which edges, and how much of the evidence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from kg.errors import UsageError
from kg.export.cooccurrence import iter_shared
from kg.graph.network import (
    LIST_SEPARATOR,
    Graph,
    edge_attributes,
    node_attributes,
)
from kg.graph.sorting import left_join
from kg.graph.stream import INTERACTIONS, ROLE_RELATIONS, iter_edges, iter_nodes, iter_quotes
from kg.model import Edge, Node

__all__ = ["EDGE_TYPES", "NODE_TYPES", "EvidenceLevel", "Graph", "Kind", "Selection"]

#: How much of the evidence graph goes into an export.
EvidenceLevel = Literal["none", "statements", "full"]
#: What a projection keeps.
Kind = Literal["papers", "concepts"]
#: The type of each attribute, the same over a whole file.
Types = Mapping[str, type[str] | type[int] | type[float]]
Values = Mapping[str, str | int | float]

NODE_TYPES: Types = {
    "iri": str,
    "label": str,
    "name": str,
    "kind": str,
    "concept_type": str,
    "year": int,
    "papers": int,
    "aliases": str,
}
EDGE_TYPES: Types = {
    "edge_id": str,
    "relation": str,
    "interaction": str,
    "confidence": float,
    "salience": float,
    "support": int,
}
#: Only with full evidence: the words of the papers that an edge rests on.
QUOTES = "quotes"

_SHARED: Mapping[Kind, tuple[str, str]] = {
    "papers": ("sharesConceptsWith", "shares concepts with"),
    "concepts": ("cooccursWith", "co-occurs with"),
}


@dataclass(frozen=True, slots=True)
class Selection:
    """A part of a graph to export; nodes and edges are made one by one, as they are asked for.

    Raises:
        UsageError: an unknown level of evidence, an unknown projection, or one with evidence.
    """

    graph: Graph
    evidence: EvidenceLevel = "none"
    only: Kind | None = None

    def __post_init__(self) -> None:
        if self.evidence not in get_args(EvidenceLevel):
            levels = ", ".join(get_args(EvidenceLevel))
            raise UsageError(f"unknown evidence level {self.evidence!r}; choose one of: {levels}")
        if self.only is not None and self.only not in get_args(Kind):
            kinds = ", ".join(get_args(Kind))
            raise UsageError(f"unknown projection {self.only!r}; choose one of: {kinds}")
        if self.only is not None and self.evidence != "none":
            raise UsageError(f"edges between {self.only} are counts and have no evidence")

    @property
    def directed(self) -> bool:
        """Whether edges have a direction; sharing has none."""
        return self.only is None

    @property
    def interactions(self) -> Mapping[str, str]:
        """The relations that edges may have, and what each is called in words."""
        return INTERACTIONS if self.only is None else dict([_SHARED[self.only]])

    def nodes(self) -> Iterator[Node]:
        """The nodes by id."""
        for node in iter_nodes(self.graph.store, self.graph.base):
            if self.only is None or self.only == f"{node.kind}s":
                yield node

    def edges(self) -> Iterator[Edge]:
        """The edges by source, target and relation, numbered in this order."""
        edges = iter_edges(self.graph.store, self.graph.base)
        if self.only is None:
            yield from edges
            return
        pairs = ((e.source, e.target) for e in edges if e.relation in ROLE_RELATIONS)
        if self.only == "concepts":
            shared = iter_shared(pairs)
        else:
            shared = iter_shared((concept, paper) for paper, concept in pairs)
        relation, interaction = _SHARED[self.only]
        for number, (source, target, count) in enumerate(shared):
            yield Edge(f"e{number}", source, target, relation, interaction, support=count)

    @property
    def edge_types(self) -> Types:
        """The attributes that edges may have."""
        return {**EDGE_TYPES, QUOTES: str} if self.evidence == "full" else EDGE_TYPES

    def node_rows(self) -> Iterator[tuple[Node, Values]]:
        """Each node with its attributes, those of NODE_TYPES that are known."""
        return ((node, node_attributes(node)) for node in self.nodes())

    def edge_rows(self) -> Iterator[tuple[Edge, Values]]:
        """Each edge with its attributes, those of `edge_types` that are known."""
        for edge, quotes in self.quoted_edges():
            values = edge_attributes(edge)
            if quotes:
                values[QUOTES] = LIST_SEPARATOR.join(quotes)
            yield edge, values

    def quoted_edges(self) -> Iterator[tuple[Edge, tuple[str, ...]]]:
        """Each edge with the words that it rests on, none unless the evidence is full."""
        keyed = (((e.source, e.target, e.relation), e) for e in self.edges())
        full = self.evidence == "full"
        quotes = iter_quotes(self.graph.store, self.graph.base) if full else ()
        return ((edge, said or ()) for edge, said in left_join(keyed, quotes))
