"""XML of libraries and reference managers: EndNote, MODS and DBLP."""

from pathlib import Path

import pytest

from kg.errors import InputError
from kg.model import Person
from tests.readers.test_xml import messages, only, read_xml

RECORD = "<xml><records><record><rec-number>7</rec-number>{}</record></records></xml>"
MODS = '<modsCollection xmlns="http://www.loc.gov/mods/v3"><mods>{}</mods></modsCollection>'
DBLP = '<!DOCTYPE dblp SYSTEM "dblp.dtd"><dblp>{}</dblp>'


def test_endnote_keeps_what_typefaces_mean_and_forgets_the_others() -> None:
    paper = only(RECORD.format("""<titles><title><style face="bold italic" size="12">Light
        </style><style face="normal superscript">13</style><style>C and CO</style><style
        face="subscript">2</style></title></titles><abstract><style face="normal">First.&#xD;Second
        &lt; 3.</style></abstract>"""))  # fmt: skip
    assert paper.title == "Light ¹³C and CO₂"
    assert paper.abstract == "First. Second < 3."


def test_names_and_keywords_that_endnote_holds_in_one_element_are_several() -> None:
    paper = only(RECORD.format("""<contributors><authors><author>
        <style face="bold">Moor, Ada&#xD;Berg, Jan</style></author>
        <author>Bean Group,</author></authors></contributors>
        <titles><title>On Beans</title></titles><keywords><keyword>beans&#xD;peas</keyword>
        <keyword>leeks; *Chard</keyword></keywords>"""))  # fmt: skip
    assert paper.authors == ("Ada Moor", "Jan Berg", "Bean Group")
    assert paper.keywords == ("beans", "peas", "leeks", "*Chard")


@pytest.mark.parametrize(
    ("database", "pmid"), [("PubMed", "33"), ("NLM", "33"), ("Ovid MEDLINE(R)", "33"), ("WoS", "")]
)
def test_a_number_of_endnote_is_one_of_pubmed_if_it_came_from_there(
    database: str, pmid: str
) -> None:
    paper = only(RECORD.format(f"""<titles><title>On Beans</title></titles><accession-num>33
        </accession-num><remote-database-name>{database}</remote-database-name>"""))  # fmt: skip
    assert (paper.id, paper.pmid) == ("33", pmid)


def test_an_endnote_record_whose_title_is_not_closed_costs_only_itself() -> None:
    good = "<record><rec-number>{}</rec-number><titles><title>On {}</title></titles></record>"
    result = read_xml(
        "<xml><records>" + good.format(1, "Beans") + good.format(2, "Peas").replace("</title>", "")
        + good.format(3, "Leeks") + "</records></xml>"
    )  # fmt: skip
    assert [paper.title for paper in result.papers] == ["On Beans", "On Leeks"]
    assert "mismatched tag" in result.report.skipped[0].error


def test_mods_titles_names_and_dates_in_their_forms() -> None:
    paper = only(MODS.format("""
        <titleInfo type="translated" lang="de"><title>Über Bohnen</title></titleInfo>
        <titleInfo><nonSort>The</nonSort><title>Beans</title><subTitle>a study</subTitle>
        </titleInfo>
        <name type="personal"><namePart type="given">Ada</namePart>
          <namePart type="given">B.</namePart><namePart type="family">Moor</namePart>
          <namePart type="date">1970-</namePart>
          <role><roleTerm type="text">creator</roleTerm></role>
        </name>
        <name><namePart>Berg, Jan,</namePart><role><roleTerm>joint author.</roleTerm></role></name>
        <name><namePart>Editor, An</namePart><role><roleTerm>edt</roleTerm></role></name>
        <originInfo><dateIssued encoding="w3cdtf" keyDate="yes">1999-05</dateIssued></originInfo>
        <relatedItem type="series"><titleInfo><title>Beds</title></titleInfo></relatedItem>
        <relatedItem type="host"><titleInfo><nonSort>The </nonSort><title>Garden</title></titleInfo>
        </relatedItem><identifier type="doi">10.1234/ABC</identifier>
        <identifier type="local">b7</identifier><subject><topic>beans</topic><geographic>Town
        </geographic></subject><language><languageTerm type="code">eng</languageTerm>
        </language>"""))  # fmt: skip
    assert (paper.title, paper.venue) == ("The Beans: a study", "The Garden")
    assert paper.persons == (
        Person("Ada B. Moor", "Ada B.", "Moor"), Person("Jan Berg", "Jan", "Berg"))  # fmt: skip
    assert (paper.id, paper.doi, paper.year) == ("b7", "10.1234/abc", 1999)
    assert (paper.keywords, paper.language) == (("beans",), "en")


def test_mods_without_roles_takes_all_names() -> None:
    names = (
        "<name><namePart>Moor, Ada</namePart></name>"
        "<name type='corporate'><namePart>Bean Group</namePart></name>"
    )
    paper = only(MODS.format(f"<titleInfo><title>On Beans</title></titleInfo>{names}"))
    assert paper.authors == ("Ada Moor", "Bean Group")


def test_mods_in_a_harvest_and_in_the_answer_of_a_catalogue() -> None:
    record = (
        "<mods:mods><mods:titleInfo><mods:title>On Beans</mods:title></mods:titleInfo></mods:mods>"
    )
    harvest = f"<OAI-PMH><ListRecords><record><metadata>{record}</metadata></record></ListRecords></OAI-PMH>"  # noqa: E501
    answer = f"<zs:searchRetrieveResponse><zs:records><zs:record>{record}</zs:record></zs:records></zs:searchRetrieveResponse>"  # noqa: E501
    for text in (harvest, answer):
        assert only(text).title == "On Beans"


def test_dblp_entities_are_letters_without_its_document_type() -> None:
    paper = only(DBLP.format("""<article key="journals/jgs/M99" mdate="2020-01-01">
        <author>&Aacute;da M&ouml;&ouml;r 0002</author>
        <title>On &alpha;-Beans &amp; CO<sub>2</sub>.</title>
        <year>1999</year><journal>CoRR</journal><volume>abs/9905.00001</volume>
        <ee>https://arxiv.org/abs/9905.00001</ee></article>"""))  # fmt: skip
    assert (paper.title, paper.authors) == ("On α-Beans & CO₂", ("Áda Möör",))
    assert (paper.arxiv, paper.url) == ("9905.00001", "https://arxiv.org/abs/9905.00001")


def test_the_document_type_of_dblp_is_never_fetched_nor_are_its_entities(tmp_path: Path) -> None:
    secret = tmp_path / "dblp.dtd"
    secret.write_text('<!ENTITY x "the secret of the garden">', encoding="utf-8")
    text = DBLP.replace('"dblp.dtd"', f'"{secret.as_uri()}"').format(
        '<article key="a/b" mdate="2020-01-01"><title>On &x; Beans.</title></article>'
    )
    result = read_xml(text)
    assert result.papers[0].title == "On &x; Beans"
    assert "the entity &x;, which is not expanded" in messages(result)


def test_volumes_of_dblp_are_told_and_pages_of_persons_are_not() -> None:
    result = read_xml(DBLP.format("""<www key="homepages/1" mdate="2020-01-01">
        <author>Ada Moor</author><title>Home Page</title></www>
        <proceedings key="conf/g/99" mdate="2020-01-01"><title>Garden Days.</title>
        </proceedings><phdthesis key="phd/M99" mdate="2020-01-01">
        <author>Ada Moor</author><title>On Beans.</title><school>Garden School</school>
        </phdthesis>"""))  # fmt: skip
    assert [(paper.title, paper.venue) for paper in result.papers] == [
        ("On Beans", "Garden School")]  # fmt: skip
    assert [failure.error for failure in result.report.skipped] == [
        "it describes a volume, not a paper"]  # fmt: skip


def test_a_person_and_a_single_record_of_dblp() -> None:
    record = (
        '<inproceedings key="conf/g/M" mdate="2020-01-01"><title>On Beans.</title></inproceedings>'
    )
    person = f'<dblpperson name="Ada Moor" pid="1/1"><person><author>Ada Moor</author></person><r>{record}</r></dblpperson>'  # noqa: E501
    for text in (record, person):
        paper = only(text)
        assert (paper.title, paper.id) == ("On Beans", "conf/g/M")
        assert paper.url == "https://dblp.org/rec/conf/g/M"


def test_records_of_other_kinds_are_not_taken_for_these() -> None:
    for page in (
        "<records><record><leader/><controlfield>1</controlfield></record></records>",
        "<result><info>none</info></result>",
        "<article><title>A page of the web</title></article>",
    ):
        with pytest.raises(InputError):
            read_xml(page)
