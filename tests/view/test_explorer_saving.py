"""Pictures and files that the page saves, read by others."""

import csv
import io
from pathlib import Path
from xml.etree import ElementTree

import networkx

from kg.model import Concept, Link, Paper, Resolution
from kg.view import write_page
from tests.graphs import HOSTILE_LABELS, stored
from tests.view.conftest import Open, Visit, counts


def saved(visit: Visit, button: str) -> bytes:
    visit.page.click("#saving summary")
    with visit.page.expect_download() as waiting:
        visit.page.click(button)
    return Path(waiting.value.path()).read_bytes()


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
