"""Parameters of a query, in the manner of grlc: variables `?_name`, `?__name` if optional.

A value is bound as an escaped RDF term in the place of a *token*. Replacing text would hit
`?_years` when `?_year` is meant, reach into strings, and let a value end the string it
stands in. Oxigraph's own `substitutions` raise an error for a variable that the query does
not project, and a parameter never is projected, so binding is done here.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from kg.errors import QueryError
from kg.query.tokens import Token, tokenize
from kg.vocab import DEFAULT_BASE, PREFIXES, expand, term

Value = str | int | float

_LANGUAGE = re.compile(r"[a-z]{2,3}")
_PLAIN_KINDS = frozenset({"literal", "iri", "integer", "number"})
_NUMBERS = {
    "integer": re.compile(r"[+-]?[0-9]+"),
    "number": re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"),
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter; `kind` is literal, iri, integer, number, a language or a CURIE datatype."""

    name: str
    kind: str
    required: bool


def parse_variable(variable: str) -> Parameter | None:
    """The parameter that a variable is, or None for an ordinary variable.

    Raises:
        QueryError: it looks like a parameter, but its suffix names no kind.

    >>> parse_variable("?__since_integer")
    Parameter(name='since', kind='integer', required=False)
    >>> parse_variable("?since") is None
    True
    """
    match = re.fullmatch(r"[?$](__?)([^_]\w*)", variable)
    if match is None:
        return None
    name, *suffix = match.group(2).split("_")
    return Parameter(name, _kind(variable, suffix), match.group(1) == "_")


def find_parameters(tokens: Iterable[Token]) -> tuple[Parameter, ...]:
    """The parameters of a query in the order in which they appear.

    Raises:
        QueryError: one name is used with two kinds.
    """
    found: dict[str, Parameter] = {}
    for token in tokens:
        parameter = parse_variable(token.text) if token.kind == "variable" else None
        if parameter and found.setdefault(parameter.name, parameter) != parameter:
            raise QueryError(f"the parameter {parameter.name!r} is written in two ways")
    return tuple(found.values())


def bind(
    text: str,
    values: Mapping[str, Value],
    defaults: Mapping[str, Value] | None = None,
    base: str = DEFAULT_BASE,
) -> str:
    """The query with its parameters replaced by terms; an unset optional one stays a variable.

    Args:
        text: the query.
        values: name -> value; an IRI may be given whole or as a CURIE of the graph's prefixes.
        defaults: what to take for names without a value.
        base: what the empty prefix stands for.

    Raises:
        QueryError: an unknown name, a required one without value, or a value of a wrong kind.

    >>> bind('SELECT * { ?s ?p ?o FILTER(?o = ?_word) } # ?_word', {"word": '"'})
    'SELECT * { ?s ?p ?o FILTER(?o = "\\\\"") } # ?_word'
    """
    return "".join(part for _, part in bind_tokens(list(tokenize(text)), values, defaults, base))


def bind_tokens(
    tokens: Sequence[Token],
    values: Mapping[str, Value],
    defaults: Mapping[str, Value] | None = None,
    base: str = DEFAULT_BASE,
) -> list[tuple[Token, str]]:
    """Every token with the text to be sent for it. See `bind`."""
    parameters = find_parameters(tokens)
    given = {**(defaults or {}), **values}
    _check_names(parameters, values, given)
    terms = {p.name: _term(p, given[p.name], base) for p in parameters if p.name in given}
    return [(token, _bound(token, terms)) for token in tokens]


def _bound(token: Token, terms: Mapping[str, str]) -> str:
    parameter = parse_variable(token.text) if token.kind == "variable" else None
    return terms.get(parameter.name, token.text) if parameter else token.text


def _check_names(
    parameters: Sequence[Parameter], values: Mapping[str, Value], given: Mapping[str, Value]
) -> None:
    names = [p.name for p in parameters]
    takes = f"this query takes: {', '.join(names) or 'no parameters'}"
    if unknown := sorted(set(values) - set(names)):
        raise QueryError(f"unknown parameter {unknown[0]!r}; {takes}")
    if missing := [p.name for p in parameters if p.required and p.name not in given]:
        raise QueryError(f"the parameter {missing[0]!r} needs a value; {takes}")


def _kind(variable: str, suffix: Sequence[str]) -> str:
    if not suffix:
        return "literal"
    if len(suffix) == 1 and (suffix[0] in _PLAIN_KINDS or _LANGUAGE.fullmatch(suffix[0])):
        return suffix[0]
    if len(suffix) == 2 and suffix[0] in PREFIXES and suffix[1]:
        return ":".join(suffix)
    raise QueryError(
        f"{variable} is no parameter: a name in letters and digits, then nothing or one of"
        f" {', '.join('_' + kind for kind in sorted(_PLAIN_KINDS))}, a language as in _en,"
        " a datatype as in _xsd_date"
    )


def _term(parameter: Parameter, value: Value, base: str) -> str:
    if value is None or (isinstance(value, Collection) and not isinstance(value, str)):
        raise QueryError(
            f"the parameter {parameter.name!r} takes one text or number, not {value!r}"
        )
    text = str(value).lower() if isinstance(value, bool) else str(value)
    try:
        return str(_iri(text, base) if parameter.kind == "iri" else _literal(parameter.kind, text))
    except ValueError as error:
        raise QueryError(
            f"the parameter {parameter.name!r} takes a value of kind {parameter.kind},"
            f" not {text!r}: {error}"
        ) from error


def _literal(kind: str, text: str) -> ox.Literal:
    if kind == "literal":
        return ox.Literal(text)
    if kind in _NUMBERS:
        if not _NUMBERS[kind].fullmatch(text.strip()):
            raise ValueError(f"not a plain {kind}")
        is_integer = _NUMBERS["integer"].fullmatch(text.strip())
        datatype = term("xsd:integer" if is_integer else "xsd:decimal")
        return ox.Literal(text.strip(), datatype=ox.NamedNode(datatype))
    if datatype_iri := expand(kind):
        return ox.Literal(text, datatype=ox.NamedNode(datatype_iri))
    return ox.Literal(text, language=kind)


def _iri(text: str, base: str) -> ox.NamedNode:
    whole = text[1:-1] if text.startswith("<") and text.endswith(">") else text
    return ox.NamedNode(expand(text, base) or whole)
