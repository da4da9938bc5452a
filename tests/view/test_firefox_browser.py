"""The explorer in Firefox, with the network off. Skipped where there is no Firefox."""

import io
from collections.abc import Iterator
from pathlib import Path

import networkx
import pytest

from kg.view import PageOptions, write_page
from tests.graphs import HOSTILE_LABELS, hostile_graph, synthetic_graph
from tests.view.firefox import BINARY, Display, Firefox, wait_until

ENTER = "\ue007"
#: The page says so itself, in words of its own.
NO_WEBGL = "Failed to create WebGL context"


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if BINARY is None:
        pytest.skip("no Firefox here: the page is tried in Chromium alone")
    display = Display()
    firefox = Firefox(tmp_path_factory.mktemp("profile"), display.name)
    yield firefox
    firefox.close()
    display.close()


@pytest.fixture
def firefox(started: Firefox) -> Iterator[Firefox]:
    yield started
    assert [said for said in started.complaints() if not said.startswith(NO_WEBGL)] == []


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "hostile.html"
    write_page(hostile_graph(), path, PageOptions(title="Hostile"))
    return path


def test_a_page_opens_and_draws_its_nodes(firefox: Firefox, tmp_path: Path) -> None:
    graph = synthetic_graph(12, 90)
    write_page(graph, tmp_path / "x.html")
    firefox.open((tmp_path / "x.html").as_uri())
    nodes, edges = len(graph.projection.nodes), len(graph.projection.edges)
    said = firefox.text("#showing")
    assert said == f"Showing {nodes} of {nodes} nodes, {edges} of {edges} edges"
    renderer = firefox.run("return document.getElementById('map').dataset.renderer")
    assert firefox.run("return document.getElementById('notice').hidden") is (renderer == "webgl")
    drawn = firefox.run(
        "const { map, graph } = explorer, { field, camera, colours, ratio } = map;"
        "field.draw(camera, colours, { ratio, moving: false, fade: map.fade() });"
        "const copy = document.createElement('canvas');"
        "[copy.width, copy.height] = [field.canvas.width, field.canvas.height];"
        "const context = copy.getContext('2d'); context.drawImage(field.canvas, 0, 0);"
        "const [x, y] = camera.toScreen(graph.x[0], graph.y[0]);"
        "return [[...context.getImageData(x * ratio, y * ratio, 1, 1).data],"
        " colours[graph.kindName(0)].match(/\\d+/g).map(Number)];"
    )
    assert drawn[0] == [*drawn[1], 255]


def test_search_evidence_and_the_address(firefox: Firefox, hostile: Path) -> None:
    firefox.open(hostile.as_uri())
    firefox.type("#query", "C++")
    firefox.type("#query", ENTER)
    assert firefox.text("#panel h2") == "C++"
    assert firefox.text("#panel mark") == "C++"
    hash = firefox.run("return location.hash")
    assert "node=c-c%252B%252B" in hash
    firefox.open(hostile.as_uri() + hash)
    assert firefox.text("#panel h2") == "C++"


def test_a_click_on_a_node_opens_it(firefox: Firefox, hostile: Path) -> None:
    firefox.open(hostile.as_uri())
    place = firefox.run(
        "const { map, graph } = explorer, n = graph.indexOf.get('c-c%2B%2B');"
        "const box = map.element.getBoundingClientRect();"
        "const [x, y] = map.camera.toScreen(graph.x[n], graph.y[n]);"
        "return [x + box.left, y + box.top];"
    )
    firefox.click_at(*place)
    assert firefox.text("#panel h2") == "C++"


def test_table_and_matrix_show_hostile_labels_as_text(firefox: Firefox, hostile: Path) -> None:
    firefox.open(hostile.as_uri())
    firefox.click("#view-table")
    seen = firefox.run(
        "return [...document.querySelectorAll('#table .name')].map(e => e.textContent)"
    )
    assert set(HOSTILE_LABELS[:14]) <= set(seen)
    firefox.click("#view-matrix")
    assert "Showing" in firefox.text("#matrix .bar-above")
    assert firefox.run("return document.querySelectorAll('main script, main img').length") == 0


def test_what_is_shown_is_saved(firefox: Firefox, hostile: Path) -> None:
    firefox.open(hostile.as_uri())
    for name, button in (("hostile.graphml", "#save-graphml"), ("hostile.png", "#save-png")):
        file = firefox.downloads / name
        firefox.click("#saving summary")
        firefox.click(button)
        wait_until(lambda file=file: file.exists() and file.stat().st_size, name)  # type: ignore[misc]
    read = networkx.read_graphml(
        io.BytesIO((firefox.downloads / "hostile.graphml").read_bytes()), force_multigraph=True
    )
    shown = firefox.run("return [explorer.shown.nodeCount, explorer.shown.edgeCount]")
    assert [len(read), read.size()] == shown
    assert (firefox.downloads / "hostile.png").read_bytes().startswith(b"\x89PNG")
