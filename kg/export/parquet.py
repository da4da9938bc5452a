"""A table of nodes and one of edges as Parquet: nodes.parquet and edges.parquet.

The columns are those of the CSV tables; aliases and quotes are lists.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from kg.errors import UsageError
from kg.export.csv import NODE_COLUMNS, edge_columns
from kg.export.selection import EDGE_TYPES, NODE_TYPES, QUOTES, Selection
from kg.export.text import clean
from kg.graph.network import edge_attributes, node_attributes

#: Rows held in memory and written as one row group.
_GROUP = 10_000
_LISTS = frozenset({"aliases", QUOTES})


def write(selection: Selection, folder: Path) -> None:
    """Write both tables; `full` evidence adds to each edge the words it rests on.

    Raises:
        UsageError: pyarrow is not installed; the message says how to install it.
    """
    arrow = _arrow()
    nodes = (
        {"id": node.id, **node_attributes(node), "aliases": list(node.aliases)}
        for node in selection.nodes()
    )
    _write_table(arrow, folder / "nodes.parquet", NODE_COLUMNS, nodes)
    edges = (
        {"source": e.source, "target": e.target, **edge_attributes(e), QUOTES: list(quotes)}
        for e, quotes in selection.quoted_edges()
    )
    _write_table(arrow, folder / "edges.parquet", edge_columns(selection), edges)


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise UsageError("parquet needs pyarrow; install it with: pip install pyarrow") from error
    return pyarrow


def _write_table(
    arrow: Any, path: Path, columns: Iterable[str], rows: Iterator[Mapping[str, Any]]
) -> None:
    schema = arrow.schema([(name, _type(arrow, name)) for name in columns])
    with arrow.parquet.ParquetWriter(path, schema) as table:
        while group := list(islice(rows, _GROUP)):
            cleaned = [{name: _clean(value) for name, value in row.items()} for row in group]
            table.write_table(arrow.Table.from_pylist(cleaned, schema=schema))


def _type(arrow: Any, name: str) -> Any:
    if name in _LISTS:
        return arrow.list_(arrow.string())
    kind = {**NODE_TYPES, **EDGE_TYPES}.get(name, str)
    return {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}[kind]


def _clean(value: Any) -> Any:
    if isinstance(value, list):
        return [clean(item) for item in value]
    return clean(value) if isinstance(value, str) else value
