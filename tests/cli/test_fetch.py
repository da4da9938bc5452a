import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.fetch import answers
from tests.fetch.server import Catalogue, Trouble, serving


@pytest.fixture(autouse=True)
def direct(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is on this machine: no proxy leads to it."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def test_papers_are_fetched_with_the_key_and_the_mail_of_the_environment(
    kg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENALEX_API_KEY", "sesame")
    monkeypatch.setenv("KG_MAIL", "ada@example.org")
    output = tmp_path / "new" / "works.jsonl"
    with serving(Catalogue(answers.openalex)) as catalogue:
        code, out, err = kg("fetch", "openalex", "beans", "-o", output, "--rate", 1000,
                            "--address", catalogue.address, "-p", "filter=language:en")  # fmt: skip
    assert (code, out) == (0, "") and f"5 records in {output}" in err
    first = catalogue.asked[0][1]
    assert (first["api_key"], first["mailto"], first["filter"]) == (
        "sesame", "ada@example.org", "language:en")  # fmt: skip
    assert len(output.read_text("utf-8").splitlines()) == 5


def test_a_run_that_failed_goes_on(kg: Run, tmp_path: Path) -> None:
    output = tmp_path / "works.jsonl"
    with serving(Catalogue(answers.openalex, [None, Trouble(404)])) as catalogue:
        asking = ("fetch", "openalex", "beans", "-o", output, "--rate", 1000, "--address",
                  catalogue.address)  # fmt: skip
        code, _, err = kg(*asking)
        assert code == 1 and "404" in err and not output.exists()
        code, _, err = kg(*asking)
    assert code == 0 and "5 records" in err and "2 of them by an earlier run" in err
    assert len({json.loads(line)["id"] for line in output.read_text("utf-8").splitlines()}) == 5


def test_an_interrupt_says_how_to_go_on(
    kg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kg.cli.fetch.fetch_papers", interrupt)
    code, _, err = kg("fetch", "openalex", "beans", "-o", tmp_path / "works.jsonl")
    assert code == 130 and "goes on from here" in err


def test_an_unknown_source_is_wrong_usage(kg: Run, tmp_path: Path) -> None:
    code, _, err = kg("fetch", "phone-book", "beans", "-o", tmp_path / "works.jsonl")
    assert code == 2 and "semantic-scholar" in err


def test_stdout_is_refused_since_a_run_could_not_go_on(kg: Run) -> None:
    code, out, err = kg("fetch", "openalex", "beans", "-o", "-")
    assert (code, out) == (2, "") and "name a file" in err
