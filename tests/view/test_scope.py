import pytest

from kg.errors import QueryError, UsageError
from kg.model import Concept, Link, Paper, Resolution
from kg.query import load, run
from kg.view.picture import by_importance, choose, regions
from kg.view.scope import Scope, find_scope
from tests.graphs import stored, synthetic_graph

GRAPH = synthetic_graph(12, 90)
METHODS = "SELECT ?method WHERE { ?method a pkg:Method }"


def test_by_default_a_page_is_about_the_whole_graph() -> None:
    scope = find_scope(GRAPH)
    assert (scope.nodes, scope.edges) == (GRAPH.projection.nodes, GRAPH.projection.edges)
    assert scope.words == ""


def test_focus_keeps_what_is_within_so_many_links() -> None:
    paper = next(node for node in GRAPH.projection.nodes if node.kind == "paper")
    linked = {e.target for e in GRAPH.projection.edges if e.source == paper.id}
    near = find_scope(GRAPH, focus=paper.label, hops=1)
    assert {node.id for node in near.nodes} == {paper.id, *linked}
    assert near.words == f"within 1 link of {paper.label}"
    assert len(find_scope(GRAPH, focus=paper.id, hops=0).nodes) == 1
    assert len(find_scope(GRAPH, focus=paper.id, hops=2).nodes) > len(near.nodes)


def test_the_rows_of_a_select_name_the_nodes_and_all_between_them_is_kept() -> None:
    scope = find_scope(GRAPH, query=METHODS)
    ids = {node.id for node in scope.nodes}
    assert ids == {n.id for n in GRAPH.projection.nodes if n.concept_type == "method"}
    inside = [e for e in GRAPH.projection.edges if e.source in ids and e.target in ids]
    assert list(scope.edges) == inside and inside


def test_the_triples_of_a_construct_are_the_edges() -> None:
    text = "CONSTRUCT { ?p pkg:introduces ?c } WHERE { ?p pkg:introduces ?c }"
    scope = find_scope(GRAPH, query=text)
    assert {edge.relation for edge in scope.edges} == {"introduces"}
    ends = {end for edge in scope.edges for end in (edge.source, edge.target)}
    assert {node.id for node in scope.nodes} == ends


def test_an_answer_stands_for_its_query() -> None:
    answer = run(GRAPH.store, load(METHODS), base=GRAPH.base)
    asked, answered = find_scope(GRAPH, query=METHODS), find_scope(GRAPH, query=answer)
    assert (answered.nodes, answered.edges) == (asked.nodes, asked.edges)
    assert answered.words == "the answer of a query"


@pytest.mark.parametrize(
    ("query", "focus", "error"),
    [
        ("ASK { ?s ?p ?o }", "", "ASK"),
        ('SELECT ?n WHERE { BIND("x" AS ?n) }', "", "no paper or concept"),
        ("SELECT ?n WHERE {", "", "SPARQL|valid|not"),
        ("", "nobody has this name", "nobody has this name"),
        (METHODS, GRAPH.projection.nodes[-1].id, "not in the answer"),
    ],
)
def test_what_gives_nothing_is_an_error_that_says_why(query: str, focus: str, error: str) -> None:
    with pytest.raises((UsageError, QueryError), match=error):
        find_scope(GRAPH, query=query, focus=focus)


@pytest.mark.parametrize("limit", [5, 20, 60])
def test_a_limit_keeps_the_important_of_both_kinds(limit: int) -> None:
    kept = choose(find_scope(GRAPH), limit).nodes
    dropped = set(GRAPH.projection.nodes) - set(kept)
    assert len(kept) == limit
    assert {node.kind for node in kept} == {"paper", "concept"}
    least = min(node.papers for node in kept if node.kind == "concept")
    assert least >= max(node.papers for node in dropped if node.kind == "concept")


def test_importance_does_not_depend_on_the_order_of_the_nodes() -> None:
    scope = find_scope(GRAPH)
    assert by_importance(Scope(scope.nodes[::-1], scope.edges[::-1])) == by_importance(scope)


def test_a_region_is_named_by_concepts_that_its_own_papers_share() -> None:
    picture = choose(find_scope(GRAPH))
    found = regions(picture)
    assert found
    for region in found:
        labels = {picture.nodes[number].label for number in region.members}
        assert 1 <= len(region.names) <= 3 and set(region.names) <= labels


def test_a_region_takes_the_short_name_of_a_concept_with_a_long_one() -> None:
    long = Concept(
        "g", "dataset", "General Language Understanding Evaluation", ("GLUE", "glue set")
    )
    short = Concept("b", "method", "BERT", ("B",))
    papers = [Paper(f"p{n}", f"On reading {n}", "") for n in range(6)]
    links = [Link(p.id, c.id, "used", 0.5, 0.5, ()) for p in papers for c in (long, short)]
    graph = stored(papers, Resolution((long, short), tuple(links), ()))
    (region,) = regions(choose(find_scope(graph)))
    assert set(region.names) == {"GLUE", "BERT"}
