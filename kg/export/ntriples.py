"""N-Triples, sorted: two graphs are equal exactly if their files are."""

from typing import BinaryIO

from kg.export import EvidenceLevel
from kg.export.triples import sorted_lines
from kg.graph.network import Graph


def write(graph: Graph, stream: BinaryIO, evidence: EvidenceLevel) -> None:
    """Write one line a triple, sorted by bytes."""
    stream.writelines(sorted_lines(graph, evidence))
