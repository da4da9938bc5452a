"""TriG: the blocks of our Turtle, those of a named graph within its braces."""

from typing import BinaryIO

from kg.export.selection import Selection
from kg.export.triples import named_graphs
from kg.export.turtle import Shortener, blocks


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write the default graph and the named graphs that the evidence asks for."""
    short = Shortener(selection.graph.base)
    stream.write(short.header().encode())
    for name, triples in named_graphs(selection):
        if name:
            stream.write(f"\n{short(str(name))} {{\n".encode())
        for block in blocks(triples, short):
            stream.write(block.encode())
        if name:
            stream.write(b"\n}\n")
