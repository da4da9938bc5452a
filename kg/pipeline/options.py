"""How to build, and how a graph remembers it."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

from kg.arguments import checked
from kg.atomic import write_text
from kg.errors import GraphError, UsageError
from kg.extract import WORKERS, ExtractOptions
from kg.graph.store import read_json
from kg.resolve import ResolveOptions, Rules, read_rules, to_plain
from kg.vocab import DEFAULT_BASE, check_base, check_iri

#: Called with a stage, how much of it is done, and of how much (None: not known).
Progress = Callable[[str, int, int | None], None]

#: The user's rulings, in the graph folder itself, so that they outlive every version.
MERGES = "merges.yaml"


def no_progress(stage: str, done: int, total: int | None) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """How to build. All of it goes into the run that the graph remembers.

    Args:
        base: base IRI of the data, ending in `/` or `#`.
        workers: papers read at the same time, one thread each.
        authors: whether persons and venues become nodes.
        license: IRI of the licence that the graph is given under; none is claimed by default.
        vocabularies: files of other people's concepts to link to, as `kg.link` takes them.

    Raises:
        UsageError: the base is no absolute IRI that ends in `/` or `#`, the licence none, or
            a value of a wrong type.
    """

    base: str = DEFAULT_BASE
    workers: int = WORKERS
    authors: bool = True
    license: str = ""
    vocabularies: tuple[str, ...] = ()
    extract: ExtractOptions = field(default_factory=ExtractOptions)
    resolve: ResolveOptions = field(default_factory=ResolveOptions)

    def __post_init__(self) -> None:
        check_base(checked(self.base, str, "base", "an IRI as text"))
        if checked(self.license, str, "license", "an IRI as text"):
            check_iri(self.license)
        if checked(self.workers, int, "workers", "a whole number") < 1:
            raise UsageError(f"workers must be 1 or more, not {self.workers}")
        checked(self.vocabularies, tuple, "vocabularies", "a tuple of files")
        checked(self.extract, ExtractOptions, "extract", "kg.ExtractOptions")
        checked(self.resolve, ResolveOptions, "resolve", "kg.resolve.ResolveOptions")


def stored_options(version: Path) -> BuildOptions:
    """The options that a version was built with.

    Raises:
        GraphError: its run.json is missing or damaged.
    """
    run = read_json(version, "run.json")
    try:
        resolve = {k: v for k, v in run["resolve"].items() if k != "rules"}
        return BuildOptions(
            base=run["base"],
            workers=run["workers"],
            authors=run["authors"],
            license=run["license"],
            vocabularies=tuple(os.path.normpath(version.parent / v) for v in run["vocabularies"]),
            extract=ExtractOptions(**run["extract"]),
            resolve=ResolveOptions(**resolve),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise GraphError(f"{version / 'run.json'} is of another version of kg: {error};"
                         " build the graph again") from error  # fmt: skip


def from_home(name: str, home: Path) -> str:
    """A file as it is found from a graph folder, so that commands elsewhere find it too.

    >>> from_home("lists/cso.csv", Path("graphs/mine.kg"))
    '../../lists/cso.csv'
    """
    return Path(os.path.relpath(name, home)).as_posix()


def stored_fields(version: Path) -> Mapping[str, str]:
    """Which column or field held what in the input of a version; see `Inputs.fields`.

    Raises:
        GraphError: its run.json is missing or damaged.
    """
    fields = read_json(version, "run.json").get("fields")
    return fields if isinstance(fields, dict) else {}


def with_rules(options: BuildOptions, home: Path) -> BuildOptions:
    """The options with the rulings that lie in a graph folder, unless they bring their own.

    Raises:
        GraphError: the file of rulings is damaged.
    """
    if options.resolve.rules != Rules() or not (home / MERGES).is_file():
        return options
    return replace(options, resolve=replace(options.resolve, rules=load_rules(home / MERGES)))


def load_rules(path: Path) -> Rules:
    """Rulings out of a YAML file.

    Raises:
        UsageError: it is no YAML, or says what no ruling can say.
        OSError: it cannot be read.
    """
    try:
        return read_rules(yaml.safe_load(path.read_text("utf-8-sig")))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        where = " ".join(str(error).split())
        raise UsageError(f"{path} is no YAML file: {where}") from error
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


def write_rules(home: Path, rules: Rules) -> None:
    """Write rulings into a graph folder; none there and none to write leaves no file."""
    file = home / MERGES
    if rules == Rules() and not file.exists():
        return
    text = yaml.safe_dump(to_plain(rules), allow_unicode=True, sort_keys=False)
    write_text(file, text if to_plain(rules) else "{}\n")
