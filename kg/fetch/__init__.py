"""Fetchers: the records that open catalogues find for a query, as a file that our readers read.

    from kg.fetch import FetchOptions, fetch

    fetch("openalex", "knowledge graph construction", "works.jsonl", FetchOptions(limit=500))

A source is a module with a `SOURCE` that says how to ask for a page and how to read the answer
(`kg.fetch.source`). To add one, write the module, enter it in `kg.fetch.table` and add a case to
tests/fetch/answers.py. Pace, retries, cache and going on after an interruption are the same for
all.
"""

from kg.fetch.options import FetchOptions
from kg.fetch.run import Fetched, fetch
from kg.fetch.table import SOURCES

__all__ = ["SOURCES", "FetchOptions", "Fetched", "fetch"]
