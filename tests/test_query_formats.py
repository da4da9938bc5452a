import csv
import io
import json

import pyoxigraph as ox
import pytest
import rdflib

from kg.errors import UsageError
from kg.query import (
    Answer,
    find_labels,
    load,
    run,
    to_csv,
    to_json,
    to_table,
    to_tsv,
    to_turtle,
    to_xml,
)
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
    assert table.rows == ((":c-bert", NAME, "", "5"),), "the label is in the row already"
    alone = run(store(), load("SELECT ?c { ?c skos:prefLabel ?n }"))
    assert to_table(alone, find_labels(store(), alone)).rows == ((f":c-bert ({NAME})",),)


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
    turtle = to_turtle(answer)
    assert len(rdflib.Graph().parse(data=turtle, format="turtle")) == 1 and ":c-bert" in turtle
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


@pytest.mark.parametrize(
    ("write", "format"),
    [(to_tsv, ox.QueryResultsFormat.TSV), (to_xml, ox.QueryResultsFormat.XML)],
)
def test_oxigraph_reads_the_same_terms_back(write: object, format: ox.QueryResultsFormat) -> None:
    answer = run(store(), ROWS)
    assert callable(write)
    read = ox.parse_query_results(write(answer), format=format)
    assert isinstance(read, ox.QuerySolutions)
    assert [tuple(row) for row in read] == list(answer.rows)
    assert [variable.value for variable in read.variables] == list(answer.variables)


def test_xml_holds_no_character_that_xml_forbids() -> None:
    xml = to_xml(Answer(("a",), ((ox.Literal("a\x02<b\ufffe"),),)))
    (row,) = ox.parse_query_results(xml, format=ox.QueryResultsFormat.XML)  # type: ignore[misc]
    assert row["a"] == ox.Literal("a\ufffd<b\ufffd")


@pytest.mark.parametrize("text", ["a\rb", "c\r\nd", "\r", "<&>\tx\ny"])
def test_a_carriage_return_comes_back_from_xml(text: str) -> None:
    triple = ox.Triple(BERT, LABEL, ox.Literal(text, language="en"))
    xml = to_xml(Answer(("a", "b"), ((ox.Literal(text), triple),)))
    (row,) = ox.parse_query_results(xml, format=ox.QueryResultsFormat.XML)  # type: ignore[misc]
    assert (row["a"], row["b"]) == (ox.Literal(text), triple)
    alone = to_xml(Answer(("a",), ((ox.Literal(text),),)))
    (found,) = rdflib.query.Result.parse(io.BytesIO(alone.encode()), format="xml")
    assert str(found[0]) == text


def test_turtle_is_for_triples() -> None:
    with pytest.raises(UsageError, match="gives no triples"):
        to_turtle(run(store(), ROWS))


def test_a_data_frame_has_plain_values() -> None:
    frame = run(store(), ROWS).to_pandas()
    assert list(frame.columns) == ["c", "n", "none", "five"]
    assert frame.iloc[0].tolist() == [BERT.value, NAME, None, 5]
    assert run(store(), load("ASK {}")).to_pandas()["boolean"].tolist() == [True]
    assert len(run(store(), load("CONSTRUCT WHERE { ?s ?p ?o }")).to_pandas()) == 1


def test_a_number_that_is_none_stays_a_text_in_a_frame() -> None:
    query = 'SELECT ?n { VALUES ?n { 5 "many"^^xsd:integer "much"^^xsd:decimal } } ORDER BY STR(?n)'
    values = run(store(), load(query)).to_pandas()["n"].tolist()
    assert values == [5, "many", "much"]
