"""What is special about one format; what holds for all is in tests/contract/test_exporters.py."""

import csv
import json
import re
import sys
import unicodedata
from io import BytesIO
from pathlib import Path

import pyarrow.parquet
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import kg
from kg.errors import UsageError
from kg.export import write, write_stream
from kg.export.bibtex import escape
from kg.export.obsidian import safe_name
from kg.graph.stream import INTERACTIONS
from kg.model import Concept, Link, Paper, Resolution
from kg.text import clean_text
from tests.contract.export_readers import READERS
from tests.graphs import StoredGraph, hostile_graph, stored

WINDOWS = re.compile(r'[<>:"/\\|?*\x00-\x1f]|[ .]$|^\.')


def text(name: str, graph: StoredGraph) -> str:
    stream = BytesIO()
    write_stream(name, graph, stream)
    return stream.getvalue().decode()


def named(*labels: str) -> StoredGraph:
    """A graph with a method of each label, and a paper of each label as well."""
    concepts = tuple(Concept(f"m{i}", "method", label) for i, label in enumerate(labels))
    papers = tuple(Paper(f"p{i}", label, "") for i, label in enumerate(labels))
    links = tuple(
        Link(paper.id, concept.id, "used", 1.0, 1.0, ())
        for paper, concept in zip(papers, concepts, strict=True)
    )
    return stored(papers, Resolution(concepts, links, ()))


@pytest.mark.parametrize("name", ["graphml", "gexf", "rdfxml"])
def test_a_carriage_return_comes_back_from_xml(name: str, tmp_path: Path) -> None:
    labels = {"a\rb", "c\r\nd", "e\nf\tg", "\r"}
    write(name, named(*labels), tmp_path / "x")
    for reader in READERS[name]:
        assert reader(tmp_path / "x")[2] == labels


@given(st.text())
def test_names_of_notes_are_safe_on_every_system(label: str) -> None:
    name = safe_name(label)
    assert name and not WINDOWS.search(name) and not set("#^[]%") & set(name)
    assert len(f"{name} 123456.md".encode()) <= 255
    assert name.split(".")[0].upper() not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT9"}


def test_names_of_notes_are_unique_whatever_the_case(tmp_path: Path) -> None:
    labels = ("BERT", "bert", "Bert?", "nul", "con.txt", "e\u0301", "é", "T" * 300, "T" * 400)
    write("obsidian", named(*labels), tmp_path / "v")
    names = [note.stem for note in (tmp_path / "v").rglob("*.md")]
    assert len(names) == 2 * len(labels)
    assert len({unicodedata.normalize("NFC", name).casefold() for name in names}) == len(names)


def test_a_note_has_properties_text_and_links(tmp_path: Path) -> None:
    write("obsidian", hostile_graph(), tmp_path / "v", "full")
    (note,) = (tmp_path / "v" / "papers").glob("script*.md")
    head, body = note.read_text("utf-8").removeprefix("---\n").split("---\n", 1)
    assert yaml.safe_load(head)["tags"] == ["paper"]
    assert "\\<img" in body and "<img" not in body.replace("\\<", "")
    assert re.search(r"## addresses\n\n- \[\[C \w{6}\|C#\]\] \(.*papers 1\)\n  - “C\\#”\n", body)


def test_the_neo4j_script_covers_every_relationship_and_column(tmp_path: Path) -> None:
    write("neo4j", hostile_graph(), tmp_path / "x", "full")
    script = (tmp_path / "x" / "load.cypher").read_text("utf-8")
    columns = {}
    for name in ("nodes", "relationships"):
        with (tmp_path / "x" / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        columns[name] = set(rows[0])
        assert f"file:///{name}.csv" in script
        for values in rows:
            assert not any(re.search(r'\\("|$)', value) for value in values.values())
    assert {row[":TYPE"] for row in rows} <= set(re.findall(r"`:TYPE` = '(\w+)'", script))
    assert script.count("MERGE (source)") == len(INTERACTIONS)
    assert "$" not in script
    used = set(re.findall(r"row\.`([^`]+)`", script)) | set(re.findall(r"row\.(\w+)", script))
    assert used == (columns["nodes"] | columns["relationships"]) - {":LABEL"}


def test_bibtex_comes_back_through_our_own_reader(tmp_path: Path) -> None:
    labels = ("100% of a_b & C# for $5", "{Braces} R^2 ~ x", "naïve Bayes 🦉")
    write("bibtex", named(*labels), tmp_path / "x.bib")
    assert kg.read([tmp_path / "x.bib"]).report.kept == 3
    titles = {paper.title for paper in kg.read([tmp_path / "x.bib"]).papers}
    assert titles == {clean_text(escape(label)).text for label in labels}
    assert "100% of a_b & C# for $5" in titles and "naïve Bayes 🦉" in titles


def test_bibtex_keys_are_unique_whatever_the_case() -> None:
    papers = [Paper(key, key, "") for key in ("a", "A", "a/b", "a b", "b")]
    keys = re.findall(r"@misc\{(.*),", text("bibtex", stored(papers, Resolution((), (), ()))))
    assert len({key.lower() for key in keys}) == 5 and "b" in keys


def test_bibtex_has_authors_venue_and_identifiers() -> None:
    paper = Paper(
        "p", "T", "A.", ("Ada Birch", "Sand and Sea Lab"), 2024, "Trees & Co",
        "10.1/(sici)1<2::3_4", "2401.00001",
    )  # fmt: skip
    found = text("bibtex", stored([paper], Resolution((), (), ())))
    assert "@article{p," in found and "year = {2024}" in found
    assert "author = {Ada Birch and {Sand and Sea Lab}}" in found
    assert "journal = {Trees \\& Co}" in found
    assert "doi = {10.1/(sici)1<2::3\\_4}" in found and "eprint = {2401.00001}" in found


@pytest.mark.parametrize("name", ["jsonld", "cyjs"])
def test_json_may_stand_in_a_page(name: str) -> None:
    found = text(name, hostile_graph())
    assert "<" not in found and "</script>" in json.dumps(json.loads(found))


def test_jsonld_is_compact_and_needs_no_network() -> None:
    graph = json.loads(text("jsonld", hostile_graph()))
    assert isinstance(graph["@context"], dict)
    nodes = {node["id"]: node for node in graph["@graph"]}
    one = nodes["data:paper-1"]
    assert one["type"] == ["schema:ScholarlyArticle"] and one["year"] == 2024
    assert "data:c-c%2B%2B" in one["uses"] and isinstance(one["name"], str)
    assert nodes["data:c-r%5E2"]["altLabel"] == ["R^2 alias"]


def test_parquet_has_lists_and_one_type_a_column(tmp_path: Path) -> None:
    write("parquet", hostile_graph(), tmp_path / "x", "full")
    nodes = pyarrow.parquet.read_table(tmp_path / "x" / "nodes.parquet").to_pylist()
    assert {"lists; joined": ["lists; joined alias"]}.items() <= {
        node["label"]: node["aliases"] for node in nodes
    }.items()
    assert {node["year"] for node in nodes} == {None, 2024}
    edges = pyarrow.parquet.read_table(tmp_path / "x" / "edges.parquet").to_pylist()
    assert ["C++"] in [edge["quotes"] for edge in edges]


def test_parquet_without_pyarrow_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match="pip install pyarrow"):
        write("parquet", hostile_graph(), tmp_path / "x")
    assert list(tmp_path.iterdir()) == []
