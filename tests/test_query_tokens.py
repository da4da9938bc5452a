import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import QueryError
from kg.query.tokens import check_allowed, position, query_form, tokenize


def pieces(text: str, kind: str) -> list[str]:
    return [token.text for token in tokenize(text) if token.kind == kind]


MORE = [" ", "\n", "\r", "\x00", '"""']
SPARQL = st.lists(
    st.sampled_from(
        r"""' " \ # < > ?_x $y : a:b SERVICE { } ( ) @en _:b é 𝛽 5 . \u0041 '''""".split() + MORE
    )
).map("".join)


@given(st.one_of(st.text(), SPARQL))
def test_tokens_joined_are_the_text(text: str) -> None:
    tokens = list(tokenize(text))
    assert "".join(token.text for token in tokens) == text
    assert all(text.startswith(token.text, token.start) for token in tokens)


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        ("?year ?years $year", ["?year", "?years", "$year"]),
        ("'?a' \"?b\" # ?c\n ?d", ["?d"]),
        ('\'\'\'it\'s ?a\'\'\' """say "?b" """ ?c', ["?c"]),
        (r"'it\'s ?a' ?b", ["?b"]),
        ("<http://a/?b#?c> ?d", ["?d"]),
        ("?a<?b && ?c>?d", ["?a", "?b", "?c", "?d"]),
        ("ex:a?b", ["?b"]),
        ("'open ?a\n?b", ["?a", "?b"]),
    ],
)
def test_variables_stand_outside_strings_iris_and_comments(text: str, variables: list[str]) -> None:
    assert pieces(text, "variable") == variables


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("pkg:uses :c-bert schema:", ["pkg:uses", ":c-bert", "schema:"]),
        (r"ex:a%2Fb ex:c\+\+ _:node", ["ex:a%2Fb", r"ex:c\+\+", "_:node"]),
    ],
)
def test_prefixed_names(text: str, names: list[str]) -> None:
    assert pieces(text, "name") == names


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("SELECT * {}", "SELECT"),
        ("# DELETE\nBASE <http://a/> PREFIX select: <b> ask {}", "ASK"),
        ("prefix insert: <b> CONSTRUCT WHERE {}", "CONSTRUCT"),
        ("DESCRIBE <http://a>", "DESCRIBE"),
    ],
)
def test_form(text: str, form: str) -> None:
    assert query_form(list(tokenize(text))) == form


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("INSERT DATA { <a> <b> <c> }", "INSERT is an update"),
        ("PREFIX a: <b> delete WHERE {}", "DELETE is an update"),
        ("LOAD <http://a>", "LOAD is an update"),
        ("hello", "begins with SELECT"),
        ("# only a comment", "no query"),
    ],
)
def test_what_is_no_query(text: str, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        query_form(list(tokenize(text)))


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * { SERVICE <http://x> { ?s ?p ?o } }",
        "SELECT * { service silent ?x { ?s ?p ?o } }",
        "SELECT * {#\nSERVICE#\n<http://x>{} }",
        # All of these Oxigraph 0.5 reads as a SERVICE clause:
        "SELECT * { SERVICESILENT<http://x> { ?s ?p ?o } }",
        "PREFIX SERVICE: <z> PREFIX : <http://x> SELECT * { SERVICE:x{ ?s ?p ?o } }",
        "PREFIX ex: <http://x> SELECT * { SERVICEex:x # {\n { ?s ?p ?o } }",
        "PREFIX ex: <http://x> SELECT * { ?s ?p trueSERVICE ex:x { ?s ?p ?o } }",
        "PREFIX ex: <http://x> SELECT * { ?s ?p 1.e5SERVICE ex:x { ?s ?p ?o } }",
        "SELECT * { FILTER(?a<?b)SERVICE#>\n<http://x>{ ?s ?p ?o } }",
        "SELECT * { FILTER(?a<'b>' )SERVICE<http://x>{ ?s ?p 'o' } }",
        "PREFIX ex: <http://x> SELECT * { ?s ?p ex:a.b.SERVICE ex:x { ?s ?p ?o } }",
        "PREFIX ex: <http://x> SELECT * { ?s ?p ex:a.b.SERVICE:x { ?s ?p ?o } }",
    ],
)
def test_service_is_refused(text: str) -> None:
    with pytest.raises(QueryError, match="refused"):
        check_allowed(list(tokenize(text)))


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * { ?s ?p 'SERVICE <http://x> {' } # SERVICE <http://x> {",
        'SELECT * { ?s ?p """\nSERVICE <http://x> {""" }',
        "PREFIX service: <http://x/> SELECT * { service:a service:b service:SERVICE }",
        "PREFIX service: <http://x/> SELECT * { GRAPH service:a { ?s ?p ?o } }",
        "SELECT * { GRAPH <http://x/service> { ?service :service ?o { ?s ?p 'a'@service } } }",
        "SELECT * { ?s :my-service ?o { ?s ?p ?x } }",
        "SELECT * { FILTER(?a<?b && 'SERVICE'>?c) }",
        "SELECT * { GRAPH <http://x/service#> { ?s ?p <http://x/a> } }",
    ],
)
def test_the_word_service_alone_is_no_offence(text: str) -> None:
    check_allowed(list(tokenize(text)))


def test_the_refusal_names_the_place() -> None:
    with pytest.raises(QueryError, match="line 2, column 3: SERVICE"):
        check_allowed(list(tokenize("SELECT * {\n  SERVICE <http://x> {} }")))


@given(st.text(alphabet="ab\n"), st.data())
def test_position(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    line, column = position(text, offset)
    before = text[:offset].split("\n")
    assert (line, column) == (len(before), len(before[-1]) + 1)


HERE = "SELECT * { SERVICE SILENT <https://Good.org:8080/sparql> { ?s ?p ?o } }"


def test_service_is_allowed_by_the_name_of_its_host() -> None:
    check_allowed(list(tokenize(HERE)), ["good.org"])
    with pytest.raises(QueryError, match="refused"):
        check_allowed(list(tokenize(HERE)), ["other.org"])


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * { SERVICE <https://good.org@evil.org/> { ?s ?p ?o } }",
        "SELECT * { SERVICE <https://evil.org/good.org> { ?s ?p ?o } }",
        "SELECT * { SERVICE <good.org> { ?s ?p ?o } }",
        "SELECT * { SERVICE ?any { ?s ?p ?o } }",
        "PREFIX g: <https://good.org/> SELECT * { SERVICE g:sparql { ?s ?p ?o } }",
        "SELECT * { SERVICE <https://good.org/> { SERVICE <https://evil.org/> { ?s ?p ?o } } }",
        "SELECT * { SERVICE <https://good.org/> {} FILTER(?a<?b)SERVICE#>\n<http://x>{} }",
    ],
)
def test_an_allowed_host_opens_no_other_door(text: str) -> None:
    with pytest.raises(QueryError, match="refused"):
        check_allowed(list(tokenize(text)), ["good.org"])
