"""Time, memory and quality of the layout of the page, beside networkx's spring layout.

    python benchmarks/layout.py [NODES ...]

Made-up graphs: communities of unequal size, few nodes with many links (`topics`), and corpora of
papers with concepts of which about half hang on one paper (`papers`). Seconds are of the
processor, so that other programs on the machine count little; memory is what Python and NumPy
allocate at most; `length` is the mean edge length over the diameter of the whole; `overlaps`
counts pairs of discs that cover one another.
"""

import sys
import time
import tracemalloc
from collections.abc import Callable

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from kg.view.layout import lay_out
from kg.view.layout.forces import near_pairs

Graph = tuple[list[float], list[tuple[int, int]], list[int | None]]
Places = NDArray[np.complex128]
_SPRING_UP_TO = 2_000  # nodes: beyond, spring_layout's arrays of pairs take minutes and gigabytes


def topics(nodes: int, links: int, seed: int = 1) -> Graph:
    rng = np.random.default_rng(seed)
    groups = max(4, int(nodes**0.45))
    share = rng.pareto(2.5, groups) + 1
    home = np.sort(rng.choice(groups, nodes, p=share / share.sum()))
    fame = np.minimum(rng.pareto(1.3, nodes) + 1, 100)
    starts = rng.choice(nodes, 2 * links, p=fame / fame.sum())
    ends = rng.choice(nodes, 2 * links, p=fame / fame.sum())
    inside = rng.random(2 * links) < 0.75
    for group in range(groups):
        members = np.flatnonzero(home == group)
        own = np.flatnonzero(inside & (home[starts] == group))
        if len(members):
            weight = fame[members] / fame[members].sum()
            ends[own] = rng.choice(members, len(own), p=weight)
    pairs = {(a, b) for a, b in zip(starts.tolist(), ends.tolist(), strict=True) if a != b}
    kept = sorted(pairs)[:: max(1, len(pairs) // links)][:links]
    degree = np.bincount(np.array(kept).ravel(), minlength=nodes)
    return np.round(3 + 1.2 * np.sqrt(degree), 2).tolist(), kept, [None] * nodes


def papers(nodes: int, seed: int = 1) -> Graph:
    rng = np.random.default_rng(seed)
    count = nodes // 6
    groups = max(4, count // 150)
    number: dict[tuple[int, ...], int] = {}
    named: list[set[int]] = []
    for paper in range(count):
        chosen = set()
        for draw in rng.random(10):
            topic = paper % groups if draw < 0.9 else int(rng.integers(groups))
            key = (paper, len(number)) if draw < 0.45 else (-1, topic, int(rng.zipf(1.5)) % 400)
            chosen.add(number.setdefault(key, count + len(number)))
        named.append(chosen)
    links = [(paper, concept) for paper in range(count) for concept in sorted(named[paper])]
    times = np.bincount([b for _, b in links], minlength=count + len(number))
    first = {concept: paper for paper, concept in reversed(links)}
    radii = [5.0] * count + np.round(3 + 5.5 * np.sqrt(times[count:]), 2).tolist()
    anchors = [first[n] if times[n] == 1 else None for n in range(len(times))]
    return radii, links, anchors


def ours(graph: Graph) -> Places:
    return np.array([complex(*point) for point in lay_out(*graph).points])


def spring(graph: Graph) -> Places:
    radii, links, _ = graph
    whole: nx.Graph[int] = nx.Graph(links)
    whole.add_nodes_from(range(len(radii)))
    # As large as a whole of ours would be: a page has room for a node about this often.
    places = nx.spring_layout(whole, seed=1, scale=30 * len(radii) ** 0.5)
    return np.array([complex(*places[node]) for node in range(len(radii))])


def row(name: str, graph: Graph, layout: Callable[[Graph], Places]) -> str:
    radii, links, _ = graph
    start = time.process_time()
    points = layout(graph)
    seconds = time.process_time() - start
    peak = _peak(graph, layout)
    a, b = np.array(links).T
    width, height = np.ptp(points.real), np.ptp(points.imag)
    length = np.abs(points[a] - points[b]).mean() / np.hypot(width, height)
    overlaps = len(near_pairs(points, np.array(radii), np.zeros(len(radii), dtype=int))[0])
    return (
        f"| {name} | {len(radii):,} | {len(links):,} | {seconds:.1f} | {peak:,.0f} | "
        f"{length:.3f} | {width / height:.2f} | {overlaps:,} |"
    )


def _peak(graph: Graph, layout: Callable[[Graph], Places]) -> float:
    """Megabytes, in a run of its own: counting slows the rest down."""
    tracemalloc.start()
    layout(graph)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def main(sizes: list[int]) -> None:
    print("| graph | nodes | edges | seconds | MB | length | width/height | overlaps |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for nodes in sizes:
        links = nodes * (5 if nodes <= 10_000 else 3)
        for name, graph in (("topics", topics(nodes, links)), ("papers", papers(nodes))):
            print(row(name, graph, ours), flush=True)
            if nodes <= _SPRING_UP_TO:
                print(row(f"{name}, spring_layout", graph, spring), flush=True)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [1_000, 10_000, 100_000])
