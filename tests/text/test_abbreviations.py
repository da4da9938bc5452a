import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text import abbreviations


def pairs(text: str) -> list[tuple[str, str]]:
    return [
        (text[a.short.start : a.short.end], text[a.long.start : a.long.end])
        for a in abbreviations(text)
    ]


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("We study graph neural networks (GNNs) here.", ("GNNs", "graph neural networks")),
        ("Use convolutional neural network (CNN).", ("CNN", "convolutional neural network")),
        ("SVM (support vector machine) is old.", ("SVM", "support vector machine")),
        ("LLMs (large language models) talk.", ("LLMs", "large language models")),
        ("A lower limb exoskeleton (LLE) walks.", ("LLE", "lower limb exoskeleton")),
        ("learning to rank (L2R) helps", ("L2R", "learning to rank")),
        ("sequence-to-sequence (seq2seq) nets", ("seq2seq", "sequence-to-sequence")),
        ("an autoencoder (AE) folds", ("AE", "autoencoder")),
        ("Mixture-of-Experts (MoE) layers", ("MoE", "Mixture-of-Experts")),
        ("area under the curve (AUC; higher is better)", ("AUC", "area under the curve")),
        ('so-called "deep belief networks" (DBN)', ("DBN", "deep belief networks")),
        ("retrieval-augmented generation (RAG, see Section 2)",
         ("RAG", "retrieval-augmented generation")),
    ],
)  # fmt: skip
def test_definitions_are_found(text: str, pair: tuple[str, str] | None) -> None:
    assert pairs(text) == ([pair] if pair else [])


@pytest.mark.parametrize(
    "text",
    [
        "people who own houses (owners) pay",
        "we show that (i) it is fast and (ii) it is small",
        "an American who travels in space (astronaut)",
        "as in equation (21) and expression (3)",
        "Our new method (Ours) wins",
        "We use GAT. It is fine (2024).",
        "the result of a longer study (see Appendix)",
        "we write x (y)",
        "deep learning. Graphs (DG)",
    ],
)
def test_traps_row_11_false_pairs_are_refused(text: str) -> None:
    assert pairs(text) == []


@pytest.mark.parametrize("mark", [";", ":", ",", ".", "("])
def test_traps_row_6_no_long_form_crosses_punctuation(mark: str) -> None:
    assert pairs(f"a deep{mark} belief network (DBN)") == []


@given(st.text(alphabet="aAbB (GN)s-.,;'\"12", max_size=60))
def test_any_text_gives_spans_inside_it(text: str) -> None:
    for pair in abbreviations(text):
        for span in (pair.short, pair.long):
            assert 0 <= span.start < span.end <= len(text)
            assert text[span.start : span.end].strip() == text[span.start : span.end]
