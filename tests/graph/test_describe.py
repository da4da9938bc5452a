from dataclasses import replace
from pathlib import Path

import pytest
from pyoxigraph import Store

from kg.errors import UsageError
from kg.graph.ask import query_text
from kg.graph.describe import count, describe, find, names_of, quote
from kg.graph.rdf import alignment_quads, graph_quads
from kg.model import Alignment, Concept, Link, Paper, Quote, Resolution, Span
from kg.vocab import curie
from tests.graph_samples import BASE, PAPERS, RESOLUTION
from tests.graphs import BASE as MADE_UP
from tests.graphs import synthetic_graph
from tests.plans import OXIGRAPH, on_disk, plan


@pytest.fixture(scope="module")
def store() -> Store:
    made = Store()
    made.extend(graph_quads(PAPERS, RESOLUTION, BASE))
    return made


def test_counts_are_those_of_the_values(store: Store) -> None:
    counts = count(store)
    assert counts.papers == 2
    assert counts.concepts == {"dataset": 1, "method": 2, "task": 1}
    assert counts.links == {"addresses": 1, "comparesWith": 1, "introduces": 1, "uses": 2}
    assert counts.relations == {"contrastedWith": 1, "usedFor": 1}
    assert counts.quads == len(store) > counts.triples > 0


@pytest.mark.parametrize(
    ("name", "iri"),
    [
        ("Willow", "c-willow"),
        ("wl", "c-willow"),
        ("grove corpora", "c-grove-corpus"),
        ("c-oak", "c-oak"),
        ("oak", "c-oak"),
        (BASE + "c-oak", "c-oak"),
        ("p1", "paper-p1"),
        ("p/2", "paper-p%2F2"),
        ("WILLOW FOR PARSING", "paper-p1"),
    ],
)
def test_a_node_is_found_by_any_of_its_names(store: Store, name: str, iri: str) -> None:
    if name == "grove corpora":
        name = "Grove-Corpus"
    assert find(store, name, BASE).value == BASE + iri


def test_a_link_to_a_graph_with_our_own_iris_is_no_neighbour(store: Store) -> None:
    """Two graphs with the default base may name one another's concepts."""
    linked = Store()
    linked.extend(store)
    linked.extend(alignment_quads([Alignment("oak", BASE + "c-oak", True, 0.95)], BASE))
    oak = find(store, "c-oak", BASE)
    assert describe(linked, oak) == describe(store, oak)


@pytest.mark.skipif(OXIGRAPH is None, reason="no oxigraph command to tell the plan")
def test_what_surrounds_a_node_is_found_without_reading_the_rest(tmp_path: Path) -> None:
    graph = synthetic_graph(24, 60)
    rare = min(graph.projection.edges, key=lambda edge: edge.confidence).source
    text = query_text("neighbours").replace("SELECT ?node", "SELECT")
    asked = text.replace("?node", f"<{MADE_UP}{rare}>")
    rows = len(list(graph.store.query(asked)))  # type: ignore[arg-type]
    steps = plan(on_disk(graph.store, tmp_path / "store"), asked, MADE_UP)
    # Each side is asked of its own before both are one.
    assert 0 < max(count for _, count in steps) <= 2 * rows, steps


def test_the_exact_name_is_found_before_one_that_is_like_it() -> None:
    concepts = (
        Concept("one", "method", "STEM"), Concept("two", "method", "stem", ("Stalk",)),
        Concept("three", "task", "stalk"),
    )  # fmt: skip
    store = Store()
    store.extend(graph_quads(PAPERS, Resolution(concepts, (), ()), BASE))
    for name, wanted in (("STEM", "c-one"), ("stem", "c-two"), ("Stalk", "c-two")):
        assert find(store, name, BASE).value == BASE + wanted
    with pytest.raises(UsageError, match="several"):
        find(store, "Stem", BASE)
    assert names_of(store, [BASE + "c-two", BASE + "c-one"]) == ["stem", "STEM"]


def test_neighbours_of_one_name_have_an_order() -> None:
    """Two papers may have one title."""
    papers = [Paper(name, "Of trees", "") for name in ("b", "a", "c")]
    links = [Link(paper.id, "oak", "used", 0.5, 0.5, ()) for paper in papers]
    quads = [
        *graph_quads(papers, Resolution((Concept("oak", "method", "Oak"),), tuple(links), ()), BASE)
    ]
    for order in (quads, quads[::-1]):
        store = Store()
        for quad in order:
            store.add(quad)
        near = describe(store, find(store, "c-oak", BASE)).neighbours
        assert [n.iri.removeprefix(BASE) for n in near] == ["paper-a", "paper-b", "paper-c"]


def test_an_unknown_name_brings_up_near_ones(store: Store) -> None:
    with pytest.raises(UsageError, match="near it: Willow"):
        find(store, "Wilow", BASE)
    with pytest.raises(UsageError, match="no paper or concept"):
        find(store, "<bad iri>", BASE)


def test_where_a_concept_is_meant_a_paper_of_its_name_gives_way(store: Store) -> None:
    same = Store()
    named = (replace(PAPERS[0], title="Willow"), *PAPERS[1:])
    same.extend(graph_quads(named, RESOLUTION, BASE))
    assert find(same, "Willow", BASE, kind="concept").value == BASE + "c-willow"
    assert find(store, "Willow for Parsing", BASE, kind="concept").value == BASE + "paper-p1"
    assert find(same, "Willow", BASE, kind="paper").value == BASE + "paper-p1"
    with pytest.raises(UsageError, match=r"names several nodes; .*c-willow, paper-p1"):
        find(same, "Willow", BASE)


def test_a_name_without_any_near_it_has_a_remedy(store: Store) -> None:
    with pytest.raises(UsageError, match="papers-by-title"):
        find(store, "qqqqqq", BASE)


def test_a_concept_is_described_by_its_neighbours_with_quotes(store: Store) -> None:
    node = describe(store, find(store, "Willow", BASE))
    assert (node.label, node.kind, node.aliases) == ("Willow", "method", ("WL",))
    edges = {(n.relation, n.outgoing, n.label) for n in node.neighbours}
    assert edges == {
        ("introduces", False, "Willow for parsing"),
        ("contrastedWith", True, "Oak"),
    }
    (paper,) = (n for n in node.neighbours if n.relation == "introduces")
    (quoted,) = paper.quotes
    assert quoted.sentence == "We introduce Willow (WL), a parser."
    assert quoted.sentence[quoted.span.start : quoted.span.end] == "Willow"


def test_a_paper_says_who_wrote_it_when_and_where(store: Store) -> None:
    node = describe(store, find(store, "p1", BASE))
    assert (node.authors, node.year) == (("Ada Birch", "José Élan"), 2024)
    assert (node.venue, node.text) == ("Tree Letters", PAPERS[0].abstract)
    assert node.identifiers == ("arxiv:2401.00001", "doi:10.1/(sici)1<2::3>4")
    other = describe(store, find(store, "p/2", BASE))
    assert (other.authors, other.year, other.venue, other.identifiers) == ((), None, "", ())


def test_a_paper_is_described_by_its_concepts(store: Store) -> None:
    node = describe(store, find(store, "p/2", BASE))
    assert node.kind == "paper"
    assert {(n.relation, n.label) for n in node.neighbours} == {
        ("uses", "Oak"),
        ("addresses", "parsing"),
    }


def test_a_node_is_found_as_tables_print_it(store: Store) -> None:
    iri = find(store, "Willow", BASE)
    for name in (iri.value, curie(iri.value, BASE), curie(iri.value, BASE)[1:]):
        assert find(store, name, BASE) == iri


def test_a_quote_marks_the_mention_in_its_own_sentence() -> None:
    text = "One tree. Two trees grow. Three."
    quoted = quote("p", text, Span(14, 19))
    assert quoted.sentence == "Two trees grow."
    assert quoted.sentence[quoted.span.start : quoted.span.end] == "trees"


def test_a_quote_of_a_text_without_an_end_is_cut_to_a_window() -> None:
    run = "a " * 2000 + "X" + " b" * 2000
    cut = quote("p", run, Span(4000, 4001), window=400)
    assert (len(cut.sentence), cut.span) == (801, Span(400, 401))
    whole = quote("p", "First. We test X here. Last.", Span(15, 16), window=400)
    assert whole == Quote("p", "We test X here.", Span(8, 9))
