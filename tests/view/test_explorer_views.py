"""Table and matrix beside the map, in a real browser with the network off."""

from pathlib import Path

from kg.model import Concept, Link, Paper, Resolution
from kg.view import write_page
from tests.graphs import StoredGraph, stored
from tests.view.conftest import Open, asked


def test_the_matrix_counts_as_sparql_does_and_opens_its_papers(
    opened: Open, small: Path, graph: StoredGraph
) -> None:
    visit = opened(small)
    visit.page.click("#view-matrix")
    assert "of" in visit.text("#matrix .bar-above")
    cell = visit.page.locator("#matrix .cell.full").first
    cell.click()
    task, method = visit.text("#panel h2").split(" × ")
    roles = "pkg:introduces|pkg:uses|pkg:comparesWith|pkg:addresses|pkg:mentions"
    names = f'skos:prefLabel "{task}"@en . ?m a pkg:Method ; skos:prefLabel "{method}"@en .'
    both = asked(graph, f"?t a pkg:Task ; {names} ?x {roles} ?m, ?t")
    assert visit.page.locator("#panel .entry").count() == both == int(cell.inner_text())
    assert visit.page.locator("#panel mark").count() >= both
    gap = visit.page.locator("#matrix .cell.gap").first
    gap.click()
    assert "No paper of this graph joins the two" in visit.text("#panel")


def test_the_table_sorts_and_follows_the_filters(
    opened: Open, small: Path, graph: StoredGraph
) -> None:
    visit = opened(small, "#view=table&tab=papers")
    rows = visit.page.locator("#table tbody tr")
    assert rows.count() == 12
    visit.page.click("#table th:has-text('Year') button")
    years = visit.page.locator("#table tbody td:nth-child(2)").all_inner_texts()
    known = [int(year) for year in years if year]
    assert known == sorted(known, reverse=True)
    assert years[len(known) :] == [""] * (12 - len(known)), "what is not known comes last"
    visit.page.click("#table button:has-text('Links')")
    assert f"of {len(graph.projection.edges)} rows" in visit.text("#table .bar-above")
    visit.page.click("#kinds label:has-text('papers')")
    concepts = sum(not e.source.startswith("paper-") for e in graph.projection.edges)
    assert f"of {concepts} rows" in visit.text("#table .bar-above")


def test_a_column_that_says_nothing_is_left_out(opened: Open, tmp_path: Path) -> None:
    papers, concepts = [Paper("p", "On trees", "")], (Concept("x", "method", "trees"),)
    links = (Link("p", "x", "used", 0.5, 0.5, ()),)
    write_page(stored(papers, Resolution(concepts, links, ())), tmp_path / "x.html")
    visit = opened(tmp_path / "x.html", "#view=table")
    head = visit.page.locator("#table th")
    assert head.all_inner_texts() == ["Name", "Type", "Papers", "Links"]
    visit.page.click("#table button:has-text('Papers') >> nth=0")
    assert head.all_inner_texts() == ["Title", "Links"]
