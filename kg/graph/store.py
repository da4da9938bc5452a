"""The graph folder: versions of an Oxigraph store on disk, one of them in force.

    GRAPH/
      FORMAT          what this folder is, and in which layout
      CURRENT         the name of the version in force, replaced atomically
      v-<id>/         store/  run.json  report.json  resolution.jsonl  records.jsonl.gz
      extractions/    what each paper gave, by content and models (kg.extract.cache)
      merges.yaml     what the user rules about names, if anything
      lock            held while a build writes

A build writes a version aside and then swaps CURRENT, so that one that fails or is killed leaves
the graph as it was. A new graph is built in a hidden folder beside its place and renamed; of a
build that ends before that, the extractions stay there for the next one.
"""

import contextlib
import json
import shutil
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from pyoxigraph import Quad, Store

from kg.atomic import write_text
from kg.errors import GraphError
from kg.graph.ask import select_text

FORMAT = "paperkg graph 1\n"
#: What each paper gave: no part of a version, and dear enough to outlive a build that fails.
EXTRACTIONS = "extractions"
#: Quads that the store sorts at once; by itself it waits for a million, which take a gigabyte.
_BATCH = 50_000


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
        content = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise GraphError(f"{file} is not readable: {error}; build the graph again") from error
    if not isinstance(content, dict):
        raise GraphError(f"{file} is damaged: it holds no JSON object; build the graph again")
    return content


def stored_base(version: Path) -> str:
    """The base IRI of the data of a version.

    Raises:
        GraphError: its run.json is missing or damaged.
    """
    base = read_json(version, "run.json").get("base")
    if not isinstance(base, str):
        raise GraphError(f"{version / 'run.json'} names no base; build the graph again")
    return base


@contextlib.contextmanager
def new_version(path: Path, *, force: bool) -> Iterator[Path]:
    """A folder to write a version into; when the block ends well, it is the one in force.

    Folders on the way to a new graph are made, as for every other output.

    Raises:
        GraphError: as `check_target`; another build holds the graph; the disk is full.
    """
    check_target(path, force=force)
    replaces = path.exists()  # asked once: a build beside this one may end at any moment
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        with _locked_graph(path) if replaces else _locked_workspace(path) as home:
            before = _named_version(home)
            version = home / f"v-{uuid.uuid4().hex[:12]}"
            try:
                version.mkdir()
                yield version
                _put_in_force(home, version)
                if not replaces:
                    home.rename(path)
            except BaseException:
                if not replaces:
                    _clear_workspace(home)
                elif _named_version(home) != version.name:  # an interrupt may come after the swap
                    shutil.rmtree(version, ignore_errors=True)
                raise
            _drop_versions(path, kept={before, version.name})
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
    source = iter(quads)
    while batch := list(islice(source, _BATCH)):
        store.bulk_extend(batch)
    triples = int(next(select_text(store, "triples"))["triples"])
    store.bulk_extend(about(triples))
    store.flush()
    store.optimize()
    return triples


@contextlib.contextmanager
def _locked_graph(path: Path) -> Iterator[Path]:
    with _locked(path / "lock", path):
        yield path


@contextlib.contextmanager
def _locked_workspace(path: Path) -> Iterator[Path]:
    """The hidden sibling that a new graph is built in, with the extractions of dead builds."""
    home = path.absolute().parent / f".{path.name}.building"
    # Beside the workspace and not in it: not every system renames a folder with an open file.
    lock = home.with_suffix(".lock")
    with _locked(lock, path):
        try:
            _clear_workspace(home)
            home.mkdir(exist_ok=True)
            yield home
        finally:
            with contextlib.suppress(OSError):
                lock.unlink()


def _clear_workspace(home: Path) -> None:
    """Remove what a build has left, but for extractions, where there are any."""
    extractions = home / EXTRACTIONS
    if not any(file.stat().st_size for file in extractions.glob("*")):
        shutil.rmtree(home, ignore_errors=True)
        return
    for leaving in home.iterdir():
        if leaving.is_dir() and leaving != extractions:
            shutil.rmtree(leaving, ignore_errors=True)
        elif leaving != extractions:
            leaving.unlink()


@contextlib.contextmanager
def _locked(file: Path, path: Path) -> Iterator[None]:
    try:
        with FileLock(file, timeout=0):
            yield
    except Timeout as error:
        raise GraphError(f"{path} is being written by another kg; wait for it to end") from error


def _put_in_force(home: Path, version: Path) -> None:
    if not (home / "FORMAT").exists():
        write_text(home / "FORMAT", FORMAT)
    write_text(home / "CURRENT", version.name + "\n")


def _named_version(home: Path) -> str:
    """The name in CURRENT, whether there is such a version or not."""
    try:
        return (home / "CURRENT").read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _drop_versions(path: Path, kept: Collection[str]) -> None:
    """Remove all versions but the one in force and the one before, which a reader may hold.

    By name, not by age: what a killed build has left is newer than the version before.
    """
    for version in path.glob("v-*"):
        if version.name not in kept:
            shutil.rmtree(version, ignore_errors=True)
