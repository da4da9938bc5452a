import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import QueryError
from kg.query import Parameter, bind, run
from kg.query.library import parse
from kg.query.parameters import Value, parse_variable
from kg.vocab import DEFAULT_BASE

XSD = "http://www.w3.org/2001/XMLSchema#"


def echo(variable: str, name: str, value: Value) -> object:
    """What a value is once it has been through the query."""
    spec = parse("echo", f"SELECT ?x {{ BIND({variable} AS ?x) }}")
    return run(ox.Store(), spec, {name: value}).rows[0][0]


@given(st.text())
def test_any_text_comes_back_as_itself(text: str) -> None:
    assert echo("?_text", "text", text) == ox.Literal(text)


@given(
    st.lists(st.sampled_from(["'", '"', "\\", "\n", "\r", "}", "#", "\\u0022", "?_text", "{"])).map(
        "".join
    )
)
def test_what_would_end_a_string_comes_back_as_itself(text: str) -> None:
    assert echo("?_text", "text", text) == ox.Literal(text)


@given(st.integers())
def test_integers(number: int) -> None:
    expected = ox.Literal(str(number), datatype=ox.NamedNode(XSD + "integer"))
    assert echo("?_n_integer", "n", number) == expected
    assert echo("?_n_integer", "n", str(number)) == expected


@pytest.mark.parametrize(
    ("variable", "value", "term"),
    [
        ("?_x_number", "2", ox.Literal("2", datatype=ox.NamedNode(XSD + "integer"))),
        ("?_x_number", -2.5, ox.Literal("-2.5", datatype=ox.NamedNode(XSD + "decimal"))),
        ("?_x_en", "word", ox.Literal("word", language="en")),
        (
            "?_x_xsd_date",
            "2020-01-02",
            ox.Literal("2020-01-02", datatype=ox.NamedNode(XSD + "date")),
        ),
        ("?_x_literal", "5", ox.Literal("5")),
        ("$_x", "5", ox.Literal("5")),
        ("?__x", "5", ox.Literal("5")),
        ("?_x_iri", "pkg:uses", ox.NamedNode("https://w3id.org/paperkg/ns#uses")),
        ("?_x_iri", ":c-bert", ox.NamedNode(DEFAULT_BASE + "c-bert")),
        ("?_x_iri", "<http://a/b>", ox.NamedNode("http://a/b")),
        ("?_x_iri", "schema://a", ox.NamedNode("schema://a")),
    ],
)
def test_kinds(variable: str, value: Value, term: object) -> None:
    assert echo(variable, "x", value) == term


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("?_x_integer", "2020) } #"),
        ("?_x_integer", 2.5),
        ("?_x_number", "NaN"),
        ("?_x_number", "1e400"),
        ("?_x_iri", "no iri"),
        ("?_x_iri", "http://a/> } DROP ALL #"),
        ("?_x", "lone \ud800 surrogate"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(variable: str, value: Value) -> None:
    with pytest.raises(QueryError, match="'x' takes a value of kind"):
        bind(f"SELECT * {{ BIND({variable} AS ?y) }}", {"x": value})


def test_a_value_cannot_leave_its_string() -> None:
    store = ox.Store()
    node = ox.NamedNode("http://a/s")
    store.add(ox.Quad(node, node, ox.Literal("secret")))
    spec = parse("q", "SELECT ?s { ?s ?p ?o FILTER(STR(?o) = ?_word) }")
    assert run(store, spec, {"word": '" || true || "'}).rows == ()
    assert run(store, spec, {"word": "secret"}).rows == ((node,),)


def test_only_the_variable_itself_is_replaced() -> None:
    text = 'SELECT * { ?_years ?a \'?_year\' ; <http://a/?_year> """?_year""", ?_year } # ?_year'
    bound = bind(text, {"year": "Y", "years": "S"})
    assert bound == text.replace(", ?_year }", ', "Y" }').replace("?_years", '"S"')


def test_a_value_is_not_read_again() -> None:
    assert bind("BIND(?_a AS ?x) BIND(?_b AS ?y)", {"a": "?_b", "b": "c"}) == (
        'BIND("?_b" AS ?x) BIND("c" AS ?y)'
    )


def test_an_optional_parameter_without_value_stays_a_variable() -> None:
    assert bind("BIND(?__a AS ?x)", {}) == "BIND(?__a AS ?x)"


def test_defaults_give_way_to_values() -> None:
    assert bind("?_a ?_b", {"b": "2"}, {"a": "1", "b": "1"}) == '"1" "2"'


@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("?_a", {}, "'a' needs a value; this query takes: a"),
        ("?_a", {"a": "1", "b": "2"}, "unknown parameter 'b'; this query takes: a"),
        ("?a", {"a": "1"}, "takes: no parameters"),
        ("?_a ?_a_iri", {"a": "urn:x"}, "'a' is written in two ways"),
        ("?_min_year_integer", {}, "is no parameter"),
        ("?_x_string", {}, "is no parameter"),
    ],
)
def test_wrong_calls(text: str, values: dict[str, Value], said: str) -> None:
    with pytest.raises(QueryError, match=said):
        bind(text, values)


@pytest.mark.parametrize(
    ("variable", "parameter"),
    [
        ("?_concept_iri", Parameter("concept", "iri", True)),
        ("?__since_integer", Parameter("since", "integer", False)),
        ("?_day_xsd_date", Parameter("day", "xsd:date", True)),
        ("?concept_iri", None),
        ("?a_", None),
        ("?___a", None),
    ],
)
def test_parse_variable(variable: str, parameter: Parameter | None) -> None:
    assert parse_variable(variable) == parameter
