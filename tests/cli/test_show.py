"""What kg show says of papers and concepts."""

from pathlib import Path

import pytest

from kg.graph.rdf import graph_quads
from kg.graph.store import new_version, write_store
from kg.model import Concept, Link, Paper, Resolution
from tests.cli.conftest import Run

AUTHORS = tuple(f"Ada Birch {number}" for number in range(14))


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A graph of 25 papers that all use Oak, the first of them by 14 people."""
    path = tmp_path_factory.mktemp("wide") / "g.kg"
    papers = [Paper(f"p{number:02}", f"On trees {number:02}", "") for number in range(24)]
    papers.append(Paper("q", "Of shrubs", "", AUTHORS, 2024, "Tree Letters", doi="10.1/x"))
    links = tuple(Link(paper.id, "oak", "used", 0.5, 0.5, ()) for paper in papers)
    resolution = Resolution((Concept("oak", "method", "Oak"),), links, ())
    with new_version(path, force=False) as version:
        write_store(version, graph_quads(papers, resolution, "https://a.org/"), lambda _: ())
        (version / "run.json").write_text('{"base": "https://a.org/"}', "utf-8")
    return path


def test_neighbours_are_limited_unless_all_are_asked_for(kg: Run, wide: Path) -> None:
    code, out, _ = kg("show", wide, "Oak")
    assert code == 0 and "← uses  25" in out
    assert out.count("On trees") == 9 and "Of shrubs  0.50" in out and "… and 15 more: --all" in out
    out = kg("show", wide, "Oak", "--all")[1]
    assert out.count("On trees") == 24 and "more" not in out


def test_a_paper_is_shown_with_who_when_and_where(kg: Run, wide: Path) -> None:
    out = kg("show", wide, "Of shrubs")[1]
    assert out.splitlines()[0] == "Of shrubs  (paper)"
    assert "Ada Birch 0; " in out and "Ada Birch 9; … and 4 more\n" in out
    assert "\nTree Letters, 2024\n" in out and "https://a.org/paper-q  doi:10.1/x\n" in out
    assert "uses →  1\n  Oak  0.50\n" in out
    assert kg("show", wide, "Of shrubs", "--all")[1].count("Ada Birch") == 14
    assert kg("show", wide, "p00")[1].splitlines()[1] == "https://a.org/paper-p00"
