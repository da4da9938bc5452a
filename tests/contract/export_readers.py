"""Foreign readers of every export: how many nodes and edges each finds, under which labels."""

import csv
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import bibtexparser
import igraph
import networkx as nx
import pyarrow.csv
import pyarrow.parquet
import pyoxigraph as ox
import rdflib
import yaml
from lxml import etree
from pybtex.database import parse_file
from pylatexenc.latex2text import LatexNodes2Text

from kg.graph.stream import INTERACTIONS

#: (number of nodes, number of edges, labels)
Reading = tuple[int, int, set[str]]

COUNT_NODES = """
SELECT (COUNT(DISTINCT ?n) AS ?count) WHERE {
  VALUES ?t { <https://schema.org/ScholarlyArticle> <https://w3id.org/paperkg/ns#Method>
              <https://w3id.org/paperkg/ns#Task> <https://w3id.org/paperkg/ns#Dataset> }
  ?n a ?t }"""
PREDICATES = [
    f"http://www.w3.org/2004/02/skos/core#{name}"
    if name == "broader"
    else f"https://w3id.org/paperkg/ns#{name}"
    for name in INTERACTIONS
]
VALUES = " ".join(f"<{predicate}>" for predicate in PREDICATES)
COUNT_EDGES = f"SELECT (COUNT(*) AS ?count) WHERE {{ VALUES ?p {{ {VALUES} }} ?s ?p ?o }}"
LABELS = """
SELECT ?l WHERE { ?n <https://schema.org/name>|<http://www.w3.org/2004/02/skos/core#prefLabel> ?l .
  FILTER NOT EXISTS { ?n a <https://schema.org/Person> }
  FILTER NOT EXISTS { ?n a <https://schema.org/Periodical> } }"""
COUNT_PAPERS = """
SELECT (COUNT(?n) AS ?count) WHERE { ?n a <https://schema.org/ScholarlyArticle> }"""
COUNT_LINKS = """
SELECT (COUNT(*) AS ?count) WHERE {
  ?s a <https://schema.org/ScholarlyArticle> ; ?p ?o .
  ?o a <http://www.w3.org/2004/02/skos/core#Concept> }"""

GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"
GEXF = "{http://gexf.net/1.3}"
VIZ = "{http://gexf.net/1.3/viz}"


def count(store: ox.Store, query: str) -> int:
    return int(next(iter(store.query(query)))[0].value)


def by_sparql(store: ox.Store) -> Reading:
    labels = {row[0].value for row in store.query(LABELS)}
    return count(store, COUNT_NODES), count(store, COUNT_EDGES), labels


def papers_by_sparql(store: ox.Store) -> Reading:
    """What a bibliography holds: papers, and the concepts they are linked to."""
    _, _, labels = by_sparql(store)
    return count(store, COUNT_PAPERS), count(store, COUNT_LINKS), labels


def _rdflib(syntax: str) -> Callable[[Path], Reading]:
    def read(path: Path) -> Reading:
        graph = rdflib.Dataset(default_union=False)
        graph.parse(path, format=syntax)
        nodes, edges = (int(next(iter(graph.query(q)))[0]) for q in (COUNT_NODES, COUNT_EDGES))
        return nodes, edges, {str(row[0]) for row in graph.query(LABELS)}

    return read


def _oxigraph(syntax: ox.RdfFormat) -> Callable[[Path], Reading]:
    def read(path: Path) -> Reading:
        store = ox.Store()
        store.load(path=path, format=syntax)
        return by_sparql(store)

    return read


def _of_networkx(graph: Any) -> Reading:
    labels = {data["label"] for _, data in graph.nodes(data=True)}
    return graph.number_of_nodes(), graph.number_of_edges(), labels


def _networkx_graphml(path: Path) -> Reading:
    return _of_networkx(nx.read_graphml(path, force_multigraph=True))


def _networkx_gexf(path: Path) -> Reading:
    return _of_networkx(nx.read_gexf(path, version="1.3"))


def _networkx_cyjs(path: Path) -> Reading:
    read = json.loads(path.read_text("utf-8"))
    # What NetworkX wants beyond what Cytoscape's format says.
    for node in read["elements"]["nodes"]:
        node["data"]["value"] = node["data"]["id"]
    for edge in read["elements"]["edges"]:
        edge["data"]["key"] = edge["data"]["id"]
    graph = nx.cytoscape_graph({**read, "data": [], "directed": True, "multigraph": True})
    return _of_networkx(graph)


def _igraph_graphml(path: Path) -> Reading:
    graph = igraph.Graph.Read_GraphML(str(path))
    return graph.vcount(), graph.ecount(), set(graph.vs["label"] if graph.vcount() else [])


def _igraph_cyjs(path: Path) -> Reading:
    elements = json.loads(path.read_text("utf-8"))["elements"]
    nodes = [node["data"] for node in elements["nodes"]]
    edges = [edge["data"] for edge in elements["edges"]]
    graph = igraph.Graph.DictList(
        [{"name": n["id"], "shown": n["label"]} for n in nodes],
        [{"source": e["source"], "target": e["target"]} for e in edges],
    )
    return graph.vcount(), graph.ecount(), set(graph.vs["shown"] if graph.vcount() else [])


def _unique(ids: Iterable[str | None]) -> set[str]:
    listed = list(ids)
    assert None not in listed and len(set(listed)) == len(listed)
    return {item for item in listed if item}


def check_graphml(path: Path) -> Reading:
    """The rules of graphml.xsd that a file of ours could break."""
    root = etree.parse(path).getroot()
    assert root.tag == f"{GRAPHML}graphml"
    assert [child.tag for child in root] == [f"{GRAPHML}key"] * (len(root) - 1) + [
        f"{GRAPHML}graph"
    ]
    keys = {key.get("id"): key for key in root.iter(f"{GRAPHML}key")}
    assert {key.get("attr.type") for key in keys.values()} <= {"string", "int", "double"}
    graph = root[-1]
    assert graph.get("edgedefault") in {"directed", "undirected"}
    nodes, edges = graph.findall(f"{GRAPHML}node"), graph.findall(f"{GRAPHML}edge")
    ids = _unique(node.get("id") for node in nodes)
    _unique(edge.get("id") for edge in edges)
    assert {edge.get(end) for edge in edges for end in ("source", "target")} <= ids
    for element in (*nodes, *edges):
        side = element.tag.removeprefix(GRAPHML)
        used = _unique(found.get("key") for found in element)
        assert {keys[name].get("for") for name in used} <= {side}
        for found in element:
            _as(keys[found.get("key")].get("attr.type"), found.text or "")
    labels = {node.findtext(f"{GRAPHML}data[@key='label']") or "" for node in nodes}
    return len(nodes), len(edges), labels


def check_gexf(path: Path) -> Reading:
    """The rules of gexf.xsd 1.3 that a file of ours could break."""
    root = etree.parse(path).getroot()
    assert (root.tag, root.get("version")) == (f"{GEXF}gexf", "1.3")
    assert [child.tag for child in root] == [f"{GEXF}meta", f"{GEXF}graph"]
    graph = root[1]
    assert graph.get("defaultedgetype") in {"directed", "undirected"}
    declared = {
        side.get("class"): {a.get("id"): a.get("type") for a in side}
        for side in graph.findall(f"{GEXF}attributes")
    }
    nodes, edges = graph.find(f"{GEXF}nodes"), graph.find(f"{GEXF}edges")
    ids = _unique(node.get("id") for node in nodes)
    _unique(edge.get("id") for edge in edges)
    parallel = [(e.get("source"), e.get("target"), e.get("kind")) for e in edges]
    assert len(set(parallel)) == len(parallel)
    assert {edge.get(end) for edge in edges for end in ("source", "target")} <= ids
    for side, elements in (("node", nodes), ("edge", edges)):
        for element in elements:
            assert element.get("label") is not None
            for value in element.find(f"{GEXF}attvalues"):
                _as(declared[side][value.get("for")], value.get("value"))
    for colour in graph.iter(f"{VIZ}color"):
        assert all(0 <= int(colour.get(part)) <= 255 for part in "rgb")
    assert len(list(graph.iter(f"{VIZ}color"))) == len(nodes)
    assert all(float(edge.get("weight")) > 0 for edge in edges)
    return len(nodes), len(edges), {node.get("label") for node in nodes}


def _as(kind: str, text: str) -> object:
    return {"string": str, "int": int, "integer": int, "double": float}[kind](text)


def _csv_rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, strict=True))
    assert all(None not in row and None not in row.values() for row in rows)
    return rows


def _csv_tables(nodes: str, edges: str, ends: tuple[str, str, str]) -> Callable[[Path], Reading]:
    def read(path: Path) -> Reading:
        found, joined = _csv_rows(path / nodes), _csv_rows(path / edges)
        ids = _unique(row[ends[0]] for row in found)
        assert {row[end] for row in joined for end in ends[1:]} <= ids
        return len(found), len(joined), {row["label"] for row in found}

    return read


def _arrow_tables(nodes: str, edges: str) -> Callable[[Path], Reading]:
    def read(path: Path) -> Reading:
        found, joined = pyarrow.csv.read_csv(path / nodes), pyarrow.csv.read_csv(path / edges)
        return found.num_rows, joined.num_rows, set(map(str, found["label"].to_pylist()))

    return read


def _parquet(path: Path) -> Reading:
    nodes = pyarrow.parquet.read_table(path / "nodes.parquet")
    edges = pyarrow.parquet.read_table(path / "edges.parquet")
    ids = _unique(nodes["id"].to_pylist())
    assert set(edges["source"].to_pylist()) | set(edges["target"].to_pylist()) <= ids
    return nodes.num_rows, edges.num_rows, set(nodes["label"].to_pylist())


LINK = re.compile(r"\[\[([^\]|]+)(?:\|[^\]|]+)?\]\]")


def _obsidian(path: Path) -> Reading:
    notes = {note.stem: note.read_text("utf-8") for note in path.rglob("*.md")}
    links = [link for text in notes.values() for link in LINK.findall(text)]
    assert set(links) <= set(notes)
    heads = [yaml.safe_load(text.split("---\n")[1]) for text in notes.values()]
    return len(notes), len(links), {head["label"] for head in heads}


def _bibtexparser(path: Path) -> Reading:
    library = bibtexparser.parse_file(str(path), encoding="utf-8")
    assert not library.failed_blocks
    entries = [{f.key: f.value for f in entry.fields} for entry in library.entries]
    return _of_entries(entries)


def _pybtex(path: Path) -> Reading:
    return _of_entries([dict(e.fields) for e in parse_file(path, "bibtex").entries.values()])


def _of_entries(entries: list[dict[str, str]]) -> Reading:
    read = LatexNodes2Text(keep_comments=True).latex_to_text
    keywords = [k for e in entries for k in e.get("keywords", "").split(", ") if k]
    texts = [e["title"] for e in entries] + keywords
    # pylatexenc reads \\textasciicircum as the modifier letter that looks the same.
    return len(entries), len(keywords), {read(text).replace("\u02c6", "^") for text in texts}


READERS: dict[str, list[Callable[[Path], Reading]]] = {
    "bibtex": [_bibtexparser, _pybtex],
    "csv": [
        _csv_tables("nodes.csv", "edges.csv", ("id", "source", "target")),
        _arrow_tables("nodes.csv", "edges.csv"),
    ],
    "cyjs": [_networkx_cyjs, _igraph_cyjs],
    "gexf": [_networkx_gexf, check_gexf],
    "graphml": [_networkx_graphml, _igraph_graphml, check_graphml],
    "jsonld": [_rdflib("json-ld"), _oxigraph(ox.RdfFormat.JSON_LD)],
    "neo4j": [
        _csv_tables("nodes.csv", "relationships.csv", ("iri:ID", ":START_ID", ":END_ID")),
        _arrow_tables("nodes.csv", "relationships.csv"),
    ],
    "nquads": [_rdflib("nquads"), _oxigraph(ox.RdfFormat.N_QUADS)],
    "ntriples": [_rdflib("nt"), _oxigraph(ox.RdfFormat.N_TRIPLES)],
    "obsidian": [_obsidian],
    "parquet": [_parquet],
    "rdfxml": [_rdflib("xml"), _oxigraph(ox.RdfFormat.RDF_XML)],
    "trig": [_rdflib("trig"), _oxigraph(ox.RdfFormat.TRIG)],
    "turtle": [_rdflib("turtle"), _oxigraph(ox.RdfFormat.TURTLE)],
}
