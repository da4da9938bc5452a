import io
import json
from typing import Any

import pytest

from kg.errors import InputError
from kg.readers import ReadResult, read

A, B = {"title": "On Beans", "abstract": "We grow."}, {"title": "On Peas", "abstract": "We climb."}


def from_json(value: Any) -> ReadResult:
    text = value if isinstance(value, str) else json.dumps(value, indent=1)
    return read("-", stdin=io.BytesIO(text.encode()))


@pytest.mark.parametrize(
    "value",
    [
        [A, B],
        {"papers": [A, B]},
        {"status": "ok", "message": {"total": 2, "items": [A, B]}},
        {"anything": [A, B], "other": [A]},
        {"a": A, "b": B},
        {"notes": [{"id": "1", "content": A}, {"id": "2", "content": B}], "count": 2},
    ],
)
def test_papers_are_found_wherever_they_lie(value: Any) -> None:
    assert [paper.title for paper in from_json(value).papers] == ["On Beans", "On Peas"]


def test_a_single_paper_may_be_a_file() -> None:
    assert [paper.title for paper in from_json(A).papers] == ["On Beans"]
    assert [paper.title for paper in from_json(json.dumps(A)).papers] == ["On Beans"]


def test_keys_of_a_mapping_are_ids() -> None:
    assert [paper.id for paper in from_json({"a": A, "b": B}).papers] == ["a", "b"]


def test_what_is_no_object_is_listed() -> None:
    result = from_json([A, "peas", None, 3, B])
    assert (result.report.entries, len(result.report.skipped)) == (5, 3)


@pytest.mark.parametrize(
    "text", ["[]", '{"a": 1}', "[" * 100_000, '{"a": ' * 100_000, "[1" + "0" * 9999]
)
def test_json_without_papers_is_refused_in_words(text: str) -> None:
    with pytest.raises(InputError):
        from_json(text)


def test_a_broken_object_costs_only_itself() -> None:
    result = from_json('[{"title": "On Beans"},\n{"title": On},\n{"title": "On Peas"}, {"tit')
    assert [paper.title for paper in result.papers] == ["On Beans", "On Peas"]
    assert [failure.source.line for failure in result.report.skipped] == [2, 3]


def test_the_first_of_a_repeated_key_is_taken_and_told() -> None:
    text = '{"title": "On Beans", "year": 1999, "title": "On Peas", "authors": [{"name": "Ada"}]}'
    for content in (text, f"[{text}]", f'{text}\n{{"title": "On Leeks"}}', f'[{text}, {{"title": '):
        result = from_json(content)
        assert (result.papers[0].title, result.papers[0].authors) == ("On Beans", ("Ada",))
        assert result.report.notices[0].message == (
            "its field title stands more than once: the first is taken"
        )


def test_a_line_may_hold_a_whole_answer_of_a_catalogue() -> None:
    pages = [{"meta": {"count": 3}, "results": [A, B]},
             {"status": "ok", "message": {"items": [{"title": ["On Leeks"]}]}}]  # fmt: skip
    result = from_json("\n".join(map(json.dumps, pages)))
    assert [paper.title for paper in result.papers] == ["On Beans", "On Peas", "On Leeks"]
    assert [paper.source.line for paper in result.papers if paper.source] == [1, 1, 2]
    assert from_json({**A, "references": [B]}).papers[0].title == "On Beans"
