from collections.abc import Iterator

import pyoxigraph as ox
import pytest
import stamina

from kg import vocab
from kg.errors import KgError, UsageError
from kg.graph.push import PushOptions, push
from kg.graph.rdf import graph_quads
from kg.model import Projection
from tests.endpoint import PASSWORD, USER, Endpoint
from tests.graph_samples import BASE, PAPERS, RESOLUTION

EVIDENCE = vocab.graph_iri(BASE, "evidence")
RUNS = vocab.graph_iri(BASE, "runs")
OLD = ox.Quad(ox.NamedNode("urn:old"), ox.NamedNode("urn:old"), ox.Literal("old"))


class Sample:
    """As much of a KnowledgeGraph as a push reads."""

    base = BASE
    projection = Projection((), ())

    def __init__(self) -> None:
        self.store = ox.Store()
        self.store.extend(graph_quads(PAPERS, RESOLUTION, BASE))
        run = ox.NamedNode(BASE + "run-1")
        self.store.add(ox.Quad(run, OLD.predicate, ox.Literal("now"), ox.NamedNode(RUNS)))


@pytest.fixture
def sample() -> Sample:
    return Sample()


@pytest.fixture
def server() -> Iterator[Endpoint]:
    with Endpoint() as endpoint:
        endpoint.store.add(OLD)
        endpoint.store.add(ox.Quad(OLD.subject, OLD.predicate, OLD.object, ox.NamedNode(EVIDENCE)))
        yield endpoint


@pytest.fixture(autouse=True)
def no_waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("KG_USER", raising=False)
    stamina.set_testing(True, attempts=3)
    yield
    stamina.set_testing(False)


def lines(store: ox.Store) -> set[str]:
    return {str(quad) for quad in store}


class Counted:
    """A store that counts how often it is counted, which walks through all of it."""

    times = 0

    def __init__(self, store: ox.Store) -> None:
        self.store = store

    def __len__(self) -> int:
        self.times += 1
        return len(self.store)

    def quads_for_pattern(self, *pattern: object) -> Iterator[ox.Quad]:
        return self.store.quads_for_pattern(*pattern)  # type: ignore[arg-type]


def test_a_push_in_many_parts_counts_the_store_once(sample: Sample, server: Endpoint) -> None:
    told: list[tuple[str, int, int | None]] = []
    sample.store, full = Counted(sample.store), sample.store  # type: ignore[assignment]
    push(sample, f"{server.url}/store", PushOptions(chunk_bytes=700), lambda *row: told.append(row))
    assert sample.store.times == 1  # type: ignore[attr-defined]
    assert len(told) > 3 and told[-1] == ("pushing", len(full), len(full))


@pytest.mark.parametrize("chunk_bytes", [1, 700, 10**7])
def test_the_store_holds_what_we_hold_and_nothing_else(
    sample: Sample, server: Endpoint, chunk_bytes: int
) -> None:
    sent = push(sample, f"{server.url}/store", PushOptions(chunk_bytes=chunk_bytes))
    assert sent == len(sample.store)
    assert lines(server.store) == lines(sample.store)
    assert server.graphs() == {EVIDENCE, RUNS}
    assert server.log[-1] == ("POST", "/update")
    assert server.log.count(("PUT", "/store")) == 3
    assert (("POST", "/store") in server.log) == (chunk_bytes < 10**7)


def test_progress_is_told_up_to_the_end(sample: Sample, server: Endpoint) -> None:
    told: list[tuple[str, int, int | None]] = []
    options = PushOptions(chunk_bytes=700)
    push(sample, f"{server.url}/store", options, lambda *step: told.append(step))
    assert told == sorted(told) and told[-1] == ("pushing", len(sample.store), len(sample.store))


def test_the_default_graph_goes_where_it_is_told(sample: Sample, server: Endpoint) -> None:
    push(sample, f"{server.url}/store", PushOptions(graph="https://example.org/ours"))
    there = server.store.quads_for_pattern(
        None, None, None, ox.NamedNode("https://example.org/ours")
    )
    here = sample.store.quads_for_pattern(None, None, None, ox.DefaultGraph())
    assert {str(quad.triple) for quad in there} == {str(quad.triple) for quad in here}
    assert OLD in server.store, "the default graph there is somebody else's"


@pytest.mark.parametrize("failure", [("POST", "/store", 500), ("POST", "/update", 500),
                                     ("PUT", "/store", 403)])  # fmt: skip
def test_a_push_that_fails_leaves_all_as_it_was(
    sample: Sample, server: Endpoint, failure: tuple[str, str, int]
) -> None:
    before = lines(server.store)
    server.failures = [failure]
    with pytest.raises(KgError, match=r"500 Internal Server Error: out of order|forbids"):
        push(sample, f"{server.url}/store", PushOptions(chunk_bytes=700))
    assert lines(server.store) == before and server.graphs() == {EVIDENCE}


def test_a_busy_server_is_asked_again(sample: Sample, server: Endpoint) -> None:
    server.failures = [("PUT", "/store", 503), ("PUT", "/store", 502), ("POST", "/update", 503)]
    push(sample, f"{server.url}/store")
    assert lines(server.store) == lines(sample.store)


def test_a_server_that_stays_busy_is_given_up(sample: Sample, server: Endpoint) -> None:
    server.failures = [("PUT", "/store", 503)] * 3
    with pytest.raises(KgError, match="503 Service Unavailable"):
        push(sample, f"{server.url}/store")


def test_a_swap_that_may_have_happened_is_not_repeated(sample: Sample, server: Endpoint) -> None:
    server.failures = [("POST", "/update", 504)]
    with pytest.raises(KgError, match="504"):
        push(sample, f"{server.url}/store")
    assert server.log.count(("POST", "/update")) == 1


def test_a_server_that_is_silent_is_given_up(sample: Sample, server: Endpoint) -> None:
    server.failures = [("PUT", "/store", 0)] * 3
    with pytest.raises(KgError, match="did not answer in time"):
        push(sample, f"{server.url}/store", PushOptions(timeout=0.05))


def test_a_server_that_is_away_is_named(sample: Sample) -> None:
    with Endpoint() as gone:
        pass
    with pytest.raises(KgError, match=rf"{gone.url}/store cannot be reached"):
        push(sample, f"{gone.url}/store")


def test_without_updates_a_small_graph_goes_in_one_request_each(
    sample: Sample, server: Endpoint
) -> None:
    push(sample, f"{server.url}/graphs")
    assert lines(server.store) == lines(sample.store)
    assert server.log == [("PUT", "/graphs")] * 3


def test_without_updates_a_large_graph_is_refused_before_it_is_sent(
    sample: Sample, server: Endpoint
) -> None:
    with pytest.raises(UsageError, match="--update"):
        push(sample, f"{server.url}/graphs", PushOptions(chunk_bytes=700))
    assert not server.log
    push(
        sample, f"{server.url}/graphs", PushOptions(chunk_bytes=700, update=f"{server.url}/update")
    )
    assert lines(server.store) == lines(sample.store)


@pytest.mark.parametrize("way", ["basic", "digest"])
def test_the_login_comes_from_the_environment_and_only_when_asked_for(
    sample: Sample, server: Endpoint, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.login = way
    with pytest.raises(KgError, match="set KG_USER and KG_PASSWORD"):
        push(sample, f"{server.url}/store")
    monkeypatch.setenv("KG_USER", USER)
    monkeypatch.setenv("KG_PASSWORD", "wrong")
    with pytest.raises(KgError, match="refuses the login of 'ada'"):
        push(sample, f"{server.url}/store")
    assert OLD in server.store
    server.authorizations.clear()
    monkeypatch.setenv("KG_PASSWORD", PASSWORD)
    push(sample, f"{server.url}/store")
    assert lines(server.store) == lines(sample.store)
    assert server.authorizations[0] is None
    assert server.authorizations[-1] is not None and PASSWORD not in server.authorizations[-1]


@pytest.mark.parametrize("address", ["store", "file:///store", "http:///store", "http://a:b@c/"])
def test_an_address_that_is_none_is_refused(sample: Sample, address: str) -> None:
    with pytest.raises(UsageError):
        push(sample, address)


def test_a_graph_name_that_is_no_iri_is_refused(sample: Sample, server: Endpoint) -> None:
    with pytest.raises(UsageError, match="no absolute IRI"):
        push(sample, f"{server.url}/store", PushOptions(graph="> } DROP ALL"))
    assert not server.log
