import io
import subprocess
import sys
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.readers import ReadResult, bounded, read
from tests.contract.binary_cases import pdf_of, write_pdf

SHARED = Path(__file__).parents[3] / "shared" / "samples"
ABSTRACT = "We count the moss on stones, and show that shade explains most of what we find."


def from_pdf(content: bytes) -> ReadResult:
    return read("-", stdin=io.BytesIO(content))


def page(*lines: tuple[int, str]) -> bytes:
    shown, height = [], 780
    for size, text in lines:
        shown.append(f"/F1 {size} Tf 1 0 0 1 72 {height} Tm ({text}) Tj")
        height -= size + 4
    return pdf_of("BT " + "\n".join(shown) + " ET")


def test_the_sample_is_read_with_title_abstract_and_year() -> None:
    if not (SHARED / "paper.pdf").exists():
        pytest.skip("no shared samples here")
    result = read(SHARED / "paper.pdf")
    (paper,) = result.papers
    assert paper.title == "Construction of the Literature Graph in Semantic Scholar"
    assert paper.abstract.startswith(
        "We describe a deployed scalable system for organizing published scientific literature into"
    )
    assert paper.abstract.endswith("to enable semantic features in www.semanticscholar.org.")
    assert (paper.year, paper.venue) == (2018, "Proceedings of NAACL-HLT 2018")
    assert len(paper.authors) == 23
    assert any("best effort" in notice.message for notice in result.report.notices)


@pytest.mark.parametrize(
    ("start", "end"),
    [("Abstract", "1 Introduction"), ("ABSTRACT", "I. INTRODUCTION"), ("A BSTRACT", "1. The problem"),  # noqa: E501
     ("Abstract.", "Keywords: moss"), ("Summary", "Index Terms"), ("Abstract", "CCS Concepts")],
)  # fmt: skip
def test_the_abstract_lies_between_its_heading_and_what_follows(start: str, end: str) -> None:
    content = page((18, "Moss on Stones"), (10, "Ada Moor"), (12, start), (10, ABSTRACT), (12, end),
                   (10, "Stones are everywhere."))  # fmt: skip
    (paper,) = from_pdf(content).papers
    assert (paper.title, paper.abstract) == ("Moss on Stones", ABSTRACT)


def test_an_abstract_may_run_on_from_its_heading_over_broken_words() -> None:
    content = page(
        (18, "Moss on Stones"),
        (18, "and Walls"),
        (10, "Abstract-We recog-"),
        (10, "nize moss by state-of-the-"),
        (10, "art nets."),
        (10, "1 Introduction"),
    )
    (paper,) = from_pdf(content).papers
    assert paper.title == "Moss on Stones and Walls"
    assert paper.abstract == "We recognize moss by state-of-the-art nets."


def test_stamps_and_first_pages_tell_where_it_appeared() -> None:
    content = page((18, "Moss on Stones"), (20, "arXiv:2101.00001v2 [cs.CV] 3 Feb 2021"),
                   (12, "Abstract"), (10, ABSTRACT), (12, "1 Introduction"))  # fmt: skip
    (paper,) = from_pdf(content).papers
    assert (paper.title, paper.arxiv, paper.year) == ("Moss on Stones", "2101.00001", 2021)
    content = page(
        (9, "Published as a conference paper at ICLR 2019"),
        (18, "Moss on Stones"),
        (9, "https://doi.org/10.1234/moss.5"),
        (12, "Abstract"),
        (10, ABSTRACT),
    )
    (paper,) = from_pdf(content).papers
    assert (paper.venue, paper.year, paper.doi) == ("ICLR 2019", 2019, "10.1234/moss.5")


def test_without_a_heading_only_the_title_is_read() -> None:
    result = from_pdf(page((18, "Moss on Stones"), (10, ABSTRACT)))
    assert [(p.title, p.abstract) for p in result.papers] == [("Moss on Stones", "")]
    assert any("no abstract" in notice.message for notice in result.report.notices)


def test_a_scan_and_a_broken_file_are_reported_with_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "good.pdf").write_bytes(write_pdf([("Moss on Stones", ABSTRACT)]))
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4\nnothing of use\n%%EOF\n")
    (tmp_path / "scan.pdf").write_bytes(pdf_of("0 0 100 100 re f"))
    result = read(tmp_path)
    assert [paper.title for paper in result.papers] == ["Moss on Stones"]
    broken, scan = result.report.skipped
    assert "cannot be parsed" in broken.error and broken.remedy
    assert "no text layer" in scan.error
    assert "GROBID" in scan.remedy


def test_a_pdf_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.readers.pdf._COMMAND", (sys.executable, "-c", "while True: pass"))
    monkeypatch.setattr("kg.readers.pdf._SECONDS", 0.2)
    with pytest.raises(InputError, match="longer than"):
        from_pdf(page((18, "Moss on Stones")))


def test_a_process_that_dies_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    command = (sys.executable, "-c", "import os; os.kill(os.getpid(), 9)")
    monkeypatch.setattr("kg.readers.pdf._COMMAND", command)
    with pytest.raises(InputError, match="more memory or time"):
        from_pdf(page((18, "Moss on Stones")))


@pytest.mark.skipif(sys.platform != "linux", reason="the system bounds no memory")
@pytest.mark.parametrize(
    "act",
    [
        "bytearray(8 << 30)",
        "os.write(os.open('x', os.O_CREAT | os.O_WRONLY), b'x')",
        "while 1: pass",
    ],
)
def test_the_process_apart_is_bounded_in_memory_disk_and_time(act: str, tmp_path: Path) -> None:
    program, folder = tmp_path / "act.py", tmp_path / "here"
    program.write_text(f"import os\n{act}")
    folder.mkdir()
    command = [sys.executable, "-P", bounded.__file__, str(1 << 30), "1", str(program)]
    done = subprocess.run(command, capture_output=True, check=False, cwd=folder)
    assert done.returncode != 0
    assert not any(path.stat().st_size for path in folder.iterdir())


def test_a_page_that_unpacks_to_gigabytes_costs_no_memory() -> None:
    import zlib

    packed = zlib.compress(bytes(200_000_000), 9).decode("latin-1")
    assert len(packed) < 300_000
    stream = packed.encode("latin-1")
    content = page((18, "Moss on Stones")).replace(b"/Length", b"/Filter /FlateDecode /Length", 1)
    start = content.index(b"stream\n") + 7
    end = content.index(b"\nendstream")
    with pytest.raises(InputError, match=r"parsed|text layer|memory|longer"):
        from_pdf(content[:start] + stream + content[end:])


@pytest.mark.parametrize(
    ("first", "venue", "year"),
    [
        (("Proceedings of the 60th Annual Meeting of the Garden Club", "Volume 1, pages 1 - 10",
          "May 22-27, 2022 Garden Club"),
         "Proceedings of the 60th Annual Meeting of the Garden Club", 2022),
        (("IEEE TRANSACTIONS ON GARDENS, VOL. 14, NO. 8, AUGUST 2021",),
         "IEEE TRANSACTIONS ON GARDENS", 2021),
        (("Garden Letters 12 \\(2019\\) 1-20",), "Garden Letters", 2019),
    ],
)  # fmt: skip
def test_the_head_of_the_page_tells_venue_and_year(
    first: tuple[str, ...], venue: str, year: int
) -> None:
    content = page(*((8, line) for line in first), (18, "Moss on Stones"), (12, "A B S T R A C T"),
                   (10, ABSTRACT), (12, "1"), (12, "I"), (10, "NTRODUCTION"))  # fmt: skip
    (paper,) = from_pdf(content).papers
    assert (paper.title, paper.abstract) == ("Moss on Stones", ABSTRACT)
    assert (paper.venue, paper.year) == (venue, year)
