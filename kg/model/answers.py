"""What a graph answers: projections, counts, descriptions of a node."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kg.model.papers import Span
from kg.model.terms import ConceptType


@dataclass(frozen=True, slots=True)
class Node:
    """A paper or concept as exporters and views see it; `id` is a short slug, `iri` the IRI."""

    id: str
    iri: str
    label: str
    name: str
    kind: Literal["paper", "concept"]
    concept_type: ConceptType | None = None
    year: int | None = None
    papers: int = 0
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A role or relation triple; `relation` is the local name of its predicate."""

    id: str
    source: str
    target: str
    relation: str
    interaction: str
    confidence: float | None = None
    salience: float | None = None
    support: int = 1

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells an edge from all others of the graph."""
        return self.source, self.relation, self.target


@dataclass(frozen=True, slots=True)
class Projection:
    """The graph without RDF: nodes sorted by id, edges by (source, target, relation)."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a graph holds; `triples` counts the default graph, `quads` all three.

    `links` and `relations` go by `Edge.relation`.
    """

    papers: int
    concepts: Mapping[ConceptType, int]
    links: Mapping[str, int]
    relations: Mapping[str, int]
    triples: int
    quads: int


@dataclass(frozen=True, slots=True)
class Quote:
    """Evidence to read: a sentence of a paper, and where in the sentence the mention stands."""

    paper: str
    sentence: str
    span: Span


@dataclass(frozen=True, slots=True)
class Neighbour:
    """One edge of a node: `outgoing` says whether the node is its subject; else as `Edge`."""

    relation: str
    interaction: str
    outgoing: bool
    iri: str
    label: str
    confidence: float
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """A paper or concept with all that surrounds it; a concept has no authors, year and so on."""

    iri: str
    label: str
    kind: str
    aliases: tuple[str, ...]
    text: str
    neighbours: tuple[Neighbour, ...]
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    identifiers: tuple[str, ...] = ()
