"""The battery of test_readers, as far as it holds for formats that are no text."""

import io
import zipfile
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.model import Failure, Notice, RawRecord
from kg.readers import ReadResult, format_of, read
from kg.readers.document import open_document
from kg.readers.formats import reader
from tests.contract.binary_cases import BINARY, BinaryCase
from tests.contract.test_readers import ABSTRACTS, TITLES

CASE = pytest.mark.parametrize("case", BINARY, ids=lambda c: c.format)
PAPERS = list(zip(TITLES, ABSTRACTS, strict=True))


def read_bytes(content: bytes, name: str, folder: Path) -> ReadResult:
    path = folder / name
    path.write_bytes(content)
    result = read(path)
    counts = result.report
    assert counts.entries == counts.kept + counts.merged + len(counts.skipped)
    assert not any("UTF-8" in notice.message for notice in counts.notices)
    return result


@CASE
@pytest.mark.parametrize("name", ["right", "papers.txt"])
def test_all_papers_are_read_whatever_the_name(case: BinaryCase, name: str, tmp_path: Path) -> None:
    content = case.write(PAPERS[: case.most])
    result = read_bytes(content, name.replace("right", f"x{case.suffix}"), tmp_path)
    assert [p.title for p in result.papers] == [*TITLES[:2], "Émile's Bees"][: case.most]
    assert "We count the moss on stones with a small camera" in result.papers[0].abstract
    assert "50% better than" in result.papers[0].abstract
    assert not result.report.skipped


@CASE
def test_a_reader_gives_records_failures_and_notices(case: BinaryCase) -> None:
    document = open_document(case.write(PAPERS[: case.most]), "x")
    assert format_of(document) == case.format
    items = list(reader(case.format).read(document))
    assert all(isinstance(item, RawRecord | Failure | Notice) for item in items)
    records = [item for item in items if isinstance(item, RawRecord)]
    assert [item.source.record for item in records] == list(range(1, case.most + 1))
    assert {item.source.file for item in records} == {"x"}


@CASE
def test_no_cut_or_damage_raises_anything_but_input_errors(
    case: BinaryCase, tmp_path: Path
) -> None:
    content = case.write(PAPERS[: case.most])
    size = len(content)
    damaged = [content[: size // 3], content[: size - 30], content[: size // 2] + b"\x00" * 99
               + content[size // 2 :], content[:40] + b"\xff" * (size - 40)]  # fmt: skip
    for broken in damaged:
        try:
            read_bytes(broken, f"x{case.suffix}", tmp_path)
        except InputError as error:
            assert "x" in str(error)


@CASE
def test_a_damaged_file_costs_no_other(case: BinaryCase, tmp_path: Path) -> None:
    content = case.write(PAPERS[: case.most])
    (tmp_path / f"a{case.suffix}").write_bytes(content[: len(content) // 3])
    (tmp_path / f"b{case.suffix}").write_bytes(content)
    result = read(tmp_path)
    assert len(result.papers) >= case.most
    counts = result.report
    assert counts.entries == counts.kept + counts.merged + len(counts.skipped)
    if counts.skipped:
        assert counts.skipped[0].remedy


@CASE
def test_archives_and_standard_input(case: BinaryCase, tmp_path: Path) -> None:
    content = case.write(PAPERS[: case.most])
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"deep/x{case.suffix}", content)
    for stream in (content, out.getvalue()):
        assert len(read("-", stdin=io.BytesIO(stream)).papers) == case.most
