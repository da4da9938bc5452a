"""One polite client: its pace, its retries and its cache."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
import stamina

from kg import __version__, atomic
from kg.errors import FetchError, UsageError
from kg.fetch.options import FetchOptions
from kg.fetch.source import Page, Source

_PASSING = frozenset((408, 425, 429))
_LARGEST = 256 << 20
_BACKOFF, _LONGEST_BACKOFF, _PATIENCE = 1.0, 60.0, 600.0


class _PassingError(Exception):
    """What may be gone at the next try; `wait` is how long the source asks to wait, in seconds.

    `too_much`: it serves us no more for now, which a key might change.
    """

    def __init__(self, reason: str, wait: float = 0.0, *, too_much: bool = False) -> None:
        super().__init__(reason)
        self.wait, self.too_much = wait, too_much


@dataclass(slots=True)
class _Pace:
    """When the next request may go out."""

    gap: float
    sleep: Callable[[float], None]
    clock: Callable[[], float]
    free_at: float = field(default=float("-inf"))

    def wait(self) -> None:
        now = self.clock()
        if self.free_at > now:
            self.sleep(self.free_at - now)
        self.free_at = max(now, self.free_at) + self.gap

    def hold(self, seconds: float) -> None:
        self.free_at = max(self.free_at, self.clock() + seconds)


class Client:
    """Asks one source for pages; to be used in a `with` block."""

    def __init__(self, source: Source, options: FetchOptions) -> None:
        self._source, self._options = source, options
        self._address = _checked(options.address or source.address)
        self._pace = _Pace(1 / (options.rate or source.rate), options.sleep, options.clock)
        self._signature, headers = source.credentials(options.key, options.mail)
        contact = f" (mailto:{options.mail})" if options.mail else ""
        headers["User-Agent"] = f"paperkg/{__version__}{contact}"
        self._http = httpx.Client(
            headers=headers, timeout=options.timeout, trust_env=options.trust_env
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._http.close()

    def page(self, query: str, position: str) -> Page:
        """The page at a position, out of the cache if it is there.

        Raises:
            FetchError: the source refuses, or does not answer even after all tries.
        """
        if not position and not self._options.key:
            position = self._source.start_without_key
        request = self._source.ask(query, position)
        params = {k: v for k, v in {**request.params, **self._options.params}.items() if v}
        url = httpx.URL(self._address + request.path, params=params)
        place = self._place(url)
        if place and place.is_file():
            try:
                return self._parse(place.read_bytes(), position)
            except _PassingError:
                pass  # what was stored is damaged: ask anew
        body, page = self._persist(url, position)
        if place:
            place.parent.mkdir(parents=True, exist_ok=True)
            with atomic.replacing(place) as stream:
                stream.write(body)
        return page

    def _place(self, url: httpx.URL) -> Path | None:
        """Where the answer is kept; who asked, which is not in `url`, makes no other answer."""
        if self._options.cache is None:
            return None
        return self._options.cache / f"{hashlib.sha256(str(url).encode()).hexdigest()}.answer"

    def _persist(self, url: httpx.URL, position: str) -> tuple[bytes, Page]:
        """Ask until an answer is whole. stamina counts the tries and how long to back off;
        the waiting is done at our own pace, which `Retry-After` sets as well."""
        tries = self._options.tries
        try:
            for attempt in stamina.retry_context(
                on=lambda error: 0.0 if isinstance(error, _PassingError) else False,
                attempts=tries, timeout=None,
                wait_initial=_BACKOFF, wait_max=_LONGEST_BACKOFF, wait_jitter=0,
            ):  # fmt: skip
                with attempt:
                    try:
                        body = self._get(url)
                        return body, self._parse(body, position)
                    except _PassingError as error:
                        if attempt.num < tries:
                            self._back_off(error, max(error.wait, attempt.next_wait))
                        raise
        except _PassingError as error:
            hint = self._source.key_hint(self._options.key) if error.too_much else ""
            raise FetchError(
                f"{self._source.title} gave no answer in {tries} tries, the last time because"
                f" {error}; run the same command later, and it goes on from here{hint} ({url})"
            ) from error
        raise AssertionError("stamina gives at least one attempt")

    def _back_off(self, error: _PassingError, seconds: float) -> None:
        if seconds > _PATIENCE:
            raise FetchError(
                f"{self._source.title} asks to wait {seconds:,.0f} seconds: run the same command"
                f" after that, and it goes on from here{self._source.key_hint(self._options.key)}"
            ) from error
        self._options.notify(f"{self._source.title}: {error}; trying again in {seconds:.0f} s")
        self._pace.hold(seconds)

    def _get(self, url: httpx.URL) -> bytes:
        self._pace.wait()
        try:
            with self._http.stream("GET", url.copy_merge_params(self._signature)) as response:
                body = bytearray()
                for part in response.iter_bytes():
                    body += part
                    if len(body) > _LARGEST:
                        raise FetchError(f"an answer of {self._source.title} has no end ({url})")
        except httpx.HTTPError as error:
            raise _PassingError(str(error) or type(error).__name__) from error
        self._check(response, body, url)
        return bytes(body)

    def _check(self, response: httpx.Response, body: bytearray, url: httpx.URL) -> None:
        status = f"it answered {response.status_code} {response.reason_phrase}"
        wait = _retry_after(response.headers)
        if response.is_success:
            return
        # OpenAlex answers 403 to those who are too fast, and not only to those who may not.
        too_much = response.status_code == 429 or (
            response.status_code == 403 and b"rate limit" in body.lower()
        )
        if response.is_server_error or response.status_code in _PASSING or wait or too_much:
            raise _PassingError(status, wait, too_much=too_much)
        said = " ".join(body.decode("utf-8", "replace").split())[:300]
        if self._options.key:
            said = said.replace(self._options.key, "…")
        raise FetchError(
            f"{self._source.title} refuses: {status} {said} ({url}); {self._remedy(response)}"
        )

    def _remedy(self, response: httpx.Response) -> str:
        if "location" in response.headers:
            return f"it has moved to {response.headers['location']}: name that by --address"
        if response.status_code in (401, 403) and self._source.key_variable:
            return f"see whether it wants a key in {self._source.key_variable}, or another one"
        return "mend the query, or begin anew by --restart if it was interrupted long ago"

    def _parse(self, body: bytes, position: str) -> Page:
        try:
            return self._source.parse(body, position)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise _PassingError(f"the answer is not what it should be ({error})") from error


def _checked(address: str) -> str:
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL as error:
        raise UsageError(f"{address!r} is no address: {error}") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise UsageError(f"{address!r} is no address: it begins with https:// or http://")
    return address.rstrip("/")


def _retry_after(headers: Mapping[str, str]) -> float:
    """The seconds to wait: given as such, or as a date beside the date of the answer."""
    asked = headers.get("retry-after", "").strip()
    if asked.isdigit():
        return float(asked)
    try:
        until, now = (parsedate_to_datetime(text) for text in (asked, headers["date"]))
        return max(0.0, (until - now).total_seconds())
    except (ValueError, KeyError, TypeError):
        return 0.0
