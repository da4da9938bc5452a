"""A server on loopback that answers as catalogues do, and as they do on a bad day."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

Params = dict[str, str]


@dataclass
class Trouble:
    """An answer that is none: a status with headers, half a body, or silence."""

    status: int = 500
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"not today"
    cut: bool = False
    silent: bool = False


@dataclass
class Catalogue:
    """`answer` is what it says to a request; each entry of `troubles` comes before one answer."""

    answer: Callable[[str, Params], bytes]
    troubles: list[Trouble | None] = field(default_factory=list)
    asked: list[tuple[str, Params]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    address: str = ""
    over: threading.Event = field(default_factory=threading.Event)


@contextmanager
def serving(catalogue: Catalogue) -> Iterator[Catalogue]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(catalogue))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    catalogue.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield catalogue
    finally:
        catalogue.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(catalogue: Catalogue) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            params = dict(parse_qsl(parts.query))
            catalogue.asked.append((parts.path, params))
            catalogue.headers.append({k.lower(): v for k, v in self.headers.items()})
            trouble = catalogue.troubles.pop(0) if catalogue.troubles else None
            if trouble is None:
                self._send(200, {}, catalogue.answer(parts.path, params))
            elif trouble.silent:
                catalogue.over.wait()
                self.close_connection = True
            elif trouble.cut:
                self._send(200, {}, catalogue.answer(parts.path, params), half=True)
            else:
                self._send(trouble.status, trouble.headers, trouble.body)

        def _send(
            self, status: int, headers: dict[str, str], body: bytes, half: bool = False
        ) -> None:
            self.send_response_only(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: len(body) // 2] if half else body)
            self.close_connection = half

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler
