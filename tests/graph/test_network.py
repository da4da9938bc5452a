import networkx as nx
import pyoxigraph as ox

from kg.graph.network import iter_passages, project, to_networkx
from kg.graph.stream import INTERACTIONS
from kg.model import Edge, Node, Projection, Resolution
from kg.vocab import RELATION_TERMS, ROLE_TERMS
from tests.graphs import BASE, StoredGraph, hostile_graph, reloaded, stored, synthetic_graph

TURTLE = """
@prefix : <https://w3id.org/paperkg/g/> .
@prefix pkg: <https://w3id.org/paperkg/ns#> .
@prefix schema: <https://schema.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:paper-1 a schema:ScholarlyArticle ; schema:name "One" ; pkg:year 2024 ;
  pkg:uses :c-x ; pkg:addresses :c-y ; pkg:uses :c-unknown .
:paper-2 a schema:ScholarlyArticle ; schema:name "Two" ; pkg:introduces :c-x .
:c-x a skos:Concept, pkg:Method ; skos:prefLabel "X"@en ; skos:altLabel "Z"@en, "Ex"@en ;
  pkg:usedFor :c-y ; skos:broader :c-y .
:c-y a skos:Concept, pkg:Task .
"""
EVIDENCE = """
@prefix : <https://w3id.org/paperkg/g/> .
@prefix pkg: <https://w3id.org/paperkg/ns#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
:st-1 a pkg:Statement, rdf:Statement ; rdf:subject :c-x ; rdf:predicate pkg:usedFor ;
  rdf:object :c-y ; pkg:confidence 0.25 ; pkg:support 2 .
:st-2 a pkg:Statement ; rdf:subject :paper-1 ; rdf:predicate pkg:uses ; rdf:object :c-x ;
  pkg:confidence 1.0 ; pkg:salience 0.5 ; pkg:support 1 .
"""


def _store() -> ox.Store:
    store = ox.Store()
    store.load(TURTLE, ox.RdfFormat.TURTLE)
    graph = ox.NamedNode(BASE + "graph-evidence")
    store.load(EVIDENCE, ox.RdfFormat.TURTLE, to_graph=graph)
    return store


def test_nodes_carry_what_the_graph_says_and_nothing_else() -> None:
    nodes = project(_store(), BASE).nodes
    assert [n.id for n in nodes] == ["c-x", "c-y", "paper-1", "paper-2"]
    x, y, one, two = nodes
    assert x == Node("c-x", BASE + "c-x", "X", "X", "concept", "method", None, 2, ("Ex", "Z"))
    assert (y.label, y.papers, y.aliases) == ("c-y", 1, ())
    assert (one.kind, one.concept_type, one.year, one.papers) == ("paper", None, 2024, 1)
    assert two.year is None


def test_edges_are_sorted_numbered_and_joined_with_their_statement() -> None:
    edges = project(_store(), BASE).edges
    assert [(e.id, e.source, e.relation, e.target) for e in edges] == [
        ("e0", "c-x", "broader", "c-y"),
        ("e1", "c-x", "usedFor", "c-y"),
        ("e2", "paper-1", "uses", "c-x"),
        ("e3", "paper-1", "addresses", "c-y"),
        ("e4", "paper-2", "introduces", "c-x"),
    ]
    assert edges[1] == Edge("e1", "c-x", "c-y", "usedFor", "used for", 0.25, None, 2)
    assert (edges[2].confidence, edges[2].salience) == (1.0, 0.5)
    assert (edges[0].confidence, edges[0].support) == (None, 1)


def test_every_predicate_of_the_model_is_projected() -> None:
    predicates = {*ROLE_TERMS.values(), *RELATION_TERMS.values()}
    assert set(INTERACTIONS) == {p.partition(":")[2] for p in predicates}
    store = _store()
    for curie in predicates:
        prefix = {"pkg": "https://w3id.org/paperkg/ns#"}.get(
            curie.split(":")[0], "http://www.w3.org/2004/02/skos/core#"
        )
        x, y = ox.NamedNode(BASE + "c-x"), ox.NamedNode(BASE + "c-y")
        store.add(ox.Quad(y, ox.NamedNode(prefix + curie.split(":")[1]), x))
    found = {e.relation for e in project(store, BASE).edges if e.source == "c-y"}
    assert found == set(INTERACTIONS)


def test_projection_does_not_depend_on_load_order() -> None:
    graph = synthetic_graph(9, 60)
    assert project(reloaded(graph.store), BASE) == graph.projection


def test_an_empty_store_gives_an_empty_projection() -> None:
    assert project(ox.Store(), BASE) == Projection((), ())


def test_networkx_keeps_parallel_edges_and_has_one_type_an_attribute() -> None:
    projection = hostile_graph().projection
    graph = to_networkx(projection)
    assert isinstance(graph, nx.MultiDiGraph)
    assert graph.number_of_nodes() == len(projection.nodes)
    assert graph.number_of_edges() == len(projection.edges)
    kinds: dict[str, set[type]] = {}
    rows = [d for _, d in graph.nodes(data=True)] + [d for *_, d in graph.edges(data=True)]
    for name, value in (item for row in rows for item in row.items()):
        kinds.setdefault(name, set()).add(type(value))
    assert all(len(found) == 1 for found in kinds.values())
    assert type(None) not in set().union(*kinds.values())
    assert not {"id", "key", "source", "target", "type"} & set(kinds)


def test_each_passage_holds_its_mention() -> None:
    graph: StoredGraph = hostile_graph()
    edges = {edge.key for edge in graph.projection.edges}
    passages = list(iter_passages(graph.store, graph.base, edges))
    said = {p.text[p.start : p.end] for p in passages}
    assert said == {"C++", "C#", "C"}
    nodes = {node.id for node in graph.projection.nodes}
    assert {p.edge for p in passages} <= edges and {p.paper for p in passages} <= nodes
    one = passages[0].edge
    assert list(iter_passages(graph.store, graph.base, {one})) == [
        passage for passage in passages if passage.edge == one
    ]


def test_other_bases_work() -> None:
    assert stored((), Resolution((), (), ()), "urn:x:").projection == Projection((), ())


def test_edges_in_memory_share_the_ids_of_their_nodes() -> None:
    projection = hostile_graph().projection
    ids = {id(node.id) for node in projection.nodes}
    assert projection.edges
    assert all({id(edge.source), id(edge.target)} <= ids for edge in projection.edges)
    relations = {edge.relation for edge in projection.edges}
    assert len({id(edge.relation) for edge in projection.edges}) == len(relations)
