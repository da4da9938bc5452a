"""The pages of real papers, on a desk and on a phone: the example graph, and the first input."""

from pathlib import Path

import pytest

import kg
from tests.view.conftest import Open

ROOT = Path(__file__).parents[2]
PAPERS = {"landmarks": ROOT / "docs/examples/landmarks.bib", "the 57": ROOT / "../shared/papers"}
#: The names on the map: of regions, or at the end of a line.
NAMED = """explorer.map.labels.map(({ text, region, leader }) =>
  [text, region !== undefined ? "region" : leader ? "led to" : "beside"])"""
WINDOWS = {"desk": (1400, 900), "phone": (390, 844)}


@pytest.fixture(scope="module", params=PAPERS)
def graph(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> kg.KnowledgeGraph:
    if not PAPERS[request.param].exists():
        pytest.skip("these papers are not here")
    return kg.build(PAPERS[request.param], tmp_path_factory.mktemp("real") / "g.kg")


@pytest.mark.parametrize("window", WINDOWS)
def test_it_opens_and_leads_from_the_whole_to_a_sentence(
    graph: kg.KnowledgeGraph, opened: Open, tmp_path: Path, window: str
) -> None:
    graph.view(tmp_path / "x.html")
    width, height = WINDOWS[window]
    visit = opened(tmp_path / "x.html", viewport={"width": width, "height": height})
    assert int(visit.page.get_attribute("html", "data-first-frame") or 0) > 0
    nodes, edges = len(graph.projection.nodes), len(graph.projection.edges)
    said = f"Showing {nodes:,} of {nodes:,} nodes, {edges:,} of {edges:,} edges"
    assert visit.text("#showing") == said
    named = visit.page.evaluate("explorer.map.labels.filter((label) => label.kind < 0).length")
    assert named > 2, "communities have names"
    told = visit.page.evaluate(NAMED)
    assert not {text for text, kind in told if kind == "region"} & {
        text for text, kind in told if kind == "led to"
    }, "a line leads to what the name of a region says"
    concept = max(graph.concepts(), key=lambda node: node.papers)
    visit.search(concept.label)
    assert f"in {concept.papers} papers" in visit.text("#panel .kind")
    assert visit.page.locator("#panel blockquote mark").count() >= 8
    for view in ("table", "matrix"):
        visit.page.click(f"#view-{view}")
        assert visit.page.locator(f"#{view} tbody tr").count() > 10
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
