"""Fetchers: the records that open catalogues find for a query, as a file that our readers read.

    from kg.fetch import FetchOptions, fetch

    fetch("openalex", "knowledge graph construction", "works.jsonl", FetchOptions(limit=500))

A source is a module with a `SOURCE` that says how to ask for a page and how to read the answer
(`kg.fetch.source`). To add one, write the module, enter it in `SOURCES` and add a case to
tests/fetch/answers.py. Pace, retries, cache and going on after an interruption are the same for
all.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kg.fetch.options import FetchOptions
from kg.registry import load

__all__ = ["SOURCES", "FetchOptions", "Fetched", "fetch"]

SOURCES = {
    "arxiv": "kg.fetch.arxiv:SOURCE",
    "crossref": "kg.fetch.crossref:SOURCE",
    "dblp": "kg.fetch.dblp:SOURCE",
    "openalex": "kg.fetch.openalex:SOURCE",
    "openreview": "kg.fetch.openreview:SOURCE",
    "semantic-scholar": "kg.fetch.semantic_scholar:SOURCE",
}

OnProgress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came: records in the file, of them those of an earlier run, and doubles left out.

    `total` is how many records the source says it has.
    """

    records: int
    resumed: int
    repeated: int
    total: int | None


def fetch(
    source: str,
    query: str,
    output: str | Path,
    options: FetchOptions | None = None,
    on_progress: OnProgress | None = None,
) -> Fetched:
    """Write what a source finds for a query into a file, one JSON object a line.

    A run that was interrupted goes on where it stood if it is called again in the same way; the
    file is there when it is whole.

    Args:
        source: A name in `SOURCES`.
        query: In the source's own syntax; "" where `options.params` say what to look for.
        output: The file; one that exists is replaced.
        options: How to fetch.
        on_progress: Called after each page with the records so far and those there will be.

    Raises:
        UsageError: an unknown source, an option that cannot be, or the file is the unfinished
            output of another fetch.
        FetchError: the source refuses, or does not answer.
        KgError: the file cannot be written.

    >>> fetch("phone-book", "Moor", "moor.jsonl")
    Traceback (most recent call last):
    kg.errors.UsageError: unknown source 'phone-book'; choose one of: arxiv, crossref, dblp, \
openalex, openreview, semantic-scholar
    """
    chosen = load(SOURCES, source, "source")
    from kg.fetch.run import run  # and with it httpx, which no other command needs

    return run(chosen, query, Path(output), options or FetchOptions(), on_progress)
