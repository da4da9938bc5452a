"""Arguments of a wrong type: an error in words that names the remedy, never a traceback of ours."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kg
from kg.errors import QueryError, UsageError

ASK = "ASK { ?s ?p ?o }"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> kg.KnowledgeGraph:
    folder = tmp_path_factory.mktemp("arguments")
    (folder / "x.jsonl").write_text('{"id": "1", "title": "BERT for parsing of trees"}', "utf-8")
    return kg.build(folder / "x.jsonl", folder / "g.kg")


CALLS: dict[str, Callable[[kg.KnowledgeGraph, Any], object]] = {
    "build inputs": lambda g, bad: kg.build(bad, g.path.with_name("new.kg")),
    "build one of the inputs": lambda g, bad: kg.build([bad], g.path.with_name("new.kg")),
    "build path": lambda g, bad: kg.build("x.bib", bad),
    "build options": lambda g, bad: kg.build("x.bib", g.path.with_name("new.kg"), bad or 7),
    "add inputs": lambda g, bad: kg.add(g.path, bad),
    "add path": lambda g, bad: kg.add(bad, "x.bib"),
    "remove": lambda g, bad: kg.remove(g.path, bad),
    "merge": lambda g, bad: kg.merge(g.path, bad),
    "link": lambda g, bad: kg.link(g.path, bad),
    "open": lambda g, bad: kg.open(bad),
    "query": lambda g, bad: g.query(bad),
    "query params": lambda g, bad: g.query(ASK, bad or 7),
    "query timeout": lambda g, bad: g.query(ASK, timeout=bad or "soon"),
    "query services": lambda g, bad: g.query(ASK, services=bad),
    "describe": lambda g, bad: g.describe(bad),
    "explain": lambda g, bad: g.explain(bad),
    "export format": lambda g, bad: g.export(bad, "x.ttl"),
    "export target": lambda g, bad: g.export("turtle", bad),
    "view": lambda g, bad: g.view(bad or 7),
    "view options": lambda g, bad: g.view(None, bad or 7),
    "push": lambda g, bad: kg.push(bad, "http://localhost:1/store"),
    "base": lambda g, bad: kg.BuildOptions(base=bad),
    "vocabularies": lambda g, bad: kg.BuildOptions(vocabularies=bad),
    "workers": lambda g, bad: kg.BuildOptions(workers=bad),
}


@pytest.mark.parametrize(
    "bad", [None, b"bytes", object(), [b"x", 5]], ids=["None", "bytes", "object", "list"]
)
@pytest.mark.parametrize("call", CALLS)
def test_a_wrong_type_is_told_in_words(graph: kg.KnowledgeGraph, call: str, bad: Any) -> None:
    with pytest.raises(UsageError, match="must be"):
        CALLS[call](graph, bad)


def test_what_a_path_may_be_is_wide(graph: kg.KnowledgeGraph, tmp_path: Path) -> None:
    assert kg.open(str(graph.path)).counts() == kg.open(graph.path).counts()
    with (tmp_path / "x.nt").open("wb") as stream:
        graph.export("ntriples", stream)
    graph.export("ntriples", str(tmp_path / "y.nt"))
    assert (tmp_path / "x.nt").read_bytes() == (tmp_path / "y.nt").read_bytes()


def test_one_name_is_not_its_letters(graph: kg.KnowledgeGraph) -> None:
    with pytest.raises(UsageError, match="no paper in"):
        kg.remove(graph.path, "BERT for parsing of trees")
    with pytest.raises(QueryError, match="SERVICE"):
        graph.query("ASK { SERVICE <http://le.org/> { ?s ?p ?o } }", services="example.org")


@pytest.mark.parametrize("value", [None, ["a"], b"a", {"a": 1}], ids=repr)
def test_a_parameter_takes_one_value(graph: kg.KnowledgeGraph, value: Any) -> None:
    with pytest.raises(QueryError, match="one text or number"):
        graph.query("SELECT * { ?s ?p ?_what }", {"what": value})


def test_a_truth_value_is_one_of_xsd(graph: kg.KnowledgeGraph) -> None:
    assert graph.query("ASK { FILTER(?_so_xsd_boolean) }", {"so": True}).boolean is True
