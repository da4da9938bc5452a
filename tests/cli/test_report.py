"""What kg build says of its input, and what --strict, --report and --map do about it."""

import json
from pathlib import Path

import pytest

import kg as api
from tests.cli.conftest import ABSTRACTS, Run


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "papers.csv"
    rows = [f'{row["id"]},{row["title"]},"{row["abstract"]}"' for row in ABSTRACTS]
    path.write_text(
        "\n".join(["Nr,Name,Text", *rows, 'bad,"no end,x', "short,,<b>GNNs</b> win.", ""])
    )
    return path


MAP = ("--map", "id=Nr,title=Name,abstract=Text")


def test_the_report_is_shown_written_and_kept_with_the_run(
    kg: Run, table: Path, tmp_path: Path
) -> None:
    graph = tmp_path / "g.kg"
    code, _, err = kg("build", table, "-o", graph, *MAP, "--report", tmp_path / "r" / "r.json")
    assert code == 0
    assert "4 entries = 3 kept + 0 merged + 1 skipped" in err
    assert "record 3, line 4: a quote in it is not closed" in err
    written = json.loads((tmp_path / "r" / "r.json").read_text("utf-8"))
    assert written == api.open(graph).report
    assert written["traits"] == {"no title": 2, "no year": 3, "short abstract": 2}
    assert written["repairs"] == {"html": 1}
    (skipped,) = written["skipped"]
    assert skipped["source"] == {"file": table.as_posix(), "line": 4, "record": 3}
    assert skipped["remedy"]
    assert api.open(graph).run["fields"] == {"id": "Nr", "title": "Name", "abstract": "Text"}
    assert {node.id for node in api.open(graph).papers()} >= {"paper-birch", "paper-cedar"}


def test_strict_turns_a_skip_into_an_error_and_still_writes_the_report(
    kg: Run, table: Path, tmp_path: Path
) -> None:
    graph, report = tmp_path / "g.kg", tmp_path / "r.md"
    code, _, err = kg("build", table, "-o", graph, *MAP, "--strict", "--report", report)
    assert code == 1
    assert "1 of 4 entries" in err and "line 4" in err
    assert not graph.exists()
    text = report.read_text("utf-8")
    assert "4 entries = 3 kept + 0 merged + 1 skipped" in text
    assert "| 3 | 4 | a quote in it is not closed |" in text
    assert kg("extract", table, *MAP, "--strict", "-q")[0] == 1


def test_nothing_usable_still_writes_the_report(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"title": "On ')
    code, _, _ = kg(
        "build", tmp_path / "x.jsonl", "-o", tmp_path / "g.kg", "--report", tmp_path / "r.json"
    )
    assert code == 1
    assert len(json.loads((tmp_path / "r.json").read_text("utf-8"))["skipped"]) == 1


def test_what_stands_in_a_report_cannot_break_its_page(kg: Run, tmp_path: Path) -> None:
    line = '{"title": "<script>|`a`'
    (tmp_path / "x.jsonl").write_text(f"{line}\n{json.dumps(ABSTRACTS[0])}\n")
    kg(
        "build",
        tmp_path / "x.jsonl",
        "-o",
        tmp_path / "g.kg",
        "--strict",
        "--report",
        tmp_path / "r.md",
    )
    text = (tmp_path / "r.md").read_text("utf-8")
    assert "&lt;script&gt;\\|\\`a\\`" in text


def test_a_report_that_cannot_be_written_is_refused_before_anything_is_read(
    kg: Run, tmp_path: Path
) -> None:
    (tmp_path / "r.md").mkdir()
    place = ("-o", tmp_path / "g.kg", "--report", tmp_path / "r.md")
    code, _, err = kg("build", tmp_path / "no-such-input.bib", *place)
    assert code == 1 and "r.md: it is a folder" in err and "no-such-input" not in err


def test_wrong_options_are_refused_before_anything_is_read(
    kg: Run, table: Path, tmp_path: Path
) -> None:
    for options, told in (
        (("--report", "r.txt"), ".json or .md"),
        (("--map", "title"), "FIELD=COLUMN"),
        (("--map", "titel=Name"), "titel"),
    ):
        code, _, err = kg("build", table, "-o", tmp_path / "g.kg", *options)
        assert code == 2
        assert told in err
    code, _, err = kg("build", table, "-o", tmp_path / "g.kg", "--map", "title=Nam")
    assert code == 1
    assert "Nr, Name, Text" in err


def test_a_report_of_one_entry_says_entry(kg: Run, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"title": "On ')
    kg("build", tmp_path / "x.jsonl", "-o", tmp_path / "g.kg", "--report", tmp_path / "r.md")
    text = (tmp_path / "r.md").read_text("utf-8")
    assert "\n1 entry = 0 kept + 0 merged + 1 skipped\n" in text
