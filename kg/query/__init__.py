"""Ask the graph: load a query with its header, bind parameters as terms, run, give rows.

load ─► QuerySpec ─► bind ─► run ─► Answer ─► to_table · to_csv · to_json
library              parameters      run                formats
"""

from kg.query.formats import Table, find_labels, to_csv, to_json, to_table
from kg.query.library import QuerySpec, load, queries
from kg.query.parameters import Parameter, bind
from kg.query.run import Answer, run

__all__ = [
    "Answer",
    "Parameter",
    "QuerySpec",
    "Table",
    "bind",
    "find_labels",
    "load",
    "queries",
    "run",
    "to_csv",
    "to_json",
    "to_table",
]
