"""Requests to triple stores: login, repeats and errors in words, for whatever speaks to one.

The login comes from KG_USER and KG_PASSWORD, so that it stands in no command line, address or
log; it is sent only after the server has asked for it, in the way (basic or digest) it asked.
"""

import logging
import os
from collections.abc import Generator
from urllib.parse import urlsplit

import httpx
import stamina

from kg.errors import KgError, UsageError

#: Answers of a server that has not begun with what it was asked to do.
_BUSY = frozenset({429, 503})
#: Answers of something between us and a server that may have begun.
_BROKEN = frozenset({502, 504})
_ATTEMPTS = 5
_SHOWN = 200

# Repeats are no news to who waits at a terminal; programs can still listen to them.
logging.getLogger("stamina").addHandler(logging.NullHandler())

_Flow = Generator[httpx.Request, httpx.Response, None]


class _RefusedError(Exception):
    """An answer that may be another one in a moment."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(response.status_code)
        self.response = response


class _Login(httpx.Auth):
    """Basic or digest login, whichever the server asks for first."""

    def __init__(self, user: str, password: str) -> None:
        self._ways = {
            "digest": httpx.DigestAuth(user, password),
            "basic": httpx.BasicAuth(user, password),
        }
        self._way: httpx.Auth | None = None

    def auth_flow(self, request: httpx.Request) -> _Flow:
        if self._way is None:
            response = yield request
            asked = response.headers.get("www-authenticate", "").lower()
            if response.status_code != 401 or not any(way in asked for way in self._ways):
                return
            self._way = next(self._ways[way] for way in self._ways if way in asked)
        yield from self._way.auth_flow(request)


def check_address(address: str) -> str:
    """The address, if it is one of the web without a login in it.

    Raises:
        UsageError: it is not.

    >>> check_address("http://localhost:7878/store")
    'http://localhost:7878/store'
    """
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise UsageError(f"{address!r} is no address of a server, such as http://localhost:7878/")
    if parts.username or parts.password:
        raise UsageError("give the login by KG_USER and KG_PASSWORD, not in the address")
    return address


def connect(timeout: float) -> httpx.Client:
    """A client with the login of the environment, if there is one.

    Args:
        timeout: seconds that the server may be silent.
    """
    user = os.environ.get("KG_USER")
    auth = _Login(user, os.environ.get("KG_PASSWORD", "")) if user else None
    return httpx.Client(auth=auth, timeout=timeout)


def send(
    client: httpx.Client, request: httpx.Request, *, repeatable: bool = True
) -> httpx.Response:
    """The answer to a request, repeated with growing pauses where the server is busy or away.

    Args:
        repeatable: whether it does no harm if the server gets the request twice. If not, it is
            repeated only where the server cannot have begun with it.

    Raises:
        KgError: no answer, or one that is no success; the message names the remedy.
    """

    def may_help(error: Exception) -> bool:
        if isinstance(error, _RefusedError):
            return error.response.status_code in _BUSY or repeatable
        return repeatable or isinstance(error, httpx.ConnectError)

    where = _place(request.url)
    try:
        for attempt in stamina.retry_context(on=may_help, attempts=_ATTEMPTS, timeout=None):
            with attempt:
                response = client.send(request)
                if response.status_code in _BUSY | _BROKEN:
                    raise _RefusedError(response)
    except _RefusedError as refused:
        response = refused.response
    except httpx.TimeoutException as error:
        raise KgError(f"{where} did not answer in time; allow more, or look at its log") from error
    except httpx.HTTPError as error:
        raise KgError(f"{where} cannot be reached: {error}; is the server running?") from error
    if not response.is_success:
        raise KgError(_explain(response, where))
    return response


def _explain(response: httpx.Response, where: str) -> str:
    code = response.status_code
    if code == 401:
        user = os.environ.get("KG_USER")
        if user:
            return f"{where} refuses the login of {user!r}; see KG_USER and KG_PASSWORD"
        return f"{where} asks for a login; set KG_USER and KG_PASSWORD"
    if code == 403:
        return f"{where} forbids this; it needs a user, or another user, who may do it"
    if response.is_redirect:
        return f"{where} has moved; use the address {response.headers.get('location', 'it names')}"
    if code in {404, 405}:
        return f"{where} answered {code} {response.reason_phrase}; is this address the right one?"
    said = " ".join(response.text.split())[:_SHOWN]
    return f"{where} answered {code} {response.reason_phrase}: {said}".rstrip(": ")


def _place(url: httpx.URL) -> str:
    """The address without what a request adds to it."""
    return str(url.copy_with(query=None, fragment=None))
