"""The page: pyvis holds nodes, edges and options, our template makes of them a file alone.

pyvis's own template loads stylesheets from the network even when asked for an "in_line" page,
lays out by physics in the browser and puts labels into HTML unescaped; see
docs/decisions/0004-pyvis-page.md.
"""

import base64
import hashlib
import json
from collections import Counter, defaultdict
from importlib.resources import files
from typing import Any

from kg.graph.network import Graph
from kg.model import Edge, Node
from kg.view import content
from kg.view.page import PageOptions
from kg.view.payload import kind_of
from kg.view.picture import Picture, choose, radius
from kg.view.scope import find_scope

_SHAPES = {"method": "dot", "task": "square", "dataset": "diamond", "paper": "dot"}
#: Okabe and Ito's colours, which colour-blind readers tell apart.
_COLOURS = {"method": "#0072B2", "task": "#D55E00", "dataset": "#009E73", "paper": "#8D9499"}
_SCRIPTS = ("text.js", "map.js", "panel.js", "page.js")

#: Options of vis-network: nothing moves by itself.
_OPTIONS = {
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "nodes": {
        "borderWidthSelected": 3,
        "font": {"size": 17, "strokeWidth": 3},
    },
    "edges": {
        "smooth": False,
        "width": 0.8,
        "selectionWidth": 0.4,
        "arrowStrikethrough": False,
    },
    "interaction": {
        "hover": True,
        "dragNodes": False,
        "keyboard": {"enabled": False},
        "tooltipDelay": 100000,
        "zoomSpeed": 0.7,
    },
}


#: More nodes than this and a page of vis-network is slow.
LIMIT = 1500


def render(graph: Graph, options: PageOptions) -> str:
    """The text of the page; see `kg.view.page.render_page`."""
    from jinja2 import Environment, PackageLoader  # heavy, and only pages need it

    scope = find_scope(graph, options.query, options.focus, options.hops)
    picture = choose(scope, LIMIT if options.max_nodes is None else options.max_nodes)
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
    whole = graph.projection
    nodes, edges, *_ = to_network(picture).get_network_data()
    degrees = Counter(end for edge in whole.edges for end in (edge.source, edge.target))
    return {
        "title": options.title,
        "nodes": [{**node, "degree": degrees[node["id"]]} for node in nodes],
        "edges": edges,
        "options": _OPTIONS,
        "papers": content.papers(graph, picture.nodes),
        "evidence": _evidence(graph, picture.edges, options.evidence_per_edge),
        "total": {"nodes": len(whole.nodes), "edges": len(whole.edges)},
        "counts": Counter(kind_of(node) for node in whole.nodes),
    }


def to_network(picture: Picture) -> Any:
    """A `pyvis.network.Network` with every node in its place, physics off."""
    from pyvis.network import Network  # brings IPython along: only when a page is made

    # Undirected pyvis drops parallel edges and compares each new edge with all before it.
    network = Network(directed=True, cdn_resources="in_line")
    for node, (x, y) in zip(picture.nodes, picture.layout.points, strict=True):
        network.add_node(node.id, **_node_options(node), x=x, y=y)
    # add_edge looks both ends up in a list; with the ends known to exist, this is the same.
    network.edges = [_edge_options(edge) for edge in picture.edges]
    network.toggle_physics(False)
    return network


def _evidence(graph: Graph, edges: tuple[Edge, ...], per_edge: int) -> dict[str, list[list[str]]]:
    """For each edge id rows of: paper id, text before the mention, the mention, text after it."""
    found: dict[str, list[list[str]]] = defaultdict(list)
    for edge, said in content.iter_quotes(graph, edges, per_edge):
        text, start, end = said.sentence, said.span.start, said.span.end
        found[edge].append([said.paper, text[:start], text[start:end], text[end:]])
    return found


def _node_options(node: Node) -> dict[str, Any]:
    group = kind_of(node)
    options: dict[str, Any] = {
        "label": node.label,
        "group": group,
        "shape": _SHAPES[group],
        "size": radius(node),
        "papers": node.papers,
        "color": _COLOURS[group],
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
