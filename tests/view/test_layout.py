import os
import random
import subprocess
import sys
import tracemalloc
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.view.layout import Layout, lay_out

Links = list[tuple[int, int]]


def planted(groups: int, size: int, seed: int = 5) -> tuple[list[float], Links]:
    """Groups with a few links among them; inside, the first nodes have most links."""
    rng = random.Random(seed)
    links = []
    for node in range(groups * size):
        first = node - node % size
        links += [(node, first + int(size * rng.random() ** 3)) for _ in range(3)]
        if rng.random() < 0.2:
            links.append((node, rng.randrange(groups * size)))
    return [4.0 + 3 * (node % size < 5) for node in range(groups * size)], links


def gaps(radii: list[float], layout: Layout) -> np.ndarray:
    """Empty space between each two discs."""
    points = np.array([complex(*point) for point in layout.points])
    size = np.array(radii)
    a, b = np.triu_indices(len(radii), 1)
    return np.abs(points[a] - points[b]) - size[a] - size[b]


def extents(layout: Layout) -> tuple[float, float]:
    width, height = np.ptp(np.array(layout.points), axis=0)
    return float(width), float(height)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[float], Links, list[int | None]]:
    """Any radii and links, and for some nodes an anchor that has none itself."""
    count = draw(st.integers(1, 40))
    node = st.integers(0, count - 1)
    radii = draw(st.lists(st.floats(1, 80), min_size=count, max_size=count))
    links = draw(st.lists(st.tuples(node, node), max_size=120))
    free = draw(st.integers(1, count))
    anchor = st.none() | st.integers(0, free - 1)
    rest = draw(st.lists(anchor, min_size=count - free, max_size=count - free))
    return radii, links, [None] * free + rest


def test_no_graph_has_no_places() -> None:
    assert lay_out([], []) == Layout((), ())


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_no_two_discs_touch_and_nobody_is_lost(
    graph: tuple[list[float], Links, list[int | None]],
) -> None:
    radii, _, _ = graph
    layout = lay_out(*graph)
    assert len(layout.points) == len(radii)
    assert all(abs(x) < 1e5 and abs(y) < 1e5 for x, y in layout.points)
    assert (gaps(radii, layout) > 0).all()
    assert sorted(n for part in layout.communities for n in part) == list(range(len(radii)))
    sizes = [len(part) for part in layout.communities]
    assert sizes == sorted(sizes, reverse=True)
    width, height = extents(layout)
    assert width >= height


SHAPES: dict[str, tuple[int, Links]] = {
    "nodes without links": (700, []),
    "a star": (700, [(0, n) for n in range(1, 700)]),
    "a path": (700, list(pairwise(range(700)))),
    "pairs": (700, [(n, n + 1) for n in range(0, 700, 2)]),
    "a clique": (120, [(a, b) for a in range(120) for b in range(a)]),
    "a clique with a tail": (400, [(a, b) for a in range(60) for b in range(a)]
                                  + list(pairwise(range(59, 400)))),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_extreme_graphs_are_laid_out_without_overlap_and_wide(shape: str) -> None:
    count, links = SHAPES[shape]
    radii = [40.0 if n % 50 == 0 else 4.0 for n in range(count)]
    layout = lay_out(radii, links)
    assert (gaps(radii, layout) > 0).all()
    width, height = extents(layout)
    assert width > 1.1 * height


def test_a_large_graph_takes_no_square_of_its_nodes_in_memory() -> None:
    radii, links = planted(groups=10, size=500)
    tracemalloc.start()
    layout = lay_out(radii, links)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(radii) ** 2 * 2
    assert (gaps(radii, layout) > 0).all()


def test_linked_nodes_are_near_and_communities_lie_apart() -> None:
    radii, links = planted(groups=8, size=150)
    layout = lay_out(radii, links)
    points = np.array([complex(*point) for point in layout.points])
    home = np.zeros(len(points), dtype=int)
    for number, part in enumerate(layout.communities):
        home[list(part)] = number
    inner = np.array([(a, b) for a, b in links if home[a] == home[b] and a != b])
    assert len(inner) > 0.8 * len(links)
    lengths = np.abs(points[inner[:, 0]] - points[inner[:, 1]])
    assert lengths.mean() < 0.12 * np.hypot(*extents(layout))
    centres = [points[list(part)].mean() for part in layout.communities]
    reach = [
        np.abs(points[list(p)] - c).max() for p, c in zip(layout.communities, centres, strict=True)
    ]
    for one in range(len(centres)):
        for other in range(one):
            outer = np.abs(points[list(layout.communities[other])] - centres[one])
            assert np.median(outer) > reach[one]


def test_what_is_linked_to_nothing_lies_outside() -> None:
    radii, links = planted(groups=4, size=40)
    alone = [n + len(radii) for n in range(100)]
    layout = lay_out(radii + [30.0] * len(alone), links)
    points = np.array([complex(*point) for point in layout.points])
    middle = points[: len(radii)].mean()
    reach = np.abs(points[: len(radii)] - middle).mean()
    assert abs(points[alone].mean() - middle) > reach
    assert tuple(alone) in layout.communities


def test_what_belongs_to_one_node_stands_around_it() -> None:
    layout = lay_out(
        [5.0] * 42, [(0, n) for n in range(1, 41)] + [(0, 41)], [None, *[0] * 40, None]
    )
    points = [complex(*point) for point in layout.points]
    around = [abs(p - points[0]) for p in points[1:41]]
    assert max(around) < abs(points[41] - points[0])
    assert layout.communities == (tuple(range(42)),)


CODE = """
import hashlib, pathlib, tempfile
from kg.view import write_page
from kg.view.layout import lay_out
from tests.graphs import synthetic_graph
from tests.view.test_layout import planted
print(hashlib.sha256(repr(lay_out(*planted(12, 60))).encode()).hexdigest())
with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder, "page.html")
    write_page(synthetic_graph(12, 90), page)
    print(hashlib.sha256(page.read_bytes()).hexdigest())
"""


def test_places_and_pages_do_not_depend_on_hash_order_or_threads() -> None:
    root = Path(__file__).parents[2]
    said = {
        subprocess.run(
            [sys.executable, "-c", CODE],
            check=True,
            capture_output=True,
            cwd=root,
            env={
                **os.environ,
                "PYTHONPATH": str(root),
                "PYTHONHASHSEED": seed,
                "OMP_NUM_THREADS": threads,
                "OPENBLAS_NUM_THREADS": threads,
                "LC_ALL": "C",
            },
        ).stdout
        for seed, threads in (("1", "1"), ("2", "2"))
    }
    assert len(said) == 1
