"""A query in a process of its own that can be killed: Oxigraph knows no time limit.

The worker opens the store read-only, so killing it can leave nothing behind.
"""

import pickle
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kg.errors import KgError
from kg.graph.store import open_store
from kg.query.library import QuerySpec
from kg.query.parameters import Value
from kg.query.run import Answer, run

#: -P, since a json.py in the folder where the user works is no module of ours.
_COMMAND = (
    *(sys.executable, "-P", "-c"),
    f"import sys; sys.path.append({str(Path(__file__).parents[2])!r})\n"
    "from kg.query.worker import main; main()",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What `run` is to be called with, on the store of a version of a graph folder."""

    version: Path
    spec: QuerySpec
    params: Mapping[str, Value]
    base: str
    services: tuple[str, ...] = ()


def run_within(seconds: float, request: Request) -> Answer:
    """`run`, but for no longer than so many seconds, the start of the process included.

    Raises:
        KgError: the time is over, or the process died, as from lack of memory.
        QueryError: see `run`.
    """
    # A read-only mapping, as a query's defaults are, cannot be sent to another process.
    spec = replace(request.spec, defaults=dict(request.spec.defaults))
    sent = pickle.dumps(replace(request, spec=spec, params=dict(request.params)))
    try:
        done = subprocess.run(
            _COMMAND, input=sent, stdout=subprocess.PIPE, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise KgError(
            f"no answer within {seconds:g} seconds; allow more time, or ask for less"
        ) from None
    if done.returncode:
        raise KgError(f"the process of the query ended with code {done.returncode}")
    answer: Answer | KgError = pickle.loads(done.stdout)
    if isinstance(answer, KgError):
        raise answer
    return answer


def _answer(request: Request) -> Answer | KgError:
    try:
        store = open_store(request.version)
        return run(store, request.spec, request.params, request.base, request.services)
    except KgError as error:
        return error


def main() -> None:
    """What the worker does: a request from standard input, its answer to standard output."""
    pickle.dump(_answer(pickle.load(sys.stdin.buffer)), sys.stdout.buffer)
