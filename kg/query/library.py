"""Queries with a header: those of the library, those in a file, and text just typed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from kg.errors import InputError, QueryError
from kg.query.parameters import Parameter, Value, find_parameters
from kg.query.tokens import Form, query_form, tokenize

HEADER = "#+"
#: Twelve times as fast as the loader in Python, where PyYAML was built with libyaml.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PACKAGE = Path(__file__).resolve().parents[1]
#: In a wheel the folder is inside the package, in a checkout beside it.
_FOLDERS = (_PACKAGE / "queries", _PACKAGE.parent / "queries")


@dataclass(frozen=True, slots=True)
class QuerySpec:
    """A query and what its header says. `parameters` are found in the text itself.

    `columns` are the variables of the answer as the header promises them; a test keeps the
    library to its word.
    """

    name: str
    text: str
    form: Form
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    defaults: Mapping[str, Value] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()


def queries() -> tuple[QuerySpec, ...]:
    """The queries that come with kg, sorted by name.

    >>> "methods-by-papers" in [spec.name for spec in queries()]
    True
    """
    return tuple(_read(path) for path in _library_files().values())


def load(query: str) -> QuerySpec:
    """A query by its name in the library, by the path of an .rq file, or as SPARQL text.

    Raises:
        QueryError: neither of the three, a broken header or parameter, or an update.
        InputError: the file cannot be read.

    >>> load("ASK { ?paper pkg:uses :c-bert }").form
    'ASK'
    """
    files = _library_files()
    if query in files:
        return _read(files[query])
    if query.endswith(".rq") and "\n" not in query:
        return _read(Path(query))
    if not any(sign in query for sign in " \n\t{"):
        alike = [name for name in files if query and query in name]
        near = ", ".join(dict.fromkeys(alike + get_close_matches(query, files, cutoff=0.5)))
        hint = f"near it: {near}; " if near else ""
        raise QueryError(f"no query is called {query!r}; {hint}kg queries lists all {len(files)}")
    return parse("query", query)


@lru_cache(maxsize=64)  # a program that asks a question asks it again
def parse(name: str, text: str) -> QuerySpec:
    """A query text with its header, checked as far as it can be without an engine.

    Raises:
        QueryError: see `load`.
    """
    tokens = list(tokenize(text))
    header = _header(name, text)
    parameters = find_parameters(tokens)
    return QuerySpec(
        name=name,
        text=text,
        form=query_form(tokens),
        summary=str(header.get("summary", "")).strip(),
        description=str(header.get("description", "")).strip(),
        tags=tuple(str(tag) for tag in header.get("tags", ())),
        columns=tuple(str(column) for column in header.get("columns", ())),
        defaults=_defaults(name, header.get("defaults", {}), parameters),
        parameters=parameters,
    )


def _library_files() -> dict[str, Path]:
    folder = next((folder for folder in _FOLDERS if folder.is_dir()), None)
    return {path.stem: path for path in sorted(folder.glob("*.rq"))} if folder else {}


def _read(path: Path) -> QuerySpec:
    try:
        return parse(path.stem, path.read_text("utf-8-sig"))
    except OSError as error:
        raise InputError(f"cannot read the query {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read the query {path}: it is not UTF-8") from error


def _header(name: str, text: str) -> Mapping[str, Any]:
    lines = [line.removeprefix(HEADER) for line in text.splitlines() if line.startswith(HEADER)]
    try:
        header = yaml.load("\n".join(lines), Loader=_LOADER)
    except yaml.YAMLError as error:
        raise QueryError(f"the header ({HEADER}) of {name} is no YAML: {error}") from error
    if header is None:
        return {}
    lists = ("tags", "columns")
    if not isinstance(header, dict) or any(type(header.get(key, [])) is not list for key in lists):
        raise QueryError(
            f"the header ({HEADER}) of {name} is no YAML mapping with lists of tags and columns"
        )
    return header


def _defaults(name: str, value: object, parameters: tuple[Parameter, ...]) -> Mapping[str, Value]:
    """A mapping, or a list of one-key mappings as grlc has it."""
    defaults: dict[str, Value] = {}
    for part in value if isinstance(value, list) else [value]:
        if not isinstance(part, dict):
            raise QueryError(f"the defaults of {name} are no mapping from parameters to values")
        defaults |= {str(key): entry for key, entry in part.items()}
    if unknown := sorted(set(defaults) - {parameter.name for parameter in parameters}):
        raise QueryError(f"{name} has a default for {unknown[0]!r}, which is no parameter of it")
    return MappingProxyType(defaults)
