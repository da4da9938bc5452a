"""Files of tagged lines: what real exports do beside the letter of the format."""

import io

import pytest

from kg.model import Person
from kg.readers import ReadResult, read
from kg.readers.tagged.medline import labelled

RIS = """TY  - JOUR
TI  - On Beans
AB  - We grow beans.
ER  -
"""


def read_text(text: str, format: str | None = None) -> ReadResult:
    result = read("-", stdin=io.BytesIO(text.encode()), format=format)
    counts = result.report
    assert counts.entries == counts.kept + counts.merged + len(counts.skipped)
    return result


def messages(result: ReadResult) -> str:
    return " | ".join(notice.message for notice in result.report.notices)


@pytest.mark.parametrize("tag", ["TI", "T1", "CT", "BT", "ST"])
def test_a_title_under_any_of_its_tags(tag: str) -> None:
    (paper,) = read_text(f"TY  - BOOK\n{tag}  - On Beans\nN2  - We grow.\nER  -\n").papers
    assert (paper.title, paper.abstract) == ("On Beans", "We grow.")


def test_the_fields_of_a_ris_record() -> None:
    (paper,) = read_text("""TY  - JOUR
AN  - WOS:1
AU  - Moor, Ada
AU  - Berg, J.
A2  - Editor, An
TI  - On Beans
T2  - Garden Letters
JA  - Gard Lett
DA  - 1999/05/01/
Y2  - 2020/01/01
KW  - beans
peas
KW  - leeks; chard
LA  - English
M3  - doi: 10.1234/ABC
UR  - https://arxiv.org/abs/2101.00001v2
UR  - https://b.org
ER  -
""").papers
    assert paper.id == "WOS:1"
    assert paper.persons == (Person("Ada Moor", "Ada", "Moor"), Person("J. Berg", "J.", "Berg"))
    assert (paper.year, paper.venue, paper.doi) == (1999, "Garden Letters", "10.1234/abc")
    assert paper.keywords == ("beans", "peas", "leeks", "chard")
    assert (paper.arxiv, paper.arxiv_version, paper.language) == ("2101.00001", 2, "en")
    assert paper.url == "https://arxiv.org/abs/2101.00001v2"


def test_a_byte_order_mark_costs_no_record() -> None:
    assert len(read_text("\ufeff" + RIS).papers) == 1
    assert len(read_text("\ufeff" + RIS + "\ufeff" + RIS.replace("Beans", "Peas")).papers) == 2


def test_a_record_without_its_end_is_kept_and_noticed() -> None:
    cut = RIS.replace("ER  -\n", "")
    result = read_text(cut + "\n" + RIS.replace("Beans", "Peas") + cut.replace("Beans", "Leeks"))
    assert [paper.title for paper in result.papers] == ["On Beans", "On Peas", "On Leeks"]
    assert messages(result).count("(ER) is missing") == 2
    assert "the file ended" in messages(result)


def test_a_record_without_its_start_is_kept_and_noticed() -> None:
    headless = RIS.replace("TY  - JOUR\n", "AU  - Moor, Ada\n")
    result = read_text(RIS.replace("Beans", "Peas") + headless)
    assert [(p.title, p.authors) for p in result.papers] == [
        ("On Peas", ()),
        ("On Beans", ("Ada Moor",)),
    ]
    assert "its first line (TY) is missing" in messages(result)


def test_stray_lines_go_on_with_the_tag_above_them() -> None:
    text = RIS.replace("We grow beans.", "We grow\n\nbeans\nT2 - weighted.")
    result = read_text("1.\n" + text + "NL  - Gard\nLink to it: x\n\n2.\n" + RIS)
    assert {paper.abstract for paper in result.papers} == {
        "We grow beans T2 - weighted.",
        "We grow beans.",
    }
    assert not result.report.notices
    headed = read_text("Provider: Garden\n\n" + RIS)
    assert "lines before it belong to no record: Provider: Garden" in messages(headed)


def test_a_loose_ris_file_is_read_too() -> None:
    result = read_text(RIS.replace("  -", " -") + RIS.replace("  -", "\t-"))
    assert result.report.entries == 2
    assert {paper.abstract for paper in result.papers} == {"We grow beans."}


def test_an_abstract_that_stands_twice_is_taken_once() -> None:
    (paper,) = read_text(RIS.replace("ER", "AB  - We grow beans.\nAB  - Red.\nN2  - No\nER")).papers
    assert paper.abstract == "We grow beans. Red."


def test_pubmed_labels_become_parts() -> None:
    (paper,) = read_text("""PMID- 123
STAT- MEDLINE
LID - 10.1234/abc [doi]
LID - S0000 [pii]
TI  - On
      Beans.
AB  - AIM: We grow
      beans (p < 0.05). RESULTS AND END: They grew.
FAU - Moor, Ada
AU  - Moor A
CN  - Bean Group
LA  - eng
DP  - 1999 Jan-Feb
JT  - Garden letters
OT  - beans
""").papers
    assert (paper.id, paper.pmid, paper.title) == ("123", "123", "On Beans.")
    assert paper.abstract == "AIM: We grow beans (p < 0.05). RESULTS AND END: They grew."
    assert [part.label for part in paper.parts] == ["AIM", "RESULTS AND END"]
    assert (paper.doi, paper.year, paper.venue) == ("10.1234/abc", 1999, "Garden letters")
    assert (paper.authors, paper.keywords) == (("Ada Moor",), ("beans",))
    assert labelled("We use DNA: it is long.") == "We use DNA: it is long."


def test_web_of_science_lists_go_on_over_lines() -> None:
    (paper,) = read_text("""FN Clarivate
VR 1.0
PT J
AU Moor, A
   Berg, J
AF Moor, Ada
   Berg, Jan
TI On
   Beans
SO GARDEN LETTERS
DE beans; red
   light
ID GROWTH
DI 10.1234/ABC
EA JAN 1999
PM 42
UT WOS:1
ER

EF
""").papers
    assert (paper.id, paper.title, paper.authors) == ("WOS:1", "On Beans", ("Ada Moor", "Jan Berg"))
    assert paper.keywords == ("beans", "red light", "GROWTH")
    assert (paper.year, paper.doi, paper.pmid) == (1999, "10.1234/abc", "42")


def test_endnote_and_refer_files() -> None:
    endnote = read_text("""%0 Conference Proceedings
%T On Beans
%A Moor, Ada
%A Jan Berg
%S Garden Days
%D 1999
%X We grow
beans.
%U https://aclanthology.org/1999.moss-main.1
%K beans
peas
%F moor-1999

%0 Book
%T On Peas
""")
    first, second = endnote.papers
    assert (first.id, first.title, first.abstract) == ("moor-1999", "On Beans", "We grow beans.")
    assert (first.authors, first.venue) == (("Ada Moor", "Jan Berg"), "Garden Days")
    assert (first.acl, first.keywords, second.title) == (
        "1999.moss-main.1", ("beans", "peas"), "On Peas")  # fmt: skip
    refer = read_text("%T On Beans\n%A A. Moor\n%D 1971\n\n%T On Peas\n%A J. Berg\n")
    assert [paper.title for paper in refer.papers] == ["On Beans", "On Peas"]


@pytest.mark.parametrize(
    "text", ["% a comment\n% another\n@article{a, title={On Beans}}", "%PDF-1.4\n%\u00e2\n1 0 obj"]
)
def test_not_all_that_begins_with_a_percent_sign_is_endnote(text: str) -> None:
    from kg.readers.tagged import endnote

    assert not endnote.sniff(text, "x")


def test_a_value_may_go_on_over_very_many_lines() -> None:
    text = RIS.replace("We grow beans.", "We grow beans.\n" * 40_000)
    (paper,) = read_text(text).papers
    assert paper.abstract.count("We grow") == 40_000


def test_the_proceedings_of_scopus_and_the_numbers_of_cochrane_stand_under_one_tag() -> None:
    scopus = "TY  - CONF\nTI  - On Beans\nC3  - Garden Days\nJ2  - Gard. D.\nER  - \n"
    cochrane = "TY  - JOUR\nTI  - On Peas\nC3  - PUBMED 33\nJA  - Garden Letters\nER  - \n"
    result = read("-", stdin=io.BytesIO((scopus + cochrane).encode()))
    assert [paper.venue for paper in result.papers] == ["Garden Days", "Garden Letters"]


def test_short_names_of_pubmed_are_turned_where_there_are_no_full_ones() -> None:
    record = "PMID- 123\nTI  - On Beans\n{}\n"
    for tags, told in (
        ("AU  - Moor A", ("A. Moor",)),
        ("FAU - Moor, Ada\nAU  - Moor A", ("Ada Moor",)),
        ("AU  - van Berg JK\nAU  - Moor A", ("J. K. van Berg", "A. Moor")),
        ("CN  - Bean Group", ("Bean Group",)),
    ):
        (paper,) = read_text(record.format(tags)).papers
        assert paper.authors == told


def test_a_generation_behind_the_given_name_is_none_of_it() -> None:
    record = "PMID- 123\nTI  - On Beans\n{}\n"
    (paper,) = read_text(record.format("FAU - Berg, Jan 3rd\nFAU - Moor, Ada Jr")).papers
    assert paper.persons[0] == Person("Jan Berg 3rd", "Jan", "Berg")
    assert paper.authors == ("Jan Berg 3rd", "Ada Moor Jr")
    (paper,) = read_text(record.format("AU  - Berg JA 3rd\nAU  - Moor A")).papers
    assert paper.authors == ("J. A. Berg 3rd", "A. Moor")


def test_a_conference_of_web_of_science_stands_in_where_no_source_is_named() -> None:
    record = "PT C\nAU Moor, A\nTI On Beans\n{}CT Meeting on Beans\nUT WOS:1\nER\n"
    assert read_text(record.format("")).papers[0].venue == "Meeting on Beans"
    assert read_text(record.format("SO BEANS\n")).papers[0].venue == "BEANS"
