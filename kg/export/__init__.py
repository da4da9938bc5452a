"""Files for other programs: one module a format, one table of them.

A format is a function `(selection, target) -> None` that writes what is selected: bytes to a
stream, or for the formats in `FOLDERS` files into an empty folder. Whether that is there whole or
not at all, and what goes to standard output, is settled here. To add one, write its module and
add its line to `FORMATS`; tests/contract/test_exporters.py then tries it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from kg import registry
from kg.atomic import output_file, output_folder
from kg.errors import UsageError
from kg.export.selection import EvidenceLevel, Graph, Kind, Selection

__all__ = ["FOLDERS", "FORMATS", "NETWORKS", "EvidenceLevel", "Kind", "write", "write_stream"]

FORMATS: Mapping[str, str] = {
    "bibtex": "kg.export.bibtex:write",
    "csv": "kg.export.csv:write",
    "cyjs": "kg.export.cyjs:write",
    "gexf": "kg.export.gexf:write",
    "graphml": "kg.export.graphml:write",
    "jsonld": "kg.export.jsonld:write",
    "neo4j": "kg.export.neo4j:write",
    "nquads": "kg.export.nquads:write",
    "ntriples": "kg.export.ntriples:write",
    "obsidian": "kg.export.obsidian:write",
    "parquet": "kg.export.parquet:write",
    "rdfxml": "kg.export.rdfxml:write",
    "trig": "kg.export.trig:write",
    "turtle": "kg.export.turtle:write",
}
#: Formats that are a folder of files.
FOLDERS = frozenset({"csv", "neo4j", "obsidian", "parquet"})
#: Formats of nodes and edges, which can hold a projection to papers or concepts.
NETWORKS = frozenset({"csv", "cyjs", "gexf", "graphml", "neo4j", "parquet"})


def write(
    format: str,
    graph: Graph,
    path: str | Path,
    evidence: EvidenceLevel = "none",
    only: Kind | None = None,
) -> None:
    """Write a graph to a file or folder, which is there whole or not at all.

    Args:
        format: a name in `FORMATS`.
        evidence: `none` writes the facts, `statements` adds confidence and sources of each,
            `full` adds the mentions and texts they rest on.
        only: nodes of this kind alone, joined by how much they share; formats in `NETWORKS`.

    Raises:
        UsageError: no such format, evidence or projection; the message lists those there are.
        KgError: the file cannot be written, or the folder holds what is no part of the export.
    """
    # What is wrong with the call fails before a file or folder is made.
    writer, selection = _writer(format), _select(format, graph, evidence, only)
    if format in FOLDERS:
        with output_folder(path) as folder:
            writer(selection, folder)
    else:
        with output_file(path) as stream:
            writer(selection, stream)


def write_stream(
    format: str,
    graph: Graph,
    stream: BinaryIO,
    evidence: EvidenceLevel = "none",
    only: Kind | None = None,
) -> None:
    """Write a graph to an open binary stream, such as `sys.stdout.buffer`; see `write`.

    Raises:
        UsageError: as `write`; the format is a folder of files.
    """
    writer, selection = _writer(format), _select(format, graph, evidence, only)
    if format in FOLDERS:
        raise UsageError(f"{format} is a folder of files; name a folder, it cannot be a stream")
    writer(selection, stream)


def _writer(format: str) -> Any:
    return registry.load(FORMATS, format, "export format")


def _select(format: str, graph: Graph, evidence: EvidenceLevel, only: Kind | None) -> Selection:
    if only is not None and format not in NETWORKS:
        choices = ", ".join(sorted(NETWORKS))
        raise UsageError(f"{format} holds the whole graph; {only} alone go into one of: {choices}")
    return Selection(graph, evidence, only)
