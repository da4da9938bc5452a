"""Sources that are busy, broken, slow or wrong, and runs that do not come to their end."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.errors import FetchError, KgError, UsageError
from kg.fetch import Fetched, FetchOptions, fetch
from tests.fetch import answers
from tests.fetch.conftest import Serve, Time
from tests.fetch.server import Catalogue, Params, Trouble

CUT, SILENT, BROKEN = Trouble(cut=True), Trouble(silent=True), Trouble(503)


def busy(seconds: str, **headers: str) -> Trouble:
    return Trouble(429, {"Retry-After": seconds, **headers})


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "papers.jsonl"


def run(catalogue: Catalogue, time: Time, output: Path, **options: Any) -> Fetched:
    given = {"address": catalogue.address, "sleep": time.sleep, "clock": time.clock, "rate": 10.0,
             "key": "sesame"}  # fmt: skip
    return fetch("openalex", "beans", output, FetchOptions(**given | options))


def ids(output: Path) -> list[str]:
    return [json.loads(line)["id"][-2:] for line in output.read_text("utf-8").splitlines()]


ALL = ["W0", "W1", "W2", "W3", "W4"]


@pytest.mark.parametrize(
    ("trouble", "wait"),
    [
        (CUT, 1.0),
        (BROKEN, 1.0),
        (Trouble(500), 1.0),
        (Trouble(200, body=b"<html>please wait</html>"), 1.0),
        (Trouble(200, body=b'{"meta": {"count": 5}'), 1.0),
        (Trouble(200, body=b"[]"), 1.0),
        (Trouble(200, body=b'{"error": "moved"}'), 1.0),
        (busy("30"), 30.0),
        (busy("0"), 1.0),
        (busy("soon"), 1.0),
        (busy("Mon, 05 Jan 2026 10:00:40 GMT", Date="Mon, 05 Jan 2026 10:00:00 GMT"), 40.0),
        (Trouble(403, {"Retry-After": "20"}), 20.0),
        (Trouble(403, body=b'{"error": "Rate limit exceeded"}'), 1.0),
    ],
)
def test_a_passing_trouble_is_waited_for(
    trouble: Trouble, wait: float, serve: Serve, time: Time, output: Path
) -> None:
    catalogue, told = serve(answers.openalex, None, trouble), []
    assert run(catalogue, time, output, notify=told.append).records == 5
    assert ids(output) == ALL
    # Four pages and one try more, a tenth of a second apart but for the wait.
    assert time.slept == pytest.approx([0.1, wait, 0.1, 0.1])
    assert len(told) == 1 and "OpenAlex" in told[0] and f"{wait:.0f} s" in told[0]


def test_a_silent_server_is_asked_again(serve: Serve, time: Time, output: Path) -> None:
    catalogue = serve(answers.openalex, SILENT)
    assert run(catalogue, time, output, timeout=0.5).records == 5
    assert ids(output) == ALL


def test_waits_grow_until_the_tries_are_used_up(serve: Serve, time: Time, output: Path) -> None:
    catalogue = serve(answers.openalex, *[BROKEN] * 4)
    with pytest.raises(FetchError, match=r"4 tries.*503.*goes on from here"):
        run(catalogue, time, output, tries=4)
    assert time.slept == pytest.approx([1, 2, 4])
    assert not output.exists()


def test_nobody_is_waited_for_by_the_hour(serve: Serve, time: Time, output: Path) -> None:
    catalogue = serve(answers.openalex, None, busy("36000"))
    with pytest.raises(FetchError, match="36,000 seconds"):
        run(catalogue, time, output)
    assert sum(time.slept) < 1
    assert run(catalogue, time, output).resumed == 2


@pytest.mark.parametrize(("trouble", "hinted"), [(busy("0"), True), (BROKEN, False)])
@pytest.mark.parametrize("key", ["", "sesame"])
def test_who_is_served_no_more_is_told_of_a_key(
    key: str, trouble: Trouble, hinted: bool, serve: Serve, time: Time, output: Path
) -> None:
    catalogue = serve(answers.openalex, trouble, trouble)
    with pytest.raises(FetchError, match="in 2 tries") as caught:
        run(catalogue, time, output, tries=2, key=key)
    assert ("or set OPENALEX_API_KEY" in str(caught.value)) == (hinted and not key)


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_refusal_is_told_at_once_and_without_the_key(
    status: int, serve: Serve, time: Time, output: Path
) -> None:
    catalogue = serve(answers.openalex, Trouble(status, body=b"bad key sesame"))
    with pytest.raises(FetchError, match="bad key") as caught:
        run(catalogue, time, output, key="sesame")
    assert "sesame" not in str(caught.value)
    assert ("OPENALEX_API_KEY" in str(caught.value)) == (status in (401, 403))
    assert time.slept == [] and len(catalogue.asked) == 1


def test_a_redirect_is_not_followed_with_the_key(serve: Serve, time: Time, output: Path) -> None:
    catalogue = serve(answers.openalex, Trouble(302, {"Location": "http://127.0.0.1:9/works"}))
    with pytest.raises(FetchError, match=r"127\.0\.0\.1:9"):
        run(catalogue, time, output, key="sesame")


def test_nobody_there_is_an_error_with_the_address(time: Time, output: Path) -> None:
    with pytest.raises(FetchError, match=r"127\.0\.0\.1:1/works"):
        run(Catalogue(answers.openalex, address="http://127.0.0.1:1"), time, output, tries=2)


def test_an_interrupted_run_goes_on_where_it_stood(serve: Serve, time: Time, output: Path) -> None:
    catalogue = serve(answers.openalex, None, BROKEN)
    with pytest.raises(FetchError):
        run(catalogue, time, output, tries=1)
    assert not output.exists()
    part = output.with_name(".papers.jsonl.part")
    part.write_bytes(part.read_bytes() + b'{"id": "half a pa')  # as a killed run would leave it
    found = run(catalogue, time, output)
    assert (found.records, found.resumed, found.repeated) == (5, 2, 0)
    assert ids(output) == ALL
    assert [params["cursor"] for _, params in catalogue.asked] == [
        "*",
        "Ils2",
        "Ils2",
        "Ils4",
        "Ils6",
    ]
    assert [entry.name for entry in output.parent.iterdir()] == ["papers.jsonl"]


def test_an_interrupt_by_the_user_loses_nothing(serve: Serve, time: Time, output: Path) -> None:
    catalogue = serve(answers.openalex)

    def stop(done: int, total: int | None) -> None:
        if done == 4:
            raise KeyboardInterrupt

    options = FetchOptions(address=catalogue.address, sleep=time.sleep, clock=time.clock)
    with pytest.raises(KeyboardInterrupt):
        fetch("openalex", "beans", output, options, stop)
    assert run(catalogue, time, output, rate=None).resumed == 4
    assert ids(output) == ALL


def test_an_unfinished_file_is_not_mixed_with_another_query(
    serve: Serve, time: Time, output: Path
) -> None:
    catalogue = serve(answers.openalex, None, BROKEN)
    with pytest.raises(FetchError):
        run(catalogue, time, output, tries=1)
    with pytest.raises(UsageError, match=r"'beans'.*--restart"):
        run(catalogue, time, output, params={"filter": "language:en"})
    assert run(catalogue, time, output, params={"filter": "language:en"}, restart=True).resumed == 0
    assert ids(output) == ALL and catalogue.asked[-1][1]["filter"] == "language:en"


@pytest.mark.parametrize("state", ["", "[]", '{"task": {}}', "\x00"])
def test_a_damaged_state_is_told(state: str, serve: Serve, time: Time, output: Path) -> None:
    output.with_name(".papers.jsonl.state").write_text(state)
    output.with_name(".papers.jsonl.part").write_text("")
    with pytest.raises(FetchError, match=r"\.papers\.jsonl\.state.*--restart"):
        run(serve(answers.openalex), time, output)


def test_records_that_were_lost_are_told(serve: Serve, time: Time, output: Path) -> None:
    catalogue = serve(answers.openalex, None, BROKEN)
    with pytest.raises(FetchError):
        run(catalogue, time, output, tries=1)
    output.with_name(".papers.jsonl.part").write_bytes(b"")
    with pytest.raises(FetchError, match=r"has lost records.*--restart"):
        run(catalogue, time, output)
    assert run(catalogue, time, output, restart=True).records == 5
    assert ids(output) == ALL


def test_doubles_are_left_out_and_counted(serve: Serve, time: Time, output: Path) -> None:
    def shifting(path: str, params: Params) -> bytes:
        """A paper that came in meanwhile has moved the second page by one."""
        start = int(params["offset"])
        moved = params | {"offset": str(start - 1 if start else 0)}
        return answers.crossref(path, moved)

    catalogue = serve(shifting)
    options = FetchOptions(address=catalogue.address, sleep=time.sleep, clock=time.clock)
    found = fetch("crossref", "beans", output, options)
    assert (found.records, found.repeated) == (5, 1)
    dois = [json.loads(line)["DOI"] for line in output.read_text("utf-8").splitlines()]
    assert dois == [f"10.1234/B{number}" for number in range(5)]


def test_a_page_that_comes_again_and_again_is_an_error(
    serve: Serve, time: Time, output: Path
) -> None:
    catalogue = serve(lambda path, params: answers.openalex(path, params | {"cursor": "*"}))
    with pytest.raises(FetchError, match="same page"):
        run(catalogue, time, output)


def test_a_limit_ends_the_run(serve: Serve, time: Time, output: Path) -> None:
    catalogue = serve(answers.openalex)
    found = run(catalogue, time, output, limit=3)
    assert (found.records, found.total, len(catalogue.asked)) == (3, 5, 2)
    assert ids(output) == ALL[:3]


def test_what_a_source_does_not_give_is_told(serve: Serve, time: Time, output: Path) -> None:
    def capped(path: str, params: Params) -> bytes:
        answer = json.loads(answers.openalex(path, params))
        return json.dumps(answer | {"meta": answer["meta"] | {"count": 912_345}}).encode()

    told: list[str] = []
    run(serve(capped), time, output, notify=told.append)
    assert told and "912,345" in told[0] and "gave 5" in told[0]


def test_a_query_without_an_answer_gives_an_empty_file(
    serve: Serve, time: Time, output: Path
) -> None:
    empty = b'{"meta": {"count": 0, "next_cursor": null}, "results": []}'
    assert run(serve(lambda path, params: empty), time, output).records == 0
    assert output.read_bytes() == b""


def test_answers_are_kept_and_used_again(serve: Serve, time: Time, output: Path) -> None:
    catalogue, cache = serve(answers.openalex), output.parent / "cache"
    run(catalogue, time, output, cache=cache, key="sesame", mail="ada@example.org")
    first, asked = output.read_bytes(), len(catalogue.asked)
    run(catalogue, time, output, cache=cache)
    assert len(catalogue.asked) == asked and output.read_bytes() == first
    assert not any(b"sesame" in kept.read_bytes() for kept in cache.iterdir())
    min(cache.iterdir()).write_bytes(b"{")
    run(catalogue, time, output, cache=cache)
    assert len(catalogue.asked) == asked + 1 and output.read_bytes() == first


def test_a_bad_answer_is_not_kept(serve: Serve, time: Time, output: Path) -> None:
    cache = output.parent / "cache"
    run(serve(answers.openalex, CUT, BROKEN), time, output, cache=cache)
    assert len(list(cache.iterdir())) == 4


@pytest.mark.parametrize("option", [{"limit": 0}, {"rate": 0.0}, {"tries": -1}, {"timeout": 0.0}])
def test_options_that_cannot_be_are_refused(
    option: dict[str, float], time: Time, output: Path
) -> None:
    with pytest.raises(UsageError, match=next(iter(option))):
        run(Catalogue(answers.openalex), time, output, **option)


@pytest.mark.parametrize("address", ["example.org", "ftp://example.org", "http://", "http://[::1"])
def test_what_is_no_address_is_refused(address: str, time: Time, output: Path) -> None:
    with pytest.raises(UsageError, match="is no address"):
        run(Catalogue(answers.openalex, address=address), time, output)


@pytest.mark.parametrize("option", [{"key": "ses\name"}, {"mail": "müller@example.org"}])
def test_what_cannot_be_sent_is_not_shown(option: dict[str, str], time: Time, output: Path) -> None:
    with pytest.raises(UsageError, match=f"the {next(iter(option))} has characters") as caught:
        run(Catalogue(answers.openalex), time, output, **option)
    assert next(iter(option.values())) not in str(caught.value)


def test_unknown_sources_and_folders_are_refused(time: Time, output: Path) -> None:
    with pytest.raises(UsageError, match="openalex"):
        fetch("google", "beans", output)
    with pytest.raises(UsageError, match="is a folder"):
        fetch("openalex", "beans", output.parent)
    output.write_text("a file")
    with pytest.raises(KgError, match="cannot write"):
        run(Catalogue(answers.openalex, address="http://127.0.0.1:1"), time, output / "x", tries=1)


def test_an_arxiv_feed_with_a_document_type_or_an_error_is_refused(
    serve: Serve, time: Time, output: Path
) -> None:
    bomb = b'<!DOCTYPE feed [<!ENTITY a "aaaa">]><feed>&a;</feed>'
    options = {"sleep": time.sleep, "clock": time.clock, "tries": 2}
    with pytest.raises(FetchError, match="no feed"):
        fetch("arxiv", "beans", output,
              FetchOptions(address=serve(lambda p, q: bomb).address, **options))  # type: ignore[arg-type]  # fmt: skip
    refusal = answers.arxiv("/api/query", {"search_query": "all:beans", "start": "0"}).replace(
        b"arxiv.org/abs/2000.00000v2", b"arxiv.org/api/errors#bad"
    )
    with pytest.raises(FetchError, match="arXiv refuses the query"):
        fetch("arxiv", "beans", output,
              FetchOptions(address=serve(lambda p, q: refusal).address, **options))  # type: ignore[arg-type]  # fmt: skip


def test_an_empty_page_of_arxiv_is_asked_for_again(serve: Serve, time: Time, output: Path) -> None:
    params = {"search_query": "all:beans", "start": "9"}
    empty = Trouble(200, body=answers.arxiv("/api/query", params))
    catalogue = serve(answers.arxiv, None, empty)
    options = FetchOptions(address=catalogue.address, sleep=time.sleep, clock=time.clock)
    assert fetch("arxiv", "beans", output, options).records == 5
    assert time.slept == pytest.approx([3, 3, 3])
