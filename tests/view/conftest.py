"""A real browser with the network off, and pages open in it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.view import PageOptions, write_page
from tests.graphs import StoredGraph, synthetic_graph

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
