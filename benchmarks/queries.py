"""Seconds of processor time of each query of the library, on Oxigraph and on rdflib in memory.

    python benchmarks/queries.py GRAPH [--limit 20]
    python benchmarks/queries.py GRAPH --alone

Both engines hold the graph of the folder GRAPH, and each query has its defaults. Oxigraph's time
is the mean of some runs, since one is shorter than the clock is fine; rdflib has one, and is
stopped after so many seconds of it, which then count as its time. Rows are compared too.

A graph that is too large for rdflib is asked `--alone`: each query with its defaults, then with
the names that the most papers have. What looks at the whole corpus leaves out what fewer than a
hundredth of the papers have, in both.
"""

import argparse
import signal
import time
import warnings
from collections import Counter
from collections.abc import Callable
from statistics import geometric_mean
from typing import Any

import pyoxigraph as ox
import rdflib

import kg
from kg.graph.rdf import node
from kg.query import QuerySpec, bind, queries

Rows = list[tuple[str | None, ...]]
DEFAULT = ox.DefaultGraph()


def text(term: object) -> str | None:
    if term is None:
        return None
    return str(term.value if isinstance(term, ox.NamedNode | ox.Literal) else term)


def seconds(ask: Callable[[], Any], runs: int = 1) -> tuple[float, Rows]:
    start = time.process_time()
    for _ in range(runs):
        rows = list(ask())
    spent = (time.process_time() - start) / runs
    return spent, [tuple(map(text, row)) for row in rows]


def compare(graph: kg.KnowledgeGraph, limit: int) -> None:
    quads = ox.serialize(iter(graph.store), format=ox.RdfFormat.N_QUADS)
    dataset = rdflib.Dataset().parse(data=quads, format="nquads")
    print("| query | rows | Oxigraph, ms | rdflib, ms | times |\n|---|---|---|---|---|")
    ratios = []
    for spec in queries():
        ours, rows = seconds(lambda spec=spec: graph.query(spec.name).rows, runs=20)
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


def alone(graph: kg.KnowledgeGraph) -> None:
    names = frequent(graph.store)
    print("| query | rows | seconds | rows, frequent names | seconds |\n|---|---|---|---|---|")
    for spec in queries():
        asked = {p.name for p in spec.parameters}
        many = {"atleast": names["atleast"]} if looks_at_all(spec) else {}
        cells = [asking(graph, spec, many)]
        if asked & (names.keys() - {"atleast"}):
            given = {name: value for name, value in names.items() if name in asked - {"atleast"}}
            cells.append(asking(graph, spec, {**given, **many}))
        else:
            cells.append("|")
        print(f"| `{spec.name}` | {' | '.join(cells)} |", flush=True)


def looks_at_all(spec: QuerySpec) -> bool:
    """Whether the threshold is what keeps the answer short: no one concept or paper is named."""
    asked = {p.name for p in spec.parameters}
    one = {"concept", "method", "title"} | ({"task"} if spec.name != "gaps-of-task" else set())
    return "atleast" in asked and not asked & one


def asking(graph: kg.KnowledgeGraph, spec: QuerySpec, values: dict[str, Any]) -> str:
    spent, rows = seconds(lambda: graph.query(spec.name, values).rows)
    return f"{len(rows):,} | {spent:.2f}"


def frequent(store: ox.Store) -> dict[str, Any]:
    """Values for the parameters that are names: those that the most papers have."""
    method, task = (most(store, role)[0] for role in ("pkg:uses", "pkg:addresses"))
    venues = most(store, "schema:isPartOf", "schema:name")
    paper = node("schema:ScholarlyArticle")
    papers = [q.subject for q in store.quads_for_pattern(None, None, paper, DEFAULT)]
    title = name(store, papers[0], "schema:name")
    return {"method": method, "concept": method, "subject": method, "task": task, "object": task,
            "title": title, "venue": venues[0], "other": venues[1 % len(venues)],
            "atleast": max(1, len(papers) // 100)}  # fmt: skip


def most(store: ox.Store, role: str, label: str = "skos:prefLabel") -> list[str]:
    """Names of the two that most papers are joined to in this way."""
    found = Counter(q.object for q in store.quads_for_pattern(None, node(role), None, DEFAULT))
    return [name(store, thing, label) for thing, _ in found.most_common(2)] or ["nothing"]


def name(store: ox.Store, thing: Any, label: str) -> str:
    return next((q.object.value for q in store.quads_for_pattern(thing, node(label), None)), "")


def stop(*_: object) -> None:
    raise TimeoutError


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graph", metavar="GRAPH")
    parser.add_argument("--limit", type=int, default=20, help="seconds that rdflib gets a query")
    parser.add_argument("--alone", action="store_true", help="Oxigraph only, frequent names too")
    options = parser.parse_args()
    graph = kg.open(options.graph)
    print(f"{len(graph.store):,} quads\n")
    if options.alone:
        alone(graph)
    else:
        compare(graph, options.limit)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGPROF, stop)
    main()
