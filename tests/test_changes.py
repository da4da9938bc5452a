"""A graph that papers join and leave is the graph that a build of its papers gives."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kg
from kg.graph.store import new_version
from kg.vocab import graph_iri

TEXTS = [
    "We propose Elm, a tree parser (TP) for semantic parsing, and test it on the Grove dataset.",
    "Tree parsers compare well with Oak on the Grove benchmark for semantic parsing.",
    "The TP of old is used for semantic parsing. We fine-tune BERT on Grove.",
    "We study graph neural networks (GNNs) for link prediction on the Fern dataset.",
    "A GNN with attention improves link prediction; we compare it with Oak.",
    "Topic parsing (TP) of long texts is addressed with BERT and large language models.",
    "LLMs solve the task of semantic parsing; novel tree parsers do so on Grove as well.",
]
PAPERS = [
    {"id": f"p{number}", "title": f"Study number {number} of things that grow", "abstract": text}
    for number, text in enumerate(TEXTS)
]


def write(folder: Path, numbers: list[int]) -> Path:
    file = folder / f"{'-'.join(map(str, numbers))}.jsonl"
    file.write_text("\n".join(json.dumps(PAPERS[n]) for n in numbers), "utf-8")
    return file


def content(path: Path) -> set[str]:
    """All quads but those of the runs graph, which tells when and how."""
    graph = kg.open(path)
    runs = graph_iri(graph.base, "runs")
    return {str(q) for q in graph.store if getattr(q.graph_name, "value", "") != runs}


@given(st.data())
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_adding_and_removing_gives_what_a_build_of_the_rest_gives(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("changes")
    order = data.draw(st.permutations(range(len(PAPERS))))
    first = data.draw(st.integers(1, len(order) - 1))
    gone = data.draw(st.lists(st.sampled_from(order), max_size=len(order) - 1, unique=True))
    changed = folder / "changed.kg"
    kg.build(write(folder, order[:first]), changed)
    kg.add(changed, write(folder, order[first:]))
    if gone:
        kg.remove(changed, [f"p{n}" for n in gone])
    kg.build(write(folder, sorted(set(order) - set(gone))), folder / "built.kg")
    assert content(changed) == content(folder / "built.kg")


def test_adding_a_paper_twice_changes_nothing_and_nothing_is_read_twice(tmp_path, monkeypatch):
    graph = tmp_path / "g.kg"
    kg.build(write(tmp_path, [0, 1]), graph)
    before = content(graph)
    monkeypatch.setattr("kg.extract.Extractor.extract", None)  # whoever reads a paper now fails
    report = kg.add(graph, write(tmp_path, [1])).report
    assert content(graph) == before
    assert (report["entries"], report["kept"], report["merged"]) == (3, 2, 1)


def test_removing_leaves_no_orphan_and_refuses_what_it_cannot_do(tmp_path):
    graph = tmp_path / "g.kg"
    kg.build(write(tmp_path, [0, 3]), graph)
    after = kg.remove(graph, ["Study number 3 of things that grow"])
    assert [paper.label for paper in after.papers()] == ["Study number 0 of things that grow"]
    linked = {edge.target for edge in after.projection.edges}
    assert {concept.id for concept in after.concepts()} <= linked
    report = after.report
    assert (report["entries"], report["kept"], report["merged"]) == (1, 1, 0)
    with pytest.raises(kg.KgError, match="no paper"):
        kg.remove(graph, ["p0"])
    with pytest.raises(kg.KgError, match="only papers"):
        kg.remove(graph, ["semantic parsing"])
    with pytest.raises(kg.KgError, match="does not exist"):
        kg.add(tmp_path / "none.kg", write(tmp_path, [1]))


def test_rulings_are_kept_over_changes_and_rebuilds(tmp_path):
    graph, inputs = tmp_path / "g.kg", write(tmp_path, [0, 1, 3])
    kg.build(inputs, graph)
    merged = kg.merge(graph, ["Elm", "Oak"])
    assert merged.describe("Elm").iri == merged.describe("Oak").iri
    assert (graph / "merges.yaml").read_text("utf-8") == "same:\n- - Elm\n  - Oak\n"
    for again in (kg.add(graph, write(tmp_path, [4])), kg.build(inputs, graph, force=True)):
        assert again.describe("Elm").iri == again.describe("Oak").iri
        assert json.dumps(again.run).count('"Elm"') == 1
    apart = kg.split(graph, ["Elm", "Oak"])
    assert apart.describe("Elm").iri != apart.describe("Oak").iri
    with pytest.raises(kg.KgError, match="spelling"):
        kg.split(graph, ["Elm", "elms"])


def test_links_are_found_again_when_papers_are_added(tmp_path):
    graph, table = tmp_path / "g.kg", tmp_path / "words.csv"
    table.write_text("iri,label\nhttp://example.org/sp,semantic parsing\n", "utf-8")
    kg.build(write(tmp_path, [0]), graph)
    assert [link.exact for link in kg.link(graph, table)] == [True]
    before = {str(q) for q in kg.open(graph).store if "example.org/sp" in str(q)}
    added = kg.add(graph, write(tmp_path, [1]))
    assert {str(q) for q in added.store if "example.org/sp" in str(q)} == before != set()
    table.unlink()
    with pytest.raises(kg.KgError, match=r"words\.csv"):
        kg.add(graph, write(tmp_path, [2]))


def test_a_link_does_not_undo_what_was_added_while_it_waited(tmp_path, monkeypatch):
    graph, table = tmp_path / "g.kg", tmp_path / "words.csv"
    table.write_text("iri,label\nhttp://example.org/sp,semantic parsing\n", "utf-8")
    kg.build(write(tmp_path, [0]), graph)
    more = write(tmp_path, [3])

    @contextlib.contextmanager
    def after_an_add(path, *, force):
        kg.add(path, more)
        with new_version(path, force=force) as version:
            yield version

    monkeypatch.setattr("kg.pipeline.links.new_version", after_an_add)
    kg.link(graph, table)
    assert kg.open(graph).counts().papers == 2


def test_a_ruling_that_fails_leaves_no_ruling(tmp_path, monkeypatch):
    graph = tmp_path / "g.kg"
    kg.build(write(tmp_path, [0, 1]), graph)

    def full(*_):
        raise OSError(28, "disk full")

    monkeypatch.setattr("kg.pipeline.write_text", full)
    with pytest.raises(kg.KgError, match="full"):
        kg.merge(graph, ["Elm", "Oak"])
    assert not (graph / "merges.yaml").exists()


@pytest.mark.parametrize("name", ["run.json", "report.json", "records.jsonl.gz"])
@pytest.mark.parametrize("damage", [b"[]", b"{}", b"\x1f\x8b\x08\x00cut", None])
def test_a_damaged_file_is_an_error_in_words(tmp_path, name, damage):
    graph, more = tmp_path / "g.kg", write(tmp_path, [1])
    kg.build(write(tmp_path, [0]), graph)
    file = graph / (graph / "CURRENT").read_text().strip() / name
    if damage is None:
        file.write_bytes(file.read_bytes()[:40])
    else:
        file.write_bytes(damage)
    with pytest.raises(kg.KgError, match=name.replace(".", r"\.")):
        kg.add(graph, more)


def test_which_column_held_what_is_remembered_over_changes(tmp_path):
    graph, table = tmp_path / "g.kg", tmp_path / "x.csv"
    rows = "".join(f'{n},Study {n},"{TEXTS[n]}"\n' for n in (0, 1))
    table.write_text(f"Nr,Name,Text\n{rows}", "utf-8")
    fields = {"id": "Nr", "title": "Name", "abstract": "Text"}
    kg.build(kg.Inputs((str(table),), fields=fields), graph)
    assert kg.add(graph, write(tmp_path, [4])).run["fields"] == fields
    assert kg.merge(graph, ["Elm", "Oak"]).run["fields"] == fields
    assert kg.remove(graph, "p4").run["fields"] == fields
