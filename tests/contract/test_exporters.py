"""One battery over every exporter. A new format adds its line to FORMATS and a reader here."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import get_args

import igraph
import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib

from kg.errors import KgError, UsageError
from kg.export import FORMATS, EvidenceLevel, write, write_stream
from kg.graph.stream import INTERACTIONS
from kg.model import Resolution
from tests.graphs import StoredGraph, hostile_graph, reloaded, stored, synthetic_graph

LEVELS = get_args(EvidenceLevel)
NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"

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


def by_sparql(store: ox.Store) -> Reading:
    count = [int(next(iter(store.query(q)))[0].value) for q in (COUNT_NODES, COUNT_EDGES)]
    return count[0], count[1], {row[0].value for row in store.query(LABELS)}


def read_rdflib(path: Path, syntax: str) -> Reading:
    graph = rdflib.Graph().parse(path, format=syntax)
    nodes, edges = (int(next(iter(graph.query(q)))[0]) for q in (COUNT_NODES, COUNT_EDGES))
    return nodes, edges, {str(row[0]) for row in graph.query(LABELS)}


def read_oxigraph(path: Path, syntax: ox.RdfFormat) -> Reading:
    store = ox.Store()
    store.load(path=path, format=syntax)
    return by_sparql(store)


def read_networkx(path: Path) -> Reading:
    graph = nx.read_graphml(path, force_multigraph=True)
    labels = {data["label"] for _, data in graph.nodes(data=True)}
    return graph.number_of_nodes(), graph.number_of_edges(), labels


def read_igraph(path: Path) -> Reading:
    graph = igraph.Graph.Read_GraphML(str(path))
    return graph.vcount(), graph.ecount(), set(graph.vs["label"] if graph.vcount() else [])


def read_xml(path: Path) -> Reading:
    root = ET.parse(path).getroot()
    nodes = list(root.iter(f"{NAMESPACE}node"))
    labels = {n.findtext(f"{NAMESPACE}data[@key='label']") or "" for n in nodes}
    return len(nodes), len(list(root.iter(f"{NAMESPACE}edge"))), labels


READERS: dict[str, list[Callable[[Path], Reading]]] = {
    "turtle": [
        lambda path: read_rdflib(path, "turtle"),
        lambda path: read_oxigraph(path, ox.RdfFormat.TURTLE),
    ],
    "ntriples": [
        lambda path: read_rdflib(path, "nt"),
        lambda path: read_oxigraph(path, ox.RdfFormat.N_TRIPLES),
    ],
    "graphml": [read_networkx, read_igraph, read_xml],
}
#: Formats that cannot hold every character drop those they cannot.
DROPPED = {"graphml": dict.fromkeys(map(ord, "\x00\x02\x0b\ufffe"))}

GRAPHS = {
    "hostile": hostile_graph,
    "synthetic": lambda: synthetic_graph(12, 80),
    "empty": lambda: stored((), Resolution((), (), ())),
}


@pytest.fixture(scope="module", params=sorted(GRAPHS))
def graph(request: pytest.FixtureRequest) -> StoredGraph:
    return GRAPHS[request.param]()


@pytest.fixture(params=sorted(FORMATS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def exported(name: str, graph: StoredGraph, level: EvidenceLevel = "none") -> bytes:
    stream = BytesIO()
    write_stream(name, graph, stream, level)
    return stream.getvalue()


def test_every_format_has_foreign_readers() -> None:
    assert set(READERS) == set(FORMATS)
    assert all(len(readers) >= 2 for readers in READERS.values())


@pytest.mark.parametrize("level", LEVELS)
def test_foreign_readers_count_and_name_what_sparql_does(
    name: str, graph: StoredGraph, level: EvidenceLevel, tmp_path: Path
) -> None:
    path = tmp_path / "graph.out"
    write(name, graph, path, level)
    nodes, edges, labels = by_sparql(graph.store)
    labels = {label.translate(DROPPED.get(name, {})) for label in labels}
    for reader in READERS[name]:
        assert reader(path) == (nodes, edges, labels)


@pytest.mark.parametrize("level", LEVELS)
def test_bytes_depend_on_the_triples_alone(
    name: str, graph: StoredGraph, level: EvidenceLevel
) -> None:
    again = StoredGraph(reloaded(graph.store), graph.base, graph.projection)
    first = exported(name, graph, level)
    assert exported(name, again, level) == first
    first.decode("utf-8")


def test_evidence_adds_and_never_takes_away(name: str) -> None:
    sizes = [len(exported(name, hostile_graph(), level)) for level in LEVELS]
    assert sizes == sorted(sizes)
    assert sizes[2] > sizes[0]


@pytest.mark.parametrize("name", ["turtle", "ntriples"])
def test_full_evidence_is_the_whole_of_two_graphs(name: str, tmp_path: Path) -> None:
    graph = hostile_graph()
    triples = {q.triple for q in graph.store}
    syntax = ox.RdfFormat.TURTLE if name == "turtle" else ox.RdfFormat.N_TRIPLES
    assert {q.triple for q in ox.parse(exported(name, graph, "full"), syntax)} == triples
    some = {q.triple for q in ox.parse(exported(name, graph, "statements"), syntax)}
    assert some < triples
    assert not any("#SpecificResource" in str(t) or "ns#evidence" in str(t) for t in some)
    assert any("ns#confidence" in str(t) for t in some)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(name: str, tmp_path: Path) -> None:
    class Broken:
        base = "urn:x:"

        @property
        def store(self) -> ox.Store:
            raise RuntimeError("gone")

        projection = property(store.fget)  # type: ignore[attr-defined]

    path = tmp_path / "graph.out"
    path.write_text("old")
    with pytest.raises(RuntimeError):
        write(name, Broken(), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_a_clear_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(KgError, match="cannot write"):
        write(name, hostile_graph(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_files_are_utf8_whatever_the_locale(name: str, tmp_path: Path) -> None:
    path = tmp_path / "new" / "graph.out"
    code = (
        "import sys; from tests.graphs import hostile_graph; from kg.export import write;"
        "write(sys.argv[1], hostile_graph(), sys.argv[2])"
    )
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", code, name, str(path)]
    subprocess.run(command, check=True, cwd=root, env={**environment, "PYTHONPATH": str(root)})
    assert path.read_bytes() == exported(name, hostile_graph())
    assert "naïve Bayes" in path.read_text("utf-8")


def test_wrong_names_list_the_right_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="graphml, ntriples, turtle"):
        write("docx", hostile_graph(), tmp_path / "x")
    with pytest.raises(UsageError, match="none, statements, full"):
        write("turtle", hostile_graph(), tmp_path / "x", "some")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_graphml_ids_are_unique_strings_and_types_are_fixed(tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    graph = hostile_graph()
    write("graphml", graph, path, "full")
    root = ET.parse(path).getroot()
    for side in ("node", "edge"):
        ids = Counter(item.get("id") for item in root.iter(f"{NAMESPACE}{side}"))
        assert set(ids.values()) == {1}
    keys = [key.get("attr.name", "") for key in root.iter(f"{NAMESPACE}key")]
    assert len({key.lower() for key in keys}) == len(keys)
    assert not {"id", "key", "source", "target", "type", "pid"} & set(keys)
    assert all(key.get("id") == key.get("attr.name") for key in root.iter(f"{NAMESPACE}key"))
    edges = nx.read_graphml(path, force_multigraph=True).edges(keys=True, data=True)
    assert {data["edge_id"] for *_, data in edges} == {edge.id for edge in graph.projection.edges}
    assert {key for _, _, key, _ in edges} == {edge.id for edge in graph.projection.edges}
    assert all(isinstance(data["confidence"], float) for *_, data in edges)
    assert {data.get("quotes") for *_, data in edges} >= {"C++", None}


def test_graphml_leaves_a_missing_year_out() -> None:
    text = exported("graphml", hostile_graph()).decode()
    assert text.count('<data key="year">') == 1
    assert "None" not in text


def test_turtle_is_short_and_grouped() -> None:
    text = exported("turtle", hostile_graph()).decode()
    assert "\n:c-r%5E2" not in text  # not all readers agree on % in short names
    assert text.count("\n:paper-1 a schema:ScholarlyArticle ;") == 1
    assert "pkg:year 2024" in text
