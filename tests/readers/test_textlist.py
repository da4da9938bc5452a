import io

import pytest

from kg.errors import InputError
from kg.readers import ReadResult, read

ONE = "We grow beans under red light, and count the leaves of each plant for a whole summer long."
TWO = "Peas climb higher on rough poles. We measure forty poles and find that bark matters most."
LONG = ONE + " " + TWO + " " + ONE


def from_text(text: str) -> ReadResult:
    return read("-", stdin=io.BytesIO(text.encode()), format="text")


def abstracts(text: str) -> list[str]:
    return [paper.abstract for paper in from_text(text).papers]


@pytest.mark.parametrize("heading", ["Garden 1999 Papers\n\n", "# Papers\n\n", "论文列表\n\n", "",
                                     "\n\n", "Papers\n======\n\n", "1999\n\n"])  # fmt: skip
def test_the_heading_is_no_paper(heading: str) -> None:
    assert abstracts(f"{heading}{ONE}\n\n{TWO}\n") == [ONE, TWO]


def test_one_line_papers_are_papers() -> None:
    assert abstracts("We use GNNs.\n\nWe use graph networks.\n\nA short one?") == [
        "We use GNNs.",
        "We use graph networks.",
        "A short one?",
    ]


def test_titles_are_taken_when_every_abstract_has_one() -> None:
    for text in (
        f"On Beans\n\n{ONE}\n\nOn Peas\n\n{TWO}",
        f"List of papers\n\n## On Beans\n{ONE}\n\n## On Peas\n{TWO}",
        f"On Beans\n{LONG}\n\nOn Peas\n{LONG}x",
        f"Title: On Beans\nAbstract: {ONE}\n\nTitle: On Peas\nAbstract: {TWO}",
    ):
        assert [paper.title for paper in from_text(text).papers] == ["On Beans", "On Peas"]


def test_stray_short_lines_are_listed_not_guessed() -> None:
    result = from_text(f"Papers\n\n{ONE}\n\nSecond day\n\n{TWO}\n\n{TWO} Again.")
    assert [paper.title for paper in result.papers] == ["", "", ""]
    (stray,) = result.report.skipped
    assert (stray.raw, stray.source.line) == ("Second day", 5)


def test_lists_and_wrapped_lines() -> None:
    assert abstracts(f"1. {ONE}\n2. {TWO}\n") == [ONE, TWO]
    assert abstracts(f"- {ONE}\n\n- {TWO}\n") == [ONE, TWO]
    wrapped = ONE.replace(", ", ",\n") + "\n\n" + TWO.replace(". ", ".\n")
    assert abstracts(wrapped) == [ONE, TWO]
    assert len(abstracts(f"Papers\n{LONG}\n{LONG}y\n{LONG}z")) == 3


def test_a_heading_alone_holds_no_paper() -> None:
    with pytest.raises(InputError, match="no record"):
        from_text("Garden Papers\n")


def test_records_know_their_lines() -> None:
    sources = [paper.source for paper in from_text(f"Papers\n\n\n{ONE}\n\n{TWO}").papers]
    assert [(s.record, s.line) for s in sources if s] == [(1, 4), (2, 6)]


def test_labelled_lines_are_taken_at_their_word_over_paragraphs() -> None:
    result = from_text(
        "My papers\n\nTitle: On Beans\nAuthors: Ada Moor, Jan Berg\nYear: 2020\n"
        f"Abstract: {ONE}\n\n"
        f"**Title:** On Peas\n\n**Venue:** Garden Days 2021\n\n**Abstract:** {TWO}\n\nThey bloom.\n"
    )
    beans, peas = result.papers
    assert (beans.title, beans.authors, beans.year) == ("On Beans", ("Ada Moor", "Jan Berg"), 2020)
    assert (peas.title, peas.venue) == ("On Peas", "Garden Days 2021")
    assert (beans.abstract, peas.abstract) == (ONE, f"{TWO} They bloom.")
    assert [paper.source.line for paper in result.papers if paper.source] == [3, 8]


def test_without_a_label_the_abstract_follows_the_title() -> None:
    (paper,) = from_text(f"Title: On Beans\n{ONE}\n").papers
    assert (paper.title, paper.abstract) == ("On Beans", ONE)


def test_a_title_a_line_are_titles() -> None:
    text = "1. On Beans in Red Light\n2. Why Do Peas Climb?\n\n- BERT: Reading Leaves of Beans\n"
    titles = [paper.title for paper in from_text(text).papers]
    assert titles == [
        "On Beans in Red Light",
        "Why Do Peas Climb?",
        "BERT: Reading Leaves of Beans",
    ]


def test_a_wrapped_abstract_without_its_stop_is_no_list_of_titles() -> None:
    assert abstracts("We grow beans in\nRed light and\ncount leaves\n") == [
        "We grow beans in Red light and count leaves"
    ]


def test_addresses_alone_are_told_and_not_taken_for_an_abstract() -> None:
    with pytest.raises(InputError, match="address alone"):
        from_text("10.1234/beans.5\nhttps://arxiv.org/abs/2101.00001\n2101.00002v2\n")
