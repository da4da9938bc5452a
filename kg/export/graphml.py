"""GraphML that Gephi, Cytoscape, yEd, igraph and NetworkX read with equal counts.

Written by hand and streamed, since NetworkX's writer repeats edge ids in a multigraph and splits
an attribute with mixed number types into two keys, which igraph refuses. Each attribute has one
type and one name over the whole file; what is not known is left out. yEd shows the names in its
property panel, not on the canvas: it wants its own label elements for that.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import BinaryIO
from xml.sax.saxutils import escape, quoteattr

from kg.export import EvidenceLevel
from kg.graph.network import (
    LIST_SEPARATOR,
    EdgeKey,
    Graph,
    edge_attributes,
    iter_passages,
    node_attributes,
)

NODE_KEYS: Mapping[str, str] = {
    "iri": "string",
    "label": "string",
    "name": "string",
    "kind": "string",
    "concept_type": "string",
    "year": "int",
    "papers": "int",
    "aliases": "string",
}
EDGE_KEYS: Mapping[str, str] = {
    "edge_id": "string",
    "relation": "string",
    "interaction": "string",
    "confidence": "double",
    "salience": "double",
    "support": "int",
}
#: Only with full evidence: the words of the papers that an edge rests on.
QUOTES = "quotes"

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns \
http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""

# What XML 1.0 has no way to write, not even escaped.
_ILLEGAL = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(graph: Graph, stream: BinaryIO, evidence: EvidenceLevel) -> None:
    """Write the projection; `full` adds to each edge the words it rests on as `quotes`."""
    for line in _lines(graph, evidence):
        stream.write(line.encode())


def _lines(graph: Graph, evidence: EvidenceLevel) -> Iterator[str]:
    quotes = _quotes(graph) if evidence == "full" else {}
    edge_keys = {**EDGE_KEYS, QUOTES: "string"} if evidence == "full" else EDGE_KEYS
    yield _HEAD
    for side, keys in (("node", NODE_KEYS), ("edge", edge_keys)):
        for name, kind in keys.items():
            yield f'  <key id="{name}" for="{side}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield '  <graph id="paperkg" edgedefault="directed">\n'
    for node in graph.projection.nodes:
        yield f"    <node id={_attribute(node.id)}>\n"
        yield from _fields(node_attributes(node))
        yield "    </node>\n"
    for edge in graph.projection.edges:
        ends = f"source={_attribute(edge.source)} target={_attribute(edge.target)}"
        values = edge_attributes(edge)
        if said := quotes.get(edge.key):
            values[QUOTES] = said
        yield f"    <edge id={_attribute(edge.id)} {ends}>\n"
        yield from _fields(values)
        yield "    </edge>\n"
    yield "  </graph>\n</graphml>\n"


def _fields(values: Mapping[str, str | int | float]) -> Iterator[str]:
    for name, value in values.items():
        yield f'      <data key="{name}">{escape(clean(str(value)))}</data>\n'


def _attribute(text: str) -> str:
    return quoteattr(clean(text))


def clean(text: str) -> str:
    """Text without the characters that XML forbids.

    >>> clean("self\\x02consumption")
    'selfconsumption'
    """
    return _ILLEGAL.sub("", text)


def _quotes(graph: Graph) -> dict[EdgeKey, str]:
    found: dict[EdgeKey, dict[str, None]] = defaultdict(dict)
    for passage in iter_passages(graph.store, graph.base):
        found[passage.edge][passage.text[passage.start : passage.end]] = None
    return {key: LIST_SEPARATOR.join(said) for key, said in found.items()}
