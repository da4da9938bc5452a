"""The main job as a library: same papers, same graph; every mention where it says it is."""

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import networkx
import pytest
import rdflib

import kg
from kg.extract import ExtractionCache, Extractor
from kg.model import FIELDS
from kg.pipeline.extractions import kept_extractions

SHARED = Path(__file__).parents[1] / "../shared"
LANDMARKS = Path(__file__).parents[1] / "docs/examples/landmarks.bib"


@pytest.fixture(scope="module")
def landmarks(tmp_path_factory: pytest.TempPathFactory) -> kg.KnowledgeGraph:
    return kg.build(LANDMARKS, tmp_path_factory.mktemp("landmarks") / "g.kg")


def exported(graph: kg.KnowledgeGraph, file: Path, format: str = "ntriples") -> bytes:
    graph.export(format, file, "full")
    return file.read_bytes()


def assert_same_numbers_everywhere(graph: kg.KnowledgeGraph, folder: Path) -> None:
    counts = graph.counts()
    nodes = counts.papers + sum(counts.concepts.values())
    edges = sum(counts.links.values()) + sum(counts.relations.values())
    mine = graph.to_networkx()
    assert (mine.number_of_nodes(), mine.number_of_edges()) == (nodes, edges)
    graph.export("graphml", folder / "g.graphml")
    igraph = pytest.importorskip("igraph")
    theirs = igraph.Graph.Read_GraphML(str(folder / "g.graphml"))
    assert (theirs.vcount(), theirs.ecount()) == (nodes, edges)
    again = networkx.read_graphml(folder / "g.graphml", force_multigraph=True)
    assert (len(again), again.size()) == (nodes, edges)
    graph.export("turtle", folder / "g.ttl")
    read = rdflib.Graph().parse(folder / "g.ttl")
    assert len(read) == counts.triples
    papers = "SELECT (COUNT(*) AS ?n) { ?p a <https://schema.org/ScholarlyArticle> }"
    assert [int(row.n) for row in read.query(papers)] == [counts.papers]  # type: ignore[union-attr]


def assert_every_mention_is_where_it_says(graph: kg.KnowledgeGraph) -> int:
    answer = graph.query(
        """SELECT ?exact ?start ?end ?text { GRAPH ?g {
             ?m oa:hasSource/rdf:value ?text ; oa:hasSelector ?s .
             ?s oa:exact ?exact ; oa:start ?start ; oa:end ?end } }"""
    )
    for exact, start, end, text in answer.rows:
        assert text.value[int(start.value) : int(end.value)] == exact.value  # type: ignore[union-attr]
    return len(answer.rows)


def test_numbers_agree_in_sparql_networkx_igraph_and_turtle(
    landmarks: kg.KnowledgeGraph, tmp_path: Path
) -> None:
    assert_same_numbers_everywhere(landmarks, tmp_path)


def test_every_mention_of_the_build_is_where_it_says(landmarks: kg.KnowledgeGraph) -> None:
    assert assert_every_mention_is_where_it_says(landmarks) > 100


def test_every_label_is_a_span_of_some_paper(landmarks: kg.KnowledgeGraph) -> None:
    papers = kg.read([LANDMARKS]).papers
    texts = "\n".join(paper.text(field) for paper in papers for field in FIELDS)
    for node in landmarks.concepts():
        for name in (node.label, *node.aliases):
            assert name in texts


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> kg.KnowledgeGraph:
    """The same graph, built a second time by one worker."""
    path = tmp_path_factory.mktemp("again") / "g.kg"
    return kg.build(LANDMARKS, path, kg.BuildOptions(workers=1))


@pytest.mark.parametrize("format", ["turtle", "ntriples", "graphml", "jsonld", "bibtex"])
def test_two_builds_give_the_same_bytes(
    landmarks: kg.KnowledgeGraph, again: kg.KnowledgeGraph, tmp_path: Path, format: str
) -> None:
    assert exported(again, tmp_path / "a", format) == exported(landmarks, tmp_path / "b", format)


def test_the_order_of_inputs_does_not_matter(tmp_path: Path) -> None:
    rows = [
        {"id": f"p{i}", "title": f"On Elm {i}", "abstract": text}
        for i, text in enumerate(
            [
                "We propose Elm, a tree parser (TP) for semantic parsing.",
                "Tree parsers compare well with Oak on the Grove dataset.",
                "The TP of old is used for semantic parsing. We use BERT.",
            ]
        )
    ]
    for name, order in (("a", rows), ("b", rows[::-1])):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, order)), "utf-8")
    one, two = (kg.build(tmp_path / f"{n}.jsonl", tmp_path / f"{n}.kg") for n in "ab")
    assert exported(one, tmp_path / "1") == exported(two, tmp_path / "2")


def test_nothing_is_extracted_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, landmarks: kg.KnowledgeGraph
) -> None:
    first = kg.build(LANDMARKS, tmp_path / "g.kg")
    before = exported(first, tmp_path / "before")
    asked: list[str] = []
    real = Extractor.extract
    monkeypatch.setattr(
        Extractor, "extract", lambda self, paper: (asked.append(paper.id), real(self, paper))[1]
    )
    second = kg.build(LANDMARKS, tmp_path / "g.kg", force=True)
    assert asked == [] and exported(second, tmp_path / "after") == before


def test_caches_of_other_models_go_but_for_the_last(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"id": "1", "title": "BERT for parsing of trees"}', "utf-8")
    for top in (1, 2, 3, 2):
        options = kg.BuildOptions(extract=kg.ExtractOptions(top=top))
        kg.build(tmp_path / "x.jsonl", tmp_path / "g.kg", options, force=True)
        names = {f.name for f in (tmp_path / "g.kg" / "extractions").iterdir()}
        used = Extractor(options.extract).fingerprint
        assert f"{used}.sqlite" in names and len(names) == min(top, 2)


KILLED = """
import os, signal, sys
import kg
from kg.extract import Extractor, cache
cache._COMMIT_EVERY = 1
real, read = Extractor.extract, []
def extract(self, paper):
    if len(read) == 12:
        os.kill(os.getpid(), signal.SIGKILL)
    read.append(paper)
    return real(self, paper)
Extractor.extract = extract
kg.build(sys.argv[1], sys.argv[2], kg.BuildOptions(workers=1))
"""


def test_a_first_build_that_is_killed_goes_on_from_what_it_has_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, landmarks: kg.KnowledgeGraph
) -> None:
    target = tmp_path / "g.kg"
    done = subprocess.run([sys.executable, "-c", KILLED, str(LANDMARKS), str(target)], check=False)
    assert done.returncode == -signal.SIGKILL and not target.exists()
    asked: list[str] = []
    real = Extractor.extract
    monkeypatch.setattr(
        Extractor, "extract", lambda self, paper: (asked.append(paper.id), real(self, paper))[1]
    )
    graph = kg.build(LANDMARKS, target)
    assert 0 < len(asked) < landmarks.counts().papers - 5
    assert exported(graph, tmp_path / "a") == exported(landmarks, tmp_path / "b")
    assert list(tmp_path.glob(".g.kg*")) == []


def test_a_cached_extraction_is_the_same_under_another_id(tmp_path: Path) -> None:
    paper = kg.Paper("a", "Elm", "We propose Elm for parsing of trees with BERT on SQuAD.")
    extraction = Extractor().extract(paper)
    with ExtractionCache(tmp_path / "cache", "models") as cache:
        cache.put(paper, extraction)
    with ExtractionCache(tmp_path / "cache", "models") as cache:
        assert cache.get(paper) == extraction
        twin = cache.get(kg.Paper("b", paper.title, paper.abstract))
        assert twin is not None and twin.paper_id == "b" and twin.entities == extraction.entities
        assert cache.get(kg.Paper("a", "Elm", "Another text.")) is None


def test_a_damaged_cache_is_an_error_in_words(tmp_path: Path) -> None:
    kg.build(LANDMARKS, tmp_path / "g.kg")
    for file in (tmp_path / "g.kg" / "extractions").iterdir():
        whole = file.read_bytes()
        file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(kg.KgError, match="extraction cache"):
        kg.build(LANDMARKS, tmp_path / "g.kg", force=True)


def test_what_a_cache_lost_while_it_was_in_use_is_told(tmp_path: Path) -> None:
    paper = kg.Paper("a", "Elm", "We propose Elm.")
    with pytest.raises(OSError, match="lost what a gave"):
        list(kept_extractions([paper], tmp_path / "cache", "models"))


def test_an_open_graph_stays_what_it_was(tmp_path: Path) -> None:
    one = kg.build(LANDMARKS, tmp_path / "g.kg")
    options = kg.BuildOptions(base="https://example.org/other/")
    kg.build(LANDMARKS, tmp_path / "g.kg", options, force=True)
    assert one.run["base"] == one.base != options.base


def test_authors_can_be_left_out(tmp_path: Path) -> None:
    options = kg.BuildOptions(authors=False)
    graph = kg.build(LANDMARKS, tmp_path / "g.kg", options)
    assert graph.query("ASK { ?x a schema:Person }").boolean is False
    assert graph.query("ASK { ?x schema:isPartOf ?y }").boolean is False


def test_the_base_is_the_users(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"id": "1", "title": "BERT for parsing"}', "utf-8")
    base = "https://example.org/mine#"
    graph = kg.build(tmp_path / "x.jsonl", tmp_path / "g.kg", kg.BuildOptions(base=base))
    assert all(node.iri.startswith(base) for node in graph.projection.nodes)
    assert graph.query("ASK { :paper-1 a schema:ScholarlyArticle }").boolean
    with pytest.raises(kg.KgError, match="base"):
        kg.BuildOptions(base="nonsense")


def test_no_network_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    graph = kg.build(LANDMARKS, tmp_path / "g.kg")
    graph.view(tmp_path / "page.html")


def test_rdflib_sees_the_same_store(landmarks: kg.KnowledgeGraph) -> None:
    dataset = landmarks.to_rdflib()
    query = "SELECT (COUNT(*) AS ?n) { ?p a <https://schema.org/ScholarlyArticle> }"
    (row,) = dataset.query(query)
    assert int(row[0]) == landmarks.counts().papers  # type: ignore[index]


def test_a_notebook_shows_numbers(landmarks: kg.KnowledgeGraph) -> None:
    assert f"<td>{landmarks.counts().triples:,}</td>" in landmarks._repr_html_()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the first real input is not beside the project")
def test_the_main_job(tmp_path: Path) -> None:
    graph = kg.build(sorted((SHARED / "papers").glob("*.txt")), tmp_path / "iclr2026.kg")
    counts = graph.counts()
    assert counts.papers == 57
    assert set(counts.concepts) == {"method", "task", "dataset"}
    assert (graph.report["entries"], graph.report["skipped"]) == (57, [])
    assert assert_every_mention_is_where_it_says(graph) > 500
    assert_same_numbers_everywhere(graph, tmp_path)
