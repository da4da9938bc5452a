"""The folders in which models are shipped: what they must hold, and what tells them apart."""

import json
from collections.abc import Sequence
from pathlib import Path

from kg.errors import ModelError


def model_folder(path: str | Path, names: Sequence[str]) -> Path:
    """The folder of a model, once it holds every file of these names.

    Raises:
        ModelError: the folder lacks a file.
    """
    folder = Path(path)
    for name in names:
        if not (folder / name).is_file():
            raise ModelError(f"no {name} in {folder}; reinstall paperkg, or name its folder")
    return folder


def fingerprint(folder: Path) -> str:
    """SHA-256 of the files of a model, from its manifest."""
    files = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
    return "+".join(files[name] for name in sorted(files))
