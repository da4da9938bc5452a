r"""A small SPARQL tokenizer: as much as binding parameters and refusing SERVICE safely needs.

Lossless: the texts of the tokens joined are the query again. The rules are those of
SPARQL 1.1, section 19.8; the longest match wins.

Oxigraph parses without a separate tokenizer and so reads more than the standard says:
`SERVICESILENT<…>`, `SERVICEex:x {` and, after `?a`, `<?b)SERVICE#>` all reach its SERVICE
clause. `check_allowed` therefore refuses the word wherever Oxigraph could see it.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from kg.errors import QueryError

Kind = Literal["space", "comment", "string", "iri", "variable", "name", "lang", "word", "other"]
Form = Literal["SELECT", "ASK", "CONSTRUCT", "DESCRIBE"]

_LETTER = r"[^\W\d_]"
_LOCAL = r"(?:[\w:\-.]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?#@%])*"
_RULES: tuple[tuple[Kind, str], ...] = (
    ("space", r"\s+"),
    ("comment", r"#[^\r\n]*"),
    ("string", r'"""(?:"{0,2}(?:[^"\\]|\\.))*"""'),
    ("string", r"'''(?:'{0,2}(?:[^'\\]|\\.))*'''"),
    ("string", r'"(?:[^"\\\r\n]|\\[^\r\n])*"'),
    ("string", r"'(?:[^'\\\r\n]|\\[^\r\n])*'"),
    ("iri", r'<[^<>"{}|^`\x00-\x20]*>'),
    ("variable", r"[?$]\w+"),
    ("name", rf"(?:_|{_LETTER}(?:[\w\-.]*[\w\-])?)?:{_LOCAL}"),
    ("lang", r"@[A-Za-z]+(?:-[A-Za-z0-9]+)*"),
    ("word", r"[^\W\d]\w*"),
    ("other", r"."),
)
_TOKEN = re.compile("|".join(f"({rule})" for _, rule in _RULES), re.DOTALL)
_SERVICE = re.compile("service", re.IGNORECASE)
_GLUED = re.compile(
    # After a dot Oxigraph may end a name earlier than the standard does.
    r"(?:(?<=\.)service|(?<![\w:/?$@#\-])service(?!:))"
    r"\s*(?:silent\s*)?(?:[?$]\w+|<[^>]*>|[\w.\-]*:[^\s{]*)\s*\{",
    re.IGNORECASE,
)
_FORMS: dict[str, Form] = {
    "SELECT": "SELECT",
    "ASK": "ASK",
    "CONSTRUCT": "CONSTRUCT",
    "DESCRIBE": "DESCRIBE",
}
_WHY = (
    "queries are answered from this graph alone, unless a host is allowed by name"
    " (kg query --allow-service HOST)"
)
_UPDATES = frozenset("INSERT DELETE LOAD CLEAR DROP CREATE ADD MOVE COPY WITH".split())


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a query; `start` counts code points from the beginning."""

    kind: Kind
    text: str
    start: int


def tokenize(text: str) -> Iterator[Token]:
    """Cut a query into tokens.

    >>> [token.text for token in tokenize("?year<5 # ?year") if token.kind == "variable"]
    ['?year']
    """
    for match in _TOKEN.finditer(text):
        yield Token(_RULES[(match.lastindex or 0) - 1][0], match.group(), match.start())


def query_form(tokens: Sequence[Token]) -> Form:
    """SELECT, ASK, CONSTRUCT or DESCRIBE.

    Raises:
        QueryError: an update, or no query at all.
    """
    for token in tokens:
        word = token.text.upper()
        if token.kind != "word" or word in {"PREFIX", "BASE"}:
            continue
        if word in _UPDATES:
            raise QueryError(f"{word} is an update; only queries are answered here")
        if word in _FORMS:
            return _FORMS[word]
        raise QueryError(f"a query begins with {', '.join(_FORMS)}, not with {token.text!r}")
    raise QueryError(f"this is no query: it has none of {', '.join(_FORMS)}")


def selects_all(tokens: Sequence[Token]) -> bool:
    """Whether the query is a `SELECT *`, whose columns nobody has put in an order."""
    words = [token.text.upper() for token in tokens if token.kind in {"word", "other", "variable"}]
    after = words[words.index("SELECT") + 1 :] if "SELECT" in words else []
    return after[:1] == ["*"] or (after[:1] in (["DISTINCT"], ["REDUCED"]) and after[1:2] == ["*"])


def check_allowed(tokens: Sequence[Token], services: Collection[str] = ()) -> None:
    """Refuse SERVICE, which would send parts of the query to another machine.

    Args:
        services: hosts that it may be sent to; the clause must name one in an absolute IRI.

    Raises:
        QueryError: the query has another SERVICE clause, or may hide one from this tokenizer.
    """
    # Whatever hides a clause from this tokenizer is refused whichever hosts are allowed.
    named = any(_SERVICE.search(token.text) for token in tokens)
    tokens = list(_without_allowed(tokens, services))
    solid = [token for token in tokens if token.kind not in {"space", "comment"}]
    for before, token in zip([None, *solid], solid, strict=False):
        if token.kind == "word" and _SERVICE.search(token.text):
            raise QueryError(_refusal("SERVICE", token, tokens))
        if named and token.kind == "iri" and before and _may_be_less_than(before, token):
            raise QueryError(_refusal("an IRI with ' or ) where SERVICE could hide", token, tokens))
        if token.kind == "name" and _SERVICE.search(token.text.partition(":")[0]):
            _check_service_prefix(before, token, tokens)
    if _GLUED.search(_blank_texts(tokens)):
        raise QueryError(f"SERVICE is refused: {_WHY}")


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of an offset."""
    line = text.count("\n", 0, offset) + 1
    return line, offset - (text.rfind("\n", 0, offset) + 1) + 1


def _without_allowed(tokens: Sequence[Token], services: Collection[str]) -> Iterator[Token]:
    """The tokens with each SERVICE that names an allowed host made a harmless GRAPH."""
    for number, token in enumerate(tokens):
        if token.kind == "word" and token.text.upper() == "SERVICE":
            rest = (t for t in tokens[number + 1 :] if t.kind not in {"space", "comment"})
            follows = [t for t, _ in zip(rest, range(2), strict=False)]
            if follows and follows[0].text.upper() == "SILENT":
                follows = follows[1:]
            if follows and follows[0].kind == "iri" and _host(follows[0].text[1:-1]) in services:
                yield replace(token, text="GRAPH")
                continue
        yield token


def _host(iri: str) -> str | None:
    try:
        parts = urlsplit(iri)
    except ValueError:
        return None
    return parts.hostname if parts.scheme in {"http", "https"} else None


def _may_be_less_than(before: Token, token: Token) -> bool:
    """Whether `<` could be the operator: then `'` or `)` inside would change all that follows."""
    operand = before.kind in {"variable", "string", "iri", "name", "lang", "word"}
    return (operand or before.text in ")]0123456789.") and bool(re.search("['()]", token.text))


def _check_service_prefix(before: Token | None, token: Token, tokens: Sequence[Token]) -> None:
    """`service:x` is a fine name, but Oxigraph reads `service:x {` as a clause on `:x`."""
    rest = (t for t in tokens if t.start > token.start and t.kind not in {"space", "comment"})
    follows = next(rest, None)
    after_graph = before is not None and before.text.upper() == "GRAPH"
    if follows is not None and follows.text == "{" and not after_graph:
        raise QueryError(_refusal("SERVICE", token, tokens))


def _blank_texts(tokens: Sequence[Token]) -> str:
    blanks = {"string": '""', "comment": " "}
    return "".join(blanks.get(token.kind, token.text) for token in tokens)


def _refusal(what: str, token: Token, tokens: Sequence[Token]) -> str:
    line, column = position("".join(t.text for t in tokens), token.start)
    return f"line {line}, column {column}: {what} is refused: {_WHY}"
