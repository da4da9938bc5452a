"""What the map draws and how one moves on it, in a real browser with the network off."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.view import write_page
from tests.graphs import StoredGraph, synthetic_graph
from tests.view.conftest import Open, Visit, counts, place_of

#: How many edges are left when the map stands, and how opaque the least important node then is.
DRAWN_TO_THE_LAST = """async () => { const { map, graph } = explorer, { field, ratio } = map;
  while (field.unfinished) await new Promise(requestAnimationFrame);
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [field.canvas.width, field.canvas.height];
  const context = copy.getContext("2d"); context.drawImage(field.canvas, 0, 0);
  const [x, y] = map.camera.toScreen(graph.x[graph.size - 1], graph.y[graph.size - 1]);
  return [field.edges - field.drawn, context.getImageData(x * ratio, y * ratio, 1, 1).data[3]]; }"""


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
    # The pointer rests, the map stands and is drawn anew: by its own call, not after so long.
    visit.page.evaluate(
        "new Promise((done) => { const { map } = explorer; map.onRest = () => done(map.paint());"
        " map.camera.zoomAt(500, 400, 3); map.move(); })"
    )
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


def test_what_is_chosen_in_the_table_is_in_sight_on_the_map(opened: Open, small: Path) -> None:
    visit = opened(small, "#view=table")
    visit.page.click("#table tbody .node-row >> nth=30")
    visit.page.click("#panel .actions button:has-text('Focus')")
    visit.page.click("#view-map")
    node = visit.page.evaluate("explorer.graph.ids[explorer.state.chosen.node]")
    box, (x, y) = visit.page.locator("#map").bounding_box(), place_of(visit, node)
    assert box and box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y < box["y"] + box["height"]


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


def test_dark_and_light_are_one_press_apart(opened: Open, small: Path) -> None:
    visit = opened(small, color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = visit.page.evaluate(ground)
    visit.page.click("#theme")
    assert dark == "rgb(20, 24, 27)" and visit.page.evaluate(ground) != dark


@pytest.mark.heavy
def test_ten_thousand_nodes_open_and_one_control_shows_all(opened: Open, tmp_path: Path) -> None:
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
    left, drawn = visit.page.evaluate(DRAWN_TO_THE_LAST)
    assert left == 0 and drawn == 255
