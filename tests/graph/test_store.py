import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock
from pyoxigraph import DefaultGraph, Quad

from kg.errors import GraphError
from kg.graph.rdf import graph_quads
from kg.graph.store import (
    check_target,
    current_version,
    is_graph,
    new_version,
    open_store,
    read_json,
    write_store,
)
from tests.graph_samples import BASE, PAPERS, RESOLUTION


def quads() -> list[Quad]:
    return list(graph_quads(PAPERS, RESOLUTION, BASE))


def write(path: Path, *, force: bool = False) -> None:
    with new_version(path, force=force) as version:
        write_store(version, quads(), lambda triples: ())


def test_a_written_graph_opens_in_a_new_process(tmp_path: Path) -> None:
    write(tmp_path / "g.kg")
    code = "import sys; from pathlib import Path; from kg.graph.store import *;"
    code += "print(len(open_store(current_version(Path(sys.argv[1])))))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "g.kg")], capture_output=True, check=True
    )
    assert int(done.stdout) == len(set(quads()))


def test_what_comes_in_several_batches_is_stored_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.graph.store._BATCH", 7)
    told = []
    triples = write_store(tmp_path, quads() * 2, lambda found: told.append(found) or ())
    default = {quad for quad in quads() if quad.graph_name == DefaultGraph()}
    assert told == [triples] == [len(default)]
    assert set(open_store(tmp_path)) == set(quads())


def test_readers_and_a_builder_do_not_disturb_each_other(tmp_path: Path) -> None:
    path = tmp_path / "g.kg"
    write(path)
    version = current_version(path)
    one, two = open_store(version), open_store(version)
    write(path, force=True)
    assert current_version(path) != version
    assert len(one) == len(two) == len(open_store(current_version(path))) == len(set(quads()))


def test_old_versions_go_in_the_end(tmp_path: Path) -> None:
    for _ in range(4):
        write(tmp_path / "g.kg", force=True)
    assert len(list((tmp_path / "g.kg").glob("v-*"))) == 2


def test_what_a_killed_build_has_left_never_outlives_the_version_before(tmp_path: Path) -> None:
    path = tmp_path / "g.kg"
    write(path)
    before = current_version(path)
    (path / "v-killed" / "store").mkdir(parents=True)
    held = open_store(before)
    write(path, force=True)
    assert {v.name for v in path.glob("v-*")} == {before.name, current_version(path).name}
    assert len(held) == len(set(quads()))


def test_an_interrupt_after_the_swap_does_not_take_the_version_in_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.kg"
    write(path)

    def swap(home: Path, version: Path) -> None:
        (home / "CURRENT").write_text(version.name)
        raise KeyboardInterrupt

    monkeypatch.setattr("kg.graph.store._put_in_force", swap)
    with pytest.raises(KeyboardInterrupt):
        write(path, force=True)
    assert len(open_store(current_version(path))) == len(set(quads()))


def test_of_a_new_graph_that_fails_the_extractions_wait_for_the_next_build(tmp_path: Path) -> None:
    path = tmp_path / "g.kg"
    with pytest.raises(RuntimeError), new_version(path, force=False) as version:
        (version.parent / "extractions").mkdir()
        (version.parent / "extractions" / "models.sqlite").write_text("dear")
        raise RuntimeError
    assert os.listdir(tmp_path) == [".g.kg.building"]
    assert os.listdir(tmp_path / ".g.kg.building") == ["extractions"]
    write(path)
    assert (path / "extractions" / "models.sqlite").read_text() == "dear"
    assert os.listdir(tmp_path) == ["g.kg"]


def test_a_build_that_fails_leaves_no_new_graph(tmp_path: Path) -> None:
    with (
        pytest.raises(RuntimeError, match="midway"),
        new_version(tmp_path / "g.kg", force=False) as v,
    ):
        (v / "half").write_text("x")
        raise RuntimeError("midway")
    assert list(tmp_path.iterdir()) == []


def test_a_build_that_fails_leaves_the_old_graph(tmp_path: Path) -> None:
    path = tmp_path / "g.kg"
    write(path)
    before = current_version(path)
    with pytest.raises(GraphError, match="full"), new_version(path, force=True):
        raise OSError(28, "disk full")
    assert current_version(path) == before
    assert [p.name for p in path.glob("v-*")] == [before.name]


def test_a_build_that_is_killed_leaves_no_graph_and_its_leavings_go(tmp_path: Path) -> None:
    code = """
import os, signal, sys
from pathlib import Path
from kg.graph.store import new_version
with new_version(Path(sys.argv[1]), force=False) as version:
    os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "g.kg")], check=False)
    assert done.returncode == -signal.SIGKILL
    assert not (tmp_path / "g.kg").exists()
    assert list(tmp_path.glob(".g.kg.building/v-*")), "the leavings of the killed build"
    write(tmp_path / "g.kg")
    assert os.listdir(tmp_path) == ["g.kg"]


def test_what_exists_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.kg"
    write(path)
    with pytest.raises(GraphError, match="--force"):
        check_target(path, force=False)
    check_target(path, force=True)
    (tmp_path / "notes").mkdir()
    (tmp_path / "file").write_text("mine")
    for other in ("notes", "file"):
        with pytest.raises(GraphError, match="no graph"):
            check_target(tmp_path / other, force=True)
    with pytest.raises(GraphError, match="cannot write"):
        write(tmp_path / "file" / "g.kg")


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    write(tmp_path / "not" / "yet" / "g.kg")
    assert current_version(tmp_path / "not" / "yet" / "g.kg").is_dir()


def test_a_graph_in_the_making_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "g.kg"
    write(path)
    with FileLock(path / "lock"), pytest.raises(GraphError, match="another kg"):
        write(path, force=True)


def test_of_two_builds_of_one_new_graph_the_later_gives_way_at_once(tmp_path: Path) -> None:
    path = tmp_path / "g.kg"
    with new_version(path, force=False) as version:
        with pytest.raises(GraphError, match="another kg"):
            write(path)
        write_store(version, quads(), lambda triples: ())
    assert len(open_store(current_version(path))) == len(set(quads()))
    assert os.listdir(tmp_path) == ["g.kg"]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda path: (path / "CURRENT").unlink(), "CURRENT"),
        (lambda path: (path / "CURRENT").write_text("v-gone"), "damaged"),
        (lambda path: (path / "FORMAT").write_text("other"), "no graph"),
    ],
)
def test_a_damaged_graph_is_named(tmp_path: Path, damage: object, message: str) -> None:
    path = tmp_path / "g.kg"
    write(path)
    damage(path)  # type: ignore[operator]
    with pytest.raises(GraphError, match=message):
        current_version(path)


def test_a_missing_graph_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(GraphError, match="kg build"):
        current_version(tmp_path / "none.kg")
    assert not is_graph(tmp_path)


def test_a_missing_run_file_is_an_error_of_the_graph(tmp_path: Path) -> None:
    write(tmp_path / "g.kg")
    with pytest.raises(GraphError, match=r"run\.json"):
        read_json(current_version(tmp_path / "g.kg"), "run.json")
