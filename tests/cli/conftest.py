import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.cli import main

ABSTRACTS = [
    {
        "id": "birch",
        "title": "Birch: a graph neural network for link prediction",
        "abstract": "We propose Birch, a graph neural network (GNN) for link prediction. "
        "Birch outperforms TransE on the FB15k-237 dataset.",
        "year": 2024,
    },
    {
        "id": "cedar",
        "title": "",
        "abstract": "Link prediction with graph neural networks is slow. We present Cedar, which "
        "speeds up GNNs. Experiments on FB15k-237 show the gain.",
    },
]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    file = tmp_path / "papers.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ABSTRACTS), "utf-8")
    return file


@pytest.fixture
def kg(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in this process; gives exit code, stdout and stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["kg", *map(str, arguments)])
        with pytest.raises(SystemExit) as leaving:
            main()
        shown = capsys.readouterr()
        code = leaving.value.code
        return (code if isinstance(code, int) else int(code is not None)), shown.out, shown.err

    return run


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A graph of the two abstracts, built once by the command in a process of its own."""
    folder = tmp_path_factory.mktemp("built")
    file = folder / "papers.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ABSTRACTS), "utf-8")
    subprocess.run(
        [sys.executable, "-m", "kg", "build", str(file), "-o", str(folder / "g.kg")], check=True
    )
    return folder / "g.kg"
