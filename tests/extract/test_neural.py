import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kg.errors import ModelError
from kg.evaluate import figures, score_papers
from kg.extract import Extractor, to_json
from kg.extract.neural import NeuralReader
from kg.extract.neural.decide import CLUES, DOUBLE, Decision
from kg.extract.neural.encoding import MAX_PIECES, candidate_spans, encode
from kg.extract.neural.group import NEVER, clusters, whole_names, winners
from kg.extract.neural.heads import Heads, join_windows, join_words
from kg.extract.neural.pairs import initials, is_short_for
from kg.model import RELATION_ENDS, ROLES, Paper
from kg.text import clean_text, comparison_key
from tests.extract.papers import CORPUS, ODD, paper

SHARED = Path(__file__).parents[3] / "shared"
FILLERS = """result|experiment|framework|method|approach|novel method|state of the art|our approach
baseline|performance|model|algorithm|dataset|benchmark|task|problem|technique|paper|system
extensive experiment|proposed method|existing method""".replace("\n", "|").split("|")


@pytest.fixture(scope="module")
def reader():
    return NeuralReader.load()


def names(reader, text, title=""):
    entities, _ = reader.read(paper(text, title))
    return {name for entity in entities for name in (entity.label, *entity.aliases)}


def tokenizer(reader):
    return reader._load()[1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("C++", "We propose Fuseline, a language model for C++ code generation."),
        ("GPT-4", "We prompt GPT-4 for question answering and compare it with GPT-3.5."),
        ("R-CNN", "For object detection we build on R-CNN and improve its region proposals."),
        (
            "self-supervised learning",
            "We use self-supervised learning to pretrain an encoder for speech recognition.",
        ),
        ("ℓ1 regression", "We give a faster algorithm for ℓ1 regression by leverage sampling."),
        (
            "SWE-bench Verified",
            "We train a coding agent with reinforcement learning and evaluate it on"
            " SWE-bench Verified and HumanEval.",
        ),
        (
            "ε-greedy",
            "Exploration follows an ε-greedy policy, which we compare with Thompson sampling.",
        ),
    ],
)
def test_names_come_out_whole(reader, name, text):
    # A name may stand inside a longer one ("ε-greedy policy"), never be cut.
    assert any(name in found for found in names(reader, text))


def test_the_less_certain_of_two_groups_knows_how_like_the_other_it_is(reader):
    text = "We train a sparse lichen network. Sparse lichen networks with gates count lichen."
    _, judged = reader._judge(paper(text))
    tops = [clues[CLUES.index("top")] for clues in judged.clues]
    doubles = [group.double for group in judged.groups]
    assert doubles[int(np.argmax(tops))] == 0.0  # nothing is more certain
    assert all(0 <= double <= 1 for double in doubles) and max(doubles) > 0


def test_what_probably_has_a_name_already_is_left_out(reader):
    _, judged = reader._judge(CORPUS[1])
    clues = judged.clues.copy()
    clues[:, CLUES.index("double")] = 0.0
    clues[1, CLUES.index("double")] = DOUBLE
    none = np.zeros(len(CLUES) + 1, np.float32)
    every = list(range(len(judged.groups)))
    assert Decision(none, none, 0.0, 0.5).kept(replace(judged, clues=clues)) == [0, *every[2:]]


@pytest.mark.parametrize("one", [*CORPUS, *ODD], ids=lambda one: one.id)
def test_everything_is_a_span_and_typed(reader, one):
    entities, relations = reader.read(one)
    for entity in entities:
        assert entity.role in ROLES[entity.type]
        assert 0 <= entity.confidence <= 1 and 0 <= entity.salience <= 1
        surfaces = {mention.surface for mention in entity.mentions}
        assert {entity.label, *entity.aliases} <= surfaces
        for mention in entity.mentions:
            text = one.text(mention.field)
            assert text[mention.span.start : mention.span.end] == mention.surface
    for relation in relations:
        head, tail = entities[relation.head], entities[relation.tail]
        assert (head.type, tail.type) in RELATION_ENDS[relation.kind]
        assert set(relation.evidence) <= {*head.mentions, *tail.mentions}


def test_no_place_is_used_twice(reader):
    for one in CORPUS:
        entities, _ = reader.read(one)
        places = sorted(
            (m.field, m.span.start, m.span.end) for entity in entities for m in entity.mentions
        )
        for left, right in pairwise(places):
            assert left[0] != right[0] or left[2] <= right[1]


def test_reading_again_or_after_others_changes_nothing(reader):
    alone = [reader.read(one) for one in CORPUS]
    assert [reader.read(one) for one in reversed(CORPUS)][::-1] == alone


@pytest.mark.parametrize("text", ["", ".", "…", ", ; :", "the", "\N{SNOWMAN}"])
def test_a_text_that_says_nothing_gives_nothing(reader, text):
    assert reader.read(paper(text)) == ((), ())


@pytest.mark.parametrize(
    "one",
    [one for one in ODD if one.id in ("chinese", "catalan", "german")],
    ids=lambda one: one.id,
)
def test_other_languages_give_little(reader, one):
    assert len(reader.read(one)[0]) <= 2
    assert Extractor().extract(one).entities == ()


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the gold papers beside the repository")
def test_no_fillers_in_twenty_abstracts(reader):
    keys = {comparison_key(filler) for filler in FILLERS}
    lines = (SHARED / "gold" / "dev.papers.jsonl").read_text(encoding="utf-8").splitlines()[:20]
    for item in map(json.loads, lines):
        found = names(reader, clean_text(item["abstract"]).text)
        assert found
        assert not {name for name in found if comparison_key(name) in keys}


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the gold papers beside the repository")
def test_dev_figures_stay(reader):
    gold, found = [], []
    folder = SHARED / "gold"
    marked = {
        item["id"]: item
        for item in map(json.loads, (folder / "dev.gold.jsonl").read_text("utf-8").splitlines())
    }
    extractor = Extractor(reader=reader)
    for line in (folder / "dev.papers.jsonl").read_text("utf-8").splitlines():
        item = json.loads(line)
        one = Paper(item["id"], "", clean_text(item["abstract"]).text)
        gold.append(marked[item["id"]])
        found.append(to_json(one, extractor.extract(one)))
    scores = figures(score_papers(gold, found))
    assert scores.concepts["all"].f1 >= 0.82
    assert scores.concepts["method"].f1 >= 0.84
    assert scores.concepts["task"].f1 >= 0.75
    assert scores.role_accuracy >= 0.84
    assert scores.relations.f1 >= 0.50
    assert scores.counts["all duplicate"] <= 0.01 * scores.counts["all predicted"]


def test_a_long_text_is_read_in_windows_that_agree(reader):
    sentence = CORPUS[1].abstract
    filler = " The weather was mild and nothing else happened on that long day." * 45
    long = sentence + filler + " " + CORPUS[4].abstract
    windows = encode(tokenizer(reader), [("abstract", long)])
    assert len(windows) > 1 and all(len(window.ids) <= MAX_PIECES for window in windows)
    words = join_words(windows)
    assert [word.start for word in words.words] == sorted({word.start for word in words.words})
    found = names(reader, long)
    assert {"TideNet", "METR-LA", "CiteBack"} <= found


def test_windows_are_joined_where_they_see_most(reader):
    windows = encode(tokenizer(reader), [("abstract", "alpha beta " * 600)])
    hidden = [np.full((len(w.ids), 4), i, np.float32) for i, w in enumerate(windows)]
    joined = join_windows(hidden, windows)
    order = joined.first[:, 0]
    assert order[0] == 0 and order[-1] == len(windows) - 1
    assert (np.diff(order) >= 0).all()


def test_candidates_cross_no_punctuation(reader):
    text = "We use, for images (and text), a graph-based GPT-3.5 model. Results: fine."
    (coded,) = encode(tokenizer(reader), [("abstract", text)])
    surfaces = {
        text[coded.words[a].start : coded.words[b].end] for a, b in candidate_spans(coded).tolist()
    }
    assert {"graph-based GPT-3.5 model", "GPT-3.5", "images"} <= surfaces
    assert not any(sign in surface for surface in surfaces for sign in (",", "(", ":", ". "))


def test_the_more_probable_span_wins():
    spans = np.array([[0, 1], [1, 2], [3, 3]])
    assert winners(spans, np.array([0.6, 0.9, 0.2], np.float32)) == [1, 2]
    assert winners(spans, np.array([0.01, 0.02, 0.03], np.float32)) == []


def test_what_must_never_join_is_not_carried_there_by_others():
    same = np.array([[0, 0.9, NEVER], [0.9, 0, 0.99], [NEVER, 0.99, 0]], np.float32)
    assert clusters(same, 0.35) == [[0], [1, 2]]


def test_two_things_that_a_paper_defines_apart_stay_apart(reader, monkeypatch):
    # Whatever the network thinks of them.
    monkeypatch.setattr(Heads, "sameness", lambda *told: np.ones(len(told[2]), np.float32))
    text = (
        "Reinforcement learning (RL) adapts large language models (LLMs) to new tasks. Unlike other"
        " methods, our RL method for LLMs needs no reward model, and RL improves the LLM twice."
    )
    for entity in reader.read(paper(text))[0]:
        forms = {comparison_key(form) for form in (entity.label, *entity.aliases)}
        assert not (
            {"rl", "reinforcement learning"} & forms and {"llm", "large language model"} & forms
        )


def test_a_kind_of_a_short_form_is_not_the_form(reader):
    text = (
        "Can a network read one sequence and write another without knowing how they line up? In our"
        " sequence-to-sequence model, one deep LSTM packs the source sentence into a vector"
        " and a second LSTM unpacks it. For machine translation from English to French on WMT"
        " 2014, it does better than a phrase-based statistical machine translation system."
    )
    for entity in reader.read(paper(text, "Sequence to Sequence Learning"))[0]:
        forms = {comparison_key(form) for form in (entity.label, *entity.aliases)}
        assert not {"deep lstm", "lstm"} <= forms


def test_a_name_goes_on_over_a_capitalised_word(reader):
    coded = encode(
        tokenizer(reader), [("title", ""), ("abstract", "On SWE-bench Verified we win.")]
    )[0]
    spans = np.array([(1, 3), (1, 4), (4, 4)])
    types = np.array([[0, 0, 0.6], [0, 0, 0.1], [0, 0, 0.05]], np.float32)
    assert whole_names(coded, spans, types)[:, 2] == pytest.approx([0.1, 0.6, 0.05])
    titled = [("title", "SWE-bench Verified"), ("abstract", "")]
    title = encode(tokenizer(reader), titled)[0]
    assert np.array_equal(whole_names(title, spans - 1, types), types)


def test_clusters_need_agreement_on_average():
    same = np.array([[0, 0.9, 0.0], [0.9, 0, 0.5], [0.0, 0.5, 0]], np.float32)
    assert clusters(same, 0.35) == [[0, 1], [2]]
    assert clusters(same, 0.2) == [[0, 1, 2]]


def test_abbreviations_by_letters():
    assert initials("graph neural network") == "gnn"
    assert is_short_for("LLMs", "large language models")
    assert not is_short_for("GNN", "convolutional network")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"model\.onnx"):
        NeuralReader.load(tmp_path)
