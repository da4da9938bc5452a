"""A fetch from the first page to the last."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kg.errors import FetchError, KgError, UsageError
from kg.fetch.client import Client
from kg.fetch.options import FetchOptions
from kg.fetch.source import Source
from kg.fetch.table import SOURCES
from kg.fetch.unfinished import Unfinished
from kg.registry import load

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
    """
    options = options or FetchOptions()
    output = Path(output)
    _check(options, output)
    chosen: Source = load(SOURCES, source, "source")
    task = {"source": source, "query": query, "params": dict(options.params),
            "address": options.address, "limit": options.limit}  # fmt: skip
    try:
        unfinished = Unfinished(output, task, chosen.identifier)
        if not options.restart:
            unfinished.resume()
        resumed = unfinished.records
        total = _take_pages(chosen, query, unfinished, options, on_progress or _ignore)
        unfinished.finish()
    except OSError as error:
        raise KgError(f"cannot write {output}: {error.strerror or error}") from error
    return Fetched(unfinished.records, resumed, unfinished.repeated, total)


def _take_pages(
    source: Source,
    query: str,
    unfinished: Unfinished,
    options: FetchOptions,
    on_progress: OnProgress,
) -> int | None:
    """Store page after page until the last, or until there are enough records."""
    total: int | None = None
    limit = options.limit
    with Client(source, options) as client:
        while unfinished.position is not None and (limit is None or unfinished.records < limit):
            before = unfinished.records
            page = client.page(query, unfinished.position)
            unfinished.add(page.records, page.next, None if limit is None else limit - before)
            if page.next is not None and unfinished.records == before:
                raise FetchError(
                    f"{source.title} gives the same page again and again;"
                    " leave out options that say where a page begins"
                )
            total = page.total
            on_progress(unfinished.records, _expected(total, limit))
    if total is not None and limit is None and unfinished.records + unfinished.repeated < total:
        options.notify(
            f"{source.title} has {total:,} records and gave {unfinished.records:,};"
            " divide the query, for instance by years, to get the others"
        )
    return total


def _expected(total: int | None, limit: int | None) -> int | None:
    return min((n for n in (total, limit) if n is not None), default=None)


def _check(options: FetchOptions, output: Path) -> None:
    counts = {"limit": options.limit, "rate": options.rate, "tries": options.tries,
              "timeout": options.timeout}  # fmt: skip
    for name, value in counts.items():
        if value is not None and value <= 0:
            raise UsageError(f"{name} is {value}: give a number above 0")
    if output.is_dir():
        raise UsageError(f"{output} is a folder: name a file")


def _ignore(records: int, total: int | None) -> None:
    pass
