"""Pages: what is asked for, which renderer makes it, and the text as a value to write or show."""

import html
from dataclasses import dataclass
from pathlib import Path

from kg.atomic import output_file
from kg.graph.network import Graph
from kg.query import Answer
from kg.registry import load

#: renderer -> the function that makes a page's text from graph and options.
RENDERERS = {
    "explorer": "kg.view.explorer_page:render",
    "pyvis": "kg.view.pyvis_page:render",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """How the page is made.

    `query`, a query or its answer, and `focus` narrow the page to a part of the graph as
    `kg.view.scope.find_scope` says; `max_nodes` None is the renderer's own limit.
    """

    title: str = "Papers, methods, tasks and datasets"
    max_nodes: int | None = None
    evidence_per_edge: int = 3
    focus: str = ""
    hops: int = 2
    query: str | Answer = ""
    renderer: str = "explorer"


@dataclass(frozen=True, slots=True)
class Page:
    """A page as text. A notebook shows it in a frame of its own, shut off from the notebook."""

    html: str
    title: str = ""

    def write(self, path: str | Path) -> None:
        """Write it as one file, whole or not at all.

        Raises:
            KgError: the file cannot be written.
        """
        with output_file(path) as stream:
            stream.write(self.html.encode("utf-8", "replace"))

    def _repr_html_(self) -> str:
        return (
            f'<iframe title="{html.escape(self.title)}" srcdoc="{html.escape(self.html)}"'
            ' sandbox="allow-scripts allow-downloads allow-popups"'
            ' style="width:100%;height:680px;border:1px solid #dcdad3"></iframe>'
        )


def render_page(graph: Graph, options: PageOptions | None = None) -> Page:
    """Make a page that needs no network and no other file; equal graphs give equal pages.

    Where the graph has more nodes than the limit, the least important are left out and the page
    says so.

    Raises:
        UsageError: an unknown renderer, focus or query.
    """
    chosen = options or PageOptions()
    render = load(RENDERERS, chosen.renderer, "renderer")
    return Page(render(graph, chosen), chosen.title)


def write_page(graph: Graph, path: str | Path, options: PageOptions | None = None) -> None:
    """`render_page` into a file.

    Raises:
        UsageError: see `render_page`.
        KgError: the file cannot be written.
    """
    render_page(graph, options).write(path)
