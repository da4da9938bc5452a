"""Links to other vocabularies: the same at the build and afterwards, and nothing else changes."""

import json
from pathlib import Path

import pyoxigraph as ox
import pytest

import kg
from kg.errors import InputError

ROWS = [
    {"id": "elm", "title": "Elm", "abstract": "We propose Elm, a tree parser for link prediction."},
    {"id": "oak", "title": "Oak", "abstract": "Oak is a parser for link prediction on FB15k-237."},
]
TABLE = "iri,label\nhttps://example.org/t/1,Link Predictions\nurn:x:2,no such thing\n"
FOUND = """SELECT ?o ?confidence {
  ?c skos:exactMatch ?o . GRAPH ?g {
    ?s a rdf:Statement ; rdf:subject ?c ; rdf:predicate skos:exactMatch ; rdf:object ?o ;
      pkg:confidence ?confidence } }"""


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    (tmp_path / "papers.jsonl").write_text("\n".join(map(json.dumps, ROWS)), "utf-8")
    (tmp_path / "table.csv").write_text(TABLE, "utf-8")
    return tmp_path / "papers.jsonl"


def facts(graph: kg.KnowledgeGraph) -> set[ox.Quad]:
    runs = ox.NamedNode(graph.base + "graph-runs")
    return {quad for quad in graph.store if quad.graph_name != runs}


def test_linking_at_the_build_and_afterwards_is_the_same(papers: Path, tmp_path: Path) -> None:
    table = str(tmp_path / "table.csv")
    at_once = kg.build(papers, tmp_path / "a.kg", kg.BuildOptions(vocabularies=(table,)))
    bare = kg.build(papers, tmp_path / "b.kg")
    (found,) = kg.link(tmp_path / "b.kg", table)
    assert (found.iri, found.exact, found.confidence) == ("https://example.org/t/1", True, 0.95)
    linked = kg.open(tmp_path / "b.kg")
    assert facts(linked) == facts(at_once) > facts(bare)
    rows = [[term.value for term in row] for row in linked.query(FOUND).rows if None not in row]
    assert rows == [["https://example.org/t/1", "0.95"]]
    assert linked.counts().triples == bare.counts().triples + 1
    assert linked.projection == bare.projection and linked.report == bare.report


def test_the_run_names_the_vocabulary_and_counts_the_triples(papers: Path, tmp_path: Path) -> None:
    kg.build(papers, tmp_path / "g.kg")
    kg.link(tmp_path / "g.kg", tmp_path / "table.csv")
    graph = kg.open(tmp_path / "g.kg")
    said = graph.query("SELECT ?n { GRAPH ?g { ?d void:triples ?n } }").rows
    assert [row[0].value for row in said if row[0]] == [str(graph.counts().triples)]
    used = "ASK { GRAPH ?g { ?run a prov:Activity ; prov:used/schema:name ?file } "
    assert graph.query(used + "FILTER(STRENDS(?file, 'table.csv')) }").boolean


def test_linking_again_changes_nothing_but_what_has_changed(papers: Path, tmp_path: Path) -> None:
    kg.build(papers, tmp_path / "g.kg")
    kg.link(tmp_path / "g.kg", tmp_path / "table.csv")
    once = facts(kg.open(tmp_path / "g.kg"))
    kg.link(tmp_path / "g.kg", tmp_path / "table.csv")
    assert facts(kg.open(tmp_path / "g.kg")) == once


def test_statements_of_links_are_exported_with_their_confidence(
    papers: Path, tmp_path: Path
) -> None:
    kg.build(papers, tmp_path / "g.kg")
    kg.link(tmp_path / "g.kg", tmp_path / "table.csv")
    kg.open(tmp_path / "g.kg").export("turtle", tmp_path / "g.ttl", "statements")
    text = (tmp_path / "g.ttl").read_text("utf-8")
    assert "rdf:predicate skos:exactMatch" in text and "pkg:confidence 0.95" in text


def test_a_vocabulary_that_fails_costs_nothing(papers: Path, tmp_path: Path) -> None:
    options = kg.BuildOptions(vocabularies=(str(tmp_path / "none.csv"),))
    with pytest.raises(InputError, match=r"none\.csv"):
        kg.build(papers, tmp_path / "g.kg", options)
    assert not (tmp_path / "g.kg").exists()


def test_papers_removed_from_another_folder_keep_the_links(
    papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kg.build(papers, Path("at.kg"), kg.BuildOptions(vocabularies=("table.csv",)))
    kg.build(papers, Path("after.kg"))
    kg.link(Path("after.kg"), "table.csv")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    for name in ("at.kg", "after.kg"):
        kg.remove(tmp_path / name, "oak")
        said = kg.open(tmp_path / name).query(FOUND).rows
        assert [row[0].value for row in said if row[0]] == ["https://example.org/t/1"]
