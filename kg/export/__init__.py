"""Files for other programs: one module a format, one table of them.

A format is a function `(graph, stream, evidence) -> None` that writes bytes; whether they go to a
file, atomically, or to standard output is settled here. To add one, write its module and add its
line to `FORMATS`; tests/contract/test_exporters.py then tries it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Literal, Protocol, get_args

from kg import registry
from kg.atomic import output_file
from kg.errors import UsageError
from kg.graph.network import Graph

FORMATS: Mapping[str, str] = {
    "graphml": "kg.export.graphml:write",
    "ntriples": "kg.export.ntriples:write",
    "turtle": "kg.export.turtle:write",
}

#: How much of the evidence graph goes into a file that holds one graph.
EvidenceLevel = Literal["none", "statements", "full"]


class Writer(Protocol):
    """Writes a whole graph to a stream, in one format."""

    def __call__(self, graph: Graph, stream: BinaryIO, evidence: EvidenceLevel) -> None:
        """Write all of `graph` to `stream`; the same graph gives the same bytes."""


def write(format: str, graph: Graph, path: str | Path, evidence: EvidenceLevel = "none") -> None:
    """Write a graph to a file, which is there whole or not at all.

    Args:
        format: a name in `FORMATS`.
        evidence: `none` writes the facts, `statements` adds confidence and sources of each,
            `full` adds the mentions and texts they rest on.

    Raises:
        UsageError: no such format or level of evidence; the message lists those there are.
        KgError: the file cannot be written.
    """
    _writer(format, evidence)  # a wrong name fails before a file or folder is made
    with output_file(path) as stream:
        write_stream(format, graph, stream, evidence)


def write_stream(
    format: str, graph: Graph, stream: BinaryIO, evidence: EvidenceLevel = "none"
) -> None:
    """Write a graph to an open binary stream, such as `sys.stdout.buffer`; see `write`."""
    _writer(format, evidence)(graph, stream, evidence)


def _writer(format: str, evidence: str) -> Writer:
    if evidence not in get_args(EvidenceLevel):
        levels = ", ".join(get_args(EvidenceLevel))
        raise UsageError(f"unknown evidence level {evidence!r}; choose one of: {levels}")
    writer: Writer = registry.load(FORMATS, format, "export format")
    return writer
