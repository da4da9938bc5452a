"""The triples of an export as sorted N-Triples lines, the form that all RDF writers share."""

import heapq
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import Any, BinaryIO

import pyoxigraph as ox

from kg import vocab
from kg.export import EvidenceLevel
from kg.graph.ask import query_text
from kg.graph.network import Graph

#: Lines held in memory at once; a graph with more is sorted through temporary files.
LINES_IN_MEMORY = 1_000_000


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


def sort_lines(lines: Iterable[bytes], in_memory: int = LINES_IN_MEMORY) -> Iterator[bytes]:
    """Sort lines in bounded memory: sorted runs on disk, then one merge of them.

    >>> list(sort_lines([b"b\\n", b"a\\n", b"c\\n"], in_memory=1))
    [b'a\\n', b'b\\n', b'c\\n']
    """
    source = iter(lines)
    chunk = sorted(islice(source, in_memory))
    if len(chunk) < in_memory:
        yield from chunk
        return
    with ExitStack() as stack:
        runs: list[BinaryIO] = []
        while chunk:
            run = stack.enter_context(tempfile.TemporaryFile())
            run.writelines(chunk)
            run.seek(0)
            runs.append(run)
            chunk = sorted(islice(source, in_memory))
        yield from heapq.merge(*runs)


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
