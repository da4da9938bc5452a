import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.rules import RuleTagger, drop_overlaps, noun_chunks, reads_english
from kg.model import Mention, Span
from tests.extract.papers import CORPUS, ODD, WHOLE, paper

FILLERS = (
    "results", "experiments", "framework", "state of the art", "state-of-the-art", "novel method",
    "novel framework", "novel", "approach", "performance", "accuracy", "work", "paper", "methods",
    "extensive experiments", "our method", "baselines", "existing methods", "problem", "datasets",
    "large-scale benchmarks", "significant improvements", "model", "models", "data", "task",
)  # fmt: skip


def surfaces(one):
    return {mention.surface for mention in RuleTagger().tag(one)}


@pytest.mark.parametrize(
    "name",
    ["C++", "GPT-4", "R-CNN", "self-supervised learning", "SWE-bench Verified", "ε-greedy policy",
     "ℓ1 regression"],
)  # fmt: skip
def test_names_come_out_whole(name):
    assert name in surfaces(WHOLE)


@pytest.mark.parametrize("one", CORPUS + ODD, ids=lambda one: one.id)
def test_mentions_are_spans_that_do_not_overlap(one):
    taken = set()
    for mention in RuleTagger().tag(one):
        span = mention.span
        assert one.text(mention.field)[span.start : span.end] == mention.surface
        places = {(mention.field, at) for at in range(span.start, span.end)}
        assert not places & taken
        taken |= places


@pytest.mark.parametrize("one", CORPUS, ids=lambda one: one.id)
def test_no_phrase_crosses_punctuation_or_is_filler(one):
    for surface in surfaces(one):
        assert not set(surface) & set(",;:()")
        assert ". " not in surface
        assert surface.lower() not in FILLERS


def test_fillers_alone_name_nothing():
    text = (
        "We propose a novel framework. Extensive experiments show that our method outperforms"
        " state-of-the-art baselines. The results demonstrate significant improvements in"
        " accuracy over existing methods on large-scale benchmarks. Our approach is simple."
    )
    assert surfaces(paper(text)) == set()


def test_types_by_cue():
    kinds = {mention.surface: mention.type for mention in RuleTagger().tag(CORPUS[1])}
    assert kinds["TideNet"] == "method"
    assert kinds["traffic forecasting"] == "task"
    assert kinds["METR-LA"] == kinds["PEMS-BAY"] == "dataset"
    assert kinds["graph neural network"] == kinds["GNN"] == "method"


def test_both_sides_of_a_definition_are_mentions():
    assert {"federated learning", "FL", "differential privacy", "DP"} <= surfaces(CORPUS[3])


def test_no_expansion_is_invented():
    one = paper("We use GAT for node classification.")
    assert surfaces(one) == {"GAT", "node classification"}


def test_possessives_are_no_part_of_a_name():
    assert "GRPO" in surfaces(paper("We analyse GRPO's reward model."))


def test_other_languages_give_nothing():
    assert [surfaces(one) for one in ODD if one.id in ("german", "catalan", "chinese")] == [
        set()
    ] * 3
    assert reads_english(CORPUS[1].abstract)


def test_better_scores_win_overlaps():
    low = Mention("abstract", Span(0, 10), "a" * 10, "task", 0.4)
    high = Mention("abstract", Span(5, 8), "aaa", "method", 0.8)
    assert drop_overlaps([low, high]) == (high,)


def test_noun_chunks_are_spans():
    one = paper("The cautious gardener waters tall yellow flowers, slowly.")
    found = list(noun_chunks(one))
    assert found
    for mention in found:
        assert one.abstract[mention.span.start : mention.span.end] == mention.surface


@given(st.text(max_size=300))
def test_any_text_keeps_the_invariant(text):
    for mention in RuleTagger().tag(paper(text)):
        assert text[mention.span.start : mention.span.end] == mention.surface
