"""GEXF 1.3 for Gephi: parallel edges told apart by `kind`, support as weight, types as colours.

The attributes are those of GraphML less what GEXF has a place of its own for.
"""

from collections.abc import Iterator, Mapping
from typing import BinaryIO
from xml.sax.saxutils import quoteattr

from kg.export.selection import NODE_TYPES, Selection, Types, Values
from kg.export.text import clean
from kg.model import Node

_TYPES = {str: "string", int: "integer", float: "double"}
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">
  <meta><creator>paperkg</creator></meta>
"""
#: Attributes that are the id or the label of the element itself.
_BUILT_IN = frozenset({"label", "name", "edge_id"})
#: Red, green, blue: the colours of Okabe and Ito, apart also for the colour-blind.
_COLOURS: Mapping[str, tuple[int, int, int]] = {
    "method": (0, 114, 178),
    "task": (213, 94, 0),
    "dataset": (0, 158, 115),
    "paper": (141, 148, 153),
}


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write nodes and edges; `full` evidence adds to each edge the words it rests on."""
    for line in _lines(selection):
        stream.write(line.encode())


def _lines(selection: Selection) -> Iterator[str]:
    yield _HEAD
    direction = "directed" if selection.directed else "undirected"
    yield f'  <graph mode="static" defaultedgetype="{direction}">\n'
    yield from _declare("node", NODE_TYPES)
    yield from _declare("edge", selection.edge_types)
    yield "    <nodes>\n"
    for node, values in selection.node_rows():
        yield f"      <node id={_text(node.id)} label={_text(node.label)}>\n"
        yield from _fields(values)
        yield f"        {_colour(node)}\n      </node>\n"
    yield "    </nodes>\n    <edges>\n"
    for edge, values in selection.edge_rows():
        ends = f"source={_text(edge.source)} target={_text(edge.target)}"
        said = (
            f'label={_text(edge.interaction)} kind={_text(edge.relation)} weight="{edge.support}"'
        )
        yield f"      <edge id={_text(edge.id)} {ends} {said}>\n"
        yield from _fields(values)
        yield "      </edge>\n"
    yield "    </edges>\n  </graph>\n</gexf>\n"


def _declare(side: str, types: Types) -> Iterator[str]:
    yield f'    <attributes class="{side}" mode="static">\n'
    for name, kind in types.items():
        if name not in _BUILT_IN:
            yield f'      <attribute id="{name}" title="{name}" type="{_TYPES[kind]}"/>\n'
    yield "    </attributes>\n"


def _fields(values: Values) -> Iterator[str]:
    yield "        <attvalues>\n"
    for name, value in values.items():
        if name not in _BUILT_IN:
            yield f'          <attvalue for="{name}" value={_text(str(value))}/>\n'
    yield "        </attvalues>\n"


def _colour(node: Node) -> str:
    red, green, blue = _COLOURS[node.concept_type or node.kind]
    return f'<viz:color r="{red}" g="{green}" b="{blue}"/>'


def _text(text: str) -> str:
    return quoteattr(clean(text))
