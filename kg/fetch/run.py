"""A fetch from the first page to the last."""

from pathlib import Path

from kg.errors import FetchError, KgError, UsageError
from kg.fetch import Fetched, OnProgress
from kg.fetch.client import Client
from kg.fetch.options import FetchOptions
from kg.fetch.source import Source
from kg.fetch.unfinished import Unfinished


def run(
    source: Source,
    query: str,
    output: Path,
    options: FetchOptions,
    on_progress: OnProgress | None,
) -> Fetched:
    """Do what `kg.fetch.fetch` says."""
    _check(options, output)
    task = {"source": source.title, "query": query, "params": dict(options.params),
            "address": options.address, "limit": options.limit}  # fmt: skip
    try:
        unfinished = Unfinished(output, task, source.identifier)
        unfinished.begin(restart=options.restart)
        resumed = unfinished.records
        total = _take_pages(source, query, unfinished, options, on_progress or _ignore)
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
            total = total if page.total is None else page.total
            on_progress(unfinished.records, _expected(total, limit))
    if total is not None and limit is None and unfinished.records + unfinished.repeated < total:
        options.notify(
            f"{source.title} has {total:,} records and gave {unfinished.records:,};"
            " divide the query, for instance by years"
            f"{source.key_hint(options.key) if source.start_without_key else ''}, to get the others"
        )
    return total


def _expected(total: int | None, limit: int | None) -> int | None:
    return min((n for n in (total, limit) if n is not None), default=None)


def _check(options: FetchOptions, output: Path) -> None:
    counts = {"limit": options.limit, "rate": options.rate, "tries": options.tries,
              "timeout": options.timeout}  # fmt: skip
    for name, number in counts.items():
        if number is not None and number <= 0:
            raise UsageError(f"{name} is {number}: give a number above 0")
    for name, value in (("key", options.key), ("mail", options.mail)):
        if not (value.isascii() and value.isprintable()):
            raise UsageError(f"the {name} has characters that cannot be sent; see how it was set")
    if output.is_dir():
        raise UsageError(f"{output} is a folder: name a file")


def _ignore(records: int, total: int | None) -> None:
    pass
