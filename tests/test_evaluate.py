import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.cli.eval import evaluate
from kg.errors import FormatError, InputError
from kg.evaluate import (
    figures,
    forms_of,
    interval,
    match_key,
    read_records,
    score,
    score_mentions,
    score_papers,
)
from kg.model import Mention, Span

SHARED = Path(__file__).parents[2] / "shared" / "gold"


def concept(name, kind="method", *aliases, role="used", required=True):
    return {
        "type": kind, "name": name, "aliases": list(aliases), "role": role, "required": required,
    }  # fmt: skip


GOLD = [
    {
        "id": "a",
        "concepts": [
            concept("graph neural networks", "method", "GNNs"),
            concept("node classification", "task", role="addressed"),
            concept("Cora", "dataset"),
            concept("message passing", required=False),
        ],
        "relations": [
            ["graph neural networks", "used-for", "node classification"],
            ["graph neural networks", "compare-with", "message passing"],
        ],
    }
]


def predicted(*concepts, relations=()):
    return [{"id": "a", "concepts": list(concepts), "relations": [list(r) for r in relations]}]


def test_a_shared_form_is_enough():
    scores = score(GOLD, predicted({"type": "method", "label": "GNN", "aliases": []}))
    assert scores.counts["method right"] == scores.counts["method found"] == 1
    assert scores.concepts["method"].f1 == 1.0
    assert scores.concepts["all"].recall == pytest.approx(1 / 3)


def test_an_optional_concept_is_right_but_not_asked_for():
    scores = score(GOLD, predicted(concept("message passing")))
    assert scores.concepts["method"].precision == 1.0 and scores.concepts["method"].recall == 0.0


def test_a_form_of_another_concept_is_a_strange_one():
    joined = {**concept("GNN"), "aliases": ["message passing", "made-up form"]}
    assert score(GOLD, predicted(joined)).strange_forms == pytest.approx(1 / 3)
    assert score(GOLD, predicted(concept("GNN"))).strange_forms == 0.0


def test_errors_are_told_apart():
    found = predicted(
        concept("GNN"),
        concept("graph-neural network"),
        concept("Cora", "task"),
        concept("large Cora", "dataset"),
        concept("banana"),
    )
    kinds = [(error.kind, error.name) for error in score(GOLD, found).errors]
    assert kinds == [
        ("duplicate", "graph-neural network"),
        ("type", "Cora"),
        ("boundary", "large Cora"),
        ("extra", "banana"),
        ("missed", "node classification"),
        ("missed", "Cora"),
    ]


def test_relations_by_the_concepts_they_join():
    found = predicted(
        concept("GNN"),
        concept("node classification", "task"),
        concept("message passing"),
        relations=[
            ("GNN", "used-for", "node classification"),
            ("message passing", "compare-with", "GNN"),  # no direction
            ("GNN", "used-for", "nothing"),
        ],
    )
    scores = score(GOLD, found)
    assert scores.relations.precision == pytest.approx(2 / 3)
    assert scores.relations.recall == 1.0  # an end that is optional is not asked for


def test_a_paper_without_prediction_counts_as_empty():
    assert score(GOLD, []).concepts["all"].recall == 0.0


def test_the_interval_holds_the_figure():
    gold = [{**GOLD[0], "id": str(i)} for i in range(12)]
    found = [{**predicted(concept("GNN"))[0], "id": str(i)} for i in range(6)]
    papers = score_papers(gold, found)
    low, high = interval(papers, draws=200)
    assert low <= figures(papers).concepts["all"].f1 <= high
    assert low < high


@given(st.text(max_size=40))
def test_keys_are_stable(text):
    assert match_key(match_key(text)) in {match_key(text), match_key(match_key(match_key(text)))}
    assert "" not in forms_of({"name": text})


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the gold papers beside the repository")
def test_figures_are_those_of_the_reference_scorer(tmp_path):
    gold = [json.loads(line) for line in (SHARED / "dev.gold.jsonl").open(encoding="utf-8")]
    found = [
        {
            "id": record["id"],
            # Some right, some with another type, some twice, some of the next paper.
            "concepts": [
                {**c, "type": "task" if i % 5 == 4 else c["type"], "role": "used"}
                for i, c in enumerate(record["concepts"][::2] + record["concepts"][:2])
            ]
            + gold[(n + 1) % len(gold)]["concepts"][:3],
            "relations": record["relations"][::2] + [r[::-1] for r in record["relations"][:2]],
        }
        for n, record in enumerate(gold)
    ]
    path = tmp_path / "pred.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in found), encoding="utf-8")
    command = [sys.executable, str(SHARED / "score.py"), str(SHARED / "dev.gold.jsonl"), str(path)]
    told = json.loads(subprocess.run([*command, "--json"], capture_output=True, check=True).stdout)
    scores = score(gold, found)
    for kind in ("method", "task", "dataset", "all"):
        mine = scores.concepts[kind]
        assert [mine.precision, mine.recall, mine.f1] == pytest.approx(told[kind])
    mine = scores.relations
    assert [mine.precision, mine.recall, mine.f1] == pytest.approx(told["relation"])
    assert scores.macro_f1 == pytest.approx(told["macro_f1"])
    assert scores.role_accuracy == pytest.approx(told["role_accuracy"])


SENTENCES = [
    {"id": "d1-0", "tokens": ["We", "fine", "-", "tune", "BERT", "."], "spans": [[4, 5, "method"]]},
    {"id": "d1-1", "tokens": ["On", "SQuAD", "."], "spans": [[1, 2, "dataset"]]},
    {"id": "d2-0", "tokens": ["Nothing", "."], "spans": []},
]


@pytest.mark.parametrize("natural", [True, False])
def test_mentions_are_scored_by_place_and_type(natural):
    texts = []

    def read(paper):
        texts.append(paper.abstract)
        for name, kind in (("BERT", "method"), ("SQuAD", "task")):
            start = paper.abstract.find(name)
            if start >= 0:
                yield Mention("abstract", Span(start, start + len(name)), name, kind)

    scores = score_mentions(SENTENCES, read, natural=natural)
    first = "We fine-tune BERT. On SQuAD." if natural else "We fine - tune BERT . On SQuAD ."
    assert texts[0] == first and len(texts) == 2
    assert scores.types["method"].f1 == 1.0 and scores.types["dataset"].f1 == 0.0
    assert scores.types["all"].f1 == 0.5


def test_eval_scores_a_file_and_lists_errors(tmp_path, capsys):
    gold, pred = tmp_path / "x.gold.jsonl", tmp_path / "pred.jsonl"
    gold.write_text(json.dumps(GOLD[0]) + "\n", encoding="utf-8")
    found = predicted({"type": "method", "label": "GNN", "aliases": []}, concept("banana"))
    pred.write_text(json.dumps(found[0]) + "\n", encoding="utf-8")
    evaluate(gold, pred=pred, errors=9, draws=20)
    out = capsys.readouterr().out
    assert "0.500" in out and "extra\ta\tmethod\tbanana" in out and "missed\ta\tdataset" in out


def test_eval_says_which_file_is_missing(tmp_path):
    gold = tmp_path / "x.jsonl"
    gold.write_text(json.dumps(GOLD[0]) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="--pred"):
        evaluate(gold, quiet=True)
    with pytest.raises(InputError, match="no file"):
        evaluate(tmp_path / "none.jsonl")
    gold.write_text("{oops\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"line 1: no JSON .*one object a line"):
        evaluate(gold)


@pytest.mark.parametrize(
    "record",
    [
        {"id": "a"},
        {"id": "a", "concepts": 5},
        {"id": "a", "concepts": ["BERT"]},
        {"id": "a", "concepts": [{"name": "BERT", "type": "method", "role": "used"}]},
        {"id": "a", "concepts": [{**GOLD[0]["concepts"][0], "type": "animal"}]},
        {"id": "a", "concepts": [{**GOLD[0]["concepts"][0], "name": 5}]},
        {"id": "a", "concepts": [{**GOLD[0]["concepts"][0], "aliases": [5]}]},
        {"id": "a", "concepts": [{**GOLD[0]["concepts"][0], "aliases": 5}]},
        {"id": "a", "concepts": [], "relations": [["BERT", "SQuAD"]]},
        {"id": "a", "tokens": ["BERT"]},
    ],
)
def test_eval_says_which_paper_is_not_annotated(tmp_path, record):
    gold, pred = tmp_path / "x.gold.jsonl", tmp_path / "pred.jsonl"
    gold.write_text(json.dumps(record), encoding="utf-8")
    pred.write_text(json.dumps({"id": "a", "concepts": []}), encoding="utf-8")
    with pytest.raises(FormatError, match="paper 'a'"):
        evaluate(gold, pred=pred)


def test_eval_reads_any_text_and_says_where_it_is_none(tmp_path):
    file = tmp_path / "x.jsonl"
    record = {"id": "a", "title": "two\u2028lines"}
    file.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    assert read_records(file) == [record]
    (tmp_path / "x.jsonl.gz").write_bytes(gzip.compress(b"{}" * 99)[:20])
    file.write_bytes(b'{"id": "\xff"}')
    for damaged in (file, tmp_path / "x.jsonl.gz"):
        with pytest.raises(FormatError, match=damaged.name):
            read_records(damaged)
