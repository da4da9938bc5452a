"""One battery over every exporter. A new format adds its line to FORMATS and a reader beside."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from io import BytesIO
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import networkx as nx
import pyoxigraph as ox
import pytest

from kg.errors import KgError, UsageError
from kg.export import FOLDERS, FORMATS, NETWORKS, EvidenceLevel, Kind, write, write_stream
from kg.graph.stream import ROLE_RELATIONS
from kg.model import Resolution
from tests.contract.export_readers import GRAPHML, READERS, by_sparql, papers_by_sparql
from tests.graphs import StoredGraph, hostile_graph, reloaded, stored, synthetic_graph

LEVELS = get_args(EvidenceLevel)
ONE_GRAPH = {
    "turtle": ox.RdfFormat.TURTLE,
    "ntriples": ox.RdfFormat.N_TRIPLES,
    "jsonld": ox.RdfFormat.JSON_LD,
}
NO_CONTROL = dict.fromkeys(map(ord, "\x00\x02\x0b\ufffe"))


def without_control(label: str) -> str:
    return label.translate(NO_CONTROL)


def on_one_line(label: str) -> str:
    return without_control(label).replace("\u2028", " ")


#: What becomes of a label in formats that cannot hold every text.
KEPT = {
    **dict.fromkeys(("graphml", "gexf", "cyjs", "rdfxml", "parquet"), without_control),
    **dict.fromkeys(("csv", "obsidian", "bibtex", "neo4j"), on_one_line),
}

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


def exported(
    name: str, graph: StoredGraph, level: EvidenceLevel = "none", only: Kind | None = None
) -> bytes:
    """The bytes of an export; of a folder, those of all its files with their names."""
    if name not in FOLDERS:
        stream = BytesIO()
        write_stream(name, graph, stream, level, only)
        return stream.getvalue()
    with TemporaryDirectory() as place:
        write(name, graph, Path(place) / "folder", level, only)
        return content(Path(place) / "folder")


def content(path: Path) -> bytes:
    if path.is_file():
        return path.read_bytes()
    files = sorted(file for file in path.rglob("*") if file.is_file())
    return b"\n".join(
        str(file.relative_to(path)).encode() + b"\n" + file.read_bytes() for file in files
    )


def test_every_format_has_foreign_readers() -> None:
    assert set(READERS) == set(FORMATS)
    single = {name for name, readers in READERS.items() if len(readers) < 2}
    assert single <= {"parquet", "obsidian"}


@pytest.mark.parametrize("level", LEVELS)
def test_foreign_readers_count_and_name_what_sparql_does(
    name: str, graph: StoredGraph, level: EvidenceLevel, tmp_path: Path
) -> None:
    path = tmp_path / "graph.out"
    write(name, graph, path, level)
    said = papers_by_sparql if name == "bibtex" else by_sparql
    nodes, edges, labels = said(graph.store)
    labels = set(map(KEPT.get(name, str), labels))
    for reader in READERS[name]:
        assert reader(path) == (nodes, edges, labels)


@pytest.mark.parametrize("level", LEVELS)
def test_bytes_depend_on_the_triples_alone(
    name: str, graph: StoredGraph, level: EvidenceLevel
) -> None:
    again = StoredGraph(reloaded(graph.store), graph.base, graph.projection)
    first = exported(name, graph, level)
    assert exported(name, again, level) == first
    assert b"None" not in first
    if name != "parquet":
        first.decode("utf-8")


def test_evidence_adds_and_never_takes_away(name: str) -> None:
    sizes = [len(exported(name, hostile_graph(), level)) for level in LEVELS]
    assert sizes == sorted(sizes)
    assert sizes[2] > sizes[0] or name == "bibtex"


@pytest.mark.parametrize("syntax", sorted(ONE_GRAPH))
def test_full_evidence_is_the_whole_of_two_graphs(syntax: str) -> None:
    graph = hostile_graph()
    triples = {q.triple for q in graph.store}
    read = {q.triple for q in ox.parse(exported(syntax, graph, "full"), ONE_GRAPH[syntax])}
    assert read == triples
    some = {q.triple for q in ox.parse(exported(syntax, graph, "statements"), ONE_GRAPH[syntax])}
    assert some < triples
    assert not any("#SpecificResource" in str(t) or "ns#evidence" in str(t) for t in some)
    assert any("ns#confidence" in str(t) for t in some)


@pytest.mark.parametrize("syntax", ["nquads", "trig"])
def test_full_evidence_with_graphs_is_the_whole_store(syntax: str) -> None:
    graph = hostile_graph()
    runs = ox.NamedNode(graph.base + "graph-runs")
    graph.store.add(ox.Quad(runs, runs, runs, runs))
    kind = ox.RdfFormat.N_QUADS if syntax == "nquads" else ox.RdfFormat.TRIG
    assert set(ox.parse(exported(syntax, graph, "full"), kind)) == set(graph.store)
    facts = set(ox.parse(exported(syntax, graph), kind))
    assert facts == set(graph.store.quads_for_pattern(None, None, None, ox.DefaultGraph()))


def test_a_failed_write_leaves_what_was_there_and_nothing_else(name: str, tmp_path: Path) -> None:
    class Broken:
        base = "urn:x:"

        @property
        def store(self) -> ox.Store:
            raise RuntimeError("gone")

        projection = property(store.fget)  # type: ignore[attr-defined]

    path = tmp_path / "graph.out"
    if name in FOLDERS:
        path.mkdir()
    old = path / "nodes.csv" if name in FOLDERS else path
    old.write_text("old")
    with pytest.raises(RuntimeError):
        write(name, Broken(), path)
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_a_clear_error(name: str, tmp_path: Path) -> None:
    path = tmp_path / "place"
    if name in FOLDERS:
        path.write_text("mine")
    else:
        path.mkdir()
    with pytest.raises(KgError, match="cannot write"):
        write(name, hostile_graph(), path)
    assert list(tmp_path.iterdir()) == [path]


def test_a_second_export_takes_the_place_of_the_first(name: str, tmp_path: Path) -> None:
    path = tmp_path / "graph.out"
    write(name, hostile_graph(), path, "full")
    write(name, hostile_graph(), path)
    assert content(path) == exported(name, hostile_graph())
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("folder", sorted(FOLDERS))
def test_a_folder_with_anything_else_is_left_alone(folder: str, tmp_path: Path) -> None:
    write(folder, hostile_graph(), tmp_path / "x")
    (tmp_path / "x" / "mine.md").write_text("mine")
    with pytest.raises(KgError, match=r"mine\.md.*no part of this export"):
        write(folder, hostile_graph(), tmp_path / "x")
    assert (tmp_path / "x" / "mine.md").read_text() == "mine"
    assert list(tmp_path.iterdir()) == [tmp_path / "x"]
    with pytest.raises(UsageError, match="folder of files"):
        write_stream(folder, hostile_graph(), BytesIO())


@pytest.mark.parametrize("seed", ["1", "2"])
def test_bytes_depend_on_no_locale_and_no_hash_seed(seed: str, tmp_path: Path) -> None:
    code = (
        "import sys; from tests.graphs import hostile_graph; from kg.export import FORMATS, write\n"
        "for name in FORMATS: write(name, hostile_graph(), f'{sys.argv[1]}/{name}', 'full')"
    )
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    root = Path(__file__).parents[2]
    environment |= {"PYTHONPATH": str(root), "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", code, str(tmp_path / "new")]
    subprocess.run(command, check=True, cwd=root, env=environment)
    for name in FORMATS:
        written = content(tmp_path / "new" / name)
        assert written == exported(name, hostile_graph(), "full")
        assert "naïve Bayes".encode() in written or name == "jsonld"


@pytest.mark.parametrize("only", get_args(Kind))
@pytest.mark.parametrize("network", sorted(NETWORKS))
def test_projections_hold_one_kind_and_count_what_is_shared(
    network: str, only: Kind, tmp_path: Path
) -> None:
    graph = synthetic_graph(12, 80)
    write(network, graph, tmp_path / "x", only=only)
    kept = [n.label for n in graph.projection.nodes if f"{n.kind}s" == only]
    expected = shared(graph, only)
    for reader in READERS[network]:
        assert reader(tmp_path / "x") == (len(kept), len(expected), set(kept))
    if network == "graphml":
        read = nx.read_graphml(tmp_path / "x", force_multigraph=True)
        assert not read.is_directed()
        found = {frozenset((a, b)): d["support"] for a, b, d in read.edges(data=True)}
        assert found == expected


def shared(graph: StoredGraph, only: Kind) -> Counter[frozenset[str]]:
    links = [(e.source, e.target) for e in graph.projection.edges if e.relation in ROLE_RELATIONS]
    groups: dict[str, list[str]] = {}
    for paper, concept in links:
        group, member = (paper, concept) if only == "concepts" else (concept, paper)
        groups.setdefault(group, []).append(member)
    return Counter(frozenset(pair) for g in groups.values() for pair in combinations(g, 2))


def test_projections_go_into_networks_and_have_no_evidence(tmp_path: Path) -> None:
    for name in set(FORMATS) - NETWORKS:
        with pytest.raises(UsageError, match="cyjs, gexf, graphml"):
            write(name, hostile_graph(), tmp_path / "x", only="papers")
    with pytest.raises(UsageError, match="no evidence"):
        write("gexf", hostile_graph(), tmp_path / "x", "full", "papers")
    assert list(tmp_path.iterdir()) == []


def test_wrong_names_list_the_right_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="graphml, jsonld, neo4j, nquads, ntriples"):
        write("docx", hostile_graph(), tmp_path / "x")
    with pytest.raises(UsageError, match="none, statements, full"):
        write("turtle", hostile_graph(), tmp_path / "x", "some")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_graphml_ids_are_unique_strings_and_types_are_fixed(tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    graph = hostile_graph()
    write("graphml", graph, path, "full")
    root = ET.parse(path).getroot()
    keys = [key.get("attr.name", "") for key in root.iter(f"{GRAPHML}key")]
    assert len({key.lower() for key in keys}) == len(keys)
    assert not {"id", "key", "source", "target", "type", "pid"} & set(keys)
    assert all(key.get("id") == key.get("attr.name") for key in root.iter(f"{GRAPHML}key"))
    edges = nx.read_graphml(path, force_multigraph=True).edges(keys=True, data=True)
    assert {data["edge_id"] for *_, data in edges} == {edge.id for edge in graph.projection.edges}
    assert {key for _, _, key, _ in edges} == {edge.id for edge in graph.projection.edges}
    assert all(isinstance(data["confidence"], float) for *_, data in edges)
    assert {data.get("quotes") for *_, data in edges} >= {"C++", None}


def test_graphml_leaves_a_missing_year_out() -> None:
    text = exported("graphml", hostile_graph()).decode()
    assert text.count('<data key="year">') == 1


def test_turtle_is_short_and_grouped() -> None:
    text = exported("turtle", hostile_graph()).decode()
    assert "\n:c-r%5E2" not in text  # not all readers agree on % in short names
    assert text.count("\n:paper-1 a schema:ScholarlyArticle ;") == 1
    assert "pkg:year 2024" in text
