"""The page: pyvis holds nodes, edges and options, our template makes of them a file alone.

pyvis's own template loads stylesheets from the network even when asked for an "in_line" page,
lays out by physics in the browser and puts labels into HTML unescaped; see
docs/decisions/0004-pyvis-page.md.
"""

import base64
import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from kg.atomic import output_file
from kg.graph.network import Graph
from kg.model import Edge, Node
from kg.view import content
from kg.view.content import Picture

_SHAPES = {"method": "dot", "task": "square", "dataset": "diamond", "paper": "dot"}
_SCRIPTS = ("text.js", "map.js", "panel.js", "page.js")

#: Options of vis-network: nothing moves by itself, and our own code draws the labels.
_OPTIONS = {
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "nodes": {"borderWidth": 1, "chosen": False, "font": {"size": 0}},
    "edges": {
        "smooth": False,
        "width": 0.8,
        "chosen": False,
        "selectionWidth": 0,
        "arrowStrikethrough": False,
    },
    "interaction": {
        "hover": True,
        "hoverConnectedEdges": False,
        "selectConnectedEdges": False,
        "dragNodes": False,
        "keyboard": {"enabled": False},
        "tooltipDelay": 100000,
        "zoomSpeed": 0.7,
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """How the page is made."""

    title: str = "Papers, methods, tasks and datasets"
    max_nodes: int = 1500
    evidence_per_edge: int = 3


def write_page(graph: Graph, path: str | Path, options: PageOptions | None = None) -> None:
    """Write one HTML file that needs no network and no other file; `graph` is only read.

    Where the graph has more than `max_nodes` nodes, those with fewest edges are left out and the
    page says so.

    Raises:
        KgError: the file cannot be written.
    """
    html = render_page(graph, options or PageOptions())
    with output_file(path) as stream:
        stream.write(html.encode("utf-8", "replace"))


def render_page(graph: Graph, options: PageOptions) -> str:
    """The text of the page; equal graphs give equal pages."""
    from jinja2 import Environment, PackageLoader  # heavy, and only pages need it

    picture = content.choose(graph.projection, options.max_nodes)
    scripts = [_vis("vis-network.min.js"), *map(_template, _SCRIPTS)]
    environment = Environment(loader=PackageLoader("kg.view"), autoescape=True)
    return environment.get_template("page.html").render(
        title=options.title,
        policy=_policy(scripts),
        style=_template("page.css"),
        scripts=scripts,
        data=embed(page_values(graph, picture, options)),
    )


def page_values(graph: Graph, picture: Picture, options: PageOptions) -> dict[str, Any]:
    """All that the page's scripts read, as plain values."""
    network = _network(picture)
    nodes, edges, _, _, _, vis_options = network.get_network_data()
    whole = graph.projection
    return {
        "title": options.title,
        "nodes": nodes,
        "edges": edges,
        "options": json.loads(vis_options),
        "regions": content.regions(picture),
        "papers": content.papers(graph, picture.nodes),
        "evidence": content.evidence(graph, picture.edges, options.evidence_per_edge),
        "total": {"nodes": len(whole.nodes), "edges": len(whole.edges)},
        "counts": Counter(_group(node) for node in whole.nodes),
    }


def _network(picture: Picture) -> Any:
    from pyvis.network import Network  # brings IPython along: only when a page is made

    # Undirected pyvis drops parallel edges and compares each new edge with all before it.
    network = Network(directed=True, cdn_resources="in_line")
    for node, (x, y) in zip(picture.nodes, picture.layout.points, strict=True):
        network.add_node(node.id, **_node_options(node, picture.degrees.get(node.id, 0)), x=x, y=y)
    # add_edge looks both ends up in a list; with the ends known to exist, this is the same.
    network.edges = [_edge_options(edge) for edge in picture.edges]
    network.options = _OPTIONS
    return network


def _group(node: Node) -> str:
    return node.concept_type or "paper"


def _node_options(node: Node, degree: int) -> dict[str, Any]:
    group = _group(node)
    options: dict[str, Any] = {
        "label": node.label,
        "group": group,
        "shape": _SHAPES[group],
        "size": content.radius(node),
        "papers": node.papers,
        "degree": degree,
    }
    if node.aliases:
        options["aliases"] = list(node.aliases)
    if node.year is not None:
        options["year"] = node.year
    return options


def _edge_options(edge: Edge) -> dict[str, Any]:
    options: dict[str, Any] = {
        "id": edge.id,
        "from": edge.source,
        "to": edge.target,
        "relation": edge.relation,
        "words": edge.interaction,
        "support": edge.support,
    }
    if edge.confidence is not None:
        options["confidence"] = edge.confidence
    return options


def embed(values: Any) -> str:
    """JSON that no text inside it can end: what HTML or JavaScript read specially is escaped.

    >>> embed("</script>")
    '"\\\\u003c/script\\\\u003e"'
    """
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _policy(scripts: list[str]) -> str:
    """A content security policy: these scripts, no others, and no connection to anywhere."""
    hashes = " ".join(f"'sha256-{_sha256(script)}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _template(name: str) -> str:
    return files("kg.view").joinpath("templates", name).read_text("utf-8")


def _vis(name: str) -> str:
    """A file of the vis-network that pyvis ships, without its pointer to a map file."""
    text = files("pyvis").joinpath("lib", "vis-9.1.2", name).read_text("utf-8")
    text = text.replace("\r\n", "\n").partition("//# sourceMappingURL")[0]
    return text.replace("</script", "<\\/script")
