"""Shapes in which people hold papers and in which something was once lost or misread."""

import io
import json

import pytest

from kg.errors import InputError
from kg.readers import ReadResult, read

MOSS, ICE = "Moss grows on forty old walls.", "Ice changes how a river moves."
TWO = [("Counting Moss", MOSS), ("Ice on Rivers", ICE)]
ROWS = [{"title": title, "abstract": text} for title, text in TWO]


def from_json(value: object) -> ReadResult:
    return read("-", stdin=io.BytesIO(json.dumps(value).encode()))


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


@pytest.mark.parametrize("name", ["", "papers", "titles"])
def test_a_list_of_titles_alone_is_a_list_of_papers(name: str) -> None:
    titles: object = ["Counting Moss", "Ice on Rivers"]
    assert told(json.dumps({name: titles} if name else titles)) == [
        ("Counting Moss", ""),
        ("Ice on Rivers", ""),
    ]
    assert told(json.dumps(["Moss grows on walls. " * 9])) == [
        ("", ("Moss grows on walls. " * 9).strip())
    ]
    result = from_json(["Counting Moss", "https://arxiv.org/abs/2101.00001", 7])
    assert [failure.source.record for failure in result.report.skipped] == [2, 3]


def test_zotero_keeps_identifiers_in_extra() -> None:
    extra = "arXiv:2101.00001 [cs]\nDOI: 10.1234/ABC\nPMID: 777\nCitations: 5"
    (paper,) = papers(f'Key,Title,Abstract Note,Extra\nAB,Counting Moss,{MOSS},"{extra}"\n')
    assert (paper.doi, paper.arxiv, paper.pmid) == ("10.1234/abc", "2101.00001", "777")
    (paper,) = papers(json.dumps([ROWS[0] | {"itemType": "preprint", "extra": extra}]))
    assert (paper.doi, paper.arxiv) == ("10.1234/abc", "2101.00001")
    (paper,) = papers(json.dumps([ROWS[0] | {"DOI": "10.1234/own", "extra": extra}]))
    assert paper.doi == "10.1234/own"


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


def test_a_table_of_lists_is_a_paper_a_row() -> None:
    table = {"title": ["On Moss", "On Peas"], "abstract": ["We grow.", None], "year": [2001, 2002]}
    papers = from_json(table).papers
    assert [(p.title, p.abstract, p.year) for p in papers] == [
        ("On Moss", "We grow.", 2001), ("On Peas", "", 2002)]  # fmt: skip


def test_records_behind_node_as_graphql_gives_them() -> None:
    edges = [{"node": {"title": "On Moss", "abstract": "We grow."}, "cursor": "a"}]
    assert [p.title for p in from_json({"data": {"search": {"edges": edges}}}).papers] == [
        "On Moss"
    ]


def test_the_venue_of_a_stored_citation() -> None:
    cited = "@inproceedings{x,\ntitle={On Moss},\nbooktitle={Garden Days},\nyear={2024}\n}"
    (paper,) = from_json([{"title": "On Moss", "status": "Poster", "bibtex": cited}]).papers
    assert (paper.venue, paper.year) == ("Garden Days", 2024)


def test_authors_of_a_full_text_are_those_of_its_annotations() -> None:
    text = "On Moss\n\nAda Moor 1 , Jan\nBerg *\n\nWe grow."
    spans = [{"start": 9, "end": 17}, {"start": 21, "end": 31}]
    full = {"corpusid": 7, "content": {"text": text, "annotations": {
        "title": '[{"start": 0, "end": 7}]', "author": json.dumps(spans)}}}  # fmt: skip
    (paper,) = from_json([full]).papers
    assert (paper.title, paper.authors) == ("On Moss", ("Ada Moor", "Jan Berg"))


@pytest.mark.parametrize("said", ["[No abstract available]", "No abstract available.",
                                  "Abstract not available"])  # fmt: skip
def test_an_abstract_that_says_there_is_none(said: str) -> None:
    result = from_json([{"title": "On Moss", "abstract": said}])
    assert result.papers[0].abstract == ""
    assert result.report.traits["title only"] == 1


def test_of_several_addresses_the_first_of_the_web_is_taken_without_a_remark() -> None:
    found = ["doi:10.1234/moss", "https://garden.example/moss", "moss.pdf"]
    result = from_json([{"title": "On Moss", "abstract": "We grow.", "url": found}])
    assert result.papers[0].url == "https://garden.example/moss"
    assert not result.report.notices


def test_a_hash_in_braces_joins_no_strings() -> None:
    entry = "@article{a, title={A &#x201C;Deep&#x201D; C# Study}, year=2001}"
    result = read("-", stdin=io.BytesIO(entry.encode()))
    assert result.papers[0].title == 'A "Deep" C# Study'
    assert not any("@string" in notice.message for notice in result.report.notices)


def test_signs_as_ieee_xplore_writes_them() -> None:
    entry = r"@article{a, title={On $\ell _{1}$ and $x ^{2}$}, author={Moor, A. and Li, X. -Y.}}"
    (paper,) = read("-", stdin=io.BytesIO(entry.encode())).papers
    assert (paper.title, paper.authors) == ("On ℓ₁ and x²", ("A. Moor", "X.-Y. Li"))


def test_a_cell_of_json_holds_names_as_records() -> None:
    table = 'title,authors\nOn Moss,"[{""name"": ""Ada Moor""}, {""name"": ""Jan Berg""}]"\n'
    (paper,) = read("-", stdin=io.BytesIO(table.encode())).papers
    assert paper.authors == ("Ada Moor", "Jan Berg")


def test_a_table_without_a_header_is_told_to_get_one() -> None:
    table = "1,On Moss,We grow moss on stones in the garden.\n2,On Peas,We grow peas there.\n"
    with pytest.raises(InputError, match="no header"):
        read("-", stdin=io.BytesIO(table.encode()), format="csv")


def test_a_column_called_almost_so_is_offered_for_the_title() -> None:
    table = "Autoren;Titel;Zusammenfassung\nA. Moor;Moos;Wir bauen Moos an.\n"
    with pytest.raises(InputError, match='"title=Titel,abstract=Zusammenfassung"'):
        read("-", stdin=io.BytesIO(table.encode()), format="csv")
