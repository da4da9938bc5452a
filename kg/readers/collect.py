"""Which files the user means: files, folders walked in order, and standard input."""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kg.errors import InputError

#: Files that come with a folder of papers but are not papers.
_COMPANIONS = frozenset("readme license licence copying changelog contributing makefile".split())


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read, by the name the user knows; `folder` is the input it was found under."""

    path: Path | None
    name: str
    folder: str = ""

    @property
    def size(self) -> int | None:
        """Its bytes, where they are known before it is read."""
        try:
            return self.path.stat().st_size if self.path and self.path.is_file() else None
        except OSError:
            return None


def find_files(inputs: Iterable[str | Path]) -> tuple[Found, ...]:
    """Resolve the inputs, each file once.

    Raises:
        InputError: an input does not exist, or no input was given.
    """
    found: dict[object, Found] = {}
    missing: list[str] = []
    for entry in inputs:
        name = str(entry)
        path = Path(entry)
        if name == "-":
            found.setdefault("-", Found(None, "-"))
        elif path.is_dir():
            for file in _walk(path):
                found.setdefault(_identity(file), Found(file, file.as_posix(), name))
        elif path.exists():
            explicit = Found(path, path.as_posix())
            found[_identity(path)] = explicit
        else:
            missing.append(name)
    if missing:
        raise InputError(f"no such file or folder: {', '.join(missing)}")
    return tuple(found.values())


def _identity(path: Path) -> object:
    return path.resolve() if path.is_file() else path


def _walk(folder: Path) -> Iterator[Path]:
    """Files under `folder`, sorted; hidden ones and folders already seen are passed over."""
    seen: set[str] = set()
    for parent, folders, files in os.walk(folder, followlinks=True):
        real = os.path.realpath(parent)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(parent, name)
            if not name.startswith(".") and path.is_file():
                yield path


def is_companion(name: str) -> bool:
    """Whether the file is one that comes with papers, such as a README or a licence."""
    return re.split("[/!]", name)[-1].partition(".")[0].lower() in _COMPANIONS


def superseded(names: Iterable[str]) -> dict[str, str]:
    """Each PDF that lies beside its GROBID TEI, which holds the same in a better state."""
    texts = {
        name[: -len(suffix)].lower(): name
        for name in names
        for suffix in (".tei.xml", ".grobid.tei.xml")
        if name.lower().endswith(suffix)
    }
    return {name: texts[name[:-4].lower()] for name in names
            if name.lower().endswith(".pdf") and name[:-4].lower() in texts}  # fmt: skip
