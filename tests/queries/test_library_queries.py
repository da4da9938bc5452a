"""Every query of the library on the small graph: its rows, and the same rows from rdflib."""

from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib

from kg.query import QuerySpec, bind, load, queries, run
from kg.vocab import DEFAULT_BASE

GRAPH = Path(__file__).with_name("small.trig")
PKG = "https://w3id.org/paperkg/ns#"

Row = tuple[str | None, ...]

TWO_HELP = (
    "Moss Encoders and Lantern Networks both help word alignment, and so machine translation."
)

#: (query, parameters, the rows; `:x` is an IRI of the data, `pkg:x` one of the vocabulary).
CASES: list[tuple[str, dict[str, str | int | float], list[Row]]] = [
    (
        "methods-by-papers",
        {},
        [
            (":c-lantern-network", "Lantern Network", "5", "1", "3", "1"),
            (":c-moss-encoder", "Moss Encoder", "4", "1", "2", "1"),
            (":c-c%2B%2B-rain", "C++ Rain", "1", "1", "0", "0"),
            (":c-drift-search", "Drift Search", "1", "1", "0", "0"),
        ],
    ),
    (
        "methods-by-papers",
        {"since": 2021, "atleast": 2},
        [(":c-lantern-network", "Lantern Network", "2", "0", "1", "1")],
    ),
    (
        "introduced-for-task",
        {"task": "mt"},
        [
            (
                "2020",
                ":paper-p3",
                "Which Word Goes Where",
                ":c-drift-search",
                "Drift Search",
                ":c-word-alignment",
            ),
            (
                "2019",
                ":paper-p1",
                "Lantern Networks for Machine Translation",
                ":c-lantern-network",
                "Lantern Network",
                ":c-machine-translation",
            ),
            (
                "2018",
                ":paper-p2",
                "The Moss Encoder",
                ":c-moss-encoder",
                "Moss Encoder",
                ":c-machine-translation",
            ),
        ],
    ),
    (
        "datasets-of-task",
        {"task": "Image Classification"},
        [
            (":c-imagenet", "ImageNet", "1", "true"),
            (":c-pond-images", "Pond Images", "1", "false"),
        ],
    ),
    (
        "compared-with",
        {"method": "lns"},
        [
            (":c-c%2B%2B-rain", "C++ Rain", "1", "true"),
            (":c-moss-encoder", "Moss Encoder", "1", "true"),
        ],
    ),
    (
        "co-occurring-methods",
        {},
        [(":c-lantern-network", "Lantern Network", ":c-moss-encoder", "Moss Encoder", "3")],
    ),
    (
        "co-occurring-methods",
        {"atleast": 1},
        [
            (":c-lantern-network", "Lantern Network", ":c-moss-encoder", "Moss Encoder", "3"),
            (":c-c%2B%2B-rain", "C++ Rain", ":c-lantern-network", "Lantern Network", "1"),
            (":c-drift-search", "Drift Search", ":c-lantern-network", "Lantern Network", "1"),
        ],
    ),
    (
        "similar-papers",
        {"title": "moss"},
        [
            (":paper-p2", ":paper-p1", "Lantern Networks for Machine Translation", "2"),
            (":paper-p2", ":paper-p7", "Word Alignment in Retrospect", "2"),
            (":paper-p2", ":paper-p4", "Looking by Lantern Light", "1"),
        ],
    ),
    (
        "tasks-without-dataset",
        {},
        [
            (":c-word-alignment", "word alignment", "2"),
            (":c-weather-nowcasting", "weather nowcasting", "1"),
        ],
    ),
    (
        "trends-by-year",
        {"concept": "LN"},
        [("2018", "0", "1"), ("2019", "1", "1"), ("2020", "2", "2"), ("2021", "2", "3")],
    ),
    (
        "evidence-for-concept",
        {"concept": "word alignment"},
        [
            (
                ":paper-p7",
                "Word Alignment in Retrospect",
                "pkg:addresses",
                "title",
                "0",
                "Word Alignment",
                "Word Alignment in Retrospect",
            ),
            (
                ":paper-p7",
                "Word Alignment in Retrospect",
                "pkg:addresses",
                "abstract",
                "45",
                "word alignment",
                TWO_HELP,
            ),
        ],
    ),
    (
        "evidence-for-concept",
        {"concept": "drift search"},
        [
            (
                ":paper-p3",
                "Which Word Goes Where",
                "pkg:introduces",
                "abstract",
                "49",
                "Drift Search",
                "Drift Search then repairs what LNs leave open.",
            ),
        ],
    ),
    (
        "method-task-matrix",
        {"atleast": 2},
        [
            (
                ":c-lantern-network",
                "Lantern Network",
                ":c-word-alignment",
                "word alignment",
                "2",
                "false",
            ),
            (
                ":c-lantern-network",
                "Lantern Network",
                ":c-machine-translation",
                "machine translation",
                "1",
                "true",
            ),
            (
                ":c-moss-encoder",
                "Moss Encoder",
                ":c-question-answering",
                "question answering",
                "1",
                "true",
            ),
        ],
    ),
]


@pytest.fixture(scope="module")
def store() -> ox.Store:
    store = ox.Store()
    store.load(path=GRAPH, format=ox.RdfFormat.TRIG)
    return store


pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib.*")


@pytest.fixture(scope="module")
def dataset() -> rdflib.Dataset:
    return rdflib.Dataset().parse(GRAPH, format="trig")


def short(value: object) -> str | None:
    if value is None:
        return None
    text = str(value.value if isinstance(value, ox.Literal | ox.NamedNode) else value)
    return text.replace(DEFAULT_BASE, ":").replace(PKG, "pkg:")


@pytest.mark.parametrize(("name", "params", "rows"), CASES)
def test_rows(
    store: ox.Store, name: str, params: dict[str, str | int | float], rows: list[Row]
) -> None:
    answer = run(store, load(name), params)
    assert [tuple(map(short, row)) for row in answer.rows] == rows


@pytest.mark.parametrize(("name", "params", "rows"), CASES)
def test_rdflib_gives_the_same_rows(
    store: ox.Store,
    dataset: rdflib.Dataset,
    name: str,
    params: dict[str, str | int | float],
    rows: list[Row],
) -> None:
    spec = load(name)
    theirs = dataset.query(bind(spec.text, params, spec.defaults), base=DEFAULT_BASE)
    assert [tuple(map(short, row)) for row in theirs] == rows


def test_every_query_of_the_library_is_tested() -> None:
    assert {spec.name for spec in queries()} == {name for name, _, _ in CASES}


@pytest.mark.parametrize("spec", queries(), ids=lambda spec: spec.name)
def test_headers_say_what_is_asked(spec: QuerySpec) -> None:
    assert spec.summary.endswith("?")
    assert spec.description and spec.tags
    assert spec.form == "SELECT" and "ORDER BY" in spec.text


@pytest.mark.parametrize("spec", queries(), ids=lambda spec: spec.name)
def test_each_query_runs_as_it_stands(store: ox.Store, spec: QuerySpec) -> None:
    assert run(store, spec).variables


def test_a_base_of_ones_own() -> None:
    # Relative IRIs would not do: `<x>` beside `…/me#` is `…/x`.
    base = "http://example.org/me#"
    text = GRAPH.read_text("utf-8").replace(DEFAULT_BASE, base)
    store = ox.Store()
    store.load(text, format=ox.RdfFormat.TRIG)
    rows = run(store, load("evidence-for-concept"), {"concept": "drift search"}, base=base).rows
    assert len(rows) == 1
