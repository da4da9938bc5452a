"""What databases, libraries and reference managers export: the same two papers from each of them.

The files in `exports` are made up, in the forms that the sources write. To cover another source,
put its file there and a line into `EXPORTS`.
"""

import io
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import openpyxl
import pytest

from kg.model import Paper
from kg.readers import format_of, read
from kg.readers.document import open_document
from kg.readers.jsonfile import papers_in

FOLDER = Path(__file__).parent / "exports"
TITLE = "Counting Moss on Old Walls: A Survey with Small Cameras"
ABSTRACT = (
    "We count moss on forty garden walls with small cameras, and show that shade explains 50% of "
    "what grows there. A network of three layers finds nine of ten tufts."
)
RIVERS = (
    "Ice changes how a river moves. We measure three rivers for two winters, and fit a model of "
    "their flow."
)
FULL = ("Ada Moor", "Jan Berg", "Émile Weiß")
INITIALS = ("A. Moor", "J. Berg", "É. Weiß")
DOI = "10.1234/jgs.2021.007"
JOURNAL = "Journal of Garden Science"
KEYWORDS = ("moss", "shade", "small cameras")


@dataclass(frozen=True)
class Export:
    """A file, the format it is of, and what its source tells otherwise than most."""

    file: str
    format: str
    abstract: str = ABSTRACT
    authors: tuple[str, ...] = FULL
    venue: str = JOURNAL
    doi: str = DOI
    keywords: tuple[str, ...] = KEYWORDS
    rivers: str = RIVERS
    ids: tuple[str, str] = ("", "")
    skipped: int = 0
    notices: tuple[str, ...] = ()


NO_ABSTRACT = {"abstract": "", "rivers": "", "notices": ("no abstract",)}
EXPORTS = [
    Export("scopus.csv", "csv", ids=("2-s2.0-85100000001", "2-s2.0-85100000002")),
    Export("scopus_2015.csv", "csv", authors=INITIALS),
    Export("scopus.ris", "ris", authors=INITIALS),
    Export("ieee_xplore.csv", "csv", authors=INITIALS),
    Export("wos_tab.txt", "csv", venue=JOURNAL.upper(),
           ids=("WOS:000600000000001", "WOS:000600000000002")),
    Export("pubmed.csv", "csv", authors=INITIALS, venue="J Gard Sci", keywords=(),
           ids=("33000001", "33000002"), **NO_ABSTRACT),  # type: ignore[arg-type]
    Export("openalex.csv", "csv"),
    Export("zotero.csv", "csv", ids=("MOSS2345", "RIVR2345")),
    Export("paperpile.csv", "csv", authors=INITIALS,
           ids=("Moor2021-ab", "Moor2020-cd")),
    Export("paperpile.json", "json", ids=("Moor2021-ab", "Moor2020-cd")),
    Export("europepmc.json", "json", ids=("33000001", "PPR300001"),
           rivers="Aim: Ice changes how a river moves. Methods: We measure three rivers for two "
           "winters."),
    Export("biorxiv.json", "json", authors=INITIALS, venue="bioRxiv",
           doi="10.1101/2021.05.03.442001", keywords=("plant biology",)),
    Export("dblp.json", "json", keywords=(), ids=("journals/jgs/MoorBW21", "conf/www/Moor20"),
           **NO_ABSTRACT),  # type: ignore[arg-type]
    Export("crossref.json", "json", rivers="", notices=("no abstract",)),
    Export("datacite.json", "json", ids=(DOI, "10.1234/www.2020.11")),
    Export("semantic_scholar.json", "json", keywords=("Biology",)),
    Export("paperswithcode.json", "json", doi=""),
    Export("huggingface_daily.json", "json", venue="", doi="", ids=("2105.00001", "2012.00002")),
    Export("hal.json", "json", ids=("hal-03300001", "hal-03300002")),
    Export("inspire.json", "json", ids=("1861001", "1861002")),
    Export("zenodo.json", "json", doi="10.5281/zenodo.7000001", ids=("7000001", "7000002")),
    Export("openreview_v1.json", "json", doi="", ids=("mOsS_1", "rIvEr_2")),
    Export("openreview_v2.json", "json", doi="", ids=("mOsS_1", "rIvEr_2")),
    Export("arxiv.atom", "atom", keywords=("cs.CV", "q-bio.PE"), ids=("2105.00001", "2012.00002")),
    Export("acm.bib", "bibtex"),
    Export("mendeley.bib", "bibtex", ids=("Moor2021", "Moor2020")),
    Export("jabref.bib", "bibtex", ids=("Moor2021", "Moor2020")),
    Export("endnote.xml", "endnotexml", ids=("33000001", "42")),
    Export("mods.xml", "mods", ids=("moor2021", "42")),
    Export("zotero.rdf", "zoterordf", ids=("moor2021", "item_15"), skipped=2),
    Export("rayyan.csv", "csv", ids=("rayyan-100000001", "rayyan-100000002")),
    Export("publish_or_perish.csv", "csv", abstract=ABSTRACT.replace("ten tufts.", "…"),
           authors=("A Moor", "J Berg", "É Weiß"), doi="", keywords=(), rivers="",
           notices=("no abstract", "ends in an ellipsis")),
    Export("dimensions.csv", "csv", keywords=(), ids=("pub.1130000001", "pub.1120000002"),
           notices=("lines before the header",)),
    Export("springer.csv", "csv", keywords=(), abstract="", rivers="",
           notices=("no abstract", "read as cp1252")),
    Export("covidence.csv", "csv", authors=INITIALS, rivers="", notices=("no abstract",)),
    Export("elicit.csv", "csv", keywords=()),
    Export("ebsco_ris.txt", "ris", notices=("(ER) is missing",)),
    Export("pubmed.nbib", "medline", ids=("33000001", "33000002"),
           rivers="AIM: Ice changes how a river moves. METHODS: We measure three rivers for two "
           "winters."),
    Export("endnote.enw", "endnote", notices=("read as cp1252",)),
    Export("refworks.txt", "refworks", ids=("17", "18")),
    Export("wos.ciw", "wos", venue=JOURNAL.upper(), keywords=(*KEYWORDS, "WALLS", "TUFTS"),
           ids=("WOS:000600000000001", "WOS:000600000000002")),
    Export("acl_anthology.bib", "bibtex", ids=("moor-etal-2021-counting", "moor-2020-rivers"),
           skipped=1),
    Export("dblp.xml", "dblp", keywords=(), ids=("journals/jgs/MoorBW21", "conf/www/Moor20"),
           skipped=1, **NO_ABSTRACT),  # type: ignore[arg-type]
    Export("dblp_search.xml", "dblp", keywords=(),
           ids=("journals/jgs/MoorBW21", "conf/www/Moor20"),
           **NO_ABSTRACT),  # type: ignore[arg-type]
]  # fmt: skip
EXPORT = pytest.mark.parametrize("export", EXPORTS, ids=lambda export: export.file)


def papers_of(export: Export, path: Path | None = None) -> tuple[Paper, ...]:
    result = read([path or FOLDER / export.file])
    assert len(result.report.skipped) == export.skipped
    messages = {notice.message for notice in result.report.notices}
    assert all(any(told in message for told in export.notices) for message in messages), messages
    assert all(any(told in message for message in messages) for told in export.notices), messages
    return result.papers


def test_each_file_has_a_line() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(e.file for e in EXPORTS)


@EXPORT
def test_the_first_paper_comes_out_right(export: Export) -> None:
    paper = papers_of(export)[0]
    assert paper.title.rstrip(".") == TITLE
    assert paper.abstract == export.abstract
    assert paper.authors == export.authors
    assert paper.year == 2021
    assert paper.venue == export.venue
    assert paper.doi == export.doi
    assert paper.keywords == export.keywords


@EXPORT
def test_the_second_paper_has_less_and_keeps_what_it_has(export: Export) -> None:
    moss, rivers = papers_of(export)
    assert rivers.title.rstrip(".") == "Rivers in Winter"
    assert rivers.abstract == export.rivers
    assert rivers.authors == export.authors[:1]
    assert rivers.year == 2020
    if export.venue:
        assert rivers.venue
        assert "Winter" in rivers.venue.title() or rivers.venue in ("medRxiv", "WWW")
    if export.ids[0]:
        assert (moss.id, rivers.id) == export.ids


@EXPORT
def test_the_content_alone_tells_the_format(export: Export, tmp_path: Path) -> None:
    content = (FOLDER / export.file).read_bytes()
    assert format_of(open_document(content, "-")) == export.format
    named = [(paper.id, paper.abstract) for paper in papers_of(export)]
    piped = read("-", stdin=io.BytesIO(content)).papers
    assert [(paper.id, paper.abstract) for paper in piped] == named
    shutil.copy(FOLDER / export.file, tmp_path / "download.txt")
    assert [(p.id, p.abstract) for p in papers_of(export, tmp_path / "download.txt")] == named


@EXPORT
def test_a_cut_export_raises_nothing_but_says_so(export: Export) -> None:
    content = (FOLDER / export.file).read_bytes()
    at = content.rindex(b"ivers")
    result = read("-", stdin=io.BytesIO(content[:at]))
    report = result.report
    assert report.entries == report.kept + report.merged + len(report.skipped)
    assert any(paper.title.rstrip(".") == TITLE for paper in result.papers)


@pytest.mark.parametrize("name", [e.file for e in EXPORTS if e.format == "json"])
def test_an_answer_with_a_single_paper_is_found_in_all_that_is_around_it(name: str) -> None:
    answer = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    del papers_in(answer)[1:]
    (paper,) = read("-", stdin=io.BytesIO(json.dumps(answer).encode())).papers
    assert paper.title == TITLE
    assert paper.authors


def test_all_exports_together_are_two_papers_and_their_preprints() -> None:
    result = read(FOLDER)
    assert sum(paper.doi == DOI for paper in result.papers) == 1
    assert result.report.entries == sum(2 + export.skipped for export in EXPORTS)


def test_the_excel_export_of_the_web_of_science(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Publication Type", "Authors", "Book Authors", "Author Full Names",
                  "Article Title", "Source Title", "Language", "Document Type", "Author Keywords",
                  "Keywords Plus", "Abstract", "Times Cited, WoS Core", "Publication Date",
                  "Publication Year", "DOI", "DOI Link", "Early Access Date", "Pubmed Id",
                  "UT (Unique WOS ID)", "Web of Science Record"])  # fmt: skip
    sheet.append(["J", "Moor, A; Berg, J; Weiß, É", None, "Moor, Ada; Berg, Jan; Weiß, Émile",
                  TITLE, JOURNAL.upper(), "English", "Article", "moss; shade; small cameras",
                  "WALLS", f"{ABSTRACT} (c) 2021 Garden Press Ltd. All rights reserved.", 12,
                  "MAY 3", 2021, DOI, f"http://dx.doi.org/{DOI}", "APR 2020", 33000001,
                  "WOS:000600000000001", "View Full Record in Web of Science"])  # fmt: skip
    book.save(tmp_path / "savedrecs.xlsx")
    (paper,) = read(tmp_path / "savedrecs.xlsx").papers
    assert (paper.id, paper.title, paper.abstract) == ("WOS:000600000000001", TITLE, ABSTRACT)
    assert (paper.authors, paper.year, paper.venue) == (FULL, 2021, JOURNAL.upper())
    assert (paper.doi, paper.keywords, paper.pmid) == (DOI, KEYWORDS, "33000001")
