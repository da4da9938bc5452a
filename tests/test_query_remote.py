from collections.abc import Iterator

import pyoxigraph as ox
import pytest
import stamina

from kg import vocab
from kg.errors import KgError, QueryError, UsageError
from kg.graph.rdf import graph_quads
from kg.query import load, queries, run
from kg.query.remote import Endpoint as Remote
from kg.query.remote import run_remote
from tests.endpoint import Endpoint
from tests.graph_samples import BASE, PAPERS, RESOLUTION

ELSEWHERE = "https://example.org/ours"


@pytest.fixture(scope="module")
def store() -> ox.Store:
    store = ox.Store()
    store.extend(graph_quads(PAPERS, RESOLUTION, BASE))
    return store


@pytest.fixture
def server(store: ox.Store) -> Iterator[Endpoint]:
    stamina.set_testing(True, attempts=3)
    with Endpoint(store=store) as endpoint:
        yield endpoint
    stamina.set_testing(False)


def at(server: Endpoint, **options: str) -> Remote:
    return Remote(address=f"{server.url}/query", base=BASE, **options)  # type: ignore[arg-type]


#: A value for each parameter that the library's queries need and have no default for.
VALUES = {
    "task": "parsing",
    "method": "Oak",
    "dataset": "Grove corpus",
    "concept": "Oak",
    "paper": "Willow for parsing",
    "title": "Willow for parsing",
    "author": "Ada Birch",
}


@pytest.mark.parametrize("name", [spec.name for spec in queries()])
def test_the_library_gives_the_same_rows_as_at_home(
    server: Endpoint, store: ox.Store, name: str
) -> None:
    spec = load(name)
    names = {parameter.name for parameter in spec.parameters if parameter.required}
    params = {name: VALUES[name] for name in names - set(spec.defaults)}
    assert run_remote(at(server), spec, params) == run(store, spec, params, BASE)


def test_parameters_and_prefixes_are_those_of_the_graph(server: Endpoint) -> None:
    spec = load("SELECT ?paper { ?paper pkg:uses ?_method_iri }")
    answer = run_remote(at(server), spec, {"method": ":c-oak"})
    assert answer.rows == ((ox.NamedNode(vocab.paper_iri(BASE, "p/2")),),)


def test_all_forms_of_a_query(server: Endpoint, store: ox.Store) -> None:
    for text in (
        "ASK { ?paper pkg:introduces ?method }",
        "ASK { ?paper pkg:introduces ?paper }",
        "CONSTRUCT { ?a pkg:usedFor ?b } WHERE { ?a pkg:usedFor ?b }",
        "DESCRIBE :c-willow",
        "SELECT ?label ?nothing { :c-willow skos:prefLabel ?label }",
    ):
        assert run_remote(at(server), load(text)) == run(store, load(text), {}, BASE), text


def test_the_default_graph_may_be_a_named_one_there(store: ox.Store) -> None:
    with Endpoint() as server:
        named = ox.NamedNode(ELSEWHERE)
        for quad in store:
            is_default = quad.graph_name == ox.DefaultGraph()
            graph = named if is_default else quad.graph_name
            server.store.add(ox.Quad(quad.subject, quad.predicate, quad.object, graph))
        spec = load(
            "SELECT ?paper ?n { ?paper pkg:introduces ?m"
            " GRAPH <graph-evidence> { ?st rdf:object ?m ; pkg:support ?n } }"
        )
        assert not run_remote(at(server), spec).rows
        answer = run_remote(at(server, graph=ELSEWHERE), spec)
        assert answer == run(store, spec, {}, BASE) and answer.rows


def test_service_is_refused_before_anything_is_sent(server: Endpoint) -> None:
    with pytest.raises(QueryError, match="SERVICE is refused"):
        run_remote(at(server), load("SELECT * { SERVICE <http://a.org/> { ?a ?b ?c } }"))
    assert not server.log


def test_the_words_of_the_server_are_passed_on_with_the_line_of_the_query(
    server: Endpoint,
) -> None:
    with pytest.raises(KgError, match=r"400 Bad Request: .*error at 2:"):
        run_remote(at(server), load("SELECT * {\n ?a pkg:uses }"))


def test_an_answer_that_is_no_result_is_an_error(server: Endpoint) -> None:
    server.body = b"<html>welcome</html>"
    for text in ("ASK { ?a ?b ?c }", "DESCRIBE :c-oak"):
        with pytest.raises(KgError, match="no result of SPARQL"):
            run_remote(at(server), load(text))


def test_a_busy_server_is_asked_again(server: Endpoint) -> None:
    server.failures = [("POST", "/query", 503)]
    assert run_remote(at(server), load("ASK { ?a ?b ?c }")).boolean


def test_an_address_or_a_base_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError):
        run_remote(Remote(address="query"), load("ASK { ?a ?b ?c }"))
    with pytest.raises(UsageError):
        run_remote(Remote(address="http://a.org/", base="x> y"), load("ASK { ?a ?b ?c }"))
