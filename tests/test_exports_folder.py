"""The files in exports/ are those of today's code: same numbers, same names (never same bytes)."""

import dataclasses
import json
from pathlib import Path

import networkx
import pytest
import rdflib
from rdflib.namespace import SKOS

import kg

EXPORTS = Path(__file__).parents[1] / "exports"
HINT = "run `make exports` and commit what it writes"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> kg.KnowledgeGraph:
    corpus = Path(__file__).parents[1] / "docs/examples/landmarks.bib"
    return kg.build(corpus, tmp_path_factory.mktemp("exports") / "g.kg")


def test_numbers(graph: kg.KnowledgeGraph) -> None:
    counts = json.loads((EXPORTS / "info.json").read_text("utf-8"))
    assert counts == dataclasses.asdict(graph.counts()), HINT


def test_turtle_and_ntriples(graph: kg.KnowledgeGraph) -> None:
    turtle = rdflib.Graph().parse(EXPORTS / "landmarks.ttl")
    assert len(turtle) == graph.counts().triples, HINT
    assert set(rdflib.Graph().parse(EXPORTS / "landmarks.nt")) == set(turtle), HINT
    labels = {str(label) for label in turtle.objects(None, SKOS.prefLabel)}
    assert labels == {node.label for node in graph.concepts()}, HINT


def test_graphml(graph: kg.KnowledgeGraph) -> None:
    read = networkx.read_graphml(EXPORTS / "landmarks.graphml", force_multigraph=True)
    mine = graph.to_networkx()
    assert (len(read), read.size()) == (len(mine), mine.size()), HINT
    assert dict(read.nodes(data="label")) == dict(mine.nodes(data="label")), HINT


def test_extractions(graph: kg.KnowledgeGraph) -> None:
    lines = (EXPORTS / "landmarks.extractions.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == graph.counts().papers, HINT
