"""How to fetch."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path


def _say_nothing(message: str) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """How to fetch; the defaults are polite.

    limit: At most so many records.
    params: More parameters of the source's own, such as its filters.
    key: The key of the source's interface, if you have one.
    mail: Your address, for sources that serve those better who can be asked.
    rate: Requests a second; by default what the source asks for.
    tries: How often to ask for one page.
    timeout: Seconds that the source may be silent.
    cache: A folder in which answers are kept and looked up; nothing in it grows old.
    restart: Begin anew, whatever an interrupted run has left.
    address: Another place that answers as the source does.
    trust_env: Obey HTTPS_PROXY, NO_PROXY and SSL_CERT_FILE.
    notify: Called with a sentence when there is something to wait for, or to know.
    sleep, clock: Seconds to wait, and a clock that counts them.
    """

    limit: int | None = None
    params: Mapping[str, str] = field(default_factory=dict)
    key: str = field(default="", repr=False)
    mail: str = ""
    rate: float | None = None
    tries: int = 6
    timeout: float = 60.0
    cache: Path | None = None
    restart: bool = False
    address: str = ""
    trust_env: bool = False
    notify: Callable[[str], None] = _say_nothing
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
