import itertools
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text import comparison_key
from kg.text.core import stem

SAME = [
    ("graph neural network", "Graph Neural Networks", "graph-neural network",
     "the graph/neural network"),
    ("localisation", "localization", "Localization"),
    ("behaviour modelling", "behavior modeling", "Behaviour Modelling"),
    ("naïve Bayes", "naive bayes", "Naive-Bayes"),
    ("LLMs", "LLM"),
    ("GANs", "GAN"),
    ("time series analysis", "time-series analyses"),
    ("confusion matrices", "confusion matrix"),
    ("ontologies", "ontology"),
    (r"$\ell_2$ norm", "ℓ₂ norm", "ℓ2-norm", "\\ell_2 norms"),
    ("our method", "a method", "Methods"),
    ("Adam optimiser", "Adam optimizers"),
    ("word2vec", "Word2Vec"),
    ("fine-tuning", "fine tuning", "fine–tuning"),
    ("VQ-VAE", "VQ VAE"),
]  # fmt: skip

APART = [
    ("C", "C++", "C#"),
    ("F", "F#"),
    ("GPT-4", "GPT-4o", "GPT-3"),
    ("ResNet-50", "ResNet-101", "ResNet"),
    ("Transformer", "Transformer-XL"),
    ("A*", "A"),
    ("MNIST", "EMNIST"),
    ("L1 loss", "L2 loss"),
    ("self-supervised learning", "semi-supervised learning", "supervised learning"),
    ("R-CNN", "CNN"),
    ("precise", "prizes"),
]


@pytest.mark.parametrize("forms", SAME, ids=lambda forms: forms[0])
def test_spelling_habits_do_not_count(forms: tuple[str, ...]) -> None:
    assert len({comparison_key(form) for form in forms}) == 1


@pytest.mark.parametrize("forms", APART, ids=lambda forms: forms[0])
def test_other_names_stay_apart(forms: tuple[str, ...]) -> None:
    for left, right in itertools.combinations(forms, 2):
        assert comparison_key(left) != comparison_key(right)


@pytest.mark.parametrize("word", ["Keras", "Atlas", "Bayes", "bias", "loss", "analysis",
                                  "lens", "series", "corpus", "AWS", "iOS", "Adams",
                                  "physics"])  # fmt: skip
def test_names_that_end_in_s_keep_it(word: str) -> None:
    assert comparison_key(word) == word.lower()


def test_traps_row_5_surface_forms_keep_what_tells_them_apart() -> None:
    names = ["self-supervised learning", "GPT-4", "C++", "R-CNN", "TD(λ)", "ImageNet/1k", "v2.0"]
    assert len({comparison_key(name) for name in names}) == len(names)
    assert comparison_key("C++") == "c++"
    assert comparison_key("v2.0") == "v2.0"


@given(st.text(max_size=40))
def test_a_key_is_stable_under_case_and_blanks(surface: str) -> None:
    key = comparison_key(surface)
    assert comparison_key(f"  {surface}\n") == key
    assert key == " ".join(key.split())


def test_stems_are_the_same_in_many_threads():
    endings = itertools.cycle(("izations", "izing", "ational", "fulness", "s"))
    words = [f"gener{'o' * (i % 89)}{next(endings)}" for i in range(900)]
    alone = [stem.__wrapped__(word) for word in words]
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(stem.__wrapped__, words)) == alone
    finally:
        sys.setswitchinterval(switch)
