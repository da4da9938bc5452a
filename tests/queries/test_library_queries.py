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

RAIN = "For weather nowcasting we build C++ Rain and find it ahead of the Lantern Network."

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
    # The name of a method is no task: nothing is introduced, written or shared for it.
    ("introduced-for-task", {"task": "Lantern Network"}, []),
    ("people-of-task", {"task": "Lantern Network"}, []),
    ("reading-path", {"task": "Lantern Network"}, []),
    ("tasks-sharing-methods", {"task": "Lantern Network"}, []),
    ("papers-by-title", {"words": "quill"}, []),  # a person's name is no title
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
        {"title": "The Moss Encoder"},
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
        "adoption-lag",
        {},
        [
            (":c-lantern-network", "Lantern Network", "2019", "2020", "1", "4"),
            (":c-moss-encoder", "Moss Encoder", "2018", "2019", "1", "3"),
        ],
    ),
    (
        "baselines",
        {},
        [
            (":c-lantern-network", "Lantern Network", "1", "2021", "2021"),
            (":c-moss-encoder", "Moss Encoder", "1", "2019", "2019"),
        ],
    ),
    (
        "bridge-concepts",
        {"venue": "Journal of Invented Results", "other": "Letters on Nothing"},
        [
            (":c-lantern-network", "Lantern Network", "1", "1"),
            (":c-moss-encoder", "Moss Encoder", "1", "1"),
        ],
    ),
    (
        "comparisons",
        {},
        [
            (":c-c%2B%2B-rain", "C++ Rain", ":c-lantern-network", "Lantern Network", "1"),
            (":c-lantern-network", "Lantern Network", ":c-moss-encoder", "Moss Encoder", "1"),
        ],
    ),
    (
        "concepts-of-paper",
        {"title": "The Moss Encoder"},
        [
            (
                "pkg:addresses",
                ":c-machine-translation",
                "machine translation",
                "pkg:Task",
                "0.9",
                "0.5",
            ),
            (
                "pkg:addresses",
                ":c-question-answering",
                "question answering",
                "pkg:Task",
                "0.9",
                "0.5",
            ),
            ("pkg:introduces", ":c-moss-encoder", "Moss Encoder", "pkg:Method", "0.9", "0.5"),
            ("pkg:uses", ":c-squad", "SQuAD", "pkg:Dataset", "0.9", "0.5"),
        ],
    ),
    (
        "dataset-concentration",
        {},
        [
            (":c-imagenet", "ImageNet", "1", "25"),
            (":c-pond-images", "Pond Images", "1", "25"),
            (":c-squad", "SQuAD", "1", "25"),
            (":c-wmt-2014", "WMT 2014", "1", "25"),
        ],
    ),
    (
        "evidence-for-statement",
        {"subject": "c++ RAIN", "object": "lns"},
        [
            (
                "pkg:contrastedWith",
                "0.8",
                "1",
                ":paper-p5",
                "abstract",
                "32",
                "C++ Rain",
                RAIN,
            ),
            (
                "pkg:contrastedWith",
                "0.8",
                "1",
                ":paper-p5",
                "abstract",
                "66",
                "Lantern Network",
                RAIN,
            ),
        ],
    ),
    (
        "evidence-for-statement",
        {"subject": "Rain in an Hour", "object": "weather nowcasting"},
        [
            (
                "pkg:addresses",
                "0.9",
                "1",
                ":paper-p5",
                "abstract",
                "4",
                "weather nowcasting",
                RAIN,
            )
        ],
    ),
    (
        "first-papers",
        {"concept": "lns"},
        [("2019", ":paper-p1", "Lantern Networks for Machine Translation", "pkg:introduces")],
    ),
    (
        "gaps-of-task",
        {"task": "question answering", "atleast": 2},
        [(":c-lantern-network", "Lantern Network", "5")],
    ),
    (
        "gone-quiet",
        {"since": 2021, "atleast": 1},
        [
            (":c-squad", "SQuAD", "1", "2018"),
            (":c-question-answering", "question answering", "1", "2018"),
            (":c-wmt-2014", "WMT 2014", "1", "2019"),
            (":c-drift-search", "Drift Search", "1", "2020"),
            (":c-imagenet", "ImageNet", "1", "2020"),
            (":c-image-classification", "image classification", "1", "2020"),
        ],
    ),
    (
        "methods-of-task",
        {"task": "MT"},
        [
            (":c-lantern-network", "Lantern Network", "1", "true"),
            (":c-moss-encoder", "Moss Encoder", "1", "false"),
        ],
    ),
    (
        "narrower-tasks",
        {"task": "mt"},
        [(":c-word-alignment", "word alignment", ":c-machine-translation", "2")],
    ),
    (
        "papers-by-title",
        {"words": "LANTERN"},
        [
            ("2020", ":paper-p4", "Looking by Lantern Light"),
            ("2019", ":paper-p1", "Lantern Networks for Machine Translation"),
        ],
    ),
    (
        "papers-of-concept",
        {"concept": "wmt 2014"},
        [("2019", ":paper-p1", "Lantern Networks for Machine Translation", "pkg:uses")],
    ),
    (
        "parts-and-kinds",
        {"method": "MOSS encoders"},
        [(":c-drift-search", "Drift Search", "pkg:partOf", ":c-moss-encoder", "Moss Encoder", "1")],
    ),
    (
        "people-of-task",
        {"task": "mt"},
        [
            (":person-bj%C3%B6rn-s%C3%A1", "Björn Sá", "2", "2019"),
            (":person-ada-quill", "Ada Quill", "1", "2019"),
        ],
    ),
    (
        "reading-path",
        {"task": "mt"},
        [
            (
                "2018",
                ":paper-p2",
                "The Moss Encoder",
                ":c-moss-encoder",
                "Moss Encoder",
                ":c-squad",
                "SQuAD",
            ),
            (
                "2019",
                ":paper-p1",
                "Lantern Networks for Machine Translation",
                ":c-lantern-network",
                "Lantern Network",
                ":c-wmt-2014",
                "WMT 2014",
            ),
            (
                "2020",
                ":paper-p3",
                "Which Word Goes Where",
                ":c-drift-search",
                "Drift Search",
                None,
                None,
            ),
        ],
    ),
    (
        "rising-concepts",
        {"since": 2020},
        [
            (":c-lantern-network", "Lantern Network", "4", "1"),
            (":c-word-alignment", "word alignment", "2", "0"),
        ],
    ),
    (
        "run-provenance",
        {},
        [
            ("graph", "triples", "200"),
            ("run", "entries", "9"),
            ("run", "kept", "8"),
            ("run", "merged", "1"),
            ("run", "skipped", "0"),
            ("run", "version", "0.1.0"),
            ("used", "reader.onnx", "00ff"),
        ],
    ),
    (
        "tasks-sharing-methods",
        {"task": "Word Alignment"},
        [(":c-question-answering", "question answering", "1")],
    ),
    (
        "uncertain-statements",
        {"atmost": "0.8"},
        [
            (":c-c%2B%2B-rain", "pkg:contrastedWith", ":c-lantern-network", "0.8", "1"),
            (":c-imagenet", "pkg:benchmarkFor", ":c-image-classification", "0.8", "1"),
            (":c-lantern-network", "pkg:contrastedWith", ":c-moss-encoder", "0.8", "2"),
            (":c-lantern-network", "pkg:evaluatedWith", ":c-wmt-2014", "0.8", "1"),
            (":c-lantern-network", "pkg:usedFor", ":c-machine-translation", "0.8", "2"),
            (":c-moss-encoder", "pkg:usedFor", ":c-question-answering", "0.8", "1"),
            (":c-squad", "pkg:benchmarkFor", ":c-question-answering", "0.8", "1"),
            (
                ":c-word-alignment",
                "http://www.w3.org/2004/02/skos/core#broader",
                ":c-machine-translation",
                "0.8",
                "1",
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
            )
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
    assert run(store, spec).variables == spec.columns


@pytest.mark.parametrize("spec", queries(), ids=lambda spec: spec.name)
def test_an_empty_graph_gives_no_rows_on_either_engine(spec: QuerySpec) -> None:
    theirs = rdflib.Dataset().query(bind(spec.text, {}, spec.defaults), base=DEFAULT_BASE)
    assert (run(ox.Store(), spec).rows, list(theirs)) == ((), [])


def test_a_base_of_ones_own() -> None:
    # Relative IRIs would not do: `<x>` beside `…/me#` is `…/x`.
    base = "http://example.org/me#"
    text = GRAPH.read_text("utf-8").replace(DEFAULT_BASE, base)
    store = ox.Store()
    store.load(text, format=ox.RdfFormat.TRIG)
    rows = run(store, load("evidence-for-concept"), {"concept": "drift search"}, base=base).rows
    assert len(rows) == 1
