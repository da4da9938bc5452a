import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.view.layout import lay_out


def _graph(count: int) -> tuple[list[float], list[tuple[int, int]]]:
    radii = [5.0 + n % 7 for n in range(count)]
    return radii, [(n, (n * 7 + 3) % count) for n in range(count) if n % 5]


def test_no_graph_has_no_places() -> None:
    assert lay_out([], []).points == ()


@pytest.mark.parametrize("count", [1, 2, 3, 40, 150])
def test_nodes_do_not_lie_on_one_another(count: int) -> None:
    radii, links = _graph(count)
    points = [complex(*point) for point in lay_out(radii, links).points]
    pairs = ((i, j) for i in range(count) for j in range(i))
    covered = [1 for i, j in pairs if abs(points[i] - points[j]) < (radii[i] + radii[j]) * 0.9]
    assert len(covered) <= count // 25


def test_communities_part_the_nodes_and_linked_groups_stay_together() -> None:
    clique = [(i, j) for i in range(6) for j in range(i)]
    links = clique + [(i + 6, j + 6) for i, j in clique] + [(0, 6)]
    layout = lay_out([5.0] * 13, links)
    assert sorted(layout.communities) == [tuple(range(6)), tuple(range(6, 12)), (12,)]


def test_what_belongs_to_one_node_stands_around_it() -> None:
    layout = lay_out(
        [5.0] * 42, [(0, n) for n in range(1, 41)] + [(0, 41)], [None, *[0] * 40, None]
    )
    points = [complex(*point) for point in layout.points]
    around = [abs(p - points[0]) for p in points[1:41]]
    assert max(around) < abs(points[41] - points[0])
    pairs = [abs(points[i] - points[j]) for i in range(42) for j in range(i)]
    assert min(pairs) >= 10
    assert layout.communities == (tuple(range(42)),)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 12), st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11))))
def test_any_graph_gets_finite_places(count: int, links: list[tuple[int, int]]) -> None:
    fitting = [(a, b) for a, b in links if a < count and b < count]
    layout = lay_out([4.0] * count, fitting)
    assert len(layout.points) == count
    assert all(abs(x) < 1e5 and abs(y) < 1e5 for x, y in layout.points)
    assert sorted(n for part in layout.communities for n in part) == list(range(count))


def test_places_do_not_depend_on_the_process() -> None:
    code = (
        "import hashlib; from tests.graphs import synthetic_graph;"
        "from kg.view.page import PageOptions, render_page;"
        "page = render_page(synthetic_graph(12, 90), PageOptions()).html;"
        "print(hashlib.sha256(page.encode()).hexdigest())"
    )
    root = Path(__file__).parents[2]
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root), "PYTHONHASHSEED": seed, "LC_ALL": "C"},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
