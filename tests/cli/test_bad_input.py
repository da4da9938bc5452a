"""What a user gets for input that is wrong: a clear message, no traceback, nothing half-written."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kg as api
from tests.cli.conftest import ABSTRACTS, Run

GOOD = json.dumps(ABSTRACTS[0])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "x", "abstract": ', "line 2"),
        (json.dumps({"id": "x", "abstract": "......"}), "line 2"),
        (
            json.dumps(
                {"id": "x", "abstract": "本文提出一种用于图像分类的新方法,并在数据集上验证。"}
            ),
            "",
        ),
        (json.dumps({"id": "x", "abstract": "Trees grow in woods. " * 10_000}), ""),
        ('{"id": "x", "abstract": "a lone \\ud800 surrogate in a sentence on BERT"}', ""),
        ('{"id": "x"}', "line 2"),
        ("[1, 2]", "line 2"),
        ("null", "line 2"),
    ],
)
def test_a_bad_record_costs_no_other(kg: Run, tmp_path: Path, line: str, told: str) -> None:
    (tmp_path / "in.jsonl").write_text(f"{GOOD}\n{line}\n{json.dumps(ABSTRACTS[1])}\n", "utf-8")
    code, _, err = kg("build", tmp_path / "in.jsonl", "-o", tmp_path / "g.kg")
    assert code == 0 and "Traceback" not in err and told in err
    report = api.open(tmp_path / "g.kg").report
    assert report["entries"] == 3
    assert report["entries"] == report["kept"] + report["merged"] + len(report["skipped"])
    names = {node.id for node in api.open(tmp_path / "g.kg").papers()}
    assert names >= {"paper-birch", "paper-cedar"}


def test_an_empty_file_among_good_ones_is_noted(kg: Run, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    code, _, err = kg("build", corpus, tmp_path / "empty.txt", "-o", tmp_path / "g.kg")
    assert code == 0 and "empty.txt" in err


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda folder: folder / "missing.jsonl", "missing.jsonl"),
        (lambda folder: folder, "no papers"),
        (lambda folder: _write(folder / "dots.txt", "....\n\n...."), "dots.txt"),
        (lambda folder: _write(folder / "empty.bib", ""), "empty"),
        (lambda folder: _write(folder / "x.png", "\x89PNG\0\0\0"), "x.png"),
    ],
)
def test_nothing_usable_is_an_error_that_leaves_nothing(
    kg: Run, tmp_path: Path, make: object, told: str
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    code, out, err = kg("build", make(folder), "-o", tmp_path / "g.kg")  # type: ignore[operator]
    assert (code, out) == (1, "") and told in err and "Traceback" not in err
    assert os.listdir(tmp_path) == ["in"]


def _write(file: Path, text: str) -> Path:
    file.write_text(text, "latin-1")
    return file


def test_a_graph_is_never_replaced_by_accident(kg: Run, corpus: Path, tmp_path: Path) -> None:
    assert kg("build", corpus, "-o", tmp_path / "g.kg", "-q")[0] == 0
    code, _, err = kg("build", corpus, "-o", tmp_path / "g.kg")
    assert code == 1 and "--force" in err
    assert kg("build", corpus, "-o", tmp_path / "g.kg", "--force", "-q")[0] == 0
    code, _, err = kg("build", corpus, "-o", corpus, "--force")
    assert code == 1 and "no graph" in err
    assert corpus.read_text("utf-8").startswith("{")


@pytest.mark.parametrize("command", ["info", "show", "query", "export", "view"])
def test_a_folder_that_is_no_graph_is_named(kg: Run, tmp_path: Path, command: str) -> None:
    rest = {
        "show": ["x"], "query": ["ASK {}"], "export": ["-f", "turtle", "-o", "-"],
        "view": ["-o", tmp_path / "x.html"],
    }.get(command, [])  # fmt: skip
    for place in (tmp_path, tmp_path / "none.kg"):
        code, out, err = kg(command, place, *rest)
        assert (code, out) == (1, "") and place.name in err and "Traceback" not in err
    assert not (tmp_path / "x.html").exists()


def test_a_full_disk_is_an_error_and_leaves_nothing(corpus: Path, tmp_path: Path) -> None:
    """A limit on the size of files stands in for a disk that takes no more."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    done = subprocess.run(
        [sys.executable, "-m", "kg", "build", str(corpus), "-o", str(tmp_path / "g.kg")],
        preexec_fn=limit, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert b"Traceback" not in done.stderr and b"g.kg" in done.stderr
    assert os.listdir(tmp_path) == ["papers.jsonl"]


def test_a_full_disk_under_an_export_keeps_the_old_file(built: Path, tmp_path: Path) -> None:
    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    (tmp_path / "g.ttl").write_text("mine")
    arguments = ["export", str(built), "-f", "turtle", "-o", str(tmp_path / "g.ttl")]
    done = subprocess.run(
        [sys.executable, "-m", "kg", *arguments], preexec_fn=limit, capture_output=True, check=False
    )
    assert done.returncode == 1 and b"Traceback" not in done.stderr
    assert os.listdir(tmp_path) == ["g.ttl"] and (tmp_path / "g.ttl").read_text() == "mine"


def test_an_interrupted_build_leaves_the_graph_as_it_was(built: Path, tmp_path: Path) -> None:
    rows = [{**ABSTRACTS[0], "id": f"p{i}", "title": f"Birch {i}"} for i in range(3000)]
    (tmp_path / "many.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    target = tmp_path / "g.kg"
    build = subprocess.Popen(
        [sys.executable, "-m", "kg", "build", str(tmp_path / "many.jsonl"), "-o", str(target)],
        stderr=subprocess.PIPE,
        # What runs in the background, as tests may, hands on that it ignores interrupts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not list(tmp_path.glob(".g.kg.building/extractions")):
        time.sleep(0.05)
    build.send_signal(signal.SIGINT)
    try:
        _, err = build.communicate(timeout=60)
    finally:
        build.kill()
    assert build.returncode == 130 and b"Traceback" not in err and b"interrupted" in err
    assert set(os.listdir(tmp_path)) <= {"many.jsonl", ".g.kg.building"}
    assert os.listdir(tmp_path / ".g.kg.building") == ["extractions"], "for the next build"
