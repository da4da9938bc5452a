"""Names that are markup, turn a line around or fill a page are text wherever they stand."""

import io
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest

from kg.view import PageOptions, write_page
from tests.graphs import HOSTILE_LABELS, hostile_graph
from tests.view.conftest import Open, Visit

TURNED = "\u202eright to left\u202c"
MARKUP = "</script><script>alert(1)</script>"
#: What a name that is read as HTML would leave behind: the page makes none of these.
MADE = "document.querySelectorAll('img, b, main script, header script, footer script').length"
TEXTS = "[...document.querySelectorAll({!r})].map((e) => e.textContent)".format
Opened = Callable[..., Visit]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("page") / "hostile.html"
    write_page(hostile_graph(), made, PageOptions(title=f"A <b>title</b> {TURNED}"))
    return made


@pytest.fixture
def visit(opened: Open, path: Path) -> Opened:
    return lambda hash="", **context: opened(path, hash, **context)


def node(visit: Visit, label: str) -> int:
    found: int = visit.page.evaluate("(label) => explorer.graph.labels.indexOf(label)", label)
    assert found >= 0
    return found


@pytest.mark.parametrize("tab", ["concepts", "papers", "links"])
def test_in_the_table(visit: Opened, tab: str) -> None:
    page = visit(f"#view=table&tab={tab}")
    shown = set(page.page.evaluate(TEXTS("#table .name")))
    wanted = set(HOSTILE_LABELS) if tab != "papers" else {"</script><img src=x onerror=alert(2)>"}
    assert wanted <= shown and page.page.evaluate(MADE) == 0


def test_in_the_matrix_and_the_panel_of_a_cell(visit: Opened) -> None:
    page = visit("#view=matrix")
    shown = set(page.page.evaluate(TEXTS("#matrix th button")))
    assert {"C++", MARKUP, "<img src=x onerror=alert(1)>", TURNED} & shown
    assert len(shown) > 10 and page.page.evaluate(MADE) == 0
    pair = [node(page, label) for label in ("trailing dot.", MARKUP)]
    page.page.evaluate("(cell) => explorer.choose({ cell })", pair)
    assert page.page.evaluate(TEXTS("#panel h2 bdi")) == ["trailing dot.", MARKUP]


def test_on_the_map_in_its_saved_picture_and_graph(visit: Opened) -> None:
    page = visit()
    page.page.evaluate("explorer.choose({ node: explorer.graph.indexOf.get('paper-1') })")
    drawn = page.page.evaluate("explorer.map.labels.map(({ text }) => text)")
    assert len({*drawn} & {*HOSTILE_LABELS}) > 5 and max(map(len, drawn)) <= 44
    for button, ending in (("#save-svg", "svg"), ("#save-graphml", "graphml")):
        page.page.click("#saving summary")
        with page.page.expect_download() as waiting:
            page.page.click(button)
        assert waiting.value.suggested_filename == f"a-b-title-b-right-to-left.{ending}"
        saved = Path(waiting.value.path()).read_bytes()
        if ending == "svg":
            titles = {e.text for e in ElementTree.fromstring(saved).iter() if "title" in e.tag}
        else:
            titles = {n["label"] for _, n in networkx.read_graphml(io.BytesIO(saved)).nodes.items()}
        assert {*HOSTILE_LABELS} - titles == {"c\x00o\x02n\x0btrol\ufffe"}, (
            "XML has no such letters"
        )
        assert "control" in titles


def test_in_the_line_at_the_bottom_and_the_title(visit: Opened) -> None:
    page = visit("#focus=paper-1+1")
    box = page.page.locator("footer").bounding_box()
    assert box and box["height"] < 60, "a title of 5,000 letters"
    page.page.evaluate("(node) => explorer.focusOn(node)", node(page, TURNED))
    assert page.text("#showing").endswith(f"of \u2068{TURNED}\u2069"), "it turns nothing else"
    assert page.page.title() == f"A <b>title</b> {TURNED}" and page.page.evaluate(MADE) == 0


def test_among_suggestions_links_and_paths(visit: Opened) -> None:
    page = visit()
    page.page.fill("#query", "alias")
    rows = page.page.evaluate(TEXTS("#matches li"))
    assert len(rows) == 13 and page.page.evaluate(MADE) == 0
    ends = [node(page, label) for label in (MARKUP, TURNED)]
    page.page.evaluate("(path) => explorer.choose({ path })", ends)
    assert page.page.evaluate(TEXTS("#panel h2 bdi")) == [MARKUP, TURNED]
    page.page.evaluate("explorer.choose({ edge: 0 })")
    assert page.page.locator("#panel .node-row").count() == 2 and page.page.evaluate(MADE) == 0
