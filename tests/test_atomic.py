import os
import stat
from pathlib import Path

import pytest

from kg.atomic import check_output, output_file, output_folder
from kg.errors import KgError, UsageError


def test_the_file_appears_only_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.txt"
    with output_file(path) as stream:
        stream.write(b"whole")
        assert not path.exists()
    assert path.read_bytes() == b"whole"
    assert [p.name for p in path.parent.iterdir()] == ["b.txt"]


def test_a_place_is_tried_without_leaving_anything(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    check_output(tmp_path / "file")
    check_output(tmp_path / "new" / "x.md")
    for place, reason in ((tmp_path, "it is a folder"), (tmp_path / "file" / "x.md", "directory")):
        with pytest.raises(KgError, match=f"cannot write .*{reason}"):
            check_output(place)
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("file", "mine")]


@pytest.mark.parametrize(
    "part", ["CURRENT", "current", "FORMAT", "lock", "merges.yaml", "extractions/x", "v-1/store/x"]
)
def test_nothing_is_written_over_a_part_of_a_graph(tmp_path: Path, part: str) -> None:
    graph = tmp_path / "g.kg"
    (graph / "v-1" / "store").mkdir(parents=True)
    for name in ("FORMAT", "CURRENT"):
        (graph / name).write_text("v-1")
    (tmp_path / "link").symlink_to(graph / part)
    for place in (graph / part, tmp_path / "link"):
        with pytest.raises(UsageError, match=r"part of the graph .*g\.kg"), output_file(place):
            pass
        with pytest.raises(UsageError, match="part of the graph"):
            check_output(place)
    with pytest.raises(UsageError, match="part of the graph"), output_folder(graph / part):
        pass
    assert {p.read_text() for p in graph.rglob("*") if p.is_file()} == {"v-1"}
    with output_file(graph / "page.html"), output_file(tmp_path / "CURRENT"):
        pass


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    path.write_bytes(b"old")
    with pytest.raises(ValueError, match="no"), output_file(path) as stream:
        stream.write(b"half")
        raise ValueError("no")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_names_the_file_and_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    with pytest.raises(KgError, match=r"cannot write .*b\.txt: No space left"), output_file(path):
        raise OSError(28, "No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_permissions_are_those_of_an_ordinary_or_the_older_file(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    with output_file(path):
        pass
    mask = os.umask(0o022)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    path.chmod(0o640)
    with output_file(path):
        pass
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_keeps_pointing(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    with output_file(tmp_path / "link") as stream:
        stream.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


def test_devices_are_written_to_not_replaced() -> None:
    with output_file(os.devnull) as stream:
        stream.write(b"gone")
    assert not Path(os.devnull).is_file()


def test_a_folder_that_cannot_be_put_in_place_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, real = tmp_path / "out", Path.rename
    target.mkdir()
    (target / "nodes.csv").write_text("old")

    def rename(self: Path, to: Path) -> Path:
        if self.name == "new":
            raise KeyboardInterrupt
        return real(self, to)

    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(KeyboardInterrupt), output_folder(target) as folder:
        (folder / "nodes.csv").write_text("new")
    assert (target / "nodes.csv").read_text() == "old"
