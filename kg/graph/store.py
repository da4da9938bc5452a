"""The graph folder: versions of an Oxigraph store on disk, one of them in force.

    GRAPH/
      FORMAT          what this folder is, and in which layout
      CURRENT         the name of the version in force, replaced atomically
      v-<id>/         store/  run.json  report.json  resolution.jsonl  records.jsonl.gz
      extractions/    what each paper gave, by content and models (kg.extract.cache)
      merges.yaml     what the user rules about names, if anything
      lock            held while a build writes

A build writes a version aside and then swaps CURRENT, so that one that fails or is killed leaves
the graph as it was. A new graph is built in a hidden folder beside its place and renamed.
"""

import contextlib
import json
import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from pyoxigraph import DefaultGraph, Quad, Store

from kg.atomic import write_text
from kg.errors import GraphError

FORMAT = "paperkg graph 1\n"
_KEPT_VERSIONS = 2  # the one in force and the one before, which a reader may still hold


def is_graph(path: Path) -> bool:
    """Whether a folder says that it is a graph of ours."""
    try:
        return (path / "FORMAT").read_text("utf-8") == FORMAT
    except (OSError, UnicodeDecodeError):
        return False


def check_target(path: Path, *, force: bool) -> None:
    """Refuse a place where a build must not write.

    Raises:
        GraphError: there is something at `path` that is no graph, or a graph and not `force`.
    """
    if not path.exists() and not path.is_symlink():
        if not path.absolute().parent.is_dir():
            raise GraphError(f"{path}: the folder {path.absolute().parent} does not exist")
        return
    if not is_graph(path):
        raise GraphError(f"{path} exists and is no graph of kg; choose another name")
    if not force:
        raise GraphError(f"{path} exists; choose another name, or --force to replace its content")


def current_version(path: Path) -> Path:
    """The folder of the version in force.

    Raises:
        GraphError: no such folder, no graph, or one whose version is gone.
    """
    if not path.exists():
        raise GraphError(f"{path} does not exist; make it with: kg build INPUT -o {path}")
    if not is_graph(path):
        raise GraphError(f"{path} is no graph of kg (it has no FORMAT file that says so)")
    try:
        version = path / (path / "CURRENT").read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise GraphError(f"{path} has no readable CURRENT file: {error}") from error
    if not (version / "store").is_dir():
        raise GraphError(f"{path} is damaged: {version.name} has no store; build it again")
    return version


def open_store(version: Path) -> Store:
    """The store of a version, read only: any number of readers may hold it.

    Raises:
        GraphError: Oxigraph cannot open it.
    """
    try:
        return Store.read_only(str(version / "store"))
    except OSError as error:
        raise GraphError(
            f"{version.parent}: the store does not open: {error}; build it again"
        ) from error


def read_json(version: Path, name: str) -> Mapping[str, Any]:
    """`run.json` or `report.json` of a version.

    Raises:
        GraphError: the file is missing or damaged.
    """
    file = version / name
    try:
        content: Mapping[str, Any] = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise GraphError(f"{file} is not readable: {error}; build the graph again") from error
    return content


@contextlib.contextmanager
def new_version(path: Path, *, force: bool) -> Iterator[Path]:
    """A folder to write a version into; when the block ends well, it is the one in force.

    Raises:
        GraphError: as `check_target`; another build holds the graph; the disk is full.
    """
    check_target(path, force=force)
    replaces = path.exists()  # asked once: a build beside this one may end at any moment
    try:
        with _locked(path) if replaces else contextlib.nullcontext():
            home = path if replaces else _workspace(path)
            version = home / f"v-{uuid.uuid4().hex[:12]}"
            try:
                version.mkdir()
                yield version
                _put_in_force(home, version)
                if not replaces:
                    home.rename(path)
            except BaseException:
                shutil.rmtree(version if replaces else home, ignore_errors=True)
                raise
            _drop_old_versions(path)
    except OSError as error:
        raise GraphError(f"{path}: cannot write the graph: {error}") from error


def write_store(folder: Path, quads: Iterable[Quad], about: Callable[[int], Iterable[Quad]]) -> int:
    """Write a new store under `folder/store`.

    Args:
        quads: the content, read once; repeated quads count once.
        about: quads about the content, given the number of triples in its default graph.

    Returns:
        That number of triples.

    Raises:
        OSError: the disk is full or refuses.
    """
    store = Store(str(folder / "store"))
    # bulk_extend sorts into files of its own and so needs no transaction in memory.
    store.bulk_extend(quads)
    triples = sum(1 for _ in store.quads_for_pattern(None, None, None, DefaultGraph()))
    store.bulk_extend(about(triples))
    store.flush()
    store.optimize()
    return triples


def _workspace(path: Path) -> Path:
    """A fresh hidden sibling of a graph to be, on the same disk; leavings of dead builds go."""
    prefix = f".{path.name}.building-"
    for stale in path.absolute().parent.glob(f"{prefix}*"):
        if not _alive(stale.name.removeprefix(prefix).split("-")[0]):
            shutil.rmtree(stale, ignore_errors=True)
    home = tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-", dir=path.absolute().parent)
    Path(home).chmod(0o755)
    return Path(home)


def _alive(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except (ValueError, ProcessLookupError):
        return False
    except OSError:
        return True
    return True


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    try:
        with FileLock(path / "lock", timeout=0):
            yield
    except Timeout as error:
        raise GraphError(f"{path} is being written by another kg; wait for it to end") from error


def _put_in_force(home: Path, version: Path) -> None:
    if not (home / "FORMAT").exists():
        write_text(home / "FORMAT", FORMAT)
    write_text(home / "CURRENT", version.name + "\n")


def _drop_old_versions(path: Path) -> None:
    """Keep the version in force and the last before it; readers of older ones have long gone."""
    current = current_version(path)
    others = [v for v in path.glob("v-*") if v != current]
    others.sort(key=lambda v: v.stat().st_mtime, reverse=True)
    for version in others[_KEPT_VERSIONS - 1 :]:
        shutil.rmtree(version, ignore_errors=True)
