"""Statements of rights around abstracts, and what only looks like one."""

import io
from pathlib import Path

import pytest

from kg.readers import read
from kg.readers.rights import without_rights

SAMPLES = Path(__file__).parents[3] / "shared" / "samples"
TEXT = "We grow beans, and show that they grow (p < 0.05)."


@pytest.mark.parametrize(
    "statement",
    [
        "© 2019",
        "© 2019 Garden Press Ltd",
        "© 2019, © 2019 Moss & Beans Group, LLC.",
        "© 2019 Author(s).",
        "© The Author(s) 2019.",
        "© The Author(s), under exclusive licence to Garden Press Nature Limited",
        "Copyright © 2019 Garden Press B.V. All rights reserved.",
        "Copyright 2019, The Garden.",
        "(C) 2019 Garden Press Ltd. All rights reserved.",
        "(PsycINFO Database Record (c) 2019 APA, all rights reserved)",
        "(PsycInfo Database Record (c) 2020 APA, all rights reserved).",
        "© 2021 The Authors. This is an open access article under the CC BY-NC-ND license "
        "(http://creativecommons.org/licenses/by-nc-nd/4.0/).",
    ],
)
def test_a_statement_behind_the_abstract_is_left_out(statement: str) -> None:
    assert without_rights(f"{TEXT} {statement}") == TEXT
    assert without_rights(f"{TEXT}{statement}") == TEXT


@pytest.mark.parametrize("start", ["© 2018 IEEE. ", "© 2018 IEEE.", "© 2018, Garden Press B.V. ",
                                   "© 2017 Garden Press Ltd. All rights reserved. "])  # fmt: skip
def test_a_statement_before_the_abstract_is_left_out(start: str) -> None:
    assert without_rights(start + TEXT) == TEXT


@pytest.mark.parametrize(
    "text",
    [
        "We study what the sign © means to 2019 readers of the web.",
        "We compare (a) moss in 2018, (b) moss in 2019, and (c) 2020 counts of beans.",
        "It is easy. (c) The third of our claims holds for all beans.",
        "Copyright law has changed since 2001. Copyright holders have had to adapt.",
        "© 2019 " + TEXT.lower(),
        "",
    ],
)
def test_other_text_stays(text: str) -> None:
    assert without_rights(text) == text


def test_a_statement_amid_a_long_text_stays() -> None:
    text = f"{TEXT} © 2019 Garden Press. " + "More beans grow here than there. " * 30
    assert without_rights(text) == text


def test_it_is_counted_among_the_repairs_and_labels_keep_their_places() -> None:
    abstract = "<sec><title>Aim</title><p>We grow.</p></sec>"
    record = (
        "<article><front><article-meta><title-group><article-title>On Beans</article-title>"
        f"</title-group><abstract>{abstract}<sec><title>End</title><p>It grew. © 2019 Garden Press."
        "</p></sec></abstract></article-meta></front></article>"
    )
    result = read("-", stdin=io.BytesIO(record.encode()))
    (paper,) = result.papers
    assert paper.abstract == "Aim: We grow. End: It grew."
    assert [paper.abstract[part.span.start : part.span.end] for part in paper.parts] == [
        "Aim: We grow.", "End: It grew."]  # fmt: skip
    assert result.report.repairs["rights"] == 1


@pytest.mark.parametrize(("name", "count"), [("scopus.ris", 6), ("ovid_psycinfo.ris", 6)])
def test_no_abstract_of_the_databases_that_add_them_keeps_one(name: str, count: int) -> None:
    if not (SAMPLES / name).exists():
        pytest.skip("no shared samples here")
    result = read(SAMPLES / name)
    assert result.report.repairs["rights"] == count
    assert not [paper for paper in result.papers if "©" in paper.abstract[-60:]]
    assert not [paper for paper in result.papers if "all rights reserved" in paper.abstract]
