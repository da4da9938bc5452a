from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.errors import InputError, QueryError
from kg.query import load, queries, run
from kg.query.library import parse
from kg.vocab import DEFAULT_BASE


def test_the_library_is_sorted_and_kebab_case() -> None:
    names = [spec.name for spec in queries()]
    assert names == sorted(names) and len(names) >= 10
    assert all(name == name.lower() and "_" not in name for name in names)


def test_load_by_name_by_path_and_as_text(tmp_path: Path) -> None:
    file = tmp_path / "my-own.rq"
    file.write_text("\ufeff#+ summary: Mine?\nASK { ?s ?p ?_what }", "utf-8")
    assert load("methods-by-papers").name == "methods-by-papers"
    assert load(str(file)).name == "my-own"
    assert load(str(file)).summary == "Mine?"
    assert load("SELECT * { ?s ?p ?o }").name == "query"
    assert load("ASK{}").form == "ASK"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("methods-by-paper", "no query is called 'methods-by-paper'; .*methods-by-papers"),
        ("", "no query is called"),
        ("DROP ALL", "update"),
    ],
)
def test_what_cannot_be_loaded(query: str, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        load(query)


def test_the_header_may_stand_anywhere_and_have_defaults_in_both_shapes() -> None:
    text = "#+ tags: [a, b]\nASK { ?s ?_x ?_n_integer }\n#+ defaults:\n#+   - x: y\n#+   - n: 5\n"
    spec = parse("q", text)
    assert spec.tags == ("a", "b")
    assert spec.defaults == {"x": "y", "n": 5}
    assert parse("q", "#+ defaults: {x: y}\nASK { ?s ?p ?_x }").defaults == {"x": "y"}


def test_a_file_that_is_not_there_is_no_usage_error() -> None:
    with pytest.raises(InputError, match=r"missing\.rq: No such file") as error:
        load("nowhere/missing.rq")
    assert "Errno" not in str(error.value)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("#+ summary: [", "no YAML"),
        ("#+ just words", "no YAML mapping"),
        ("#+ tags: words", "lists of tags"),
        ("#+ defaults: 5", "no mapping"),
        ("#+ defaults: {nobody: 5}", "'nobody'"),
    ],
)
def test_broken_headers(header: str, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        parse("q", f"{header}\nASK {{}}")


def small_store(base: str = DEFAULT_BASE) -> ox.Store:
    store = ox.Store()
    uses = ox.NamedNode("https://w3id.org/paperkg/ns#uses")
    store.add(ox.Quad(ox.NamedNode(base + "paper-1"), uses, ox.NamedNode(base + "c-bert")))
    return store


def test_prefixes_are_declared_and_follow_the_base() -> None:
    spec = load("ASK { :paper-1 pkg:uses :c-bert . <paper-1> pkg:uses <c-bert> }")
    base = "http://example.org/g/"
    assert run(small_store(), spec).boolean is True
    assert run(small_store(base), spec, base=base).boolean is True
    assert run(small_store(), spec, base=base).boolean is False


def test_select_star_has_the_order_of_the_query() -> None:
    text = "SELECT DISTINCT * { ?zebra ?b ?a . BIND(1 AS ?Z) }"
    assert run(small_store(), load(text)).variables == ("zebra", "b", "a", "Z")
    assert run(small_store(), load("SELECT ?b ?a { ?a ?b ?c }")).variables == ("b", "a")


def test_a_prefix_declared_in_the_query_wins() -> None:
    spec = load("PREFIX pkg: <http://other/> ASK { ?s pkg:uses ?o }")
    assert run(small_store(), spec).boolean is False


def test_the_three_shapes_of_answers() -> None:
    store = small_store()
    assert run(store, load("ASK {}")).boolean is True
    select = run(store, load("SELECT ?s ?none { ?s ?p ?o }"))
    assert select.variables == ("s", "none")
    assert select.rows == ((ox.NamedNode(DEFAULT_BASE + "paper-1"), None),)
    construct = run(store, load("CONSTRUCT { ?o ?p ?s } WHERE { ?s ?p ?o }"))
    assert construct.triples is not None
    assert construct.triples[0].subject == ox.NamedNode(DEFAULT_BASE + "c-bert")
    assert construct.rows == ()


def test_a_spec_made_by_hand_is_checked_too() -> None:
    from kg.query import QuerySpec

    spec = QuerySpec("q", "SELECT * { SERVICE <http://x> { ?s ?p ?o } }", "SELECT")
    with pytest.raises(QueryError, match="refused"):
        run(ox.Store(), spec)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("SELECT ?s WHERE {\n ?s a pkg:Method .\n  ?x ?y }", "line 3, column 10: not valid SPARQL"),
        (
            "SELECT * { ?s nope:x ?o }",
            "line 1, column 15: not valid SPARQL: the prefix 'nope' is not",
        ),
        ("SELECT * { ?s ?p ?o", "line 1, column 20: "),
        ("SELECT (COUNT(?s) AS ?n) ?o { ?s ?p ?o }", "contains a variable that is unbound"),
    ],
)
def test_a_syntax_error_names_its_place(text: str, place: str) -> None:
    with pytest.raises(QueryError) as error:
        run(ox.Store(), load(text))
    assert place in str(error.value)


def test_the_place_is_that_of_the_query_as_written() -> None:
    spec = load("SELECT * { BIND(?_word AS ?x) ?s ?p }")
    with pytest.raises(QueryError) as error:
        run(ox.Store(), spec, {"word": 'a much longer text than the name "word"'})
    message = str(error.value).split("\n")
    assert message[0].startswith("line 1, column 38")
    assert message[1] == spec.text
    assert message[2].index("^") == 37
