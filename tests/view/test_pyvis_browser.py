"""The pyvis page in a real browser with the network off. Skipped where there is no Chromium."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.model import Resolution
from kg.view import PageOptions, write_page
from tests.graphs import StoredGraph, hostile_graph, stored, synthetic_graph
from tests.view.conftest import Visit

PYVIS = PageOptions(renderer="pyvis")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[StoredGraph, Path]:
    graph = hostile_graph()
    path = tmp_path_factory.mktemp("page") / "hostile.html"
    write_page(graph, path, PYVIS)
    return graph, path


@pytest.fixture
def visit(browser: Any, hostile: tuple[StoredGraph, Path]) -> Iterator[Visit]:
    made = Visit(browser, hostile[1])
    made.ready()
    yield made
    complaints = made.complaints
    made.context.close()
    assert complaints == []


def test_it_opens_offline_with_every_node(visit: Visit, hostile: tuple[StoredGraph, Path]) -> None:
    projection = hostile[0].projection
    assert visit.page.evaluate("shownNodes.length") == len(projection.nodes)
    assert visit.page.evaluate("shownEdges.length") == len(projection.edges)
    assert f"{len(projection.nodes)} of {len(projection.nodes)} nodes" in visit.page.inner_text(
        "#showing"
    )
    assert "3 papers" in visit.page.inner_text("#counts")


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("naïve", "naïve Bayes"),
        ("C# ALIAS", "C#"),
        ("</script>", "</script><script>alert(1)</script>"),
        ("<img", "<img src=x onerror=alert(1)>"),
        ("שלום", "שלום עולם"),
        ("R^2", "R^2"),
    ],
)
def test_search_finds_labels_and_aliases_and_shows_them_as_text(
    visit: Visit, typed: str, label: str
) -> None:
    visit.search(typed)
    assert visit.page.inner_text("#panel h2").strip() == label
    assert visit.page.locator("#panel script, #panel img, #matches script").count() == 0


def test_a_filter_hides_nodes_and_says_so(visit: Visit) -> None:
    before = visit.page.inner_text("#showing")
    visit.page.click("#types label >> nth=1")
    hidden = visit.page.evaluate("shownNodes.get({ filter: (n) => n.hidden }).length")
    tasks = visit.page.evaluate("values.nodes.filter((n) => n.group === 'task').length")
    assert hidden == tasks > 0
    assert visit.page.inner_text("#showing") != before


def test_a_click_shows_the_sentence_with_the_span_marked(visit: Visit) -> None:
    place = visit.page.evaluate(
        "(() => { const n = nodeOf.get('c-c%2B%2B'), r = byId('map').getBoundingClientRect();"
        "const p = network.canvasToDOM(n); return [p.x + r.left, p.y + r.top]; })()"
    )
    visit.page.mouse.click(*place)
    visit.page.wait_for_selector("#panel h2")
    assert visit.page.inner_text("#panel h2") == "C++"
    assert "Also: C++ alias" in visit.page.inner_text("#panel")
    quotes = visit.page.locator("#panel blockquote").all_inner_texts()
    assert "We use C++ here." in quotes
    assert set(visit.page.locator("#panel mark").all_inner_texts()) == {"C++"}
    visit.page.keyboard.press("Escape")
    assert visit.page.locator("#panel").is_hidden()


def test_a_neighbour_in_the_panel_leads_on(visit: Visit) -> None:
    visit.search("C# alias")
    visit.page.click("#panel .entry button >> nth=0")
    assert visit.page.locator("#panel .kind").inner_text() == "Paper"
    assert visit.page.evaluate("decodeURIComponent(location.hash)").startswith("#paper-")


def test_a_partial_page_says_what_is_missing(browser: Any, tmp_path: Path) -> None:
    graph = synthetic_graph(12, 90)
    write_page(graph, tmp_path / "x.html", PageOptions(max_nodes=25, renderer="pyvis"))
    visit = Visit(browser, tmp_path / "x.html", viewport={"width": 390, "height": 844})
    visit.ready()
    said = visit.page.inner_text("#showing")
    assert f"Showing 25 of {len(graph.projection.nodes)} nodes" in said
    assert "left out" in said
    width = visit.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    visit.context.close()
    assert visit.complaints == []


def test_an_empty_page_says_what_to_do(browser: Any, tmp_path: Path) -> None:
    write_page(stored((), Resolution((), (), ())), tmp_path / "x.html", PYVIS)
    visit = Visit(browser, tmp_path / "x.html")
    assert "no papers yet" in visit.page.inner_text(".empty")
    visit.context.close()
    assert visit.complaints == []
