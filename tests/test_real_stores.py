"""A push and the query library on two independent triple stores, started on loopback."""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pyoxigraph as ox
import pytest

from kg.graph.push import PushOptions, push
from kg.query import load, run
from kg.query.remote import Endpoint, run_remote
from tests.graphs import StoredGraph, hostile_graph, synthetic_graph

pytestmark = pytest.mark.heavy

OXIGRAPH = shutil.which("oxigraph", path=str(Path(sys.executable).parent)) or shutil.which(
    "oxigraph"
)
VIRTUOSO = shutil.which("virtuoso-t")
OURS = "https://example.org/ours"
#: A push in parts, as a large graph needs.
CHUNK = 50_000
PATIENCE = 120
#: Questions whose answers are text, integers and IRIs: a store may write decimals in its own way.
QUESTIONS = ("methods-by-papers", "first-papers")

_INI = """\
[Database]
DatabaseFile={0}/v.db
ErrorLogFile={0}/v.log
LockFile={0}/v.lck
TransactionFile={0}/v.trx
xa_persistent_file={0}/v.pxa
[TempDatabase]
DatabaseFile={0}/t.db
TransactionFile={0}/t.trx
[Parameters]
ServerPort={1}
DirsAllowed={0}
NumberOfBuffers=10000
MaxDirtyBuffers=6000
[HTTPServer]
ServerPort={2}
ServerRoot={0}
ServerThreads=5
[SPARQL]
ResultSetMaxRows=100000
"""


@dataclass
class RealStore:
    graphs: str
    query: str
    default: str


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(PATIENCE * 4):
        assert process.poll() is None, "the server ended"
        try:
            httpx.get(url)
        except httpx.TransportError:
            time.sleep(0.25)
        else:
            return
    pytest.fail(f"{url} does not answer")


@pytest.fixture(scope="module", params=["oxigraph", "virtuoso"])
def real(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RealStore]:
    folder, port = tmp_path_factory.mktemp("store"), free_port()
    url = f"http://127.0.0.1:{port}"
    if request.param == "oxigraph":
        if not OXIGRAPH:
            pytest.skip("no Oxigraph server: pip install oxigraph")
        command = [OXIGRAPH, "serve", "-l", str(folder), "-b", f"127.0.0.1:{port}"]
        found = RealStore(f"{url}/store", f"{url}/query", "")
    else:
        if not VIRTUOSO:
            pytest.skip("no Virtuoso: apt install virtuoso-opensource-7-bin")
        (folder / "v.ini").write_text(_INI.format(folder, free_port(), port), "utf-8")
        command = [VIRTUOSO, "+foreground", "+configfile", str(folder / "v.ini")]
        found = RealStore(f"{url}/sparql-graph-crud-auth", f"{url}/sparql-auth", OURS)
    with (folder / "out").open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, cwd=folder)
    try:
        wait_for(url, process)
        yield found
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(autouse=True)
def login(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of a fresh Virtuoso; Oxigraph asks for none."""
    monkeypatch.setenv("KG_USER", "dba")
    monkeypatch.setenv("KG_PASSWORD", "dba")


def counts(real: RealStore, graph: StoredGraph) -> dict[str, int]:
    query = load("SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g")
    answer = run_remote(Endpoint(address=real.query, base=graph.base), query)
    return {str(g): int(n.value) for g, n in answer.rows}  # type: ignore[union-attr, arg-type]


def test_a_push_in_parts_replaces_what_was_there(real: RealStore) -> None:
    small, large = hostile_graph(), synthetic_graph(40)
    for graph in (small, large, small):
        options = PushOptions(graph=real.default, chunk_bytes=CHUNK)
        assert push(graph, real.graphs, options) == len(graph.store)
        there = counts(real, graph)
        assert not [name for name in there if "incoming" in name]
        for name in graph.store.named_graphs():
            here = sum(1 for _ in graph.store.quads_for_pattern(None, None, None, name))
            assert there[str(name)] == here


def test_every_label_arrives_as_it_is(real: RealStore) -> None:
    graph = hostile_graph()
    push(graph, real.graphs, PushOptions(graph=real.default))
    query = load("SELECT ?c ?label { ?c skos:prefLabel ?label }")
    endpoint = Endpoint(address=real.query, base=graph.base, graph=real.default)
    there = run_remote(endpoint, query).rows
    assert set(there) == set(run(graph.store, query, {}, graph.base).rows)
    assert all(isinstance(label, ox.Literal) and label.language == "en" for _, label in there)


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_library_answers_as_at_home(real: RealStore, name: str) -> None:
    graph = synthetic_graph(40)
    push(graph, real.graphs, PushOptions(graph=real.default))
    endpoint = Endpoint(address=real.query, base=graph.base, graph=real.default)
    spec = load(name)
    assert run_remote(endpoint, spec).rows == run(graph.store, spec, {}, graph.base).rows
