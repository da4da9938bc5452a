"""What the fields of a record become, whatever its format."""

from typing import Any

import pytest

from kg.model import Paper, Person, RawRecord, Source, Span
from kg.readers.fields import LabelledText, as_keywords, as_url, as_year
from kg.readers.identifiers import as_arxiv, as_doi, as_identifier, year_of_arxiv
from kg.readers.language import as_language, language_of
from kg.readers.names import author_persons
from kg.readers.papers import Read, to_paper

ABSTRACT = "We grow beans under red light, and show that the leaves of each plant turn to it."


def made(**record: Any) -> Read:
    read = to_paper(
        RawRecord({"title": "On Beans", "abstract": ABSTRACT, **record}, Source("x", 1))
    )
    assert isinstance(read, Read)
    return read


def paper(**record: Any) -> Paper:
    return made(**record).paper


def notes(**record: Any) -> list[str]:
    return [notice.message for notice in made(**record).notices]


@pytest.mark.parametrize(
    ("value", "year"),
    [
        (2021, 2021), ("2021", 2021), ("2021/05/03/", 2021), ("Mon, 2 Apr 2007 19:18:42", 2007),
        (20210503, 2021), ("202105", 2021), (2021.0, 2021), ([["2019", 5]], 2019),
        ({"date-parts": [[2021, 5]]}, 2021), ({"date-parts": [[None]]}, None), ("c1998", 1998),
        (1609459200001, 2021), ("1609459200001", 2021), (1609459200, 2021), ("1543", 1543),
        ("99999999999999999999", None), (99999999999999999999, None), (10**400, None), (-5, None),
        (0, None), ("in press", None), ("20211", None), (True, None), (float("inf"), None),
    ],
)  # fmt: skip
def test_years(value: Any, year: int | None) -> None:
    assert as_year(value) == year


@pytest.mark.parametrize("value", ["99999999999999999999", 10**20, "in press", 3021, "'98"])
def test_a_year_that_is_none_is_left_out_with_a_notice(value: Any) -> None:
    assert paper(year=value).year is None
    (note,) = notes(year=value)
    assert "its year" in note
    assert notes(year=None) == notes(year="") == notes(year=2001) == []


@pytest.mark.parametrize(
    ("value", "url", "noticed"),
    [
        ("https://a.org/x", "https://a.org/x", False),
        ("https://a.org/my paper one.pdf", "https://a.org/my%20paper%20one.pdf", True),
        ("https://a.org/x https://b.org/y", "https://a.org/x", False),
        ("https://a.org/x (seen in May)", "https://a.org/x", True),
        ("https://a.org/x seen in May", "https://a.org/x", True),
        ("see https://a.org/x.", "https://a.org/x", False),
        (["https://a.org/x", "https://b.org/y"], "https://a.org/x", False),
        ("nowhere", "", False),
    ],
)
def test_urls(value: Any, url: str, noticed: bool) -> None:
    assert as_url(value)[0] == url
    assert bool(as_url(value)[1]) == noticed


@pytest.mark.parametrize(
    ("value", "doi"),
    [
        ("https://doi.org/10.1234/ABC.5", "10.1234/abc.5"),
        ("doi:10.1234/abc.", "10.1234/abc"),
        ("http://dx.doi.org/10.1234%2Fabc", "10.1234/abc"),
        ("(10.1234/abc)", "10.1234/abc"),
        ("10.1002/(SICI)1097(1999)1:1", "10.1002/(sici)1097(1999)1:1"),
        (r"10.1007/978-3\_1", "10.1007/978-3_1"),
        ("10.1234/a&lt;b", "10.1234/a<b"),
        ("abc", ""),
    ],
)
def test_dois_have_no_prefix_and_one_case(value: str, doi: str) -> None:
    assert as_doi(value) == doi


def test_identifiers_come_from_their_fields_or_from_links() -> None:
    assert as_arxiv("2101.00001v3") == ("2101.00001", 3)
    assert as_arxiv("", ["https://arxiv.org/pdf/cs/0101001v1.pdf"]) == ("cs/0101001", 1)
    assert as_arxiv("", ["doi:10.48550/arxiv.2101.00001"]) == ("2101.00001", None)
    assert as_arxiv("", ["10.1103/PhysRevD.1234.56789"]) == ("", None)
    assert as_identifier("acl", "", ["doi:10.18653/v1/p18-1001"]) == "P18-1001"
    assert as_identifier("acl", "", ["https://aclanthology.org/2022.acl-long.1/"]) == (
        "2022.acl-long.1"
    )
    assert as_identifier("openreview", "", ["https://openreview.net/forum?id=B1x-y_Z&n=1"]) == (
        "B1x-y_Z"
    )
    found = paper(
        url="https://www.semanticscholar.org/paper/On-Beans/" + "0a" * 20,
        ids={"openalex": "https://openalex.org/W2741809807", "mag": "1",
             "pmid": "https://pubmed.ncbi.nlm.nih.gov/29456894"},
        externalIds={"DOI": "10.1234/X", "ArXiv": "2101.00001", "ACL": "2022.acl-long.1"},
    )  # fmt: skip
    assert (found.s2, found.openalex, found.pmid) == ("0a" * 20, "W2741809807", "29456894")
    assert (found.doi, found.arxiv, found.acl) == ("10.1234/x", "2101.00001", "2022.acl-long.1")
    assert found.year == 2021


def test_the_year_in_an_arxiv_identifier() -> None:
    years = [year_of_arxiv(name) for name in ("2101.00001", "hep-th/9901001", "cs/0101001", "")]
    assert years == [2021, 1999, 2001, None]


def test_persons_keep_the_parts_of_their_names() -> None:
    ada = Person("Ada Moor", "Ada", "Moor")
    for value in (
        "Moor, Ada", ["Moor, Ada"], [{"given": "Ada", "family": "Moor"}], [["Moor", "Ada", ""]],
        [{"name": "Ada Moor", "givenName": "Ada", "familyName": "Moor"}],
        [{"first": "Ada", "middle": [], "last": "Moor", "suffix": ""}],
        {"author": {"name": ada.name, "given": "Ada", "family": "Moor"}},
    ):  # fmt: skip
        assert author_persons(value) == (ada,)
    assert author_persons([{"author": {"display_name": "Ada Moor"}}]) == (Person("Ada Moor"),)
    assert author_persons([{"given": "Ada", "non-dropping-particle": "van", "family": "Moor"}]) == (
        Person("Ada van Moor", "Ada", "van Moor"),
    )
    assert author_persons([{"literal": "Bean Group"}, None, 3, {"family": "Moor"}]) == (
        Person("Bean Group"),
        Person("Moor"),
    )
    assert paper(author="Moor, Ada and Jan Berg").authors == ("Ada Moor", "Jan Berg")


def test_labelled_parts_of_an_abstract_are_kept_in_order() -> None:
    parts = LabelledText(
        (("Aim", "We <i>grow</i> beans."), ("", "All year."), ("None", " "), ("End", "Red."))
    )
    found = paper(abstract=parts)
    assert found.abstract == "Aim: We grow beans. All year. End: Red."
    assert [(part.label, part.span) for part in found.parts] == [
        ("Aim", Span(0, 19)),
        ("End", Span(30, 39)),
    ]
    first = found.parts[0].span
    assert found.abstract[first.start : first.end] == "Aim: We grow beans."


def test_a_subtitle_belongs_to_the_title() -> None:
    assert paper(subtitle="A Study").title == "On Beans: A Study"
    assert paper(title="On Beans: A Study", subtitle=["a study"]).title == "On Beans: A Study"


def test_a_text_beyond_all_measure_is_no_abstract() -> None:
    assert paper(abstract="bean " * 300_000).abstract == ""
    assert "no abstract (1,500,000 characters)" in notes(abstract="bean " * 300_000)[0]


def test_languages() -> None:
    assert [as_language(v) for v in ("eng", "en-GB", "German", "", None, "mul")] == [
        "en", "en", "de", "", "", ""]  # fmt: skip
    german = "Wir zählen die Bienen im Garten und messen dabei die Temperatur der Luft."
    assert (language_of(german), language_of(ABSTRACT), language_of("On beans")) == ("de", "en", "")
    assert paper(abstract=german).language == "de"
    assert "not in English (de)" in notes(abstract=german)[0]
    assert paper(language="fre").language == "fr"


def test_keywords_of_any_shape() -> None:
    for value in ("beans; peas", "beans, peas", ["beans", "peas"], ["beans\npeas"], "beans|peas",
                  [{"display_name": "beans"}, {"name": "peas"}, {"name": "beans"}]):  # fmt: skip
        assert as_keywords(value) == ("beans", "peas")


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Abstract: We grow.", "We grow."),
        ("ABSTRACT\nWe grow.", "We grow."),
        ("Abstract The bean grows.", "The bean grows."),
        ("Abstract Meaning Representation is a graph.", None),
        ("Abstract beans grow.", None),
    ],
)
def test_the_heading_of_an_abstract_is_none_of_it(raw: str, clean: str | None) -> None:
    assert paper(abstract=raw).abstract == (clean or raw)
