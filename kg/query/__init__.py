"""Ask the graph: load a query with its header, bind parameters as terms, run, give rows.

load ─► QuerySpec ─► bind ─► run ─► Answer ─► to_table · to_csv · …
library              parameters      run                formats
"""

from kg.query.formats import (
    Table,
    find_labels,
    to_csv,
    to_json,
    to_table,
    to_tsv,
    to_turtle,
    to_xml,
)
from kg.query.library import QuerySpec, load, queries
from kg.query.parameters import Parameter, bind
from kg.query.run import Answer, run
from kg.query.terms import unknown_terms
from kg.query.worker import Request, run_within

__all__ = [
    "Answer",
    "Parameter",
    "QuerySpec",
    "Request",
    "Table",
    "bind",
    "find_labels",
    "load",
    "queries",
    "run",
    "run_within",
    "to_csv",
    "to_json",
    "to_table",
    "to_tsv",
    "to_turtle",
    "to_xml",
    "unknown_terms",
]
