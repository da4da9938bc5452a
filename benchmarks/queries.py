"""Seconds of processor time of each query of the library, on Oxigraph and on rdflib in memory.

    python benchmarks/queries.py GRAPH [LIMIT]

Both hold the graph of the folder GRAPH; one run a query with its defaults, and rdflib is stopped
after LIMIT seconds of it (default 20), which then counts as its time. Rows are compared too.
"""

import signal
import sys
import time
import warnings
from collections.abc import Callable
from statistics import geometric_mean
from typing import Any

import pyoxigraph as ox
import rdflib

import kg
from kg.query import bind, queries


def text(term: object) -> str | None:
    if term is None:
        return None
    return str(term.value if isinstance(term, ox.NamedNode | ox.Literal) else term)


def seconds(ask: Callable[[], Any]) -> tuple[float, list[tuple[str | None, ...]]]:
    start = time.process_time()
    rows = list(ask())
    return time.process_time() - start, [tuple(map(text, row)) for row in rows]


def main(folder: str, limit: int) -> None:
    graph = kg.open(folder)
    quads = ox.serialize(iter(graph.store), format=ox.RdfFormat.N_QUADS)
    dataset = rdflib.Dataset().parse(data=quads, format="nquads")
    print(f"{len(graph.store):,} quads\n\n| query | rows | Oxigraph, ms | rdflib, ms | times |")
    print("|---|---|---|---|---|")
    ratios = []
    for spec in queries():
        ours, rows = seconds(lambda spec=spec: graph.query(spec.name).rows)
        asked, note = bind(spec.text, {}, spec.defaults), ""
        signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            theirs, others = seconds(lambda asked=asked: dataset.query(asked, base=graph.base))
            note = "" if rows == others else " (other rows)"
        except TimeoutError:
            theirs, note = float(limit), " (stopped)"
        signal.setitimer(signal.ITIMER_PROF, 0)
        ratios.append(theirs / ours)
        shown = f"{1000 * ours:.1f} | {1000 * theirs:.0f}{note} | {ratios[-1]:.0f}"
        print(f"| `{spec.name}` | {len(rows)} | {shown} |", flush=True)
    print(f"\nGeometric mean: {geometric_mean(ratios):.0f} times.")


def stop(*_: object) -> None:
    raise TimeoutError


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGPROF, stop)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20)
