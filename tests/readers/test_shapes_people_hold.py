"""Shapes in which people hold papers and in which something was once lost or misread."""

import io
import json

import pytest

from kg.readers import read

MOSS, ICE = "Moss grows on forty old walls.", "Ice changes how a river moves."
TWO = [("Counting Moss", MOSS), ("Ice on Rivers", ICE)]
ROWS = [{"title": title, "abstract": text} for title, text in TWO]


def papers(text: str):
    return read("-", stdin=io.BytesIO(text.encode())).papers


def told(text: str) -> list[tuple[str, str]]:
    return [(paper.title, paper.abstract) for paper in papers(text)]


@pytest.mark.parametrize(
    "value",
    [
        {"2021": ROWS[:1], "2020": ROWS[1:]},
        {"ICML": {"papers": ROWS[:1]}, "ICLR": {"papers": ROWS[1:]}},
        {"title": {"0": TWO[0][0], "1": TWO[1][0]}, "abstract": {"0": MOSS, "1": ICE}},
        {"columns": ["title", "abstract"], "index": [0, 1], "data": TWO},
        {"accepted": ROWS, "topics": [{"label": "moss"}] * 3},
    ],
    ids=["a list a year", "a list a venue", "column by column", "columns apart", "topics beside"],
)
def test_no_list_of_a_json_file_is_lost(value: object) -> None:
    assert told(json.dumps(value)) == TWO


def test_an_envelope_is_no_identifier() -> None:
    answer = {"status": "ok", "message": {"DOI": "10.1234/abc", "title": ["Counting Moss"]}}
    (paper,) = papers(json.dumps(answer))
    assert (paper.title, paper.doi) == ("Counting Moss", "10.1234/abc")
    assert paper.id != "message"
    assert papers(json.dumps({"W-7": ROWS[0], "W-8": ROWS[1]}))[1].id == "W-8"


def test_the_first_of_several_addresses_ends_where_the_next_begins() -> None:
    row = ROWS[0] | {"url": "http://example.org/1;http://example.org/2"}
    assert papers(json.dumps([row]))[0].url == "http://example.org/1"
    row = ROWS[0] | {"url": "https://example.org/a;b/https://example.org"}
    assert papers(json.dumps([row]))[0].url == "https://example.org/a;b/https://example.org"


def test_the_columns_of_a_review_name_the_forum() -> None:
    (paper,) = papers(
        f"Paper Title,Abstract,OpenReview URL\nMoss,{MOSS},https://openreview.net/forum?id=abcdef12\n"
    )
    assert paper.openreview == "abcdef12"


def test_biblatex_calls_the_parts_of_a_name() -> None:
    (paper,) = papers("@article{a, title={Moss}, author={family=Weil, given=Émile, prefix=von}}\n")
    assert [(p.name, p.given, p.family) for p in paper.persons] == [
        ("Émile von Weil", "Émile", "von Weil")
    ]


def test_namesakes_of_dblp_lose_their_number_and_no_one_else() -> None:
    first, second = papers(
        "@article{DBLP:a, title={Moss}, author={Jan Berg 0002 and Ada Moor}}\n"
        "@article{b, title={Ice}, author={Agent 0007 and Ada Moor}}\n"
    )
    assert first.authors == ("Jan Berg", "Ada Moor")
    assert second.authors == ("Agent 0007", "Ada Moor")


def test_a_preprint_that_google_scholar_cites_keeps_its_number() -> None:
    (paper,) = papers("@article{a, title={Moss}, journal={arXiv preprint arXiv:2101.00001}}\n")
    assert (paper.arxiv, paper.year) == ("2101.00001", 2021)


def test_stars_are_no_part_of_a_heading_of_medline() -> None:
    (paper,) = papers("PMID- 33000001\nTI  - Moss.\nMH  - *Bryophyta\nMH  - Walls/*history\n")
    assert paper.keywords == ("Bryophyta", "Walls/history")


def test_lines_above_the_word_abstract_are_title_and_authors() -> None:
    first, second = papers(
        f"1. Counting Moss\nAda Moor, Jan Berg\nAbstract: {MOSS}\n\n2. Ice\nAbstract: {ICE}\n"
    )
    assert (first.title, first.authors, first.abstract) == (
        "Counting Moss", ("Ada Moor", "Jan Berg"), MOSS,
    )  # fmt: skip
    assert (second.title, second.authors, second.abstract) == ("Ice", (), ICE)
