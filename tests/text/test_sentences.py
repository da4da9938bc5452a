from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kg.text import sentence_at, sentences


def cut(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


def test_full_stops_inside_sentences_do_not_cut() -> None:
    for text in (
        "We test models, e.g. BERT, i.e. encoders, vs. CNNs.",
        "Huang et al. (2024) and Fig. 2 and Eq. (3) agree.",
        "It gains 3.5 points at 0.1 cost with GPT-3.5 and v2.0 models.",
        "The U.S. Census and J. R. Smith of St. Gallen count.",
        "A dataset (cf. Sec. 4) of approx. 10 items, etc. for all.",
    ):
        assert cut(text) == [text]


def test_sentences_are_cut() -> None:
    assert cut("We win. It works! Does it? Yes.") == ["We win.", "It works!", "Does it?", "Yes."]
    assert cut('He said "no." We left.  Then') == ['He said "no."', "We left.", "Then"]
    assert cut("We use layers, heads, etc. The rest is known.") == [
        "We use layers, heads, etc.",
        "The rest is known.",
    ]
    assert cut("We use BERT. iPhones run it. 3D works.") == [
        "We use BERT.",
        "iPhones run it.",
        "3D works.",
    ]


def test_chinese_full_stops_cut() -> None:
    assert cut("我们提出方法。结果很好。") == ["我们提出方法。", "结果很好。"]


def test_nothing_and_dots() -> None:
    assert sentences("") == ()
    assert "".join(cut("......")) == "......"


@given(st.text(alphabet="ab A.!?e.g 。(\"')\n", max_size=80))
def test_spans_cover_all_that_is_not_blank(text: str) -> None:
    spans = sentences(text)
    covered = "".join(text[s.start : s.end] for s in spans)
    assert "".join(covered.split()) == "".join(text.split())
    assert all(a.end <= b.start for a, b in pairwise(spans))
    for index, span in enumerate(spans):
        assert sentence_at(spans, span.start) == index
