"""The triples of an export as sorted N-Triples lines, the form that all RDF writers share."""

from collections.abc import Iterator
from typing import Any

import pyoxigraph as ox

from kg import vocab
from kg.export import EvidenceLevel
from kg.graph.ask import query_text
from kg.graph.network import Graph
from kg.graph.sorting import sort_lines

def sorted_lines(graph: Graph, evidence: EvidenceLevel) -> Iterator[bytes]:
    """One line a triple, sorted by its UTF-8 bytes, without repeats.

    Lines of one subject, and in them lines of one predicate, stand together.
    """
    last = b""
    for line in sort_lines(line_of(triple) for triple in _triples(graph, evidence)):
        if line != last:
            yield line
        last = line


def line_of(triple: Any) -> bytes:
    """A triple or quad as an N-Triples line."""
    return f"{triple.subject} {triple.predicate} {triple.object} .\n".encode()


def _triples(graph: Graph, evidence: EvidenceLevel) -> Iterator[Any]:
    yield from graph.store.quads_for_pattern(None, None, None, ox.DefaultGraph())
    named = ox.NamedNode(vocab.graph_iri(graph.base, "evidence"))
    if evidence == "full":
        yield from graph.store.quads_for_pattern(None, None, None, named)
    elif evidence == "statements":
        constructed: Any = graph.store.query(
            query_text("statements", "kg.export"), default_graph=named
        )
        yield from constructed
