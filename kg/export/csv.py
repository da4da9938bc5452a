"""A table of nodes and one of edges as CSV (RFC 4180): nodes.csv and edges.csv."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from kg.export.selection import NODE_TYPES, Selection
from kg.export.text import one_line

NODE_COLUMNS = ("id", *NODE_TYPES)


def write(selection: Selection, folder: Path) -> None:
    """Write both tables; `full` evidence adds to each edge the words it rests on."""
    nodes = ({"id": node.id, **values} for node, values in selection.node_rows())
    write_table(folder / "nodes.csv", NODE_COLUMNS, (_row(NODE_COLUMNS, n) for n in nodes))
    columns = edge_columns(selection)
    edges = (
        {"source": edge.source, "target": edge.target, **values}
        for edge, values in selection.edge_rows()
    )
    write_table(folder / "edges.csv", columns, (_row(columns, e) for e in edges))


def edge_columns(selection: Selection) -> tuple[str, ...]:
    """The columns of a table of edges."""
    return ("source", "target", *selection.edge_types)


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write rows of texts and numbers as UTF-8 with one line a row; None is an empty field."""
    with path.open("wb") as binary:
        text = io.TextIOWrapper(binary, encoding="utf-8", newline="")
        table = csv.writer(text, lineterminator="\n")
        table.writerow(columns)
        for row in rows:
            table.writerow([one_line(cell) if isinstance(cell, str) else cell for cell in row])
        text.flush()


def _row(columns: Sequence[str], values: dict[str, str | int | float]) -> list[object]:
    return [values.get(name) for name in columns]
