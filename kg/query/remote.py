"""A query answered by a SPARQL endpoint instead of a store of our own."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import httpx
import pyoxigraph as ox

from kg import vocab
from kg.errors import KgError
from kg.graph.remote import check_address, connect, send
from kg.query.library import QuerySpec
from kg.query.parameters import Value, bind
from kg.query.run import Answer
from kg.query.tokens import check_allowed, tokenize
from kg.vocab import DEFAULT_BASE, PREFIXES

_ROWS = ox.QueryResultsFormat.JSON
_TRIPLES = ox.RdfFormat.N_TRIPLES
_ACCEPT = {
    True: f"{_ROWS.media_type}, application/json;q=0.5",
    False: f"{_TRIPLES.media_type}, text/turtle;q=0.8, application/rdf+xml;q=0.5",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where to ask, and how our graph lies there.

    `graph` is the IRI of the graph that stands for the default graph, empty for that of the
    server; `base` the base IRI of the data; `timeout` the seconds that the server may be silent.
    """

    address: str
    graph: str = ""
    base: str = DEFAULT_BASE
    timeout: float = 120.0


def run_remote(
    endpoint: Endpoint,
    spec: QuerySpec,
    params: Mapping[str, Value] | None = None,
    services: Collection[str] = (),
) -> Answer:
    """Answer a query from a SPARQL 1.1 endpoint; parameters, prefixes and base as in `run`.

    The login is that of KG_USER and KG_PASSWORD.

    Raises:
        UsageError: the address or an IRI is none.
        QueryError: wrong parameters, or a SERVICE that is not allowed.
        KgError: the endpoint is away, refuses, fails, or answers what is no result of SPARQL.

    >>> run_remote(Endpoint(address="http://localhost:7878/query"), spec)   # doctest: +SKIP
    """
    check_allowed(list(tokenize(spec.text)), services)
    text = bind(spec.text, params or {}, spec.defaults, endpoint.base)
    is_rows = spec.form in {"SELECT", "ASK"}
    with connect(endpoint.timeout) as client:
        request = client.build_request(
            "POST",
            check_address(endpoint.address),
            data={"query": _prologue(endpoint.base) + text, **_dataset(endpoint)},
            headers={"Accept": _ACCEPT[is_rows]},
        )
        response = send(client, request)
    try:
        return _rows(response.content) if is_rows else _triples(response)
    except (SyntaxError, ValueError) as error:
        raise KgError(f"{endpoint.address} answered no result of SPARQL: {error}") from error


def _prologue(base: str) -> str:
    """The graph's prefixes on the query's own first line, so that lines in errors stay right."""
    prefixes = {**PREFIXES, "": base}
    declared = (f"PREFIX {name}: <{iri}> " for name, iri in prefixes.items())
    return f"BASE <{vocab.check_base(base)}> {''.join(declared)}"


def _dataset(endpoint: Endpoint) -> dict[str, str | list[str]]:
    """Which graphs to ask: one that is named excludes all others, so all are."""
    if not endpoint.graph:
        return {}
    named = [vocab.graph_iri(endpoint.base, name) for name in ("evidence", "runs")]
    return {"default-graph-uri": vocab.check_iri(endpoint.graph), "named-graph-uri": named}


def _rows(content: bytes) -> Answer:
    result = ox.parse_query_results(content, _ROWS)
    if isinstance(result, ox.QueryBoolean):
        return Answer(boolean=bool(result))
    names = tuple(variable.value for variable in result.variables)
    return Answer(names, tuple(tuple(row[name] for name in names) for row in result))


def _triples(response: httpx.Response) -> Answer:
    media_type = response.headers.get("content-type", "").partition(";")[0]
    quads = ox.parse(response.content, ox.RdfFormat.from_media_type(media_type) or _TRIPLES)
    return Answer(triples=tuple(sorted({quad.triple for quad in quads}, key=str)))
