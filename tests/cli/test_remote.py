from pathlib import Path

import pytest

import kg as library
from tests.cli.conftest import Run
from tests.endpoint import Endpoint


@pytest.fixture(autouse=True)
def no_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KG_USER", raising=False)


def test_what_is_pushed_answers_as_the_folder_does(kg: Run, built: Path) -> None:
    with Endpoint() as server:
        code, out, err = kg("push", built, f"{server.url}/store")
        assert (code, out) == (0, "")
        assert f"{library.open(built).counts().quads:,} triples are in {server.url}/store" in err
        for arguments in (
            ("datasets-of-task", "-p", "task=link prediction", "-f", "csv"),
            ("SELECT ?m { ?m a pkg:Method } ORDER BY ?m",  "-f", "json"),
            ("DESCRIBE ?m { ?m skos:prefLabel 'Birch'@en }", "-f", "turtle"),
        ):  # fmt: skip
            there = kg("query", f"{server.url}/query", *arguments)
            assert there == kg("query", built, *arguments) and there[0] == 0 and there[1]
        code, out, _ = kg("query", f"{server.url}/query", "SELECT ?m { ?m a pkg:Task }")
        assert code == 0 and ":c-link-prediction" in out


def test_quiet_says_nothing(kg: Run, built: Path) -> None:
    with Endpoint() as server:
        assert kg("push", built, f"{server.url}/store", "-q") == (0, "", "")


def test_errors_are_one_line_and_have_their_exit_codes(kg: Run, built: Path) -> None:
    with Endpoint() as server:
        code, _, err = kg("push", built, f"{server.url}/nowhere", "-q")
        assert code == 1 and err.startswith("kg: ") and "404" in err and err.count("\n") == 1
        code, _, err = kg("query", f"{server.url}/query", "no-such-query")
        assert code == 2 and "no query is called" in err
    assert kg("push", built, "nowhere", "-q")[0] == 2


def test_options_that_do_not_fit_are_refused(kg: Run, built: Path, tmp_path: Path) -> None:
    with Endpoint() as server:
        address = f"{server.url}/query"
        code, _, err = kg("query", address, "ASK { ?a ?b ?c }", "--view", tmp_path / "p.html")
        assert code == 2 and "graph folder" in err and not server.log
    code, _, err = kg("query", built, "ASK { ?a ?b ?c }", "--base", "https://example.org/")
    assert code == 2 and "endpoints" in err
