"""How Oxigraph would answer a query: the plan that its command tells."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyoxigraph as ox

OXIGRAPH = shutil.which("oxigraph", path=str(Path(sys.executable).parent)) or shutil.which(
    "oxigraph"
)


def on_disk(store: ox.Store, folder: Path) -> Path:
    """A copy of a store where the command finds it."""
    copy = ox.Store(str(folder))
    copy.bulk_extend(iter(store))
    copy.flush()
    return folder


def plan(folder: Path, query: str, base: str) -> list[tuple[str, int]]:
    """Each step of the plan of a query, with the number of rows that it gave."""
    told = folder.parent / "plan.json"
    command = [str(OXIGRAPH), "query", "--location", str(folder), "--query-base", base,
               "--query", query, "--results-format", "csv",
               "--explain-file", str(told), "--stats"]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return list(_steps(json.loads(told.read_text("utf-8"))["plan"]))


def _steps(plan: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    yield plan["name"], plan.get("number of results", 0)
    for child in plan.get("children", ()):
        yield from _steps(child)
