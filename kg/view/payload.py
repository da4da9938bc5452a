"""The data of the explorer: values as JSON, columns of numbers as bytes, texts in shorthand.

Two blocks: what the first frame needs, and what is read when someone clicks or searches. A column
of numbers that mostly grow holds the steps between them, which deflate to far less.
"""

import base64
import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from kg.graph.network import Graph
from kg.graph.stream import INTERACTIONS
from kg.model import Edge, Node, Span
from kg.view import content
from kg.view.picture import Picture, radius, regions, short_name
from kg.view.scope import Scope
from kg.view.words import shorthand, spelled

KINDS = ("method", "task", "dataset", "paper")
RELATIONS = tuple(INTERACTIONS)
#: Letters of base85 that HTML reads, and what stands for them.
_OUT, _IN = str.maketrans("<>&", ",:."), str.maketrans(",:.", "<>&")

Numbers = dict[str, Sequence[int]]


def pack(values: Mapping[str, Any], numbers: Numbers, texts: Sequence[str] = ()) -> str:
    """Values, numbers of 32 bits and texts, deflated, as base85 in letters that no HTML can end.

    >>> unpack(pack({"a": 0.5}, {"n": [3, -70000]}, ["</script>"]))
    {'a': 0.5, 'numbers': {'n': [3, -70000]}, 'texts': ['</script>']}
    """
    words, short = shorthand(texts)
    columns = dict(sorted({**numbers, "text": [*map(len, short)]}.items()))
    sizes = {name: len(column) for name, column in columns.items()}
    head = {**values, "words": words, "numbers": sizes}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    start = text.encode("utf-8", "replace")
    planes = b"".join(map(_planes, columns.values()))
    data = len(start).to_bytes(4, "little") + start + planes + b"".join(short)
    return base64.b85encode(zlib.compress(data, 9)).decode("ascii").translate(_OUT)


def _planes(column: Sequence[int]) -> bytes:
    """First the lowest bytes of all, then the second: deflate finds alike what lies together.

    The sign goes into the lowest bit, so that small numbers below zero are small too.
    """
    signed = np.asarray(column, np.int32)
    folded = ((signed << 1) ^ (signed >> 31)).astype("<u4")
    return folded.view(np.uint8).reshape(-1, 4).T.tobytes()


def unpack(block: str) -> Any:
    """What `pack` was given, under its names."""
    data = zlib.decompress(base64.b85decode(block.translate(_IN)))
    at = 4 + int.from_bytes(data[:4], "little")
    values = json.loads(data[4:at])
    for name, count in values["numbers"].items():
        planes = np.frombuffer(data, np.uint8, 4 * count, at).reshape(4, -1)
        folded = planes.T.copy().view("<u4").ravel().astype(np.int64)
        values["numbers"][name] = ((folded >> 1) ^ -(folded & 1)).tolist()
        at += 4 * count
    ends = [at, *accumulate(values["numbers"].pop("text"), initial=at)][1:]
    words = values.pop("words")
    texts = [spelled(data[start:end], words) for start, end in pairwise(ends)]
    return {**values, "texts": texts}


def map_block(graph: Graph, scope: Scope, picture: Picture, title: str) -> str:
    """What the map needs: nodes by importance, edges, named communities, honest totals."""
    whole, nodes = graph.projection, picture.nodes
    found = regions(picture)
    values = {
        "title": title,
        "scope": scope.words,
        "base": graph.base,
        "total": {"nodes": len(whole.nodes), "edges": len(whole.edges)},
        "inScope": {"nodes": len(scope.nodes), "edges": len(scope.edges)},
        "counts": Counter(kind_of(node) for node in whole.nodes),
        "relations": [[name, INTERACTIONS[name]] for name in RELATIONS],
        "id": ["" if node.id == _plain_id(node) else node.id for node in nodes],
        "short": {i: short_name(n) for i, n in enumerate(nodes) if short_name(n) != n.label},
        "regions": [[content.shorten(name, 28) for name in region.names] for region in found],
    }
    region_of = {node: i for i, region in enumerate(found) for node in region.members}
    region = [region_of.get(i, -1) for i in range(len(nodes))]
    numbers = _node_columns(picture) | {"region": region} | _edge_columns(picture)
    return pack(values, numbers, [node.label for node in nodes])


def kind_of(node: Node) -> str:
    """The name of what a node is to a reader: a concept's type, or paper."""
    return node.concept_type or "paper"


def _plain_id(node: Node) -> str:
    """The id that the page makes of a label by itself; of other letters it makes none."""
    return "c-" + node.label.lower().replace(" ", "-") if node.label.isascii() else ""


def _node_columns(picture: Picture) -> Numbers:
    nodes, points = picture.nodes, picture.layout.points
    return {
        "kind": [KINDS.index(kind_of(node)) for node in nodes],
        "papers": [node.papers for node in nodes],
        "year": [node.year or 0 for node in nodes],
        "x": [round(x) for x, _ in points],
        "y": [round(y) for _, y in points],
        "radius": [round(radius(node) * 100) for node in nodes],
    }


def _edge_columns(picture: Picture) -> Numbers:
    index = {node.id: number for number, node in enumerate(picture.nodes)}
    edges = picture.edges
    return {
        "edge": steps(int(edge.id.removeprefix("e")) for edge in edges),
        "source": steps(index[edge.source] for edge in edges),
        "target": [index[edge.target] for edge in edges],
        "relation": [RELATIONS.index(edge.relation) for edge in edges],
        # The model keeps four places. -1 is not known.
        "confidence": [-1 if e.confidence is None else round(e.confidence * 1e4) for e in edges],
        "support": [edge.support for edge in edges],
    }


def detail_block(graph: Graph, picture: Picture, per_edge: int) -> str:
    """What the panel, the search and the filters need: aliases, sources, sentences."""
    index = {node.id: number for number, node in enumerate(picture.nodes)}
    about = content.papers(graph, picture.nodes)
    sentences, numbers = _evidence(graph, picture.edges, index, per_edge)
    numbers["aliases"] = [len(node.aliases) for node in picture.nodes]
    aliases = [alias for node in picture.nodes for alias in node.aliases]
    sources = {index[paper]: values for paper, values in about.items()}
    return pack({"sources": sources}, numbers, [*sentences, *aliases])


def _evidence(
    graph: Graph, edges: tuple[Edge, ...], index: Mapping[str, int], per_edge: int
) -> tuple[list[str], Numbers]:
    """Each sentence once, by paper (-1 for none here), each mention in them once; by edge which."""
    said: dict[str, list[tuple[tuple[int, str], Span]]] = defaultdict(list)
    for edge, quote in content.iter_quotes(graph, edges, per_edge):
        said[edge].append(((index.get(quote.paper, -1), quote.sentence), quote.span))
    found = dict.fromkeys(key for edge in edges for key, _ in said[edge.id])
    sentences = sorted(found, key=lambda key: key[0])
    place = {key: number for number, key in enumerate(sentences)}
    rows = [(place[key], span.start, span.end) for edge in edges for key, span in said[edge.id]]
    mentions = sorted(set(rows))
    number = {mention: i for i, mention in enumerate(mentions)}
    numbers: Numbers = {
        "count": [len(said[edge.id]) for edge in edges],
        "mention": steps(number[row] for row in rows),
        "sentence": steps(sentence for sentence, _, _ in mentions),
        "start": [start for _, start, _ in mentions],
        "length": [end - start for _, start, end in mentions],
        "paper": steps(paper for paper, _ in sentences),
    }
    return [text for _, text in sentences], numbers


def steps(numbers: Iterable[int]) -> list[int]:
    """The first number and then the differences.

    >>> steps([4, 5, 5, 3])
    [4, 1, 0, -2]
    """
    listed = list(numbers)
    return [after - before for before, after in pairwise([0, *listed])]
