"""What `kg query` does beside printing a table."""

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import networkx
import pytest
from pyoxigraph import NamedNode, Quad

import kg as api
from tests.cli.conftest import Run
from tests.endpoint import Endpoint
from tests.view.test_explorer_page import block

ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n2 ?o }"

#: A thing of Wikidata, and what it is a subclass of.
ITEM = NamedNode("http://www.wikidata.org/entity/Q1")
CLASS_OF = NamedNode("http://www.wikidata.org/prop/direct/P279")
CLASS = NamedNode("http://www.wikidata.org/entity/Q3")


def test_a_time_limit_that_is_over_is_an_error(kg: Run, built: Path) -> None:
    code, out, err = kg("query", built, ENDLESS, "--timeout", "1")
    assert (code, out) == (1, "") and "no answer within 1 seconds" in err


def test_within_its_time_a_query_answers_as_ever(kg: Run, built: Path) -> None:
    arguments = ("query", built, "papers-of-concept", "-p", "concept=gnn", "-f", "csv")
    assert kg(*arguments, "--timeout", "60") == kg(*arguments)
    code, _, err = kg("query", built, "SELECT ?x { ?x }", "--timeout", "60")
    assert code == 2 and "line 1, column" in err


def test_a_query_with_a_time_limit_runs_no_code_of_the_folder(
    kg: Run, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("json", "random", "yaml"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('code of the folder ran')")
    monkeypatch.delenv("PYTHONPATH", raising=False)  # it may name the folder we are in
    monkeypatch.chdir(tmp_path)
    code, _, err = kg("query", built, "ASK { ?s ?p ?o }", "--timeout", "60")
    assert (code, err) == (0, "")


def test_no_rows_are_said_to_be_none(kg: Run, built: Path) -> None:
    code, _, err = kg("query", built, "SELECT ?x { ?x pkg:uses ?x }")
    assert code == 0 and err == "no rows\n"
    assert kg("query", built, "ASK { ?x pkg:uses ?x }")[2] == ""


def test_a_term_that_no_graph_has_is_told(kg: Run, built: Path) -> None:
    code, out, err = kg("query", built, "SELECT (COUNT(?p) AS ?n) { ?p a pkg:Paper }", "-f", "csv")
    assert (code, out.split()) == (0, ["n", "0"])
    assert err == "pkg:Paper is no term of the graph; papers are schema:ScholarlyArticle\n"


def test_a_tag_or_name_that_no_query_has_brings_up_those_there_are(kg: Run) -> None:
    code, out, err = kg("queries", "--tag", "taks")
    assert (code, out) == (2, "") and "tasks" in err
    code, out, err = kg("queries", "run")
    assert (code, out) == (2, "") and "near it: run-provenance" in err


def test_a_parameter_given_twice_is_an_error(kg: Run, built: Path) -> None:
    code, _, err = kg("query", built, "trends-by-year", "-p", "concept=a", "-p", "concept=b")
    assert code == 2 and "given twice" in err


def test_a_missing_file_is_a_failure_in_words(kg: Run, built: Path) -> None:
    code, _, err = kg("query", built, "nowhere.rq")
    assert code == 1 and "nowhere.rq: No such file" in err and "Errno" not in err


def test_the_part_that_an_answer_names(kg: Run, built: Path, tmp_path: Path) -> None:
    page, file = tmp_path / "v.html", tmp_path / "v.graphml"
    construct = "CONSTRUCT { ?p pkg:introduces ?m } WHERE { ?p pkg:introduces ?m }"
    assert kg("query", built, construct, "--view", page, "--export", file)[0] == 0
    part = networkx.read_graphml(file)
    assert {d["relation"] for *_, d in part.edges(data=True)} == {"introduces"}
    assert len(part) == 4
    values = block(page.read_text("utf-8"), "map")
    whole = api.open(built).projection
    assert values["total"] == {"nodes": len(whole.nodes), "edges": len(whole.edges)}
    assert values["inScope"]["nodes"] == len(values["texts"]) == 4 and values["scope"]
    assert kg("query", built, "SELECT ?m { ?m a pkg:Method }", "--export", file)[0] == 0
    kinds = {d["concept_type"] for _, d in networkx.read_graphml(file).nodes(data=True)}
    assert kinds == {"method"}
    code, _, err = kg("query", built, "SELECT (1 AS ?x) {}", "--export", tmp_path / "no.ttl")
    assert code == 2 and "names no paper or concept" in err and not (tmp_path / "no.ttl").exists()


def test_queries_shows_defaults_tags_and_one_in_full(kg: Run) -> None:
    assert "atleast=1 since=…" in kg("queries")[1]
    assert "similar-papers" not in kg("queries", "--tag", "datasets")[1]
    assert "columns     year papers all" in kg("queries", "trends-by-year")[1]


def test_data_frames_hold_what_is_counted(built: Path) -> None:
    graph = api.open(built)
    frames, counts = graph.to_pandas(), graph.counts()
    assert len(frames.papers) == counts.papers
    assert len(frames.concepts) == sum(counts.concepts.values())
    assert len(frames.links) == sum(counts.links.values())
    assert len(frames.relations) == sum(counts.relations.values())
    assert frames.papers["year"].tolist()[0] == 2024


def test_without_pandas_the_error_names_the_remedy(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(api.KgError, match="pip install"):
        api.open(built).to_pandas()


@pytest.mark.parametrize("arguments", [["queries"], ["info", "GRAPH"], ["show", "GRAPH", "GNN"]])
def test_a_closed_stdout_is_no_traceback(built: Path, arguments: list[str]) -> None:
    words = [str(built) if word == "GRAPH" else word for word in arguments]
    shell = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "kg", *words]
    done = subprocess.run(shell, stderr=subprocess.PIPE, env=dict(os.environ), check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_service_asks_a_host_that_is_allowed(kg: Run, built: Path) -> None:
    with Endpoint() as far:
        far.store.add(Quad(ITEM, CLASS_OF, CLASS))
        query = f"SELECT ?x {{ SERVICE <{far.url}/query> {{ ?x ?y ?z }} }}"
        assert kg("query", built, query)[0] == 2 and not far.log
        allowed = ("--allow-service", "127.0.0.1", "--timeout", "60", "-f", "csv")
        assert kg("query", built, query, *allowed) == (0, f"x\r\n{ITEM.value}\r\n", "")


def test_the_query_of_the_how_to_joins_with_what_is_linked(
    kg: Run, built: Path, tmp_path: Path
) -> None:
    graph, table = shutil.copytree(built, tmp_path / "g.kg"), tmp_path / "wikidata.csv"
    table.write_text("item,itemLabel\nQ1,graph neural network\nQ2,Elm\n", "utf-8")
    assert kg("link", graph, table)[0] == 0
    page = (Path(__file__).parents[2] / "docs/how-to/link-to-wikidata.md").read_text("utf-8")
    (query,) = re.findall(r"```sparql\n([^`]*SERVICE <[^`]*)```", page)
    with Endpoint() as wikidata:
        wikidata.store.add(Quad(ITEM, CLASS_OF, CLASS))
        asked = query.replace("https://query.wikidata.org/sparql", f"{wikidata.url}/query")
        allowed = ("--allow-service", "127.0.0.1", "--timeout", "60", "-f", "csv")
        code, out, err = kg("query", graph, asked, *allowed)
    assert (code, err) == (0, "")
    ((method, *far),) = list(csv.reader(out.splitlines()))[1:]
    assert method.endswith("c-graph-neural-network") and far == [ITEM.value, CLASS.value]
