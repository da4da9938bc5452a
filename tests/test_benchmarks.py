"""The scripts that make and time the large graph, on a small one."""

import os
import subprocess
import sys
from pathlib import Path

import kg

ROOT = Path(__file__).parents[1]


def script(name: str, *arguments: str, folder: Path) -> str:
    """What a script of benchmarks/ prints."""
    command = [sys.executable, str(ROOT / "benchmarks" / name), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, cwd=folder, env=environment
    )
    return done.stdout


def test_help_is_no_name_of_a_graph(tmp_path: Path) -> None:
    assert "usage: synthetic.py" in script("synthetic.py", "--help", folder=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_made_up_graph_is_sound_and_every_query_is_timed_on_it(tmp_path: Path) -> None:
    script("synthetic.py", "g.kg", "30", folder=tmp_path)
    graph = kg.open(tmp_path / "g.kg")
    assert graph.counts().papers == 30
    assert graph.verify() == ()
    sizes = script("exports.py", "g.kg", "--formats", "ntriples", folder=tmp_path)
    assert sizes.splitlines()[-1].startswith("| `ntriples` | ")
    shown = script("queries.py", "g.kg", "--alone", folder=tmp_path).splitlines()
    rows = [line.split(" | ") for line in shown if line.startswith("| `")]
    assert [row[0].strip("| `") for row in rows] == [spec.name for spec in kg.queries()]
    # With the names of most papers every question about one thing has an answer, parts apart.
    found = {row[0].strip("| `"): row[3] for row in rows if len(row) > 4}
    assert {"papers-of-concept", "methods-of-task", "similar-papers"} <= found.keys()
    assert all(found[name] != "0" for name in ("papers-of-concept", "methods-of-task"))
