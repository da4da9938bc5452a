from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from tests.fetch.server import Catalogue, Params, Trouble, serving

Serve = Callable[..., Catalogue]


@dataclass
class Time:
    """A clock that only sleeping moves."""

    now: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def clock(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def serve() -> Iterator[Serve]:
    with ExitStack() as stack:

        def start(answer: Callable[[str, Params], bytes], *troubles: Trouble | None) -> Catalogue:
            return stack.enter_context(serving(Catalogue(answer, list(troubles))))

        yield start
