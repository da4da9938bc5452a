"""Zotero RDF: items, what they are part of, and what is no paper among them."""

from pathlib import Path

import pytest

from kg.errors import InputError
from kg.model import Person
from tests.readers.test_xml import LAUGHS, messages, only, read_xml

SPACES = (
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:bib="http://purl.org/net/biblio#" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
    'xmlns:foaf="http://xmlns.com/foaf/0.1/" '
    'xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/"'
)
BEANS = "<z:itemType>journalArticle</z:itemType><dc:title>On Beans</dc:title>"
JOURNAL = (
    '<bib:Journal rdf:about="urn:issn:1"><dc:title>Bean News</dc:title>'
    "<dc:identifier>DOI 10.1234/ABC</dc:identifier></bib:Journal>"
)
REFERENCE = '<dcterms:isPartOf rdf:resource="urn:issn:1"/>'


def rdf(*items: str) -> str:
    return f"<rdf:RDF {SPACES}>{''.join(items)}</rdf:RDF>"


def article(inside: str, number: int = 1) -> str:
    return f'<bib:Article rdf:about="#item_{number}">{inside}</bib:Article>'


@pytest.mark.parametrize("behind", [True, False])
def test_a_journal_before_or_behind_its_article_gives_venue_and_doi(behind: bool) -> None:
    item = article(BEANS + REFERENCE)
    paper = only(rdf(item, JOURNAL) if behind else rdf(JOURNAL, item))
    assert (paper.id, paper.venue, paper.doi) == ("item_1", "Bean News", "10.1234/abc")


def test_a_second_article_of_a_journal_does_not_get_the_doi_of_the_first() -> None:
    peas = article(BEANS.replace("Beans", "Peas") + REFERENCE, 2)
    result = read_xml(rdf(article(BEANS + REFERENCE), JOURNAL, peas))
    assert [paper.doi for paper in result.papers] == ["10.1234/abc", ""]
    assert [paper.venue for paper in result.papers] == ["Bean News", "Bean News"]


def test_an_article_keeps_its_own_doi_and_says_when_its_journal_is_missing() -> None:
    result = read_xml(rdf(article(BEANS + REFERENCE + "<dc:identifier>DOI 10.9/no</dc:identifier>"
                                  "<dc:identifier>DOI 10.5555/own</dc:identifier>")))  # fmt: skip
    assert result.papers[0].doi == "10.5555/own"
    assert "not in the file" in messages(result)


def test_a_chapter_is_one_record_with_the_book_inside_of_it() -> None:
    result = read_xml(
        rdf(f"""
        <bib:BookSection rdf:about="urn:isbn:1"><z:itemType>bookSection</z:itemType>
        <dcterms:isPartOf>
            <bib:Book><dc:title>The Bean Book</dc:title></bib:Book></dcterms:isPartOf>
        <dc:title>On Beans</dc:title></bib:BookSection>
        {article(BEANS.replace("Beans", "Peas"))}""")
    )
    assert [(p.title, p.venue) for p in result.papers] == [
        ("On Beans", "The Bean Book"), ("On Peas", "")]  # fmt: skip
    assert not result.report.skipped


def test_preprints_reports_and_talks_name_where_they_appeared_and_who_wrote_them() -> None:
    people = "<z:presenters><rdf:Seq><rdf:li><foaf:Person><foaf:surname>{}</foaf:surname>{}</foaf:Person></rdf:li></rdf:Seq></z:presenters>"  # noqa: E501
    result = read_xml(rdf(
        "<rdf:Description><z:itemType>preprint</z:itemType><dc:title>On Beans</dc:title>"
        "<dc:publisher><foaf:Organization><foaf:name>arXiv</foaf:name></foaf:Organization>"
        "</dc:publisher><prism:number>arXiv:2101.00001</prism:number></rdf:Description>",
        "<bib:ConferenceProceedings><z:itemType>presentation</z:itemType><dc:title>On Peas"
        "</dc:title>" + people.format("Bean Group", "") + "</bib:ConferenceProceedings>",
        "<bib:Report><z:itemType>report</z:itemType><dc:title>On Leeks</dc:title>"
        + people.format("Moor", "<foaf:givenname>Ada</foaf:givenname>") + "</bib:Report>",
    ))  # fmt: skip
    beans, peas, leeks = result.papers
    assert (beans.venue, beans.arxiv) == ("arXiv", "2101.00001")
    assert peas.authors == ("Bean Group",)
    assert leeks.persons == (Person("Ada Moor", "Ada", "Moor"),)


def test_attachments_notes_and_items_of_no_known_kind_are_listed() -> None:
    result = read_xml(rdf(
        '<z:Attachment rdf:about="#item_2"><z:itemType>attachment</z:itemType></z:Attachment>',
        '<bib:Memo rdf:about="#item_3"><rdf:value>Call Jan.</rdf:value></bib:Memo>',
        "<bib:Riddle><z:itemType>riddle</z:itemType><dc:title>Lost?</dc:title></bib:Riddle>",
        article(BEANS),
        "<z:Collection><dc:title>Beans</dc:title></z:Collection>",
        "\n<bib:Riddle><z:itemType>riddle</z:itemType></bib:Riddle>",
    ))  # fmt: skip
    assert [paper.title for paper in result.papers] == ["On Beans"]
    told = [failure.error for failure in result.report.skipped]
    assert told == ["it is an item of type attachment, not a paper",
                    "it is an item of type note, not a paper",
                    "it is an item in an element of no known kind",
                    "it is an item in an element of no known kind"]  # fmt: skip
    assert [failure.source.record for failure in result.report.skipped] == [1, 2, 3, 5]


def test_a_broken_item_costs_only_itself() -> None:
    broken = article(BEANS, 2).replace("</dc:title>", "")
    result = read_xml(rdf(article(BEANS), broken, article(BEANS.replace("Beans", "Peas"), 3)))
    assert [paper.title for paper in result.papers] == ["On Beans", "On Peas"]
    assert "not well-formed" in result.report.skipped[0].error


def test_a_broken_journal_is_told_and_its_article_is_kept() -> None:
    result = read_xml(rdf(article(BEANS + REFERENCE), JOURNAL.replace("</dc:title>", "")))
    assert [paper.title for paper in result.papers] == ["On Beans"]
    assert "a journal that items refer to is lost" in messages(result)


def test_entities_are_neither_expanded_nor_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret of the garden", encoding="utf-8")
    doctype = f'<!DOCTYPE rdf [{LAUGHS}<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    result = read_xml(doctype + rdf(article(BEANS + "<dcterms:abstract>We &x; &l9;.</dcterms:abstract>")))  # fmt: skip # noqa: E501
    assert "secret of" not in result.papers[0].abstract
    assert len(result.papers[0].abstract) < 100


def test_rdf_of_another_kind_is_not_taken_for_that_of_zotero() -> None:
    other = rdf("<rdf:Description><dc:title>A Graph</dc:title></rdf:Description>")
    for space in ("http://www.zotero.org/namespaces/export#", "http://purl.org/net/biblio#"):
        other = other.replace(space, "urn:other")
    with pytest.raises(InputError):
        read_xml(other)
