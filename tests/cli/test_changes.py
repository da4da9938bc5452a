"""kg build --merges, kg explain, add, remove, merge and split as commands."""

import json
from pathlib import Path

from kg.changes import build
from kg.knowledge_graph import open
from kg.pipeline.reports import since
from tests.cli.conftest import Run
from tests.test_changes import write


def test_merges_from_a_file(kg: Run, tmp_path: Path) -> None:
    rules, graph = tmp_path / "merges.yaml", tmp_path / "g.kg"
    rules.write_text("drop: [Grove]\nlabel: {elm: The Elm}\n", "utf-8")
    code, _, told = kg("build", write(tmp_path, [0, 1]), "-o", graph, "--merges", rules)
    assert code == 0, told
    labels = {concept.label for concept in open(graph).concepts()}
    assert "The Elm" in labels and not any("Grove" in label for label in labels)
    rules.write_text("same: [[a", "utf-8")
    code, _, told = kg("build", write(tmp_path, [0]), "-o", tmp_path / "h.kg", "--merges", rules)
    assert code == 2 and "merges.yaml is no YAML" in told
    code, _, told = kg("build", write(tmp_path, [0]), "-o", graph, "--merges", tmp_path / "none")
    assert code == 1 and "none" in told


def test_explaining(kg: Run, tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    build(write(tmp_path, [0, 1, 2]), graph)
    code, told, _ = kg("explain", graph, "semantic parsing")
    assert code == 0 and "3 papers: p0, p1, p2" in told
    row = json.loads(kg("explain", graph, "tree parser", "--json")[1])
    assert {"tree parser", "TP"} <= {form for form, _ in row["forms"]}
    reasons = {match["left"]: match["reasons"] for match in row["matches"]}
    assert reasons["TP"][0] == "abbreviation in p0"
    assert kg("explain", graph, "p0")[0] == 2


def test_changing_a_graph(kg: Run, tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    build(write(tmp_path, [0, 1]), graph)
    code, _, told = kg("add", graph, write(tmp_path, [2]))
    assert code == 0 and "papers     3" in told
    code, _, told = kg("remove", graph, "p2", "p1")
    assert code == 0 and "papers     1" in told and "input" not in told
    code, _, told = kg("merge", graph, "Elm", "semantic parsing")
    assert code == 0 and "one concept now" in told
    code, _, told = kg("split", graph, "Elm", "semantic parsing")
    assert code == 0 and "no longer one" in told
    assert kg("merge", graph, "Elm", "nothing of the kind")[0] == 2
    assert kg("remove", graph, "p0")[0] == 2
    assert len(open(graph).papers()) == 1


def test_what_an_earlier_run_found_is_not_told_again(kg: Run, tmp_path: Path) -> None:
    graph, first, second = tmp_path / "g.kg", tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    elm, oak, yew = (
        {"id": name, "title": name, "abstract": f"<b>We</b> test {name}.", "year": 20244}
        for name in ("Elm", "Oak", "Yew")
    )
    first.write_text(f'{json.dumps(elm)}\n{json.dumps(oak)}\n{{"title": "On \n', "utf-8")
    second.write_text(f"{json.dumps(oak | {'year': 2024})}\n{json.dumps(yew)}\n", "utf-8")
    told = kg("build", first, "-o", graph)[2]
    assert "3 entries = 2 kept + 0 merged + 1 skipped" in told and "2 HTML" in told
    assert (told.count("notice: "), told.count("skipped: ")) == (2, 1)
    told = kg("add", graph, second)[2]
    assert "papers     3" in told and "2 entries = 1 kept + 1 merged + 0 skipped" in told
    assert (told.count("notice: "), told.count("skipped: ")) == (2, 0)
    assert "2 records are this paper" in told and "2.jsonl, record 2" in told and "2 HTML" in told
    told = kg("remove", graph, "Yew")[2]
    assert not {"notice: ", "skipped: ", "HTML"} & set(told.split())
    assert len(open(graph).report["notices"]) == 4


def test_a_record_that_joins_two_papers_counts_as_merged() -> None:
    rest = {"skipped": [], "notices": [], "repairs": {}, "traits": {}}
    before = {"entries": 2, "kept": 2, "merged": 0, **rest}
    found = since(before, {"entries": 3, "kept": 1, "merged": 2, **rest})
    assert (found["entries"], found["kept"], found["merged"]) == (1, 0, 1)


def test_adding_from_a_table_with_columns_of_its_own(kg: Run, tmp_path: Path) -> None:
    graph, table = tmp_path / "g.kg", tmp_path / "table.csv"
    build(write(tmp_path, [0]), graph)
    table.write_text("Nr,Name of work,About\n1,Yew for parsing,We propose Yew.\n2,,\n", "utf-8")
    columns = "title=Name of work,abstract=About"
    code, _, told = kg("add", graph, table, "--map", columns, "--strict")
    assert code == 1 and "strict" in told
    code, _, told = kg("add", graph, table, "--map", columns)
    assert code == 0 and "papers     2" in told
    assert "Yew for parsing" in {paper.label for paper in open(graph).papers()}


def test_a_concept_that_shares_its_name_with_a_paper(kg: Run, tmp_path: Path) -> None:
    file, graph = tmp_path / "oak.jsonl", tmp_path / "g.kg"
    abstract = "We propose tree parsers (TPs) for semantic parsing. Tree parsers beat Elm."
    file.write_text(json.dumps({"id": "p", "title": "Tree Parsers", "abstract": abstract}), "utf-8")
    build(file, graph)
    assert "(paper)" in kg("show", graph, "Tree Parsers")[1]
    code, told, _ = kg("explain", graph, "Tree Parsers")
    assert code == 0 and "(method)" in told
    code, _, told = kg("merge", graph, "Tree Parsers", "semantic parsing")
    assert code == 0 and "one concept now" in told
