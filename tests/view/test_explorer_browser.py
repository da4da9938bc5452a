"""The explorer in a real browser with the network off. Skipped where there is no Chromium."""

from pathlib import Path
from typing import Any

import networkx
import pytest

from kg.model import Concept, Link, Mention, Paper, Resolution, Span
from kg.view import PageOptions, render_page, write_page
from tests.graphs import StoredGraph, stored, synthetic_graph
from tests.view.conftest import Open, Visit, asked, counts, place_of

PHONE = {"viewport": {"width": 390, "height": 844}}


def test_it_opens_offline_and_shows_the_numbers_of_sparql(
    opened: Open, small: Path, graph: StoredGraph
) -> None:
    visit = opened(small)
    papers = asked(graph, "?x a schema:ScholarlyArticle")
    concepts = asked(graph, "?x a skos:Concept")
    edges = len(graph.projection.edges)
    assert counts(visit) == (papers + concepts, edges)
    total = papers + concepts
    said = visit.text("#showing")
    assert said == f"Showing {total} of {total} nodes, {edges} of {edges} edges"
    assert f"{papers} papers" in visit.text("#counts")
    assert visit.page.get_attribute("#map", "data-renderer") == "webgl"
    assert int(visit.page.get_attribute("html", "data-first-frame") or 0) > 0
    assert visit.page.locator("#all").is_hidden()


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("naïve", "naïve Bayes"),
        ("C# ALIAS", "C#"),
        ("</script>", "</script><script>alert(1)</script>"),
        ("<img", "<img src=x onerror=alert(1)>"),
        ("שלום", "שלום עולם"),
        ("quoted", 'the "quoted" net'),
        ("🦉", "emoji 🦉 net"),
    ],
)
def test_search_finds_labels_and_aliases_and_shows_them_as_text(
    opened: Open, hostile: Path, typed: str, label: str
) -> None:
    visit = opened(hostile)
    visit.page.keyboard.press("/")
    visit.page.keyboard.type(typed)
    assert visit.page.locator("#matches li").first.inner_text().startswith(label[:20])
    visit.page.keyboard.press("Enter")
    assert visit.text("#panel h2").strip() == label
    assert visit.page.locator("#panel script, #panel img, #matches script, h1 b").count() == 0
    assert visit.text("h1") == "A <b>title</b>"


def test_a_name_of_5000_characters_fills_no_panel(opened: Open, hostile: Path) -> None:
    visit = opened(hostile, "#node=paper-1")
    height = "document.querySelector('#panel h2').getBoundingClientRect().height"
    assert visit.page.evaluate(height) < 120
    visit.page.click("#panel .more >> nth=0")
    assert visit.page.evaluate(height) > 500
    assert len(visit.text("#panel h2")) == 5000


def test_a_filter_hides_a_type_and_says_so(opened: Open, small: Path, graph: StoredGraph) -> None:
    visit = opened(small)
    visit.page.click("#kinds label:has-text('tasks')")
    left = len(graph.projection.nodes) - asked(graph, "?x a pkg:Task")
    assert counts(visit)[0] == left
    assert f"Showing {left} of" in visit.text("#showing")
    assert "without=1" in visit.page.evaluate("location.hash")
    visit.page.click("#all")
    assert counts(visit)[0] == len(graph.projection.nodes)


def test_a_range_of_years_keeps_the_papers_of_these_and_their_concepts(
    opened: Open, small: Path, graph: StoredGraph
) -> None:
    visit = opened(small)
    visit.page.fill("#years input >> nth=0", "2022")
    visit.page.press("#years input >> nth=0", "Enter")
    late = "?p pkg:year ?y FILTER(?y >= 2022)"
    papers = asked(graph, "?x a schema:ScholarlyArticle; pkg:year ?y FILTER(?y >= 2022)")
    roles = "pkg:introduces|pkg:uses|pkg:comparesWith|pkg:addresses|pkg:mentions"
    concepts = asked(graph, f"?p {roles} ?x . {late}")
    assert 0 < papers < 12
    assert counts(visit)[0] == papers + concepts


def test_roles_confidence_and_fewest_papers_filter_too(
    opened: Open, small: Path, graph: StoredGraph
) -> None:
    visit = opened(small)
    visit.page.click("#roles label:has-text('introduces')")
    left = [e for e in graph.projection.edges if e.relation != "introduces"]
    assert 0 < counts(visit)[1] <= len(left)
    visit.page.click("#reset")
    visit.page.evaluate("explorer.change({ minConfidence: 0.7 })")
    sure = [e for e in graph.projection.edges if (e.confidence or 0) >= 0.7]
    assert counts(visit)[1] == len(sure)
    visit.page.evaluate("explorer.change({ minConfidence: 0, minPapers: 3 })")
    often = [n for n in graph.projection.nodes if n.kind == "paper" or n.papers >= 3]
    assert counts(visit)[0] == len(often)
    assert "papers=3" in visit.page.evaluate("location.hash")


def test_a_venue_keeps_its_papers_and_their_concepts(opened: Open, tmp_path: Path) -> None:
    papers = [
        Paper("a", "On elms", "Elms.", year=2020, venue="Tree Days", doi="10.1000/elm"),
        Paper("b", "On oaks", "Oaks.", year=2022, venue="Leaf Letters"),
    ]
    concepts = (Concept("x", "method", "elms"), Concept("y", "task", "oaks"))
    links = (Link("a", "x", "used", 0.5, 0.5, ()), Link("b", "y", "addressed", 0.5, 0.5, ()))
    write_page(stored(papers, Resolution(concepts, links, ())), tmp_path / "x.html")
    visit = opened(tmp_path / "x.html")
    visit.page.select_option("#venue", "Tree Days")
    shown = "explorer.map.shownNodes().map((n) => explorer.graph.ids[n]).sort()"
    assert visit.page.evaluate(shown) == ["c-x", "paper-a"]
    assert counts(visit) == (2, 1) and "venue=Tree" in visit.page.evaluate("location.hash")
    visit.search("On elms")
    link = visit.page.locator("#panel a[rel='noopener noreferrer']")
    assert link.get_attribute("href") == "https://doi.org/10.1000/elm"
    assert "Tree Days, 2020" in visit.text("#panel")


def test_a_click_shows_the_sentence_with_the_span_marked(opened: Open, hostile: Path) -> None:
    visit = opened(hostile)
    visit.page.mouse.click(*place_of(visit, "c-c%2B%2B"))
    assert visit.text("#panel h2") == "C++"
    assert "Also: C++ alias" in visit.text("#panel")
    quotes = visit.page.locator("#panel blockquote").all_inner_texts()
    assert any(quote.startswith("We use C++ here.") for quote in quotes)
    assert set(visit.page.locator("#panel mark").all_inner_texts()) == {"C++"}
    assert "node=c-c%252B%252B" in visit.page.evaluate("location.hash")
    visit.page.keyboard.press("Escape")
    assert "Overview" in visit.text("#panel")


def test_a_sentence_comes_back_as_it_was(opened: Open, tmp_path: Path) -> None:
    sentence = "Wow! Trees, trees and “trees” beat \ufeff the 🦉!"
    said = Mention("abstract", Span(5, 10), "Trees", "method")
    papers, concepts = [Paper("p", "On it", sentence)], (Concept("x", "method", "trees"),)
    links = (Link("p", "x", "used", 0.5, 0.5, (said,)),)
    write_page(stored(papers, Resolution(concepts, links, ())), tmp_path / "x.html")
    (row,) = opened(tmp_path / "x.html").page.evaluate("explorer.graph.evidence(0)")
    assert row["said"] == "Trees"
    assert sentence.endswith(row["before"] + row["said"] + row["after"])


def test_a_click_on_an_edge_shows_its_evidence(opened: Open, hostile: Path) -> None:
    visit = opened(hostile)
    (ax, ay), (bx, by) = place_of(visit, "paper-A"), place_of(visit, "c-c%2B%2B")
    visit.page.mouse.click((ax + bx) / 2, (ay + by) / 2)
    assert "introduces" in visit.text("#panel .relation")
    assert visit.page.locator("#panel mark").all_inner_texts() == ["C++"]


def test_the_address_holds_the_view(opened: Open, small: Path, graph: StoredGraph) -> None:
    first = opened(small)
    node = next(n for n in graph.projection.nodes if n.papers > 2)
    first.page.evaluate(
        "(id) => { const n = explorer.graph.indexOf.get(id); explorer.choose({ node: n });"
        "explorer.change({ hiddenKinds: [2], pinned: [n], minPapers: 2, view: 'matrix' }); }",
        node.id,
    )
    seen, hash = counts(first), first.page.evaluate("location.hash")
    second = opened(small, hash)
    assert counts(second) == seen
    assert second.text("#panel h2") == node.label
    assert second.page.locator("#matrix table").is_visible()
    assert second.page.evaluate("location.hash") == hash


def test_a_path_is_found_as_short_as_networkx_finds_it(
    opened: Open, small: Path, graph: StoredGraph
) -> None:
    visit = opened(small)
    plain = networkx.Graph((e.source, e.target) for e in graph.projection.edges)
    first = next(n for n in graph.projection.nodes if n.concept_type == "method")
    away = networkx.single_source_shortest_path_length(plain, first.id)
    last = next(n for n in graph.projection.nodes if n.id == max(away, key=lambda k: away[k]))
    visit.search(first.label)
    visit.page.click("#panel .actions button:has-text('Path to')")
    visit.page.keyboard.type(last.label)
    visit.page.keyboard.press("Enter")
    assert visit.page.locator("#panel .relation").count() == away[last.id] > 1
    assert "path=" in visit.page.evaluate("location.hash")


def test_focus_hide_pin_and_expand(opened: Open, small: Path, graph: StoredGraph) -> None:
    visit = opened(small)
    node = max((n for n in graph.projection.nodes if n.kind == "concept"), key=lambda n: n.papers)
    visit.search(node.label)
    press = "#panel .actions button:has-text('{}')".format
    visit.page.click(press("Focus"))
    near = {e.source for e in graph.projection.edges if e.target == node.id}
    near |= {e.target for e in graph.projection.edges if e.source == node.id}
    assert counts(visit)[0] == len(near | {node.id})
    visit.page.click(press("Whole map"))
    visit.page.click("#kinds label:has-text('papers')")
    without = counts(visit)[0]
    visit.page.click(press("Expand papers"))
    assert counts(visit)[0] == without + node.papers
    visit.page.click(press("Collapse papers"))
    assert counts(visit)[0] == without
    visit.page.click(press("Pin"))
    visit.page.evaluate("explorer.change({ minPapers: 50 })")
    assert visit.page.evaluate("explorer.map.shownNodes().map((n) => explorer.graph.ids[n])") == [
        node.id
    ]
    visit.page.click(press("Hide"))
    assert counts(visit)[0] == 0


def test_on_a_phone_the_panel_is_a_sheet_and_nothing_sticks_out(
    opened: Open, hostile: Path
) -> None:
    visit = opened(hostile, "#node=c-c%252B%252B", has_touch=True, **PHONE)
    box = visit.page.locator("#panel").bounding_box()
    assert box and box["width"] == 390 and box["y"] > 300
    visit.page.click("#panel .close")
    assert visit.page.locator("#panel").is_hidden()
    visit.page.click("#filters summary")
    assert visit.page.locator("#kinds").is_visible()
    for view in ("map", "table", "matrix"):
        visit.page.click(f"#view-{view}")
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_part_of_a_graph_says_what_it_is_and_what_is_missing(
    opened: Open, graph: StoredGraph, tmp_path: Path
) -> None:
    write_page(graph, tmp_path / "x.html", PageOptions(max_nodes=25))
    said = opened(tmp_path / "x.html").text("#showing")
    total = len(graph.projection.nodes)
    assert f"Showing 25 of {total} nodes" in said and f"{total - 25} less important" in said
    node = graph.projection.nodes[0]
    write_page(graph, tmp_path / "y.html", PageOptions(focus=node.id, hops=1))
    assert f"within 1 link of {node.label}" in opened(tmp_path / "y.html").text("#showing")


def test_an_empty_page_says_what_to_do(opened: Open, tmp_path: Path) -> None:
    write_page(stored((), Resolution((), (), ())), tmp_path / "x.html")
    assert "no papers yet" in opened(tmp_path / "x.html").text(".empty")


def test_it_works_inside_a_notebook_s_frame(browser: Any, small: Path, tmp_path: Path) -> None:
    frame = render_page(synthetic_graph(4, 30))._repr_html_()
    (tmp_path / "notebook.html").write_text(f"<!DOCTYPE html><p>cell</p>{frame}", "utf-8")
    visit = Visit(browser, tmp_path / "notebook.html")
    inner = visit.page.frame_locator("iframe")
    inner.locator("html[data-ready]").wait_for(state="attached", timeout=60_000)
    inner.locator("#query").fill("sparse")
    inner.locator("#query").press("Enter")
    assert "sparse" in inner.locator("#panel h2").inner_text()
    assert visit.complaints == []
    visit.context.close()
