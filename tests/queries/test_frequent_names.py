"""Names that many papers share: the same rows in both engines, and no step that reads too much."""

from collections import Counter
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import pytest
import rdflib

from kg.query import QuerySpec, bind, load, queries, run
from tests.graphs import BASE, StoredGraph, synthetic_graph
from tests.plans import OXIGRAPH, on_disk, plan

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib.*")

#: Those that ask for one paper, concept or task; the others look at all papers.
ABOUT_ONE = (
    "compared-with", "concepts-of-paper", "datasets-of-task", "evidence-for-concept",
    "evidence-for-statement", "first-papers", "introduced-for-task", "methods-of-task",
    "narrower-tasks", "papers-of-concept", "parts-and-kinds", "people-of-task", "reading-path",
    "similar-papers", "tasks-sharing-methods",
)  # fmt: skip


@pytest.fixture(scope="module")
def graph() -> StoredGraph:
    return synthetic_graph(24, 60)


@pytest.fixture(scope="module")
def dataset(graph: StoredGraph) -> rdflib.Dataset:
    quads = ox.serialize(iter(graph.store), format=ox.RdfFormat.N_QUADS)
    return rdflib.Dataset().parse(data=quads, format="nquads")


def frequent(graph: StoredGraph, spec: QuerySpec) -> dict[str, Any]:
    """Values for the names that a query takes: those of the most papers."""
    papers = Counter(edge.target for edge in graph.projection.edges)
    ranked = sorted(graph.projection.nodes, key=lambda node: -papers[node.id])
    named = {
        kind: next(n.name for n in ranked if kind in (n.concept_type, n.kind)).upper()
        for kind in ("method", "task", "dataset")
    }
    title = next(node.name for node in ranked if node.kind == "paper")
    values = {
        **named, "concept": named["method"], "subject": named["method"], "object": named["task"],
        "title": title, "words": "ON", "venue": "Made-up Venue", "other": "Made-up Venue",
        "since": 2022, "atmost": "0.8", "atleast": 1,
    }  # fmt: skip
    return {parameter.name: values[parameter.name] for parameter in spec.parameters}


def text(term: object) -> str | None:
    if term is None:
        return None
    return str(term.value if isinstance(term, ox.NamedNode | ox.Literal) else term)


@pytest.mark.parametrize("spec", queries(), ids=lambda spec: spec.name)
def test_both_engines_give_the_same_rows(
    graph: StoredGraph, dataset: rdflib.Dataset, spec: QuerySpec
) -> None:
    values = frequent(graph, spec)
    ours = [tuple(map(text, row)) for row in run(graph.store, spec, values).rows]
    theirs = dataset.query(bind(spec.text, values, spec.defaults), base=BASE)
    assert ours == [tuple(map(text, row)) for row in theirs]


@pytest.fixture(scope="module")
def folder(graph: StoredGraph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph on disk, where the command finds it."""
    return on_disk(graph.store, tmp_path_factory.mktemp("plans") / "store")


@pytest.mark.skipif(OXIGRAPH is None, reason="the command oxigraph is not installed")
@pytest.mark.parametrize("name", ABOUT_ONE)
def test_a_question_about_one_thing_reads_little_of_the_graph(folder: Path, name: str) -> None:
    """A name that no graph has: whatever is read for it is read in vain."""
    spec = load(name)
    values = {p.name: 1 if p.name == "atleast" else "no such name" for p in spec.parameters}
    steps = plan(folder, bind(spec.text, values), BASE)
    assert steps and [step for step in steps if step[1] > 1] == []


@pytest.mark.skipif(OXIGRAPH is None, reason="the command oxigraph is not installed")
@pytest.mark.parametrize("spec", queries(), ids=lambda spec: spec.name)
def test_nothing_is_joined_with_all_of_something_else(
    graph: StoredGraph, folder: Path, spec: QuerySpec
) -> None:
    """A join without a key grows with the square of the graph, if both sides have many rows."""
    steps = plan(folder, bind(spec.text, frequent(graph, spec)), BASE)
    answer = max(1, steps[0][1])
    assert [step for step in steps if step[0].endswith("keys = )") and step[1] > answer] == []
