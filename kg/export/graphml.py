"""GraphML that Gephi, Cytoscape, yEd, igraph and NetworkX read with equal counts.

Written by hand and streamed, since NetworkX's writer repeats edge ids in a multigraph and splits
an attribute with mixed number types into two keys, which igraph refuses. Each attribute has one
type and one name over the whole file; what is not known is left out. yEd shows the names in its
property panel, not on the canvas: it wants its own label elements for that.
"""

from collections.abc import Iterator
from typing import BinaryIO
from xml.sax.saxutils import escape, quoteattr

from kg.export.selection import NODE_TYPES, Selection, Values
from kg.export.text import clean

#: A parser makes a line feed of a carriage return that stands in a text as itself.
_RETURN = {"\r": "&#13;"}
_TYPES = {str: "string", int: "int", float: "double"}
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns \
http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write nodes and edges; `full` evidence adds to each edge the words it rests on."""
    for line in _lines(selection):
        stream.write(line.encode())


def _lines(selection: Selection) -> Iterator[str]:
    yield _HEAD
    for side, types in (("node", NODE_TYPES), ("edge", selection.edge_types)):
        for name, kind in types.items():
            of_type = f'attr.type="{_TYPES[kind]}"'
            yield f'  <key id="{name}" for="{side}" attr.name="{name}" {of_type}/>\n'
    direction = "directed" if selection.directed else "undirected"
    yield f'  <graph id="paperkg" edgedefault="{direction}">\n'
    for node, values in selection.node_rows():
        yield f"    <node id={_attribute(node.id)}>\n"
        yield from _fields(values)
        yield "    </node>\n"
    for edge, values in selection.edge_rows():
        ends = f"source={_attribute(edge.source)} target={_attribute(edge.target)}"
        yield f"    <edge id={_attribute(edge.id)} {ends}>\n"
        yield from _fields(values)
        yield "    </edge>\n"
    yield "  </graph>\n</graphml>\n"


def _fields(values: Values) -> Iterator[str]:
    for name, value in values.items():
        yield f'      <data key="{name}">{escape(clean(str(value)), _RETURN)}</data>\n'


def _attribute(text: str) -> str:
    return quoteattr(clean(text))
