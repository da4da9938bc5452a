"""Nodes, edges and evidence one by one, in order, however many statements a graph holds.

Each query is one scan of the store. The rows are joined by sorting them by what they have in
common (kg.graph.sorting), through temporary files where they are many.
"""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import pyoxigraph as ox

from kg import vocab
from kg.graph.ask import select_text
from kg.graph.sorting import Key, group_rows
from kg.model import Concept, ConceptType, Edge, Node
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
#: The relations that lead from papers to concepts; all others join two concepts.
ROLE_RELATIONS = frozenset(curie.partition(":")[2] for curie in vocab.ROLE_TERMS.values())

#: The name of a relation to the IRI of its predicate.
PREDICATES = {
    curie.partition(":")[2]: term(curie)
    for curie in (*vocab.ROLE_TERMS.values(), *vocab.RELATION_TERMS.values())
}

_RELATIONS = {name: name for name in INTERACTIONS}
#: The IRI of a class to the type of the concepts in it.
TYPE_OF: dict[str, ConceptType] = {
    term(vocab.TYPE_TERMS[kind]): kind for kind in get_args(ConceptType)
}
_ROW, _ALIAS, _PAPER = "row", "alias", "paper"


def iter_nodes(store: ox.Store, base: str) -> Iterator[Node]:
    """Papers and concepts by id.

    `Node.papers` counts the papers linked to a concept; a paper counts as one, itself. A
    concept or paper without a label gets its id, so every node has one.

    Args:
        store: a store in the model of docs/reference/rdf-model.md; only read.
        base: the base IRI of its data; `Node.id` is the IRI without it.
    """
    for (short,), values in group_rows(_node_rows(store, base)):
        rows = [value for tag, value in values if tag == _ROW]
        if not rows:
            continue
        # Two names or years would give two rows; the first in order is kept, never two nodes.
        row = min(rows, key=lambda r: sorted(r.items()))
        concept_type = TYPE_OF.get(row["type"])
        label = row.get("label") or short
        papers = {value for tag, value in values if tag == _PAPER}
        yield Node(
            id=short,
            iri=row["node"],
            label=label,
            name=label,
            kind="concept" if concept_type else "paper",
            concept_type=concept_type,
            year=int(row["year"]) if "year" in row else None,
            papers=len(papers) if concept_type else 1,
            aliases=tuple(sorted(value for tag, value in values if tag == _ALIAS)),
        )


def iter_concepts(store: ox.Store, base: str) -> Iterator[Concept]:
    """The concepts by id, as resolution made them."""
    for node in iter_nodes(store, base):
        if node.concept_type:
            short = node.id.removeprefix("c-")
            yield Concept(short, node.concept_type, node.label, node.aliases)


def iter_edges(
    store: ox.Store, base: str, names: Mapping[str, str] | None = None
) -> Iterator[Edge]:
    """Role and relation triples by (source, target, relation), with what is known of each.

    A triple whose ends are not both papers or concepts of the graph is no edge.

    Args:
        names: each node id to itself, for who keeps the edges: else each holds copies of its own.
    """
    shared = names or {}
    number = 0
    for (source, target, relation), values in group_rows(_edge_rows(store, base)):
        if None not in values:  # a statement without its triple
            continue
        fact: Mapping[str, str] = next((value for value in values if value is not None), {})
        yield Edge(
            id=f"e{number}",
            source=shared.get(source, source),
            target=shared.get(target, target),
            relation=_RELATIONS[relation],
            interaction=INTERACTIONS[relation],
            confidence=float(fact["confidence"]) if "confidence" in fact else None,
            salience=float(fact["salience"]) if "salience" in fact else None,
            support=int(fact.get("support", 1)),
        )
        number += 1


def iter_quotes(store: ox.Store, base: str) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """The words that each edge rests on, by (source, target, relation) as the edges are.

    Of one edge they are sorted by paper, title first, and place; the same words stand once.
    """
    for key, values in group_rows(_quote_rows(store, base)):
        yield key, tuple(dict.fromkeys(quote for *_, quote in values))


def iter_papers(store: ox.Store, base: str) -> Iterator[tuple[Key, Mapping[str, list[str]]]]:
    """What each paper says of itself beyond its node, by (id,): property to values.

    The properties are the local names of their terms, as in docs/reference/rdf-model.md; of
    venues and authors the names, and under `concept` the labels of all concepts it is linked to.
    """
    rows = (
        ((row["paper"].removeprefix(base),), [row["property"], row["value"]])
        for row in select_text(store, "stream-papers")
    )
    for key, pairs in group_rows(rows):
        fields: dict[str, list[str]] = {}
        for name, value in pairs:
            fields.setdefault(name, []).append(value)
        yield key, fields


def edge_key(row: Mapping[str, str], base: str) -> Key:
    """(source, target, relation) of a row that has the IRIs of a triple."""
    source, target = row["source"].removeprefix(base), row["target"].removeprefix(base)
    return source, target, row["predicate"].rpartition("#")[2]


def _node_rows(store: ox.Store, base: str) -> Iterator[tuple[Key, Any]]:
    for row in select_text(store, "project-nodes"):
        yield (row["node"].removeprefix(base),), [_ROW, row]
    for row in select_text(store, "project-aliases"):
        yield (row["node"].removeprefix(base),), [_ALIAS, row["alias"]]
    for row in select_text(store, "project-links"):
        yield (row["concept"].removeprefix(base),), [_PAPER, row["paper"]]


def _edge_rows(store: ox.Store, base: str) -> Iterator[tuple[Key, Any]]:
    # The one thing here that grows, with the nodes: to ask the store of each end takes far longer.
    nodes = {row["node"] for row in select_text(store, "project-iris")}
    for row in select_text(store, "project-edges"):
        if row["source"] in nodes and row["target"] in nodes:
            yield edge_key(row, base), None
    for row in select_text(store, "project-statements", graph=vocab.graph_iri(base, "evidence")):
        known = ("confidence", "salience", "support")
        yield edge_key(row, base), {name: row[name] for name in known if name in row}


def _quote_rows(store: ox.Store, base: str) -> Iterator[tuple[Key, Any]]:
    for row in select_text(store, "stream-quotes", graph=vocab.graph_iri(base, "evidence")):
        paper, _, field = row["text"].rpartition("-")
        place = [paper, field != "title", f"{int(row['start']):09}"]
        yield edge_key(row, base), [*place, row["quote"]]
