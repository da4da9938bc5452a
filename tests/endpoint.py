"""A small triple store on loopback: Graph Store Protocol, queries, updates, logins and failures."""

import hashlib
import threading
from base64 import b64encode
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import parse_http_list, parse_keqv_list

import pyoxigraph as ox

USER, PASSWORD, REALM, NONCE = "ada", "s3cret:ü", "triples", "0a1b2c"


@dataclass
class Endpoint:
    """`failures` are (method, path, status) to be answered once each; status 0 never answers."""

    store: ox.Store = field(default_factory=ox.Store)
    login: str = ""
    failures: list[tuple[str, str, int]] = field(default_factory=list)
    log: list[tuple[str, str]] = field(default_factory=list)
    authorizations: list[str | None] = field(default_factory=list)
    body: bytes | None = None
    released: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> "Endpoint":
        endpoint = self

        class Handler(_Handler):
            state = endpoint

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def graphs(self) -> set[str]:
        return {graph.value for graph in self.store.named_graphs()}


class _Handler(BaseHTTPRequestHandler):
    state: Endpoint
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = urlsplit(self.path).path
        self.state.log.append((self.command, path))
        self.state.authorizations.append(self.headers.get("Authorization"))
        if not self._logged_in():
            challenge = {"basic": f'Basic realm="{REALM}"', "digest": self._digest_challenge()}
            self._answer(401, headers={"WWW-Authenticate": challenge[self.state.login]})
            return
        for failure in self.state.failures:
            if failure[:2] == (self.command, path):
                self.state.failures.remove(failure)
                if not failure[2]:
                    self.state.released.wait()
                self._answer(failure[2] or 500, b"out of order")
                return
        try:
            self._serve(path, content)
        except (SyntaxError, ValueError) as error:
            self._answer(400, str(error).encode())

    do_PUT = do_POST = do_DELETE = do_GET  # noqa: N815

    def _serve(self, path: str, content: bytes) -> None:
        store = self.state.store
        if path in {"/store", "/graphs"}:
            params = parse_qs(urlsplit(self.path).query, keep_blank_values=True)
            graph: Any = ox.DefaultGraph()
            if "default" not in params:
                graph = ox.NamedNode(params["graph"][0])
            if self.command in {"PUT", "DELETE"}:
                store.clear_graph(graph)
            if self.command == "DELETE":
                store.remove_graph(graph)
            else:
                store.load(content, ox.RdfFormat.TURTLE, to_graph=graph)
            self._answer(204)
        elif path == "/update":
            store.update(content.decode())
            self._answer(204)
        elif path == "/query":
            direct = self.headers.get("Content-Type") == "application/sparql-query"
            text = content.decode()
            self._query({"query": [text]} if direct else parse_qs(text))
        else:
            self._answer(404)

    def _query(self, form: dict[str, list[str]]) -> None:
        if self.state.body is not None:
            self._answer(200, self.state.body, {"Content-Type": "text/html"})
            return
        dataset: dict[str, Any] = {}
        for name, argument in (("default", "default_graph"), ("named", "named_graphs")):
            if iris := form.get(f"{name}-graph-uri"):
                dataset[argument] = [ox.NamedNode(iri) for iri in iris]
        result = self.state.store.query(form["query"][0], **dataset)
        if isinstance(result, ox.QueryTriples):
            body = result.serialize(format=ox.RdfFormat.N_TRIPLES)
            self._answer(200, body, {"Content-Type": "application/n-triples; charset=utf-8"})
        else:
            body = result.serialize(format=ox.QueryResultsFormat.JSON)
            self._answer(200, body, {"Content-Type": "application/sparql-results+json"})

    def _answer(
        self, status: int, body: bytes | None = b"", headers: dict[str, str] | None = None
    ) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        if status != 204:
            self.wfile.write(body or b"")

    def _digest_challenge(self) -> str:
        return f'Digest realm="{REALM}", nonce="{NONCE}", qop="auth", algorithm=MD5'

    def _logged_in(self) -> bool:
        way, _, given = self.headers.get("Authorization", "").partition(" ")
        if self.state.login == "basic":
            return given == b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if self.state.login == "digest":
            if way != "Digest":
                return False
            said = parse_keqv_list(parse_http_list(given))
            secret = _md5(f"{USER}:{REALM}:{PASSWORD}")
            asked = _md5(f"{self.command}:{self.path}")
            parts = (secret, NONCE, said["nc"], said["cnonce"], "auth", asked)
            return said["response"] == _md5(":".join(parts))
        return True

    def log_message(self, format: str, *args: object) -> None:
        pass


def _md5(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()
