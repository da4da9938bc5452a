import bz2
import gzip
import io
import json
import lzma
import os
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pytest

from kg.errors import FormatError, InputError
from kg.model import Failure
from kg.readers import ReadResult, read
from kg.readers.containers import unpack
from kg.readers.parts import Limits, Part

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

COMPRESSIONS = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress,
                ".zst": zstd.compress}  # fmt: skip


def lines(*names: str) -> bytes:
    rows = ({"id": name, "title": f"On {name}", "abstract": "We grow beans."} for name in names)
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def zip_of(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def tar_of(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def ids(result: ReadResult) -> list[str]:
    counts = result.report
    assert counts.entries == counts.kept + counts.merged + len(counts.skipped)
    return [paper.id for paper in result.papers]


def parts_of(content: bytes, limits: Limits) -> tuple[list[str], list[Failure]]:
    """The parts, each read to its end as `read` does, and the failures."""
    names, failures = [], []
    for item in unpack(Part("x", lambda: io.BytesIO(content)), len(content), limits):
        if isinstance(item, Failure):
            failures.append(item)
            continue
        with item.open() as stream:
            stream.read()
        names.append(item.name)
        if item.damage:
            failures.append(item.fail(item.damage, ""))
    return names, failures


@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_compressed_files_and_streams_are_read_as_what_they_hold(
    suffix: str, tmp_path: Path
) -> None:
    packed = COMPRESSIONS[suffix](lines("beans", "peas"))
    path = tmp_path / f"papers.jsonl{suffix}"
    path.write_bytes(packed)
    result = read(path)
    assert ids(result) == ["beans", "peas"]
    assert result.papers[0].source is not None
    assert result.papers[0].source.file == path.as_posix()
    assert ids(read("-", stdin=io.BytesIO(packed))) == ["beans", "peas"]


@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_of_a_cut_compressed_file_what_can_be_unpacked_is_given(suffix: str) -> None:
    content = lines(*(f"n{number * 7919 % 100_003}" for number in range(40_000)))
    packed = COMPRESSIONS[suffix](content)[:-99]
    (part,) = unpack(Part("x", lambda: io.BytesIO(packed)), len(packed))
    assert isinstance(part, Part)
    with part.open() as stream:
        given = stream.read()
    assert len(given) > len(content) // 3
    assert content.startswith(given)
    assert part.damage


def test_the_end_of_a_cut_file_is_reported(tmp_path: Path) -> None:
    names = [f"n{number * 7919 % 100_003}" for number in range(300)]
    packed = gzip.compress(lines(*names))
    (tmp_path / "cut.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    result = read(tmp_path)
    assert 10 < len(ids(result)) < 300
    assert "its end is missing" in result.report.skipped[0].error


@pytest.mark.parametrize("pack", [zip_of, tar_of, lambda members: gzip.compress(tar_of(members))])
def test_archives_of_any_mix_are_read_and_name_their_members(pack, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    inner = zip_of({"deep.jsonl": lines("deep")})
    path = tmp_path / "all[1].bin"
    path.write_bytes(pack({
        "a/papers.jsonl": lines("plain"),
        "b/papers [old].jsonl.gz": gzip.compress(lines("packed")),
        "c/table.csv": b"title,abstract\nOn Tables,We lay tables.\n",
        "inner.zip": inner,
        "__MACOSX/._x.jsonl": b"rubbish", ".hidden.jsonl": lines("hidden"), "README.md": b"Hello.",
        "picture.png": b"\x89PNG\r\n\x1a\n\x00\x00",
    }))  # fmt: skip
    result = read(path)
    assert [paper.title for paper in result.papers] == [
        "On plain",
        "On packed",
        "On Tables",
        "On deep",
    ]
    files = [paper.source.file for paper in result.papers if paper.source]
    assert files == [f"{path.as_posix()}!{name}" for name in
                     ("a/papers.jsonl", "b/papers [old].jsonl.gz", "c/table.csv",
                      "inner.zip!deep.jsonl")]  # fmt: skip
    assert not result.report.skipped
    (notice,) = (n for n in result.report.notices if "known format" in n.message)
    assert notice.source is not None
    assert notice.source.file.endswith("!picture.png")
    assert ids(read("-", stdin=io.BytesIO(path.read_bytes()))) == ids(result)


def test_names_that_lead_out_of_an_archive_are_refused_and_nothing_is_written(
    tmp_path: Path,
) -> None:
    bad = [
        "../out.jsonl",
        "/tmp/kg-out.jsonl",
        "a/../../out.jsonl",
        "..\\out.jsonl",
        "C:\\out.jsonl",
    ]
    for pack in (zip_of, tar_of):
        folder = tmp_path / pack.__name__
        folder.mkdir()
        members = {name: lines("evil") for name in bad} | {"good.jsonl": lines("good")}
        (folder / "x.bin").write_bytes(pack(members))
        result = read(folder / "x.bin")
        assert ids(result) == ["good"]
        assert len(result.report.skipped) == len(bad)
        assert all("leads out" in failure.error for failure in result.report.skipped)
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {"x.bin"}
    assert not Path("/tmp/kg-out.jsonl").exists()


def test_links_and_devices_in_a_tar_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.jsonl"
    secret.write_bytes(lines("secret"))
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for kind, name in ((tarfile.SYMTYPE, "soft.jsonl"), (tarfile.LNKTYPE, "hard.jsonl"),
                           (tarfile.FIFOTYPE, "pipe.jsonl")):  # fmt: skip
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, str(secret)
            archive.addfile(entry)
        entry = tarfile.TarInfo("good.jsonl")
        entry.size = len(lines("good"))
        archive.addfile(entry, io.BytesIO(lines("good")))
    assert ids(read("-", stdin=io.BytesIO(out.getvalue()))) == ["good"]


@pytest.mark.parametrize("suffix", COMPRESSIONS)
def test_a_bomb_ends_at_the_limit(suffix: str) -> None:
    bomb = COMPRESSIONS[suffix](bytes(5_000_000))
    names, failures = parts_of(bomb, Limits(free=1_000_000))
    assert names == ["x"]
    assert "zip bomb" in failures[0].error
    assert not parts_of(bomb, Limits(free=6_000_000))[1]


def test_many_members_together_are_a_bomb_too() -> None:
    packed = zip_of({f"{number}.txt": bytes(200_000) for number in range(20)})
    names, failures = parts_of(packed, Limits(free=1_000_000, ratio=1))
    assert len(names) < 7
    assert "zip bomb" in failures[-1].error


def test_a_bomb_costs_the_other_files_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.readers.containers.Limits", lambda: Limits(free=1_000_000))
    (tmp_path / "bomb.jsonl.gz").write_bytes(gzip.compress(bytes(9_000_000)))
    (tmp_path / "good.jsonl").write_bytes(lines("good"))
    result = read(tmp_path)
    assert ids(result) == ["good"]
    assert "zip bomb" in result.report.skipped[0].error
    assert result.report.skipped[0].remedy


def test_too_many_members_and_too_deep_nesting_are_refused() -> None:
    many = zip_of({f"{number}.txt": b"x" for number in range(9)})
    names, failures = parts_of(many, Limits(members=5))
    assert len(names) == 5
    assert "more than 5 files" in failures[0].error
    nested = lines("core")
    for _ in range(4):
        nested = zip_of({"x.zip": nested})
    assert parts_of(nested, Limits(depth=4))[0]
    names, (failure,) = parts_of(nested, Limits(depth=3))
    assert not names
    assert "lie in each other" in failure.error


def test_nothing_is_left_in_the_folder_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    content = tar_of({"a.zip": zip_of({"x.jsonl": lines("x")}), "b.jsonl": lines("b")})
    assert ids(read("-", stdin=io.BytesIO(content))) == ["x", "b"]
    with pytest.raises(InputError):
        read("-", stdin=io.BytesIO(tar_of({"a.zip": zip_of({"x.jsonl": lines("x")})[:-30]})))
    assert os.listdir(tmp_path) == []


def test_damaged_and_encrypted_archives_are_reported(tmp_path: Path) -> None:
    content = zip_of({"a.jsonl": lines("a"), "b.jsonl": lines(*map(str, range(99)))})
    (tmp_path / "cut.zip").write_bytes(content[:-40])
    locked = bytearray(content)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + place] |= 1
    (tmp_path / "locked.zip").write_bytes(bytes(locked))
    (tmp_path / "good.jsonl").write_bytes(lines("good"))
    result = read(tmp_path)
    assert len(ids(result)) == 100
    assert [failure.error[:22] for failure in result.report.skipped] == [
        "the archive is damaged", "it is encrypted"]  # fmt: skip
    assert result.report.skipped[1].source.file.endswith("locked.zip!a.jsonl")


def test_of_a_cut_tar_what_is_whole_is_read(tmp_path: Path) -> None:
    content = tar_of({"a.jsonl": lines("a"), "b.jsonl": lines(*map(str, range(999)))})
    (tmp_path / "cut.tar").write_bytes(content[: len(content) // 2])
    result = read(tmp_path / "cut.tar")
    assert "a" in ids(result)
    assert result.report.skipped


def test_other_archives_are_named_with_a_remedy(tmp_path: Path) -> None:
    for start, told in ((b"7z\xbc\xaf\x27\x1c", "unpack"), (b"Rar!\x1a\x07", "unpack")):
        (tmp_path / "x").write_bytes(start + bytes(99))
        (tmp_path / "good.jsonl").write_bytes(lines("good"))
        (failure,) = read([tmp_path / "x", tmp_path / "good.jsonl"]).report.skipped
        assert told in failure.remedy
    with pytest.raises(FormatError):
        read(tmp_path / "x")


def test_folders_with_brackets_loops_and_compressed_files(tmp_path: Path) -> None:
    folder = tmp_path / "pa[p]ers*?"
    folder.mkdir()
    (folder / "[a].jsonl").write_bytes(lines("a"))
    (folder / "b.jsonl.xz").write_bytes(lzma.compress(lines("b")))
    (folder / "again").symlink_to(folder)
    (folder / "self").symlink_to(folder / "self")
    assert ids(read(folder)) == ["a", "b"]
    assert ids(read(folder / "[a].jsonl")) == ["a"]


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    import threading

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(gzip.compress(lines("a", "b"))))
    writer.start()
    assert ids(read(pipe)) == ["a", "b"]
    writer.join()


def test_a_readme_is_read_only_if_it_is_a_reading_list(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_bytes(lines("good"))
    (tmp_path / "README.md").write_text("# Notes\n\nWe keep papers here, and no more than that.\n")
    assert ids(read(tmp_path)) == ["good"]
    (tmp_path / "README.md").write_text(
        "# Reading list\n\n- [Moss on Stones](https://arxiv.org/abs/2101.00001), ICML 2021\n"
    )
    assert {p.title for p in read(tmp_path).papers} == {"On good", "Moss on Stones"}


def test_a_pdf_gives_way_to_its_tei(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_bytes(lines("good"))
    (tmp_path / "One.pdf").write_bytes(b"%PDF-1.4 broken")
    (tmp_path / "One.grobid.tei.xml").write_text("<TEI/>")
    result = read(tmp_path)
    assert not any(failure.source.file.endswith(".pdf") for failure in result.report.skipped)
    assert any("for its GROBID TEI" in notice.message for notice in result.report.notices)
