"""The JSON of Cytoscape.js and Cytoscape: elements whose `data` has the attributes of GraphML."""

from collections.abc import Iterable
from typing import Any, BinaryIO

from kg.export.json_text import to_json
from kg.export.selection import Selection
from kg.export.text import clean

_HEAD = b"""{"format_version": "1.0", "generated_by": "paperkg", \
"target_cytoscapejs_version": "~3.0",
"data": {"name": "paperkg"},
"elements": {
"nodes": ["""


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write nodes and edges; `full` evidence adds to each edge the words it rests on."""
    stream.write(_HEAD)
    _write_list(stream, ({"id": node.id, **row} for node, row in selection.node_rows()))
    stream.write(b'],\n"edges": [')
    edges = (
        {"id": edge.id, "source": edge.source, "target": edge.target, **row}
        for edge, row in selection.edge_rows()
    )
    _write_list(stream, edges)
    stream.write(b"]\n}}\n")


def _write_list(stream: BinaryIO, rows: Iterable[dict[str, Any]]) -> None:
    for number, row in enumerate(rows):
        separator = ",\n" if number else "\n"
        stream.write((separator + to_json({"data": _cleaned(row)})).encode())


def _cleaned(row: dict[str, Any]) -> dict[str, Any]:
    return {key: clean(value) if isinstance(value, str) else value for key, value in row.items()}
