import csv
import io
import json

import pyoxigraph as ox

from kg.query import Answer, find_labels, load, run, to_csv, to_json, to_table
from kg.vocab import DEFAULT_BASE, PREFIXES

BERT = ox.NamedNode(DEFAULT_BASE + "c-bert")
LABEL = ox.NamedNode(PREFIXES["skos"] + "prefLabel")
NAME = 'BERT, "large"\nand é'


def store() -> ox.Store:
    made = ox.Store()
    made.add(ox.Quad(BERT, LABEL, ox.Literal(NAME, language="en")))
    return made


ROWS = load("SELECT ?c ?n ?none ?five { ?c skos:prefLabel ?n BIND(5 AS ?five) }")


def test_tables_show_curies_and_labels() -> None:
    answer = run(store(), ROWS)
    table = to_table(answer, find_labels(store(), answer))
    assert table.columns == ("c", "n", "none", "five")
    assert table.rows == ((f":c-bert ({NAME})", NAME, "", "5"),)


def test_without_labels_a_table_shows_curies() -> None:
    assert to_table(run(store(), ROWS)).rows[0][0] == ":c-bert"
    assert to_table(run(store(), ROWS), base="http://else/").rows[0][0] == BERT.value


def test_csv_is_what_oxigraph_writes() -> None:
    ours = list(csv.reader(io.StringIO(to_csv(run(store(), ROWS)), newline="")))
    result = store().query(ROWS.text, prefixes=dict(PREFIXES))
    assert isinstance(result, ox.QuerySolutions)
    theirs = result.serialize(format=ox.QueryResultsFormat.CSV).decode()
    assert ours == list(csv.reader(io.StringIO(theirs, newline="")))


def test_json_is_what_oxigraph_writes() -> None:
    result = store().query(ROWS.text, prefixes=dict(PREFIXES))
    assert isinstance(result, ox.QuerySolutions)
    theirs = result.serialize(format=ox.QueryResultsFormat.JSON)
    assert json.loads(to_json(run(store(), ROWS))) == json.loads(theirs)


def test_a_boolean() -> None:
    answer = run(store(), load("ASK {}"))
    assert json.loads(to_json(answer)) == {"head": {}, "boolean": True}
    assert to_table(answer).rows == (("true",),)
    assert to_csv(answer) == "boolean\r\ntrue\r\n"


def test_triples() -> None:
    answer = run(store(), load("CONSTRUCT WHERE { ?s ?p ?o }"))
    assert to_table(answer, {BERT.value: "BERT"}).rows == (
        (":c-bert (BERT)", "skos:prefLabel", NAME),
    )
    assert json.loads(to_json(answer))["head"]["vars"] == ["subject", "predicate", "object"]


def test_blank_nodes_and_quoted_triples_have_a_form() -> None:
    triple = ox.Triple(BERT, LABEL, ox.Literal("x"))
    answer = Answer(("a", "b"), ((ox.BlankNode("n"), triple),))
    first = json.loads(to_json(answer))["results"]["bindings"][0]
    assert first["a"] == {"type": "bnode", "value": "n"}
    assert first["b"]["value"]["subject"] == {"type": "uri", "value": BERT.value}
    assert to_csv(answer).splitlines()[1].startswith("_:n,")


def test_an_empty_answer_keeps_its_headings() -> None:
    answer = run(ox.Store(), ROWS)
    assert to_csv(answer) == "c,n,none,five\r\n"
    assert to_table(answer).rows == ()
