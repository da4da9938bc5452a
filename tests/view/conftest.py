"""A real browser with the network off, and pages open in it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.view import PageOptions, write_page
from kg.vocab import PREFIXES
from tests.graphs import StoredGraph, hostile_graph, synthetic_graph

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--no-first-run",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]


@pytest.fixture(scope="package")
def engine() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: the page is not tried")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as started:
        yield started.chromium


@pytest.fixture(scope="package")
def browser(engine: Any) -> Iterator[Any]:
    chromium = engine.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    yield chromium
    chromium.close()


@pytest.fixture
def browser_without_webgl(engine: Any) -> Iterator[Any]:
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-3d-apis"]
    chromium = engine.launch(executable_path=CHROMIUM, args=arguments)
    yield chromium
    chromium.close()


class Visit:
    """An open page, with all that it complained about or asked for."""

    def __init__(self, browser: Any, path: Path, hash: str = "", **context: Any) -> None:
        self.context = browser.new_context(offline=True, **context)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append("dialog") or dialog.dismiss())
        self.page.on("requestfailed", lambda request: self.complaints.append(request.url))
        self.page.goto(path.as_uri() + hash)

    def ready(self) -> None:
        # wait_for_function would need eval, which the page's policy forbids.
        self.page.wait_for_selector("html[data-ready]", state="attached", timeout=60_000)

    def search(self, text: str) -> None:
        self.page.fill("#query", text)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("#panel h2")

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector))


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


def asked(graph: StoredGraph, pattern: str) -> int:
    query = f"SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE {{ {pattern} }}"
    solutions: Any = graph.store.query(query, prefixes=dict(PREFIXES))
    return int(next(iter(solutions))["n"].value)


Open = Callable[..., Visit]


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    """Open the explorer pages that a test asks for; none may complain of anything."""
    visits: list[Visit] = []

    def visit(path: Path, hash: str = "", **context: Any) -> Visit:
        made = Visit(browser, path, hash, **context)
        visits.append(made)
        made.ready()
        return made

    yield visit
    complaints = [complaint for made in visits for complaint in made.complaints]
    for made in visits:
        made.context.close()
    assert complaints == []


@pytest.fixture(scope="package")
def graph() -> StoredGraph:
    return synthetic_graph(12, 90)


@pytest.fixture(scope="package")
def small(graph: StoredGraph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "small.html"
    write_page(graph, path, PageOptions(title="Small"))
    return path


@pytest.fixture(scope="package")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "hostile.html"
    write_page(hostile_graph(), path, PageOptions(title="A <b>title</b>"))
    return path
