import csv
import io
import sys
from pathlib import Path

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.model import Failure, RawRecord
from kg.readers import ReadResult, csvfile, read
from kg.readers.document import open_document

SHARED = Path(__file__).parents[3] / "shared" / "samples"
WORKBOOKS = Path(__file__).with_name("workbooks")


def from_csv(text: str | bytes, **options: object) -> ReadResult:
    content = text.encode() if isinstance(text, str) else text
    result = read("-", stdin=io.BytesIO(content), **options)  # type: ignore[arg-type]
    counts = result.report
    assert counts.entries == counts.kept + counts.merged + len(counts.skipped)
    return result


def titles(result: ReadResult) -> list[str]:
    return [paper.title for paper in result.papers]


def sample(name: str) -> ReadResult:
    if not (SHARED / name).exists():
        pytest.skip("no shared samples here")
    return read(SHARED / name)


def test_miniconf_holds_687_papers_by_four_named_authors_and_without_years() -> None:
    result = sample("miniconf.csv")
    assert len(result.papers) == result.report.entries == 687
    assert all(paper.title and paper.abstract and paper.authors for paper in result.papers)
    assert sum(bool(paper.keywords) for paper in result.papers) == 667
    first = result.papers[0]
    assert first.id == "B1xSperKvH"
    assert first.authors[0] == "Nitin Rathi"
    assert len(first.authors) == 4


def test_the_parquet_sample_has_2288_rows_three_of_them_without_text() -> None:
    result = sample("papers_abstracts.parquet")
    assert (result.report.entries, len(result.report.skipped)) == (2288, 3)
    papers = [record.paper for record in result.records]
    assert len(papers) == 2285
    assert 0 < result.report.merged < 30  # a title and abstract twice, under two numbers
    # 1,071 cells hold something, two of them only that there is no abstract.
    assert sum(bool(paper.abstract) for paper in papers) == 1069
    assert sum(not paper.title for paper in papers) == 1
    assert all(paper.year for paper in papers)
    assert (papers[0].year, papers[0].doi) == (1915, "10.1016/s0140-6736(00)52916-x")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    ("title", "abstract", "authors", "year", "venue"),
    [
        ("Title", "Abstract", "Authors", "Year", "Source title"),
        ("Document Title", "Abstract", "Authors", "Publication Year", "Publication Title"),
        ("Article Title", "Abstract", "Authors", "Publication Year", "Source Title"),
        ("TI", "AB", "AU", "PY", "SO"),
        ("title", "Abstract Note", "Author", "Publication Year", "Publication Title"),
        ("titles", "summaries", "authors", "publish_time", "journal"),
    ],
)
def test_columns_of_common_exports_are_known(
    delimiter: str, title: str, abstract: str, authors: str, year: str, venue: str
) -> None:
    out = io.StringIO()
    rows = csv.writer(out, delimiter=delimiter)
    rows.writerow([authors, title, year, venue, abstract])
    rows.writerow(
        ["Moor, Ada; Berg, Jan", "On Moss", "1999", "Garden Letters", "We grow, and\ngrow."]
    )
    rows.writerow(["Weil, Kurt", "On Peas", "2001-05-03", "Garden Letters", ""])
    first, second = from_csv(out.getvalue()).papers
    assert (first.title, first.abstract) == ("On Moss", "We grow, and grow.")
    assert first.authors == ("Ada Moor", "Jan Berg")
    assert (first.year, first.venue, second.year) == (1999, "Garden Letters", 2001)
    assert first.source is not None
    assert (first.source.record, first.source.line) == (1, 2)
    assert second.source is not None
    assert (second.source.record, second.source.line) == (2, 4)


def test_columns_that_were_nested_fields_are_known() -> None:
    (paper,) = from_csv(
        "id,content.title.value,content.abstract.value,content.keywords.value,x.y\n"
        "m1,On Moss,We grow.,moss;stone,7\n"
    ).papers
    assert (paper.id, paper.title, paper.abstract) == ("m1", "On Moss", "We grow.")
    assert paper.keywords == ("moss", "stone")


def test_remarks_before_the_header_are_passed_over_with_a_notice() -> None:
    result = from_csv(
        '"About the data: Exported on May 3, 2020"\nTitle,Abstract\nOn Moss,We grow.\n'
    )
    assert titles(result) == ["On Moss"]
    assert "before the header" in result.report.notices[0].message


def test_cells_that_say_that_there_is_nothing_are_empty() -> None:
    result = from_csv(
        "title,abstract,year\nOn Moss,[No abstract available],nan\nOn Peas,NaN,2001\n,,\n"
        "nan,nan,nan\n"
    )
    assert [(p.title, p.abstract, p.year) for p in result.papers] == [
        ("On Moss", "", None), ("On Peas", "", 2001)]  # fmt: skip
    assert len(result.report.skipped) == 1


def test_lists_written_as_text_are_lists() -> None:
    (paper,) = from_csv(
        'title,authors,keywords\nOn Moss,"[\'Ada Moor\', ""Jan O\'Berg""]","[\'moss\', \'stone\']"\n'  # noqa: E501
    ).papers
    assert paper.authors == ("Ada Moor", "Jan O'Berg")
    assert paper.keywords == ("moss", "stone")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_encodings(encoding: str) -> None:
    text = "title,abstract\nÜber Moos,Wir zählen Moos auf Mauern.\nOn Peas,We grow.\n"
    assert titles(from_csv(text.encode(encoding))) == ["Über Moos", "On Peas"]


BROKEN = {
    "unbalanced quote": ('Bad,"we begin\n', 1),
    "unbalanced quote before a quoted row": ('Bad,"we begin\n"On, Commas","We, too."\n', 1),
    "quotes inside a cell": ('Fine,"the "best" of all"\n', 0),
    "a quote in the middle": ('A 5" disk,We measure.\n', 0),
    "too many cells": ("Bad,we, forgot, quotes\n", 1),
    "one cell only": ("Bad\n", 0),
    "NUL bytes": ("Fine\x00,We\x00 grow.\n", 0),
    "a long line": (f"Long,{'very ' * 2_000_000}long\n", 0),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_good_rows_survive_broken_ones(kind: str) -> None:
    row, skipped = BROKEN[kind]
    result = from_csv(
        f'title,abstract\nOn Moss,"We, too, grow."\n{row}On Peas,"We\ngrow."\nOn Oats,We.\n'
    )
    assert [title for title in titles(result) if title.startswith("On ")][-2:] == [
        "On Peas",
        "On Oats",
    ]
    assert titles(result)[0] == "On Moss"
    assert len(result.report.skipped) == skipped
    for failure in result.report.skipped:
        assert failure.source.line == 3
        assert failure.remedy
    if "quoted row" in kind:
        assert "On, Commas" in titles(result)


def test_a_quote_never_closed_costs_one_row_of_many() -> None:
    rows = "".join(f"On {number},We grow {number}.\n" for number in range(3000))
    result = from_csv(f'title,abstract\nBad,"We begin\n{rows}')
    assert len(result.papers) == 3000
    assert [failure.source.line for failure in result.report.skipped] == [2]


CELL = st.text(st.characters(codec="utf-8", exclude_characters="\x00\r\ufeff"), max_size=40)
PLAIN = CELL.map(lambda text: f"x{text}".strip()).filter(lambda text: not text.startswith("x["))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(PLAIN, PLAIN), min_size=1, max_size=8), st.sampled_from(",;\t|"))
def test_what_is_written_as_csv_comes_back(papers: list[tuple[str, str]], delimiter: str) -> None:
    out = io.StringIO()
    rows = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    rows.writerow(["Title", "Abstract"])
    rows.writerows(papers)
    document = open_document(out.getvalue().encode(), "x.csv")
    items = list(csvfile.read(document))
    assert not [item for item in items if isinstance(item, Failure)]
    records = [item.fields for item in items if isinstance(item, RawRecord)]
    # A cell that says only that there is none is read as empty.
    assert [(r["Title"], r["Abstract"]) for r in records] == papers


def test_sheets_dates_and_numbers_of_a_workbook(tmp_path: Path) -> None:
    import datetime

    book = openpyxl.Workbook()
    for name, title in (("One", "On Moss"), ("Two", "On Peas")):
        sheet = book.create_sheet(name)
        sheet.append([f"Export of {name}"])
        sheet.append(["ID", "Title", "Abstract", "Date"])
        sheet.append([float(len(title)), title, "We grow.", datetime.datetime(1999, 5, 3)])
    book.create_sheet("Remarks").append(["none"])
    book.save(tmp_path / "x.xlsx")
    result = read(tmp_path / "x.xlsx")
    assert [(p.id[:2], p.title, p.year) for p in result.papers] == [
        ("7-", "On Moss", 1999), ("7-", "On Peas", 1999)]  # fmt: skip
    places = [str(paper.source).removeprefix(tmp_path.as_posix()) for paper in result.papers]
    assert places == ["/x.xlsx!One, record 1, line 3", "/x.xlsx!Two, record 2, line 3"]
    assert any("'Remarks' was passed over" in n.message for n in result.report.notices)


def test_a_workbook_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = openpyxl.Workbook()
    book.active.append(["title"])
    book.active.append(["x" * 30_000])
    book.save(tmp_path / "x.xlsx")
    monkeypatch.setattr("kg.readers.excel._FREE", 10_000)
    monkeypatch.setattr("kg.readers.excel._RATIO", 1)
    with pytest.raises(InputError, match="zip bomb"):
        read(tmp_path / "x.xlsx")


def test_an_old_workbook_is_read_whatever_it_is_called() -> None:
    content = (WORKBOOKS / "papers.xls").read_bytes()
    result = read("-", stdin=io.BytesIO(content))
    assert [(p.id, p.title, p.abstract, p.authors, p.year) for p in result.papers] == [
        ("7", "Über Moss on Stones", "We count the moss: α < β.", ("Ada Moor", "Jan Berg"), 1999),
        ("8", "Peas in the Dark", "", ("C. Koch",), 2001),
    ]
    places = [str(paper.source) for paper in result.papers]
    assert places == ["-, record 1, line 5", "-, record 2, line 6"]


def test_a_broken_old_workbook_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "x.xls").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(999))
    with pytest.raises(InputError, match="program and save it anew"):
        read(tmp_path / "x.xls")


@pytest.mark.skipif(sys.platform != "linux", reason="the system bounds no memory")
def test_a_workbook_of_two_far_cells_takes_no_memory(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "Title"
    book.active.cell(1_048_576, 16_384, "far")
    book.save(tmp_path / "x.xlsx")
    with pytest.raises(InputError, match="more memory or time than is allowed; save the table as"):
        read(tmp_path / "x.xlsx")


@pytest.mark.parametrize(
    ("name", "mark"),
    [("x.xls", "EncryptedPackage"), ("x.xlsx", "EncryptedPackage"), ("x.xlsx", "")],
)
def test_workbooks_with_a_password_are_told_from_old_ones(
    name: str, mark: str, tmp_path: Path
) -> None:
    start = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(999)
    (tmp_path / name).write_bytes(start + mark.encode("utf-16-le") + bytes(99))
    with pytest.raises(InputError, match="protected by a password; save it without one"):
        read(tmp_path / name)


def test_without_pyarrow_parquet_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    path = tmp_path / "x.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"title": ["On Moss"]}), path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match="pip install pyarrow"):
        read(path)


def test_a_damaged_group_of_rows_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    table = pyarrow.table({"title": [f"On {n}" for n in range(30)],
                           "abstract": [f"We grow {n}." for n in range(30)]})  # fmt: skip
    pyarrow.parquet.write_table(table, path, row_group_size=10, compression="gzip",
                                use_dictionary=False)  # fmt: skip
    content = bytearray(path.read_bytes())
    column = pyarrow.parquet.ParquetFile(path).metadata.row_group(1).column(1)
    start = column.data_page_offset
    content[start : start + column.total_compressed_size] = b"\xff" * column.total_compressed_size
    path.write_bytes(bytes(content))
    result = read(path)
    assert len(result.papers) == 20
    assert [failure.source.line for failure in result.report.skipped] == [11]
