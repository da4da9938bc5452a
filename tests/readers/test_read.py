"""What read() promises whatever the format: ids, merging, bad input, folders."""

import hashlib
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from kg.errors import FormatError, InputError, UsageError
from kg.readers import Reading, ReadResult, read

SHARED = Path(__file__).parents[3] / "shared"


def from_objects(*objects: Any) -> ReadResult:
    lines = "\n".join(o if isinstance(o, str) else json.dumps(o) for o in objects)
    return read("-", stdin=io.BytesIO(lines.encode() + b"\n"), format="jsonlines")


def messages(result: ReadResult) -> str:
    return " | ".join(notice.message for notice in result.report.notices)


def test_the_three_lists_hold_57_papers() -> None:
    files = sorted((SHARED / "papers").glob("*.txt"))
    if not files:
        pytest.skip("no shared papers here")
    result = read(files)
    assert len({paper.id for paper in result.papers}) == 57
    assert not result.report.skipped
    assert not any(paper.title for paper in result.papers)
    for paper in result.papers:
        assert not re.search(r"[\\{}`]|\$(?!\d)", paper.abstract)
        assert "**" not in paper.abstract


def test_traps_row_1_empty_texts_are_listed_and_the_rest_is_read() -> None:
    result = from_objects(
        {"abstract": ""}, {"abstract": None}, {"abstract": float("nan")},
        {"abstract": "the of and"}, {"abstract": "We grow beans under red light."},
    )  # fmt: skip
    assert [paper.abstract for paper in result.papers] == [
        "the of and",
        "We grow beans under red light.",
    ]
    assert [failure.source.line for failure in result.report.skipped] == [1, 2, 3]
    assert result.report.entries == 5


def test_traps_row_23_odd_texts_are_kept_or_listed() -> None:
    result = from_objects(
        {"id": "dots", "abstract": "....... !"},
        {"id": "titled", "title": "Beans", "abstract": "......."},
        {"id": "word", "title": "Beans"},
        {"id": "cat", "abstract": "Les mongetes creixen a l'hort, i nosaltres les comptem."},
        {"id": "zh", "title": "红光下的豆子", "abstract": "我们在红光下种植豆子。"},
        {"id": "long", "title": "Long", "abstract": "Beans grow in red light. " * 8000},
    )
    assert [paper.id for paper in result.papers] == ["titled", "word", "cat", "zh", "long"]
    (dots,) = result.report.skipped
    assert "letters" in dots.error
    for part in ("holds no letters", "no abstract", "non-Latin", "very long (199,999"):
        assert part in messages(result)


def test_traps_row_30_and_31_damage_is_repaired_and_noticed() -> None:
    result = from_objects(
        '{"id": 1, "abstract": "Self\\u0002made beans \\ud800 grow."}',
        {"id": 2, "abstract": "It is 30Â° warm."},
    )
    assert [paper.abstract for paper in result.papers] == [
        "Self-made beans \ufffd grow.",
        "It is 30° warm.",
    ]
    assert "lone surrogates" in messages(result)
    assert "control characters" in messages(result)
    assert "decoded wrongly" in messages(result)


def test_traps_row_25_two_papers_of_one_id_are_both_renamed_in_any_order() -> None:
    one = {"id": "x", "title": "On Beans", "keywords": []}
    two = {"id": "x", "title": "On Peas", "keywords": None}
    result = from_objects(one, two)
    ids = {paper.id for paper in result.papers}
    assert len(ids) == 2
    assert all(paper_id.startswith("x-") and len(paper_id) == 14 for paper_id in ids)
    assert {paper.id for paper in from_objects(two, one, one).papers} == ids
    assert "several papers have the id 'x'" in messages(result)


def test_traps_row_25_a_record_without_known_fields_names_those_it_has() -> None:
    with pytest.raises(InputError, match="heading"):
        from_objects({"heading": "On Beans"})


def test_the_fuller_of_two_records_of_a_paper_is_kept() -> None:
    bare = {"id": "x", "title": "On Beans"}
    full = {"id": "x", "title": "On Beans", "abstract": "We grow beans.", "year": 2001}
    for order in ((bare, full), (full, bare), (full, bare, full)):
        result = from_objects(*order)
        (paper,) = result.papers
        assert paper.id == "x"
        assert paper.year == 2001
        assert result.report.merged == len(order) - 1


def test_ids_come_from_the_text_where_a_record_has_none() -> None:
    (paper,) = from_objects({"abstract": "We grow\nbeans."}).papers
    (same,) = from_objects({"abstract": "We  grow beans."}).papers
    assert paper.id == same.id
    assert len(paper.id) == 12
    assert int(paper.id, 16)


def test_a_broken_line_is_named_with_its_number() -> None:
    result = from_objects({"title": "On Beans"}, '{"title": "On ', "[1, 2]", {"title": "On Peas"})
    assert [failure.source.line for failure in result.report.skipped] == [2, 3]
    assert "line 2" in str(result.report.skipped[0])
    assert len(result.papers) == 2


def test_synonyms_and_wrappers_of_field_names() -> None:
    note = {"id": "n1", "content": {"title": {"value": "On Beans"},
            "abstract": {"value": "We grow."}, "authors": {"value": ["Ada Moor", "Jan Berg"]},
            "pdate": 1609459200001}}  # fmt: skip
    crossref = {"DOI": "https://doi.org/10.1234/ABC.5", "title": ["On Beans"], "author":
                [{"given": "Ada", "family": "Moor"}], "issued": {"date-parts": [[1999, 5]]},
                "container-title": ["Garden Letters"]}  # fmt: skip
    arxiv = {"id": "2101.00001v2", "title": "On\n  Beans", "authors": "x", "doi": None,
             "authors_parsed": [["Moor", "Ada", ""], ["Berg", "Jan", "Jr"]]}  # fmt: skip
    odd = {"Paper Title": "On Beans", "Summary": "We grow.", "Authors": "Moor, Ada; Berg, Jan",
           "Keywords": "beans; peas", "URL": "https://arxiv.org/abs/cs/0101001v1"}  # fmt: skip
    papers = from_objects(note, crossref, arxiv, odd).papers
    assert {paper.title for paper in papers} == {"On Beans"}
    assert [paper.authors for paper in papers] == [
        ("Ada Moor", "Jan Berg"), ("Ada Moor",), ("Ada Moor", "Jan Berg Jr"),
        ("Ada Moor", "Jan Berg")]  # fmt: skip
    assert papers[0].abstract == papers[3].abstract == "We grow."
    assert papers[1].doi == "10.1234/abc.5"
    assert (papers[1].year, papers[1].venue) == (1999, "Garden Letters")
    assert [papers[2].arxiv, papers[3].arxiv] == ["2101.00001", "cs/0101001"]
    assert papers[2].year == 2021
    assert papers[3].keywords == ("beans", "peas")


def test_missing_files_are_all_named_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.txt, .*never\.bib"):
        read([tmp_path / "nowhere.txt", tmp_path / "never.bib"])


def test_unknown_formats(tmp_path: Path) -> None:
    strange = tmp_path / "picture.png"
    strange.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00")
    with pytest.raises(FormatError, match="known formats: bibtex"):
        read(strange)
    with pytest.raises(InputError, match="no papers in folder"):
        read(tmp_path)
    good = tmp_path / "good.jsonl"
    good.write_text('{"title": "On Beans"}\n', encoding="utf-8")
    beside = read([strange, good])
    assert (beside.report.entries, len(beside.report.skipped)) == (2, 1)
    within = read(tmp_path)
    assert not within.report.skipped
    assert "not of a known format" in messages(within)
    with pytest.raises(UsageError, match="choose one of"):
        read(good, format="nonsense")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("<html><body><table><tr><td>Title</td></tr></table></body></html>", "spreadsheet program"),
        ("\n<!DOCTYPE html><html><body><p>Papers</p></body></html>", "as BibTeX, RIS or CSV"),
        ('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
         "save the table as .xlsx"),
        ("{\\rtf1 Papers}", "save the document as text"),
    ],
)  # fmt: skip
def test_what_has_to_be_turned_into_something_else_first(
    content: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "export.xls"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=told):
        read(path)
    (tmp_path / "good.jsonl").write_text('{"title": "On Beans"}\n', encoding="utf-8")
    assert told in messages(read(tmp_path))


def test_standard_input_must_be_there() -> None:
    with pytest.raises(UsageError, match="standard input"):
        read("-")


def test_nothing_usable_says_why() -> None:
    with pytest.raises(InputError, match="not valid JSON"):
        from_objects('{"title": ')


def test_folders_are_walked_in_order_without_hidden_files_and_loops(tmp_path: Path) -> None:
    for name in ("b/2.jsonl", "a/1.jsonl", ".git/x.jsonl", "a/.hidden.jsonl", "README.md"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"id": name, "title": f"On {name}"}), encoding="utf-8")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "b" / "dangling.txt").symlink_to(tmp_path / "gone")
    result = read([tmp_path, tmp_path / "a" / "1.jsonl"])
    assert [paper.id for paper in result.papers] == ["a/1.jsonl", "b/2.jsonl"]
    digest = hashlib.sha256((tmp_path / "a/1.jsonl").read_bytes()).hexdigest()
    assert result.report.files[0] == ((tmp_path / "a/1.jsonl").as_posix(), digest)
    assert result.report.merged == 0


def test_progress_is_told_for_each_record_in_bytes(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"title": "A B"}\n{"title": "C D"}\n', encoding="utf-8")
    told: list[Reading] = []
    read(path, on_progress=told.append)
    assert told == [Reading(path.as_posix(), 1, 34, 34), Reading(path.as_posix(), 2, 34, 34)]


def test_a_wholly_broken_utf8_character_is_replaced_and_noticed(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    text = '{"title": "Bücher über Bäume für Käfer, \udcff Öl"}\n'
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    result = read(path)
    assert result.papers[0].title.startswith("Bücher über Bäume für Käfer, \ufffd")
    assert "not valid UTF-8" in messages(result)


def test_a_character_may_straddle_two_chunks() -> None:
    content = b"x" * ((1 << 20) - 1) + "é".encode() * 3
    from kg.readers.document import open_document

    assert open_document(content, "x").encoding == "utf-8"
