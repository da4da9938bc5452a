"""Every rule can fail, fails alone where it can, and SHACL says the same."""

from importlib.resources import files
from pathlib import Path

import pyoxigraph as ox
import pyshacl
import pytest
import rdflib

from kg.graph.verify import iter_violations, rules
from kg.vocab import DEFAULT_BASE, PREFIXES

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib.*")

SMALL = Path(__file__).parents[1] / "queries/small.trig"
E = "GRAPH :graph-evidence"
ADDRESSES = ":st-73bc25bb6fa82f861526"  # p5 addresses weather nowcasting

#: A change of a sound graph, and the rules that it breaks.
MUTATIONS: list[tuple[str, set[str]]] = [
    ("DELETE WHERE { :c-squad skos:prefLabel ?x }", {"concept-label"}),
    ('INSERT DATA { :c-squad skos:prefLabel "Other"@en }', {"concept-label"}),
    (
        "DELETE DATA { :c-pond-images a skos:Concept }",
        {"concept-type"},
    ),
    ("INSERT DATA { :c-weather-nowcasting a pkg:Method }", {"concept-type"}),
    ("DELETE WHERE { :paper-p8 schema:name ?x }", {"node-name"}),
    ("DELETE WHERE { :person-ada-quill schema:name ?x }", {"node-name"}),
    ("DELETE WHERE { :person-ada-quill a ?x }", {"node-type"}),
    ("INSERT DATA { :paper-p8 schema:author :person-nobody }", {"node-type"}),
    (
        "DELETE DATA { :paper-p5 a schema:ScholarlyArticle }",
        {"role-ends", "node-type", "evidence-ends"},
    ),
    (
        "DELETE DATA { :c-weather-nowcasting a pkg:Task } ;"
        "INSERT DATA { :c-weather-nowcasting a pkg:Method }",
        {"role-ends"},
    ),
    (
        "DELETE DATA { :c-wmt-2014 a pkg:Dataset } ; INSERT DATA { :c-wmt-2014 a pkg:Method }",
        {"relation-ends"},
    ),
    (
        'INSERT DATA { :c-new a skos:Concept , pkg:Task ; skos:prefLabel "new"@en }',
        {"orphan-concept"},
    ),
    (f"DELETE WHERE {{ {E} {{ {ADDRESSES} ?p ?o }} }}", {"unstated-edge"}),
    ("DELETE DATA { :paper-p7 pkg:mentions :c-machine-translation }", {"statement-edge"}),
    (
        f"INSERT {{ {E} {{ :st-twice ?p ?o }} }} WHERE {{ {E} {{ {ADDRESSES} ?p ?o }} }}",
        {"statement-edge"},
    ),
    (f"DELETE WHERE {{ {E} {{ {ADDRESSES} pkg:confidence ?x }} }}", {"statement-figures"}),
    (f"INSERT DATA {{ {E} {{ {ADDRESSES} pkg:confidence 0.1 }} }}", {"statement-figures"}),
    (
        f"DELETE WHERE {{ {E} {{ {ADDRESSES} pkg:confidence ?x }} }} ;"
        f"INSERT DATA {{ {E} {{ {ADDRESSES} pkg:confidence 1.5 }} }}",
        {"statement-figures"},
    ),
    (
        f"DELETE WHERE {{ {E} {{ {ADDRESSES} pkg:support ?x }} }} ;"
        f"INSERT DATA {{ {E} {{ {ADDRESSES} pkg:support 7 }} }}",
        {"statement-figures"},
    ),
    (f"INSERT DATA {{ {E} {{ {ADDRESSES} pkg:evidence :text-gone-1-2 }} }}", {"evidence-ends"}),
    (f"DELETE WHERE {{ {E} {{ :text-p5-abstract rdf:value ?x }} }}", {"evidence-ends"}),
    (f"DELETE WHERE {{ {E} {{ :text-p5-abstract-4-22-selector oa:end ?x }} }}", {"evidence-ends"}),
    (
        f"DELETE WHERE {{ {E} {{ :text-p5-abstract-4-22-selector oa:exact ?x }} }} ;"
        f'INSERT DATA {{ {E} {{ :text-p5-abstract-4-22-selector oa:exact "rain" }} }}',
        {"span"},
    ),
    (f"<{DEFAULT_BASE}paper-p8> <{PREFIXES['schema']}url> <http://example.org/100%> .", {"iri"}),
    ("INSERT DATA { :paper-p8 schema:url [] }", {"blank-node"}),
    ("DELETE DATA { :c-pond-images a pkg:Dataset }", {"concept-type", "role-ends"}),
    (
        f"DELETE WHERE {{ {E} {{ {ADDRESSES} rdf:object ?x }} }}",
        {"statement-edge", "unstated-edge"},
    ),
    (f"DELETE WHERE {{ {E} {{ {ADDRESSES} pkg:support ?x }} }}", {"statement-figures"}),
    (f"DELETE WHERE {{ {E} {{ {ADDRESSES} prov:wasDerivedFrom ?x }} }}", {"statement-figures"}),
    (
        f"DELETE WHERE {{ {E} {{ {ADDRESSES} pkg:confidence ?x }} }} ;"
        f"INSERT DATA {{ {E} {{ {ADDRESSES} pkg:confidence 5e-1 }} }}",
        {"statement-figures"},
    ),
    (f"DELETE WHERE {{ {E} {{ :text-p5-abstract pkg:field ?x }} }}", {"evidence-ends"}),
    (f"DELETE WHERE {{ {E} {{ :text-p5-abstract a ?x }} }}", {"evidence-ends"}),
    (f"DELETE WHERE {{ {E} {{ :text-p5-abstract-4-22 oa:hasSource ?x }} }}", {"evidence-ends"}),
    (f"DELETE WHERE {{ {E} {{ :text-p5-abstract-4-22 oa:hasSelector ?x }} }}", {"evidence-ends"}),
    (
        f"DELETE WHERE {{ {E} {{ :text-p5-abstract-4-22-selector oa:exact ?x ; oa:end ?y }} }} ;"
        f'INSERT DATA {{ {E} {{ :text-p5-abstract-4-22-selector oa:exact "" ; oa:end 4 }} }}',
        {"span"},
    ),
]
#: Edges between things of types that they are not for, by the rule that they break.
WRONG_ENDS = {
    "role-ends": [
        (":c-drift-search", "addresses", ":c-word-alignment"),
        (":paper-p5", "introduces", ":c-word-alignment"),
        (":paper-p5", "uses", ":c-word-alignment"),
        (":paper-p5", "comparesWith", ":c-squad"),
        (":paper-p5", "addresses", ":c-drift-search"),
        (":paper-p5", "mentions", ":c-squad"),
    ],
    "relation-ends": [
        (":c-word-alignment", "usedFor", ":c-question-answering"),
        (":c-drift-search", "usedFor", ":c-squad"),
        (":c-squad", "partOf", ":c-drift-search"),
        (":c-drift-search", "partOf", ":c-squad"),
        (":c-drift-search", "evaluatedWith", ":c-word-alignment"),
        (":c-drift-search", "trainedWith", ":c-word-alignment"),
        (":c-squad", "trainedWith", ":c-imagenet"),
        (":c-drift-search", "contrastedWith", ":c-squad"),
        (":c-drift-search", "benchmarkFor", ":c-word-alignment"),
        (":c-squad", "benchmarkFor", ":c-drift-search"),
        (":c-drift-search", "broader", ":c-word-alignment"),
        (":c-squad", "broader", ":c-imagenet"),
    ],
}


def edge(source: str, kind: str, target: str) -> str:
    """An edge, and the least that makes it a stated one."""
    name = f"skos:{kind}" if kind == "broader" else f"pkg:{kind}"
    stated = f":st rdf:subject {source} ; rdf:predicate {name} ; rdf:object {target}"
    return f"INSERT DATA {{ {source} {name} {target} . {E} {{ {stated} }} }}"


MUTATIONS += [(edge(*ends), {rule}) for rule, wrong in WRONG_ENDS.items() for ends in wrong]


@pytest.fixture
def store() -> ox.Store:
    made = ox.Store()
    made.load(path=SMALL, format=ox.RdfFormat.TRIG)
    return made


def report(store: ox.Store) -> tuple[bool, str]:
    """What SHACL says of the default and the evidence graph together."""
    runs = ox.NamedNode(DEFAULT_BASE + "graph-runs")
    lines = [
        f"{quad.subject} {quad.predicate} {quad.object} ."
        for quad in store
        if quad.graph_name != runs
    ]
    graph = rdflib.Graph().parse(data="\n".join(lines), format="nt")
    shapes = files("kg.graph").joinpath("shapes.ttl").read_text("utf-8")
    sound, _, said = pyshacl.validate(graph, shacl_graph=shapes, advanced=True)
    return bool(sound), str(said)


def test_a_sound_graph_breaks_no_rule(store: ox.Store) -> None:
    assert list(iter_violations(store)) == []
    assert report(store)[0], report(store)[1]


def altered(store: ox.Store, change: str) -> ox.Store:
    if change.startswith("<"):
        store.load(change, format=ox.RdfFormat.N_TRIPLES, lenient=True)
    else:
        store.update(change, prefixes={**PREFIXES, "": DEFAULT_BASE})
    return store


@pytest.mark.parametrize(("change", "broken"), MUTATIONS)
def test_a_change_breaks_its_rule(store: ox.Store, change: str, broken: set[str]) -> None:
    found = {violation.rule for violation in iter_violations(altered(store, change))}
    assert found == broken


@pytest.mark.heavy
@pytest.mark.parametrize(("change", "broken"), MUTATIONS)
def test_a_change_breaks_the_shapes(store: ox.Store, change: str, broken: set[str]) -> None:
    assert not report(altered(store, change))[0], broken


def test_every_rule_is_seen_to_fail() -> None:
    assert set(rules()) == set().union(*(broken for _, broken in MUTATIONS))
    assert all(says.endswith(".") for says in rules().values())
