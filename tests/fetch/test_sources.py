"""Each source, page by page, from its answers to the papers that our readers see."""

import json
from pathlib import Path

import pytest

import kg
from kg.fetch import SOURCES, FetchOptions, fetch
from tests.fetch import answers
from tests.fetch.answers import CASES, PEOPLE, TITLES, Case
from tests.fetch.conftest import Serve, Time
from tests.fetch.server import Params


def test_every_source_has_a_case() -> None:
    assert {case.source for case in CASES} == set(SOURCES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.source}-{case.query}")
def test_what_was_fetched_is_read_without_loss(
    case: Case, serve: Serve, time: Time, tmp_path: Path
) -> None:
    catalogue, output = serve(case.answer), tmp_path / "papers.jsonl"
    options = FetchOptions(address=catalogue.address, sleep=time.sleep, clock=time.clock)
    found = fetch(case.source, case.query, output, options)
    assert (found.records, found.repeated, found.resumed) == (5, 0, 0)
    assert [entry.name for entry in tmp_path.iterdir()] == ["papers.jsonl"]
    result = kg.read(output)
    assert (result.report.entries, result.report.skipped) == (5, ())
    papers = result.papers
    assert tuple(paper.title for paper in papers) == TITLES
    assert [paper.year for paper in papers] == [2020, 2021, 2022, 2023, 2024]
    assert {paper.authors for paper in papers} == {PEOPLE}
    assert {paper.venue for paper in papers} == {"Garden Letters"}
    for number, paper in enumerate(papers):
        assert paper.abstract == (answers.ABSTRACT.format(number) if case.has_abstract else "")
        assert paper.doi == (f"10.1234/b{number}" if case.has_doi else "")


def test_records_stay_as_the_source_gives_them(serve: Serve, time: Time, tmp_path: Path) -> None:
    catalogue, output = serve(answers.crossref), tmp_path / "papers.jsonl"
    options = FetchOptions(address=catalogue.address, sleep=time.sleep, clock=time.clock)
    fetch("crossref", "beans", output, options)
    first = json.loads(answers.crossref("/works", {"query": "beans", "offset": "0"}))
    assert json.loads(output.read_text("utf-8").splitlines()[0]) == first["message"]["items"][0]


def test_arxiv_entries_take_the_shape_of_the_snapshot(
    serve: Serve, time: Time, tmp_path: Path
) -> None:
    catalogue, output = serve(answers.arxiv), tmp_path / "papers.jsonl"
    fetch("arxiv", "beans", output, FetchOptions(address=catalogue.address, limit=1))
    assert json.loads(output.read_text("utf-8")) == {
        "id": "2000.00000", "authors": "Ada Moor, Plato", "title": "On beans", "comments": None,
        "journal-ref": "Garden Letters", "doi": "10.1234/b0", "categories": "cs.PL cs.DB",
        "abstract": answers.ABSTRACT.format(0), "update_date": "2025-01-02",
        "versions": [{"version": "v1", "created": "Sun, 05 Jan 2020 10:00:00 GMT"},
                     {"version": "v2", "created": "Thu, 02 Jan 2025 18:00:00 GMT"}],
        "authors_parsed": [["Ada Moor", "", ""], ["Plato", "", ""]],
    }  # fmt: skip
    (paper,) = kg.read(output).papers
    assert (paper.arxiv, paper.arxiv_version, paper.keywords) == (
        "2000.00000", 2, ("cs.PL", "cs.DB"))  # fmt: skip


@pytest.mark.parametrize(
    ("source", "where", "name", "value"),
    [
        ("openalex", "params", "api_key", "sesame"),
        ("openalex", "params", "mailto", "ada@example.org"),
        ("crossref", "params", "mailto", "ada@example.org"),
        ("crossref", "headers", "crossref-plus-api-token", "Bearer sesame"),
        ("semantic-scholar", "headers", "x-api-key", "sesame"),
        ("openreview", "headers", "authorization", "Bearer sesame"),
    ],
)
def test_who_asks_is_told_where_the_source_wants_it(
    source: str, where: str, name: str, value: str, serve: Serve, time: Time, tmp_path: Path
) -> None:
    case = next(case for case in CASES if case.source == source)
    catalogue = serve(case.answer)
    options = FetchOptions(address=catalogue.address, key="sesame", mail="ada@example.org",
                           sleep=time.sleep, clock=time.clock)  # fmt: skip
    fetch(source, "beans", tmp_path / "papers.jsonl", options)
    told = catalogue.headers[0] if where == "headers" else catalogue.asked[0][1]
    assert told[name] == value
    assert "(mailto:ada@example.org)" in catalogue.headers[0]["user-agent"]


@pytest.mark.parametrize("key", ["", "sesame"])
def test_openalex_is_paged_by_cursor_with_a_key_and_by_number_without(
    key: str, serve: Serve, time: Time, tmp_path: Path
) -> None:
    catalogue = serve(answers.openalex)
    options = FetchOptions(address=catalogue.address, key=key, sleep=time.sleep, clock=time.clock)
    assert fetch("openalex", "beans", tmp_path / "papers.jsonl", options).records == 5
    asked = [(params.get("cursor"), params.get("page")) for _, params in catalogue.asked]
    with_key = [("*", None), ("Ils2", None), ("Ils4", None), ("Ils6", None)]
    assert asked == (with_key if key else [(None, "1"), (None, "2"), (None, "3")])


def test_openalex_ends_at_10_000_without_a_key_and_names_the_key(
    serve: Serve, time: Time, tmp_path: Path
) -> None:
    def many(path: str, params: Params) -> bytes:
        works = [{"id": f"https://openalex.org/W{params['page']}", "title": "On beans"}]
        meta = {"count": 20_000, "page": int(params["page"]), "per_page": 5_000}
        return json.dumps({"meta": meta, "results": works}).encode()

    catalogue, told = serve(many), list[str]()
    options = FetchOptions(address=catalogue.address, sleep=time.sleep, clock=time.clock,
                           notify=told.append)  # fmt: skip
    assert fetch("openalex", "beans", tmp_path / "papers.jsonl", options).records == 2
    assert "20,000 records and gave 2" in told[0] and "or set OPENALEX_API_KEY" in told[0]


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("semantic-scholar", {"total": 0, "token": None}),
        ("dblp", {"result": {"hits": {"@total": "0"}}}),
        ("openreview", {"notes": [], "count": 0}),
        ("crossref", {"message": {"total-results": 0, "items": []}}),
        ("openalex", {"meta": {"count": 0, "page": 1, "per_page": 100}, "results": []}),
    ],
)
def test_nothing_found_is_no_trouble(
    source: str, answer: object, serve: Serve, time: Time, tmp_path: Path
) -> None:
    catalogue = serve(lambda path, params: json.dumps(answer).encode())
    options = FetchOptions(address=catalogue.address, sleep=time.sleep, clock=time.clock)
    assert fetch(source, "beans", tmp_path / "papers.jsonl", options).records == 0
    assert len(catalogue.asked) == 1


def test_a_single_hit_of_dblp_may_stand_outside_of_a_list(
    serve: Serve, time: Time, tmp_path: Path
) -> None:
    hits = {"@total": "1", "hit": {"info": {"key": "k", "title": "On beans."}}}
    catalogue = serve(lambda path, params: json.dumps({"result": {"hits": hits}}).encode())
    options = FetchOptions(address=catalogue.address, sleep=time.sleep, clock=time.clock)
    assert fetch("dblp", "beans", tmp_path / "papers.jsonl", options).records == 1


@pytest.mark.parametrize("told", [None, 1000, 1003])
def test_a_full_page_of_openreview_is_not_the_last_whatever_it_counts(
    told: int | None, serve: Serve, time: Time, tmp_path: Path
) -> None:
    def venue(path: str, params: Params) -> bytes:
        start = int(params["offset"])
        notes = [{"id": f"n{n}"} for n in range(start, min(start + 1000, 1003))]
        counted = {"count": told if told != 1000 else len(notes)} if told else {}
        return json.dumps({"notes": notes, **counted}).encode()

    catalogue = serve(venue)
    options = FetchOptions(address=catalogue.address, sleep=time.sleep, clock=time.clock)
    found = fetch("openreview", "Garden.org/2020/Meeting", tmp_path / "papers.jsonl", options)
    assert found.records == 1003
