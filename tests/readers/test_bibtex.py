import io

import pytest

from kg.model import Person
from kg.readers import ReadResult, format_of, read
from kg.readers.bibtex import MalformedValueError, expand
from kg.readers.document import open_document


def from_bibtex(text: str) -> ReadResult:
    return read("-", stdin=io.BytesIO(text.encode()), format="bibtex")


def test_traps_row_24_titles_come_out_clean_and_nothing_is_lost() -> None:
    result = from_bibtex(r"""
        @article{a, title = {{BERT} and the {\'e}tude of $\alpha$ \& \"u},
                    abstract = "50\% \emph{x}"}
        @article{b, title = {One}, title = {Two}, year = 2000}
        @article{a, title = {Another paper}}
        @article{bad, title = {unbalanced {brace}, year = 2001

        @article{comma, title = {no comma} year = 2003}
        @article{last, title = {Last}}
    """)
    titles = [paper.title for paper in result.papers]
    assert titles == ["BERT and the étude of α & ü", "One", "Another paper", "Last"]
    assert result.papers[0].abstract == "50% x"
    assert [p.id[:2] for p in result.papers[:3]] == ["a-", "b", "a-"]
    assert len(result.report.skipped) == 2
    assert result.report.entries == 6
    assert "brace" in result.report.skipped[0].remedy
    assert "'title'" in result.report.skipped[1].error


def test_strings_are_expanded_and_joined() -> None:
    (paper,) = from_bibtex("""
        @string{gl = "Garden " # {Letters}}
        @article{a, title = "On Beans", journal = gl # " " # 7, year = y, month = jan}
        @string{y = 1999}
    """).papers
    assert paper.venue == "Garden Letters 7"
    assert paper.year == 1999


@pytest.mark.parametrize("value", ["{a} b", '"a', "{a", "#", "a # {", "= 3"])
def test_malformed_values_are_refused(value: str) -> None:
    with pytest.raises(MalformedValueError):
        expand(value, {})


def test_volumes_pass_on_their_title_and_year_and_are_listed() -> None:
    result = from_bibtex("""
        @inproceedings{a, title = {On Beans}, crossref = {V}}
        @inproceedings{b, title = {On Peas}, crossref = {loop}, year = 1998}
        @inproceedings{loop, title = {On Loops}, crossref = {loop}}
        @proceedings{v, title = {Garden Meeting}, year = {1999}}
    """)
    by_id = {paper.id: paper for paper in result.papers}
    assert (by_id["a"].venue, by_id["a"].year) == ("Garden Meeting", 1999)
    assert by_id["b"].year == 1998
    assert [failure.error for failure in result.report.skipped] == [
        "it describes a volume, not a paper"
    ]


def test_the_only_volume_of_a_file_serves_all_its_papers() -> None:
    (paper,) = from_bibtex("""
        @Proceedings{V, booktitle = {Garden Meeting}, year = 1999}
        @InProceedings{a, title = {On Beans}, pages = {1--2}}
    """).papers
    assert (paper.venue, paper.year) == ("Garden Meeting", 1999)


def test_names_are_split_at_and_and_turned() -> None:
    (paper,) = from_bibtex(r"""
        @article{a, title = {On Beans}, doi = {https://doi.org/10.1234/X.Y}, eprint = {2101.00001},
          author = {M{\"u}ller, J{\"o}rg and {Bean and Pea Group} and Ada van Moor and
                    Berg, Jr, Jan and others}, keywords = {beans, peas}}
    """).papers
    assert paper.authors == ("Jörg Müller", "Bean and Pea Group", "Ada van Moor", "Jan Berg Jr")
    assert (paper.doi, paper.arxiv) == ("10.1234/x.y", "2101.00001")
    assert paper.keywords == ("beans", "peas")


def test_the_parser_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    from_bibtex("@article{ok, title={Fine}}\n@article{a, title={x {y}\n@article{b, title={z}}")
    assert capsys.readouterr() == ("", "")


def notes(result: ReadResult) -> list[str]:
    return [n.message for n in result.report.notices if "only its title" not in n.message]


def test_what_had_to_be_guessed_is_told() -> None:
    result = from_bibtex("""
        @article{a, title = {On Beans}}, year = {1999}}
        @article{b, title = {On Peas}, title = {On Leeks}, journal = gl # "!", month = jan}

        % a remark between entries is none
        Nor is = this.
        @article{c, title = {On Chard}}
    """)
    assert [paper.title for paper in result.papers] == ["On Beans", "On Peas", "On Chard"]
    assert notes(result) == [
        "text behind it belongs to no entry: , year = {1999}}",
        "its field title stands more than once: the first is taken",
        "no @string explains 'gl' in its field journal",
    ]


def test_biblatex_inherits_from_books_and_from_data_entries() -> None:
    result = from_bibtex("""
        @incollection{a, title = {On Beans}, subtitle = {A Study}, crossref = {book}}
        @book{book, title = {The Garden}, date = {1999-05/1999-06}}
        @xdata{x, journaltitle = {Garden Letters}, year = 2001, title = {No}}
        @article{b, title = {On Peas}, xdata = {x}, eprint = {42}, eprinttype = {pubmed}}
        @article{c, title = {On Leeks}, eprint = {1999.12345}, eprinttype = {jstor}}
        @article{d, title = {On Chard}, eprint = {cs/9901001v3}, archivePrefix = {arXiv}}
    """)
    beans, book, peas, leeks, chard = result.papers
    assert (beans.title, beans.venue, beans.year) == ("On Beans: A Study", "The Garden", 1999)
    assert (book.title, book.year) == ("The Garden", 1999)
    assert (peas.title, peas.venue, peas.year, peas.pmid) == (
        "On Peas",
        "Garden Letters",
        2001,
        "42",
    )
    assert leeks.arxiv == ""
    assert (chard.arxiv, chard.arxiv_version, chard.year) == ("cs/9901001", 3, 1999)
    assert "other entries" in result.report.skipped[0].error


@pytest.mark.parametrize(
    ("before", "format"),
    [
        ("Made by a program.\nIt says so -> in a few lines.\n\n", "bibtex"),
        ("# My tool\n\nPlease cite it:\n\n```\n", "text"),
        ("A line of prose. " * 20 + "\n", "text"),
        ("One of many lines.\n" * 20, "text"),
    ],
)
def test_a_short_remark_may_stand_before_the_first_entry(before: str, format: str) -> None:
    entry = "@article{moor99,\n title = {On Moss},\n abstract = {We grow moss.}\n}\n"
    assert format_of(open_document((before + entry).encode(), "x.txt")) == format


def test_entries_without_a_key_lend_nothing_to_each_other() -> None:
    result = from_bibtex("""@article{, title = {On Beans}, year = 1999}
        @inproceedings{, title = {On Peas}, crossref = {}}
        @article{leeks, title = {On Leeks}}""")
    assert [(paper.title, paper.venue) for paper in result.papers] == [
        ("On Beans", ""), ("On Peas", ""), ("On Leeks", "")]  # fmt: skip
    assert len({paper.id for paper in result.papers}) == 3


def test_keywords_of_the_authors_win_over_those_of_an_index() -> None:
    (paper,) = from_bibtex("""Scopus\nEXPORT DATE: 01 May 2023\n
        @ARTICLE{moor, title = {On Beans}, keywords = {Botany; Walls},
        author_keywords = {beans; peas}, source = {Scopus}, journal = {Garden Letters}}""").papers
    assert (paper.keywords, paper.venue) == (("beans", "peas"), "Garden Letters")


def test_given_and_family_names_are_told_apart_without_a_comma() -> None:
    (paper,) = from_bibtex(r"""
        @article{a, title = {On Beans},
          author = {Ada Moor and Jan van der Berg and Paul Erd{\H o}s and {Garden Makers} and Li}}
    """).papers
    assert paper.persons == (
        Person("Ada Moor", "Ada", "Moor"),
        Person("Jan van der Berg", "Jan", "van der Berg"),
        Person("Paul Erdős", "Paul", "Erdős"),
        Person("Garden Makers"),
        Person("Li"),
    )
    (paper,) = from_bibtex("@article{a, title = {On Beans}, author = {Moor A and Berg JB}}").papers
    assert paper.authors == ("A. Moor", "J. B. Berg")
    (paper,) = from_bibtex("@article{a, title = {Beans}, author = {Ada Moor Jr.}}").papers
    assert paper.persons == (Person("Ada Moor Jr."),)


def test_journals_of_astronomers_are_written_out() -> None:
    result = from_bibtex(r"""
        @article{a, title = {On Beans}, journal = {\apj}}
        @article{b, title = {On Peas}, journal = mnras}
        @string{aap = "Ada's Annals of Peas"}
        @article{c, title = {On Moss}, journal = aap}
        @article{d, title = {On Ice}, journal = {Icarus \& Moss}}
    """)
    assert [paper.venue for paper in result.papers] == [
        "The Astrophysical Journal",
        "Monthly Notices of the Royal Astronomical Society",
        "Ada's Annals of Peas",
        "Icarus & Moss",
    ]
    assert not any("@string" in notice.message for notice in result.report.notices)


def test_straight_quotes_that_programs_spell_out_are_quotes() -> None:
    (paper,) = from_bibtex(r"@misc{a, title = {On {\textquotedbl}Beans{\textquotedbl}}}").papers
    assert paper.title == 'On "Beans"'
