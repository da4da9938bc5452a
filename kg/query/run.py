"""Run a query on a store and hold the answer as values."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from kg.errors import KgError, QueryError
from kg.graph.frames import load_pandas
from kg.query.library import QuerySpec
from kg.query.parameters import Value, bind_tokens
from kg.query.tokens import Token, check_allowed, position, selects_all, tokenize
from kg.vocab import DEFAULT_BASE, PREFIXES

if TYPE_CHECKING:
    import pandas

Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple

_PLACE = re.compile(r"error at (\d+):(\d+): expected (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query gives: rows (SELECT), a boolean (ASK) or triples (CONSTRUCT, DESCRIBE).

    A row has one term for each variable, None where it is unbound. Triples are sorted.
    """

    variables: tuple[str, ...] = ()
    rows: tuple[tuple[Term | None, ...], ...] = ()
    boolean: bool | None = None
    triples: tuple[ox.Triple, ...] | None = None

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a data frame: IRIs as text, numbers and booleans as such, unbound as None.

        Raises:
            UsageError: pandas is not installed.
        """
        if self.boolean is not None:
            return load_pandas().DataFrame({"boolean": [self.boolean]})
        rows: Sequence[Sequence[Term | None]] = self.rows
        columns = list(self.variables)
        if self.triples is not None:
            columns = ["subject", "predicate", "object"]
            rows = [[t.subject, t.predicate, t.object] for t in self.triples]
        return load_pandas().DataFrame([list(map(_plain, row)) for row in rows], columns=columns)


def run(
    store: ox.Store,
    spec: QuerySpec,
    params: Mapping[str, Value] | None = None,
    base: str = DEFAULT_BASE,
    services: Collection[str] = (),
) -> Answer:
    """Answer a query from a store.

    The graph's prefixes and the empty prefix for the base are declared, unless the query
    declares them itself; relative IRIs such as `<graph-evidence>` stand for IRIs of the base.

    Args:
        services: hosts that SERVICE may send parts of the query to.

    Raises:
        QueryError: wrong parameters, a SERVICE that is not allowed, or the query does not parse;
            with line and column.
        KgError: a SERVICE gave no answer.
    """
    tokens = _tokens(spec.text)
    check_allowed(tokens, services)
    bound = bind_tokens(tokens, params or {}, spec.defaults, base)
    text = "".join(part for _, part in bound)
    try:
        result = store.query(text, base_iri=base, prefixes={**PREFIXES, "": base})
        return _answer(result, _first_seen(tokens) if selects_all(tokens) else {})
    except (SyntaxError, ValueError) as error:
        raise QueryError(_explain(str(error), spec, bound)) from error
    except (OSError, RuntimeError) as error:
        raise KgError(f"the query {spec.name!r} failed: {error}") from error


@lru_cache(maxsize=64)
def _tokens(text: str) -> tuple[Token, ...]:
    return tuple(tokenize(text))


def _first_seen(tokens: Sequence[Token]) -> Mapping[str, int]:
    """Where a reader meets each variable: Oxigraph gives those of `SELECT *` by name."""
    return {token.text[1:]: token.start for token in reversed(tokens) if token.kind == "variable"}


_NUMBERS: Mapping[str, Callable[[str], Any]] = {
    "integer": int,
    "decimal": float,
    "double": float,
    "boolean": lambda text: text in {"true", "1"},
}


def _plain(cell: Term | None) -> Any:
    if isinstance(cell, ox.Literal):
        made = _NUMBERS.get(cell.datatype.value.removeprefix(PREFIXES["xsd"]), str)
        try:
            return made(cell.value)
        except ValueError:  # "many"^^xsd:integer is a literal too
            return cell.value
    return None if cell is None else getattr(cell, "value", str(cell))


def _answer(
    result: ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples, places: Mapping[str, int]
) -> Answer:
    if isinstance(result, ox.QueryBoolean):
        return Answer(boolean=bool(result))
    if isinstance(result, ox.QueryTriples):
        return Answer(triples=tuple(sorted(result, key=str)))
    names = [variable.value for variable in result.variables]
    variables = tuple(sorted(names, key=lambda name: places.get(name, 0)))
    rows = tuple(tuple(solution[name] for name in variables) for solution in result)
    return Answer(variables=variables, rows=rows)


def _explain(message: str, spec: QuerySpec, bound: Sequence[tuple[Token, str]]) -> str:
    """The engine's message with the place in the query as its author wrote it."""
    match = _PLACE.match(message)
    if match is None:
        return f"the query {spec.name!r} is not valid: {message}"
    unknown = _unknown_prefix([token for token, _ in bound])
    if unknown:
        line, column = position(spec.text, unknown.start)
        reason = f": the prefix {unknown.text.partition(':')[0]!r} is not declared"
    else:
        line, column = _source_place(spec.text, bound, int(match.group(1)), int(match.group(2)))
        reason = _reason(match.group(3))
    shown = spec.text.split("\n")[line - 1]
    return f"line {line}, column {column}: not valid SPARQL{reason}\n{shown}\n{' ' * (column - 1)}^"


def _unknown_prefix(tokens: Sequence[Token]) -> Token | None:
    """The first name with a prefix that nobody declared: the engine does not say so."""
    solid = [token for token in tokens if token.kind not in {"space", "comment"}]
    declared = {*PREFIXES, "", "_"} | {
        name.text.rstrip(":")
        for keyword, name in pairwise(solid)
        if keyword.kind == "word" and keyword.text.upper() == "PREFIX"
    }
    names = (token for token in solid if token.kind == "name")
    return next((name for name in names if name.text.partition(":")[0] not in declared), None)


def _reason(expected: str) -> str:
    """What the parser says in a sentence; its lists of possible tokens mislead more than help."""
    choices = expected.removeprefix("one of ").split(", ")
    return next((f": {choice}" for choice in choices if choice.count(" ") > 2), "")


def _source_place(
    source: str, bound: Sequence[tuple[Token, str]], line: int, column: int
) -> tuple[int, int]:
    """Translate a place in the bound text into one in the source."""
    lines = "".join(part for _, part in bound).split("\n")
    offset = sum(len(text) + 1 for text in lines[: line - 1]) + column - 1
    for token, part in bound:
        if offset < len(part):
            return position(source, token.start + min(offset, len(token.text) - 1))
        offset -= len(part)
    return position(source, len(source.rstrip()))
