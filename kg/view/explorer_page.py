"""The explorer: one file with our own scripts, styles and data, and no way to reach a network."""

import html
from string import Template

from kg.graph.network import Graph
from kg.view.bundle import content_policy, join_modules, read_asset
from kg.view.page import PageOptions
from kg.view.payload import detail_block, map_block
from kg.view.picture import choose
from kg.view.scope import find_scope

_FOLDER = "explorer"
#: More than this the browser draws, but the layout takes minutes.
LIMIT = 100_000


def render(graph: Graph, options: PageOptions) -> str:
    """The text of the page; see `kg.view.page.render_page`."""
    scope = find_scope(graph, options.query, options.focus, options.hops)
    limit = LIMIT if options.max_nodes is None else options.max_nodes
    picture = choose(scope, limit)
    script = join_modules(_FOLDER, "main")
    style = read_asset(_FOLDER, "page.css")
    return Template(read_asset(_FOLDER, "page.html")).substitute(
        policy=html.escape(content_policy([script], [style])),
        title=html.escape(options.title),
        style=style,
        script=script,
        map=map_block(graph, scope, picture, options.title),
        details=detail_block(graph, picture, options.evidence_per_edge),
    )
