"""N-Quads, sorted: each triple with the graph that it stands in."""

from typing import BinaryIO

from kg.export.selection import Selection
from kg.export.triples import named_graphs, sorted_lines


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write the default graph and the named graphs that the evidence asks for, line by line."""
    for name, triples in named_graphs(selection):
        suffix = f" {name} .\n".encode() if name else b" .\n"
        for line in sorted_lines(triples):
            stream.write(line.removesuffix(b" .\n") + suffix)
