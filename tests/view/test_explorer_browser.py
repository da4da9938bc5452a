"""The explorer in a real browser with the network off. Skipped where there is no Chromium."""

import csv
import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest

from kg.model import Concept, Link, Mention, Paper, Resolution, Span
from kg.view import PageOptions, render_page, write_page
from kg.vocab import PREFIXES
from tests.graphs import HOSTILE_LABELS, StoredGraph, hostile_graph, stored, synthetic_graph
from tests.view.conftest import Open, Visit

PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "hostile.html"
    write_page(hostile_graph(), path, PageOptions(title="A <b>title</b>"))
    return path


def counts(visit: Visit) -> tuple[int, int]:
    nodes, edges = visit.page.evaluate("[explorer.shown.nodeCount, explorer.shown.edgeCount]")
    return nodes, edges


def place_of(visit: Visit, node: str) -> list[float]:
    """Where on the screen a node stands."""
    place: list[float] = visit.page.evaluate(
        "(id) => { const { map, graph } = explorer, n = graph.indexOf.get(id);"
        "const box = map.element.getBoundingClientRect();"
        "const [x, y] = map.camera.toScreen(graph.x[n], graph.y[n]);"
        "return [x + box.left, y + box.top]; }",
        node,
    )
    return place


def saved(visit: Visit, button: str) -> bytes:
    visit.page.click("#saving summary")
    with visit.page.expect_download() as waiting:
        visit.page.click(button)
    return Path(waiting.value.path()).read_bytes()


def asked(graph: StoredGraph, pattern: str) -> int:
    query = f"SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE {{ {pattern} }}"
    solutions: Any = graph.store.query(query, prefixes=dict(PREFIXES))
    return int(next(iter(solutions))["n"].value)


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


def test_the_field_is_really_drawn(opened: Open, small: Path) -> None:
    visit = opened(small)
    drawn = visit.page.evaluate(
        "(() => { const { map } = explorer, { field, camera, colours, ratio } = map;"
        "field.draw(camera, colours, { ratio, moving: false, fade: map.fade() });"
        "const canvas = document.createElement('canvas');"
        "[canvas.width, canvas.height] = [field.canvas.width, field.canvas.height];"
        "const context = canvas.getContext('2d'); context.drawImage(field.canvas, 0, 0);"
        "const { graph } = explorer, n = [...graph.kinds].indexOf(0);"
        "const [x, y] = camera.toScreen(graph.x[n], graph.y[n]);"
        "return [...context.getImageData(x * ratio, y * ratio, 1, 1).data]; })()"
    )
    assert drawn == [0, 0x72, 0xB2, 255]


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


def test_what_is_chosen_in_the_table_is_in_sight_on_the_map(opened: Open, small: Path) -> None:
    visit = opened(small, "#view=table")
    visit.page.click("#table tbody .node-row >> nth=30")
    visit.page.click("#panel .actions button:has-text('Focus')")
    visit.page.click("#view-map")
    node = visit.page.evaluate("explorer.graph.ids[explorer.state.chosen.node]")
    box, (x, y) = visit.page.locator("#map").bounding_box(), place_of(visit, node)
    assert box and box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y < box["y"] + box["height"]


def test_labels_touch_neither_each_other_nor_a_node(opened: Open, small: Path) -> None:
    visit = opened(small)
    touching = (
        "(() => { const { map, graph } = explorer, { camera } = map;"
        "const boxes = map.labels.map(({ box }) => box);"
        "const hit = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];"
        "const nodes = map.shownNodes().map((n) => { const [x, y] = camera.toScreen(graph.x[n],"
        " graph.y[n]), r = camera.drawnRadius(graph.radius[n]) * 0.85;"
        " return r < 1.6 ? null : [x - r, y - r, x + r, y + r]; }).filter(Boolean);"
        "return [boxes.length, boxes.filter((a, i) => boxes.some((b, j) => i < j && hit(a, b))"
        " || nodes.some((b) => hit(a, b))).length]; })()"
    )
    few, none = visit.page.evaluate(touching)
    assert few > 5 and none == 0
    visit.page.evaluate("explorer.map.camera.zoomAt(500, 400, 3); explorer.map.move()")
    visit.page.wait_for_timeout(400)
    assert visit.page.evaluate(touching)[1] == 0


def test_edges_inside_communities_are_drawn_first_and_bridges_fainter(
    opened: Open, small: Path
) -> None:
    visit = opened(small)
    bridges = visit.page.evaluate("[...explorer.map.order].map((e) => explorer.graph.isBridge(e))")
    assert bridges == sorted(bridges) and {True, False} == set(bridges)
    fade = "explorer.map.shown.edgeCount = {}; explorer.map.fade()".format
    assert visit.page.evaluate(fade(100)) == {"inside": 1, "bridge": 1}
    many = visit.page.evaluate(fade(100_000))
    assert 0 < many["bridge"] < many["inside"] < 1


def test_the_keyboard_walks_the_map(opened: Open, small: Path, graph: StoredGraph) -> None:
    visit = opened(small)
    visit.page.focus("#map")
    visit.page.keyboard.press("ArrowRight")
    first = visit.page.evaluate("explorer.state.chosen.node")
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        visit.page.keyboard.press(key)
    second = visit.page.evaluate("explorer.state.chosen.node")
    assert first == 0 and second != first
    assert visit.text("#spoken").startswith(visit.text("#panel h2") + ", ")
    before = visit.page.evaluate("explorer.map.camera.scale")
    visit.page.keyboard.press("+")
    assert visit.page.evaluate("explorer.map.camera.scale") > before


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


def test_what_is_shown_is_saved_as_graphml_and_csv(opened: Open, hostile: Path) -> None:
    visit = opened(hostile)
    read = networkx.read_graphml(io.BytesIO(saved(visit, "#save-graphml")), force_multigraph=True)
    assert (len(read), read.size()) == counts(visit)
    assert read.nodes["c-c%2B%2B"]["aliases"] == "C++ alias"
    rows = list(csv.DictReader(io.StringIO(saved(visit, "#save-nodes").decode())))
    assert len(rows) == counts(visit)[0]
    assert set(HOSTILE_LABELS[:14]) <= {row["label"] for row in rows}
    visit.page.click("#kinds label:has-text('papers')")
    edges = list(csv.DictReader(io.StringIO(saved(visit, "#save-edges").decode())))
    assert len(edges) == counts(visit)[1] == 3


def test_a_carriage_return_comes_back_from_saved_graphml(opened: Open, tmp_path: Path) -> None:
    label = "a\rb\r\nc"
    papers, concepts = [Paper("p", "On trees", "")], (Concept("x", "method", label),)
    links = (Link("p", "x", "used", 0.5, 0.5, ()),)
    write_page(stored(papers, Resolution(concepts, links, ())), tmp_path / "x.html")
    file = io.BytesIO(saved(opened(tmp_path / "x.html"), "#save-graphml"))
    assert networkx.read_graphml(file).nodes["c-x"]["label"] == label


def test_the_picture_is_saved_as_svg_and_png(opened: Open, small: Path) -> None:
    visit = opened(small)
    drawn = set(visit.page.evaluate("explorer.map.labels.map(({ text }) => text)"))
    svg = ElementTree.fromstring(saved(visit, "#save-svg"))
    name = "{http://www.w3.org/2000/svg}"
    shapes = [*svg.iter(f"{name}circle"), *svg.iter(f"{name}rect"), *svg.iter(f"{name}path")]
    assert len(shapes) == counts(visit)[0] + 1  # and the ground
    labels = {text.text for text in svg.iter(f"{name}text")}
    assert labels == drawn
    png = saved(visit, "#save-png")
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) == 2 * visit.page.evaluate("explorer.map.camera.width")
    distinct = visit.page.evaluate(
        "async (bytes) => { const image = await createImageBitmap(new Blob([new Uint8Array("
        "bytes)])); const canvas = new OffscreenCanvas(image.width, image.height);"
        "const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);"
        "return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height)"
        ".data.buffer)).size; }",
        list(png),
    )
    assert distinct > 20


def test_without_webgl_it_draws_on_a_canvas_and_says_so(
    browser_without_webgl: Any, small: Path
) -> None:
    visit = Visit(browser_without_webgl, small)
    visit.ready()
    assert visit.page.get_attribute("#map", "data-renderer") == "canvas"
    assert "no WebGL" in visit.text("#notice")
    visit.page.mouse.click(*place_of(visit, visit.page.evaluate("explorer.graph.ids[0]")))
    assert visit.text("#panel h2") == visit.page.evaluate("explorer.graph.labels[0]")
    assert visit.complaints == []
    visit.context.close()


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


def test_dark_and_light_are_one_press_apart(opened: Open, small: Path) -> None:
    visit = opened(small, color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = visit.page.evaluate(ground)
    visit.page.click("#theme")
    assert dark == "rgb(20, 24, 27)" and visit.page.evaluate(ground) != dark


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


@pytest.mark.heavy
def test_ten_thousand_nodes_open_and_one_control_shows_all(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = synthetic_graph(papers=2_500, concepts=12_500)
    assert len(graph.projection.nodes) > 12_000
    write_page(graph, tmp_path / "big.html")
    visit = opened(tmp_path / "big.html")
    total = len(graph.projection.nodes)
    assert counts(visit)[0] < total and f"of {total:,} nodes" in visit.text("#showing")
    visit.page.click("#all")
    assert counts(visit) == (total, len(graph.projection.edges))
    visit.search("sparse attention")
    assert json.loads(visit.page.get_attribute("#panel", "data-of") or "null") is not None
    assert visit.page.evaluate("explorer.map.field.unfinished !== undefined")


def test_from_afar_one_reads_regions_alone(opened: Open, small: Path, graph: StoredGraph) -> None:
    visit = opened(small)
    regions = visit.page.evaluate("explorer.graph.regions.length")
    far = (
        "(regions) => { const { map } = explorer, { camera } = map; camera.scale = 0.15;"
        "map.regions = map.regions.flatMap((r, i) => Array(4).fill(0).map((_, k) => ({ ...r,"
        " names: [`${i} ${k}`], box: { left: -3000 + 1500 * k, right: -2600 + 1500 * k,"
        " top: -2000 + 900 * i, bottom: -1600 + 900 * i } })));"
        "map.dirty = true; map.paint(); return map.labels.map((label) => label.kind); }"
    )
    assert set(visit.page.evaluate(far, regions)) == {-1}
    few = "(() => { const { map } = explorer; map.regions = []; map.dirty = true; map.paint();"
    few += " return map.labels.length; })()"
    assert visit.page.evaluate(few) > 0, "where there are no regions, names of nodes"
