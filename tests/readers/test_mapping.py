"""What a user says columns are called, and what is said where that is needed."""

import io
import shlex
from pathlib import Path

import pytest

from kg.cli.options import parse_field_map
from kg.errors import InputError, UsageError
from kg.readers import read
from kg.readers.mapping import advice, guess
from tests.readers.test_tables import from_csv, titles


def test_a_map_names_columns() -> None:
    text = "Nr,Name,Text,title\n1,On Moss,We grow.,Dr\n2,On Peas,We climb.,Ms\n"
    result = from_csv(text, fields={"title": "Name", "abstract": "text", "id": "Nr"})
    assert [(p.id, p.title, p.abstract) for p in result.papers] == [
        ("1", "On Moss", "We grow."), ("2", "On Peas", "We climb.")]  # fmt: skip


FOREIGN = "Nr,Called,What is said,authors\n1,On Moss,We grow moss on walls.,Ada Moor\n"


def test_columns_of_unknown_names_are_told_once_with_an_option_to_paste() -> None:
    with pytest.raises(InputError) as caught:
        from_csv(FOREIGN + "2,On Peas,We climb up on high fences.,Jan Berg\n", format="csv")
    told = str(caught.value)
    assert '--map "title=Called,abstract=What is said"' in told
    assert "found: Nr, Called, What is said, authors" in told
    assert "also authors, year, venue" in told
    assert told.count("--map") == told.count("found:") == 1
    assert "and 1 more like it" in told
    option = parse_field_map(["title=Called,abstract=What is said"])
    assert titles(from_csv(FOREIGN, fields=option)) == ["On Moss"]


@pytest.mark.parametrize("name", ['a "b"', "cost $x", "back`tick"])
def test_the_option_to_paste_survives_the_shell(name: str) -> None:
    told = advice({"title": name}).partition("--map ")[2].partition(" (there")[0]
    assert shlex.split(told) == [f"title={name}"]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"year": "2020", "said": "so it is", "link": "https://x.org"}, {"title": "said"}),
        ({"said": "so it is " * 9}, {"abstract": "said"}),
        ({"what": {"called": "On Moss", "said": "We grow moss."}},
         {"title": "what.called", "abstract": "what.said"}),
        ({"Title": "", "Notes": "ask Jan"}, {}),
        ({"a=b": "some words", "n": 5}, {}),
        ({"authors": "Ada Moor", "year": "2020"}, {}),
    ],
)  # fmt: skip
def test_what_might_be_title_and_abstract(
    record: dict[str, object], expected: dict[str, str]
) -> None:
    assert guess(record) == expected


def test_a_row_without_title_under_a_title_column_is_not_told_to_map() -> None:
    result = from_csv("Title,Notes\nOn Moss,x\n,ask Jan about it\n")
    (failure,) = result.report.skipped
    assert failure.remedy == "give it a title or an abstract; found: Title, Notes"


def test_a_map_reaches_into_json() -> None:
    line = b'{"what": {"called": "On Moss"}, "title": "Dr"}\n'
    result = read("-", stdin=io.BytesIO(line), fields={"title": "what.called"})
    assert titles(result) == ["On Moss"]


def test_a_mapped_column_that_is_nowhere_is_an_error_that_names_the_columns(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"'Nam'; - has: Name, Text; .*--map \"title=Name,abstract=Text\""
    ):
        from_csv("Name,Text\nOn Moss,We grow.\n", fields={"title": "Nam", "abstract": "Text"})
    with pytest.raises(UsageError, match=r"'titel'.*title"):
        from_csv("Name\nx\n", fields={"titel": "Name"})
    (tmp_path / "a.csv").write_text("Name,Text\nOn Moss,We grow.\n")
    (tmp_path / "b.csv").write_text("Title,Text\nOn Peas,We climb.\n")
    result = read(tmp_path, fields={"title": "Name"})
    assert titles(result) == ["On Moss", "On Peas"]
    assert any("'Name'" in n.message for n in result.report.notices)


def test_a_table_of_unknown_columns_from_a_pipe_is_no_prose() -> None:
    table = b'Nr,Was,Gesagt\n1,On beans,We grow beans in the light.\n2,On peas,"We grow, too."\n'
    with pytest.raises(InputError, match='--map "title=Was,abstract=Gesagt"'):
        read("-", stdin=io.BytesIO(table))
    mapped = read("-", stdin=io.BytesIO(table), fields={"title": "Was", "abstract": "Gesagt"})
    assert [paper.title for paper in mapped.papers] == ["On beans", "On peas"]


@pytest.mark.parametrize(
    "text",
    [
        "Beans, Peas, and Moss\nStones, Walls, and Shade of Gardens in Red Light\n",
        "We grow beans, peas, and moss.\nWe grow, water, and cut them.\n",
    ],
)
def test_prose_with_commas_is_no_table(text: str) -> None:
    assert len(read("-", stdin=io.BytesIO(text.encode())).papers) in (1, 2)
