"""The example corpus as a graph: sound by every rule, and of one mind in both engines."""

from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib

import kg
from kg.query import QuerySpec, bind, queries

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib.*")
CORPUS = Path(__file__).parents[2] / "docs/examples/landmarks.bib"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> kg.KnowledgeGraph:
    return kg.build(CORPUS, tmp_path_factory.mktemp("example") / "g.kg")


@pytest.fixture(scope="module")
def dataset(graph: kg.KnowledgeGraph) -> rdflib.Dataset:
    quads = ox.serialize(iter(graph.store), format=ox.RdfFormat.N_QUADS)
    return rdflib.Dataset().parse(data=quads, format="nquads")


def text(term: object) -> str | None:
    if term is None:
        return None
    return str(term.value if isinstance(term, ox.NamedNode | ox.Literal) else term)


def test_it_keeps_every_rule(graph: kg.KnowledgeGraph) -> None:
    assert graph.verify() == ()


@pytest.mark.parametrize("spec", queries(), ids=lambda spec: spec.name)
def test_both_engines_give_the_same_rows(
    graph: kg.KnowledgeGraph, dataset: rdflib.Dataset, spec: QuerySpec
) -> None:
    theirs = dataset.query(bind(spec.text, {}, spec.defaults), base=graph.base)
    ours = [tuple(map(text, row)) for row in graph.query(spec.name).rows]
    assert ours == [tuple(map(text, row)) for row in theirs]


@pytest.mark.parametrize("spec", queries(), ids=lambda spec: spec.name)
def test_the_defaults_of_each_query_have_an_answer(
    graph: kg.KnowledgeGraph, spec: QuerySpec
) -> None:
    assert graph.query(spec.name).rows, "choose defaults that show what the query is for"
