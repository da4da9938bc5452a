"""N-Triples, sorted: two graphs are equal exactly if their files are."""

from typing import BinaryIO

from kg.export.selection import Selection
from kg.export.triples import all_triples, sorted_lines


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write one line a triple, sorted by bytes."""
    stream.writelines(sorted_lines(all_triples(selection)))
