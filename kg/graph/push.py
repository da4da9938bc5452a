"""A graph sent to a triple store over the SPARQL 1.1 Graph Store HTTP Protocol.

All graphs are loaded in parts under other names and then put in their places by one SPARQL
update, so that nobody sees half of them. Where no address for updates is known, each graph must
fit in one request, which replaces it at once.

Every request may be repeated: a graph is a set, and there are no blank nodes. Only the update
may not, since moving what is gone already would empty the place it was moved to.
"""

import contextlib
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
import pyoxigraph as ox

from kg import vocab
from kg.arguments import checked
from kg.errors import UsageError
from kg.graph.ask import query_text
from kg.graph.network import Graph
from kg.graph.remote import check_address, connect, send

Progress = Callable[[str, int, int | None], None]

#: Where stores take updates, by the end of the path at which they take graphs: Oxigraph, Fuseki,
#: GraphDB and RDF4J, Virtuoso.
_UPDATES = {
    "/store": "/update",
    "/data": "/update",
    "/rdf-graphs/service": "/statements",
    "/sparql-graph-crud-auth": "/sparql-auth",
    "/sparql-graph-crud": "/sparql",
}
#: Seconds for each of the requests that clear up after a failure.
_FAREWELL = 5.0
_TURTLE = {"Content-Type": "text/turtle; charset=utf-8"}
_UPDATE = {"Content-Type": "application/sparql-update; charset=utf-8"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PushOptions:
    """Where and how a graph is sent.

    `graph` is the IRI of the graph for what stands in the default graph here, empty for the
    default graph there; `update` the address for SPARQL updates, where it cannot be known from
    the endpoint; `chunk_bytes` the size of a request; `timeout` the seconds of silence allowed.
    """

    graph: str = ""
    update: str = ""
    chunk_bytes: int = 4 * 1024 * 1024
    timeout: float = 120.0


@dataclass(frozen=True, slots=True)
class _Place:
    """A graph: the one it is here, and the IRI it is to have there (empty: the default graph)."""

    graph: Any
    iri: str


def push(
    graph: Graph,
    endpoint: str,
    options: PushOptions | None = None,
    progress: Progress = lambda stage, done, total: None,
) -> int:
    """Replace the graphs of a triple store by those of a graph of ours.

    Args:
        graph: an opened graph; only read.
        endpoint: the address of the Graph Store Protocol.
        progress: told how many triples are sent.

    Returns:
        How many triples were sent. The login is that of KG_USER and KG_PASSWORD.

    Raises:
        UsageError: an address or IRI that is none, or a graph that needs an address for updates.
        KgError: the server is away, refuses, or fails; its graphs are as they were, unless the
            message says otherwise.

    >>> push(kg.open("a.kg"), "http://localhost:7878/store")             # doctest: +SKIP
    """
    chosen = checked(options or PushOptions(), PushOptions, "options", "kg.PushOptions")
    if not hasattr(graph, "store"):
        checked(graph, (), "graph", "a graph, as kg.open gives it")
    checked(endpoint, str, "endpoint", "an address as text")
    update = chosen.update or _update_address(check_address(endpoint))
    total = len(graph.store)  # once: the store walks through all of it to count
    with connect(chosen.timeout) as client:
        sending = _Sending(
            graph, endpoint, chosen, client, lambda done: progress("pushing", done, total)
        )
        if update:
            sending.swap(check_address(update))
        else:
            sending.replace()
    return total


@dataclass(frozen=True, slots=True)
class _Sending:
    """One push."""

    graph: Graph
    endpoint: str
    options: PushOptions
    client: httpx.Client
    progress: Callable[[int], None]

    def swap(self, update: str) -> None:
        """Load everything aside, then move it in one update."""
        key = uuid.uuid4().hex[:8]
        places = self._places()
        aside = [
            replace(place, iri=vocab.incoming_iri(self.graph.base, number, key))
            for number, place in enumerate(places)
        ]
        try:
            self._load(aside)
            moves = " ;\n".join(map(_move, aside, places))
            request = self.client.build_request("POST", update, content=moves, headers=_UPDATE)
            send(self.client, request, repeatable=False)
        except BaseException:
            self._drop(aside)
            raise

    def replace(self) -> None:
        """Send each graph in one request; whether all fit is known before the first is sent."""
        places = self._places()
        for place in places:
            if len(list(islice(self._chunks(place), 2))) > 1:
                raise UsageError(
                    "the graph does not fit in one request; name the address for SPARQL updates"
                    " (--update), so that it can be sent in parts"
                )
        self._load(places)

    def _places(self) -> list[_Place]:
        """The default graph last: it is what people ask, and the others are about it."""
        iris = [vocab.graph_iri(self.graph.base, name) for name in ("evidence", "runs")]
        default = vocab.check_iri(self.options.graph) if self.options.graph else ""
        return [*(_Place(ox.NamedNode(iri), iri) for iri in iris),
                _Place(ox.DefaultGraph(), default)]  # fmt: skip

    def _load(self, places: Iterable[_Place]) -> None:
        done = 0
        for place in places:
            params = {"graph": place.iri} if place.iri else {"default": ""}
            for number, lines in enumerate(self._chunks(place)):
                request = self.client.build_request(
                    "POST" if number else "PUT",
                    self.endpoint,
                    params=params,
                    content=b"".join(lines),
                    headers=_TURTLE,
                )
                send(self.client, request)
                done += len(lines)
                self.progress(done)

    def _drop(self, places: Iterable[_Place]) -> None:
        """Leave nothing behind, as far as the server still listens."""
        for place in places:
            with contextlib.suppress(httpx.HTTPError):
                params = {"graph": place.iri}
                self.client.delete(self.endpoint, params=params, timeout=_FAREWELL)

    def _chunks(self, place: _Place) -> Iterator[list[bytes]]:
        """The triples of a graph as lines of N-Triples, which is Turtle too; at least one chunk."""
        lines: list[bytes] = []
        size = 0
        for quad in self.graph.store.quads_for_pattern(None, None, None, place.graph):
            line = f"{quad.subject} {quad.predicate} {quad.object} .\n".encode()
            if lines and size + len(line) > self.options.chunk_bytes:
                yield lines
                lines, size = [], 0
            lines.append(line)
            size += len(line)
        yield lines


def _move(source: _Place, target: _Place) -> str:
    to = f"<{target.iri}>" if target.iri else "DEFAULT"
    return query_text("move").replace("<source>", f"<{source.iri}>").replace("<target>", to)


def _update_address(endpoint: str) -> str:
    parts = urlsplit(endpoint)
    for end, update in _UPDATES.items():
        if parts.path.endswith(end):
            return urlunsplit(parts._replace(path=parts.path.removesuffix(end) + update, query=""))
    return ""
