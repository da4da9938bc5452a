import numpy as np
import pytest

from kg.errors import ModelError
from kg.extract.keybert import CandidateVectorizer, Ranker
from kg.extract.static import StaticEncoder

TEXT = "Graph Neural Networks on Cora: self-supervised learning with C++ and GPT-4."
NAMES = ["Graph Neural Networks", "Cora", "self-supervised learning", "C++", "GPT-4"]


@pytest.fixture(scope="module")
def ranker():
    return Ranker(StaticEncoder.load())


def test_candidates_keep_case_hyphens_and_signs(ranker):
    assert set(ranker.salience(TEXT, NAMES)) == set(NAMES)


def test_a_repeated_candidate_changes_nothing(ranker):
    assert ranker.salience(TEXT, [*NAMES, "Cora", "Cora"]) == ranker.salience(TEXT, NAMES)
    assert ranker.salience(TEXT, NAMES[::-1]) == ranker.salience(TEXT, NAMES)


def test_salience_is_a_share_and_the_topic_leads(ranker):
    salience = ranker.salience(TEXT, [*NAMES, "cooking recipes"])
    assert all(0 <= value <= 1 for value in salience.values())
    assert min(salience, key=salience.get) == "cooking recipes"


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_blank_text_gives_nothing(ranker, text):
    assert ranker.salience(text, NAMES) == {}


def test_no_candidates_give_nothing(ranker):
    assert ranker.salience(TEXT, []) == {} == ranker.salience(TEXT, ["", " "])
    assert ranker.choose(TEXT, [], 3, 0.5) == ()


def test_diversity_avoids_a_second_name_for_the_same(ranker):
    names = ["graph neural network", "graph neural networks", "compiler optimization"]
    text = "A graph neural network guides compiler optimization."
    assert set(ranker.choose(text, names, 2, 0.8)) >= {"compiler optimization"}
    assert len(ranker.choose(text, names, 9, 0.8)) == 3


def test_a_swallowed_error_is_an_error_here(ranker, monkeypatch):
    monkeypatch.setattr(ranker._keybert, "extract_keywords", lambda *_, **__: [])
    with pytest.raises(ModelError, match="0 of 5"):
        ranker.salience(TEXT, NAMES)


def test_vectorizer_gives_every_document_every_candidate():
    matrix = CandidateVectorizer(["A", "b c"]).fit(["x"]).transform(["x", "y"])
    assert matrix.shape == (2, 1, 2) and np.array_equal(matrix[1].nonzero()[1], [0, 1])
