"""Files that are there whole or not at all: written beside their place, then renamed."""

import contextlib
import json
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from kg.errors import KgError, UsageError

#: What kg.graph.store keeps in a graph folder, by the first part of the way there.
_OF_A_GRAPH = re.compile(r"FORMAT|CURRENT|lock|merges\.yaml|extractions|v-.*", re.IGNORECASE)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of `path` when the block ends without error.

    Raises:
        OSError: the folder is missing, the disk is full; what stood at `path` stays.
    """
    # The name may fill all that a file name can hold, the temporary one must not grow on it.
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent or ".")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(_mode(path))
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, atomically."""
    with replacing(path) as stream:
        stream.write(text.encode("utf-8"))


def to_json(value: Any) -> str:
    """The content of a JSON file of ours, the same for equal values.

    >>> print(to_json({"b": 1, "a": "ä"}), end="")
    {
     "a": "ä",
     "b": 1
    }
    """
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


@contextlib.contextmanager
def output_file(path: str | Path) -> Iterator[BinaryIO]:
    """`replacing` for a file that a user named: folders on the way are made, links are followed.

    What exists and is no regular file, such as /dev/null, is written to and never replaced.

    Raises:
        KgError: the system refuses to write; the message says where and why.
        UsageError: the place belongs to a graph.
    """
    target = Path(path)
    with _told(path):
        if target.exists() and not target.is_file() and not target.is_dir():
            with target.open("wb") as stream:
                yield stream
            return
        target = target.resolve()
        _check_file(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target) as stream:
            yield stream


def check_output(path: str | Path) -> None:
    """Find out before long work whether `output_file` can write there; nothing is left behind.

    Raises:
        KgError, UsageError: as `output_file`.
    """
    with _told(path):
        target = Path(path).resolve()
        _check_file(target)
        nearest = next(folder for folder in target.parents if folder.exists())
        with tempfile.TemporaryFile(dir=nearest):
            pass


@contextlib.contextmanager
def output_folder(path: str | Path) -> Iterator[Path]:
    """A new folder to write into, which takes the place of `path` when the block ends well.

    Folders on the way are made. A folder that exists is replaced only if it holds nothing but
    files that are written anew: whatever else somebody put there is never lost.

    Raises:
        KgError: the system refuses to write, or `path` holds something else.
        UsageError: the place belongs to a graph.
    """
    target = Path(path).resolve()
    with _told(path):
        _check_outside_graphs(target)
        if target.exists() and not target.is_dir():
            raise NotADirectoryError(20, "it is no folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(
            prefix=f".{target.name[:40]}.", dir=target.parent
        ) as aside:
            made = Path(aside) / "new"
            made.mkdir()
            yield made
            old = Path(aside) / "old"
            if target.exists():
                _check_replaceable(target, made)
                target.rename(old)
            try:
                made.rename(target)
            except BaseException:
                if old.exists():
                    old.rename(target)
                raise


@contextlib.contextmanager
def _told(path: str | Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise KgError(f"cannot write {path}: {error.strerror or error}") from error


def _check_file(target: Path) -> None:
    _check_outside_graphs(target)
    if target.is_dir():
        raise IsADirectoryError(21, "it is a folder")


def _check_outside_graphs(target: Path) -> None:
    """Refuse a place that belongs to a graph: what is written there would end the graph."""
    for folder in target.parents:
        own = _OF_A_GRAPH.fullmatch(target.relative_to(folder).parts[0])
        if own and (folder / "FORMAT").is_file() and (folder / "CURRENT").is_file():
            raise UsageError(f"{target} is a part of the graph {folder}; name another place")


def _check_replaceable(target: Path, made: Path) -> None:
    for found in sorted(target.rglob("*")):
        place = found.relative_to(target)
        if not (made / place).exists():
            raise KgError(
                f"{target} holds {place}, which is no part of this export;"
                " name a new folder, or remove that one"
            )


def _mode(path: Path) -> int:
    """The permissions of the file replaced, else of any new file (mkstemp makes private ones)."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0o022)
    os.umask(mask)
    return 0o666 & ~mask
