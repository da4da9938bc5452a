"""How fast a page opens and moves: the explorer against pyvis on the same synthetic graph.

    python -m benchmarks.view [1000 10000 100000] [--graphs FOLDER ...] [--renderers explorer pyvis]

Prints for each page: nodes and edges, seconds to write it, size of the file, time to the first
frame and until every edge is drawn (explorer), time of a pan step with everything drawn, and the
JavaScript heap, in Chromium with software GL and the network off. Run it on a quiet machine.
A page that draws nothing within `--limit` seconds is said to, and what follows goes on.
"""

import argparse
import shutil
import tempfile
import time
from itertools import chain
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, sync_playwright

import kg
from kg.graph.network import Graph
from kg.view import PageOptions, write_page
from tests.graphs import synthetic_graph

COMMON = ["--no-sandbox", "--enable-precise-memory-info"]
#: A plain canvas is faster drawn by the processor than by a GPU that the processor plays.
ARGUMENTS = {
    "explorer": ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
    "pyvis": ["--disable-gpu"],
}
#: One step of the view and all that is drawn for it; reading a pixel waits for the GPU.
PAN = {
    "explorer": """() => { const { map } = explorer, { gl } = map.field, times = [];
      for (let i = 0; i < 8; i++) { const t = performance.now(); map.camera.panBy(40, 10);
        map.dirty = true; map.moving = true; map.paint();
        gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
        times.push(performance.now() - t); }
      map.moving = false; map.request(); return times.sort((a, b) => a - b)[4]; }""",
    "pyvis": """() => { const times = [], canvas = document.querySelector("#map canvas");
      for (let i = 0; i < 8; i++) { const t = performance.now(), at = network.getViewPosition();
        network.moveTo({ position: { x: at.x + 40, y: at.y + 10 }, animation: false });
        network.redraw(); canvas.getContext("2d").getImageData(0, 0, 1, 1);
        times.push(performance.now() - t); }
      return times.sort((a, b) => a - b)[4]; }""",
}
#: From the start of loading until the picture is whole.
WHOLE = """async () => { const { map } = explorer;
  while (map.field.unfinished) await new Promise(requestAnimationFrame);
  return performance.now(); }"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, help="1000 10000, if no graph is named")
    parser.add_argument("--graphs", nargs="+", default=[], help="graph folders to measure too")
    parser.add_argument("--renderers", nargs="+", default=["explorer", "pyvis"])
    parser.add_argument("--limit", type=int, default=300, help="seconds that a page may take")
    options = parser.parse_args()
    print(f"{'page':<9}{'nodes':>9}{'edges':>9}{'write s':>9}{'MB':>7}{'first ms':>10}"
          f"{'whole ms':>10}{'pan ms':>8}{'heap MB':>9}")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        sizes = options.sizes or ([] if options.graphs else [1_000, 10_000])
        made = (synthetic_graph(size // 6, size - size // 6) for size in sizes)
        for graph in chain(made, map(kg.open, options.graphs)):
            for renderer in options.renderers:
                path = Path(folder) / f"{renderer}.html"
                print(measure(engine, graph, path, options.limit), flush=True)


def measure(engine: Any, graph: Graph, path: Path, limit: int) -> str:
    """A row of the table for the page of the renderer that the file is named after."""
    renderer = path.stem
    nodes, edges = len(graph.projection.nodes), len(graph.projection.edges)
    start = time.perf_counter()
    write_page(graph, path, PageOptions(renderer=renderer, max_nodes=nodes))
    written = time.perf_counter() - start
    row = f"{renderer:<9}{nodes:>9,}{edges:>9,}{written:>9.1f}{path.stat().st_size / 1e6:>7.2f}"
    browser = engine.chromium.launch(
        executable_path=shutil.which("chromium"), args=[*COMMON, *ARGUMENTS[renderer]]
    )
    page = browser.new_context(offline=True, viewport={"width": 1400, "height": 900}).new_page()
    page.set_default_timeout(1000 * limit)
    try:
        first, whole, pan, heap = visit(page, path, renderer)
    except Error as error:  # it took too long, or more memory than there is
        return f"{row}  no frame in {limit} s: {error.message.splitlines()[0]}"
    finally:
        browser.close()
    return f"{row}{first:>10,.0f}{whole:>10,.0f}{pan:>8,.0f}{heap / 1e6:>9,.0f}"


def visit(page: Page, path: Path, renderer: str) -> tuple[float, float, float, float]:
    explorer = renderer == "explorer"
    page.goto(path.as_uri() + ("#all=1" if explorer else ""))
    page.wait_for_selector("html[data-ready]", state="attached")
    first = float(
        page.get_attribute("html", "data-first-frame") or page.evaluate("performance.now()")
    )
    whole = page.evaluate(WHOLE) if explorer else first
    pan = page.evaluate(PAN[renderer])
    return first, whole, pan, page.evaluate("performance.memory.usedJSHeapSize")


if __name__ == "__main__":
    main()
