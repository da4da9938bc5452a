"""JSON as catalogues give it: one shape after the other, as their interfaces answer."""

import io
import json
from typing import Any

import pytest

from kg.model import Paper, Person
from kg.readers import ReadResult, read
from kg.readers.catalogues.works import text_of_index

ABSTRACT = "We grow beans under red light, and show that the leaves of each plant turn to it."
HASH = "0123456789abcdef" * 2 + "01234567"


def from_json(value: Any) -> ReadResult:
    result = read("-", stdin=io.BytesIO(json.dumps(value, indent=1).encode()))
    counts = result.report
    assert counts.entries == counts.kept + counts.merged + len(counts.skipped)
    return result


def only(value: Any) -> Paper:
    (paper,) = from_json(value).papers
    return paper


def messages(result: ReadResult) -> str:
    return " | ".join(notice.message for notice in result.report.notices)


def index_of(text: str) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for position, word in enumerate(text.split()):
        index.setdefault(word, []).append(position)
    return index


def test_openalex_abstracts_are_rebuilt_from_every_position() -> None:
    text = "the bee and the hive and the bee " * 3 + "end"
    assert text_of_index(index_of(text)) == text
    assert text_of_index(json.dumps(index_of(text))) == text
    assert text_of_index({"IndexLength": 2, "InvertedIndex": {"b": [1], "a": [0]}}) == "a b"
    assert text_of_index({"b": [9], "a": ["x", None, 3]}) == "a b"
    for broken in (None, {}, "", "{", [1], 3):
        assert text_of_index(broken) == ""


def test_an_openalex_work() -> None:
    work = {
        "id": "https://openalex.org/W123", "doi": "https://doi.org/10.1234/ABC",
        "title": "On Beans", "display_name": "On Beans", "publication_year": 1999, "language": "en",
        "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/42"},
        "primary_location": {"landing_page_url": "https://b.org/x",
                             "source": {"id": "S1", "display_name": "Garden Letters"}},
        "authorships": [{"author": {"id": "A1", "display_name": "Ada Moor"},
                         "institutions": [{"display_name": "Garden"}]}],
        "abstract_inverted_index": index_of(ABSTRACT), "created_date": "2016-06-24",
        "keywords": [{"id": "k", "display_name": "Beans", "score": 0.5}],
        "concepts": [{"display_name": "Biology"}],
    }  # fmt: skip
    paper = only({"meta": {"count": 1}, "results": [work]})
    assert (paper.id, paper.openalex, paper.pmid) == ("W123", "W123", "42")
    assert (paper.abstract, paper.year, paper.venue) == (ABSTRACT, 1999, "Garden Letters")
    assert (paper.authors, paper.keywords) == (("Ada Moor",), ("Beans",))
    assert (paper.doi, paper.url) == ("10.1234/abc", "https://b.org/x")
    without = from_json([{**work, "abstract_inverted_index": None, "primary_location": None}])
    assert without.papers[0].abstract == ""
    assert "only its title" in messages(without)


def test_semantic_scholar_papers_and_those_around_them() -> None:
    paper = {
        "paperId": HASH, "corpusId": 7, "title": "On Beans", "abstract": None, "year": 1999,
        "externalIds": {"ArXiv": "9905.00001", "DOI": "10.1234/ABC", "ACL": "P99-1001",
                        "PubMed": "42"},
        "authors": [{"authorId": "1", "name": "Ada Moor"}], "venue": "",
        "journal": {"name": "Garden Letters"}, "fieldsOfStudy": ["Biology"],
        "tldr": {"model": "tldr@v2", "text": "Beans grow."},
        "references": [{"paperId": HASH, "title": "On Peas"}], "citations": [],
    }  # fmt: skip
    result = from_json(paper)
    (found,) = result.papers
    assert (found.abstract, found.s2, found.venue) == ("", HASH, "Garden Letters")
    assert (found.arxiv, found.doi, found.acl) == ("9905.00001", "10.1234/abc", "P99-1001")
    assert "the 1 references listed in it are not read" in messages(result)
    assert only({"offset": 0, "data": [{"isInfluential": True, "citedPaper": paper}]}).s2 == HASH
    bulk = only({"corpusid": 7, "externalids": {"DOI": "10.1234/ABC"}, "title": "On Beans",
                 "abstract": ABSTRACT, "authors": None,
                 "publicationdate": "1999-05-01"})  # fmt: skip
    assert (bulk.id, bulk.s2, bulk.doi, bulk.year) == ("7", "CorpusID:7", "10.1234/abc", 1999)


def test_s2orc_in_its_versions() -> None:
    author = {"first": "Ada", "middle": ["B."], "last": "Moor", "suffix": ""}
    first = only({"paper_id": "x", "metadata": {"title": "On Beans", "authors": [author]},
                  "abstract": [{"text": "We grow.", "section": "Abstract"}, {"text": "Red."}],
                  "body_text": [{"text": "Long ago.", "section": "Introduction"}]})  # fmt: skip
    assert (first.title, first.abstract) == ("On Beans", "We grow. Red.")
    assert first.persons == (Person("Ada B. Moor", "Ada B.", "Moor"),)
    second = only({"paper_id": "x", "title": "On Beans", "authors": [author], "year": "1999",
                   "abstract": "", "pdf_parse": {"abstract": [
                       {"text": "We grow.", "section": "Aim"}, {"text": "Red.", "section": "End"}
                   ], "body_text": []}})  # fmt: skip
    assert (second.abstract, second.year) == ("Aim: We grow. End: Red.", 1999)
    assert [part.label for part in second.parts] == ["Aim", "End"]
    third = only({"corpusid": 7, "externalids": {"arxiv": "9905.00001"}, "content": {
        "text": "On Beans\nWe grow. Long ago.", "annotations": {
            "title": '[{"start": 0, "end": 8}]', "abstract": '[{"start": 9, "end": 17}]',
            "author": None}}})  # fmt: skip
    assert (third.title, third.abstract, third.arxiv) == ("On Beans", "We grow.", "9905.00001")


def test_openreview_notes_of_both_interfaces() -> None:
    content = {"title": "On Beans", "abstract": ABSTRACT, "authors": ["Ada Moor"],
               "keywords": ["beans"], "TL;DR": "Beans grow.", "venue": "ICLR 1999 poster",
               "pdf": "/pdf/1.pdf", "venueid": "ICLR.cc/1999"}  # fmt: skip
    note = {"id": "bEaNs_1", "forum": "bEaNs_1", "replyto": None, "cdate": 1609459200001,
            "invitation": "ICLR.cc/1999/-/Submission", "content": content}  # fmt: skip
    new = {**note, "content": {key: {"value": value} for key, value in content.items()}}
    for given in (note, new):
        paper = only({"notes": [given], "count": 1})
        assert (paper.id, paper.openreview, paper.abstract) == ("bEaNs_1", "bEaNs_1", ABSTRACT)
        assert (paper.year, paper.venue) == (1999, "ICLR 1999 poster")
        assert (paper.authors, paper.keywords) == (("Ada Moor",), ("beans",))
        assert paper.url == "https://openreview.net/forum?id=bEaNs_1"
    del content["venue"], content["venueid"]
    assert only({"notes": [note]}).year == 2021
    cited = {**content, "_bibtex": "@misc{\nx,\ntitle={On},\nyear={1998}\n}"}
    assert only({"notes": [{**note, "content": cited}]}).year == 1998


def test_reviews_are_no_papers() -> None:
    review = {"id": "r1", "forum": "bEaNs_1", "replyto": "bEaNs_1", "signatures": ["R2"],
              "content": {"title": "Good beans", "review": "They grow."}}  # fmt: skip
    paper = {"id": "bEaNs_1", "forum": "bEaNs_1", "content": {"title": "On Beans"}}
    result = from_json([paper, review])
    assert [found.title for found in result.papers] == ["On Beans"]
    assert "reply in the forum of paper bEaNs_1" in result.report.skipped[0].error


def test_a_dump_of_a_list_of_papers() -> None:
    paper = only([{"id": "bEaNs_1", "title": "On Beans", "abstract": ABSTRACT, "tldr": "x",
                   "author": "Ada Moor;Jan Berg", "keywords": "beans;red light", "status": "Poster",
                   "aff": ";", "site": "https://openreview.net/forum?id=bEaNs_1",
                   "bibtex": "@inproceedings{\nmoor,\nyear={1999}\n}"}])  # fmt: skip
    assert (paper.openreview, paper.year) == ("bEaNs_1", 1999)
    assert paper.authors == ("Ada Moor", "Jan Berg")
    assert paper.keywords == ("beans", "red light")


def test_the_arxiv_snapshot() -> None:
    paper = only({"id": "hep-th/9901001", "title": "On\n  Beans", "abstract": "  We grow $x^2$.\n",
                  "authors": "A. M\\'oor and the Group", "authors_parsed": [["Móor", "A.", ""]],
                  "categories": "hep-th cs.CL", "journal-ref": "Gard. Lett. 7", "doi": None,
                  "versions": [{"version": "v1", "created": "Fri, 1 Jan 1999 10:00:00 GMT"},
                               {"version": "v2", "created": "Mon, 1 Jan 2001 10:00:00 GMT"}],
                  "update_date": "2008-11-26"})  # fmt: skip
    assert (paper.title, paper.abstract, paper.year) == ("On Beans", "We grow x².", 1999)
    assert (paper.arxiv, paper.arxiv_version) == ("hep-th/9901001", 2)
    assert paper.persons == (Person("A. Móor", "A.", "Móor"),)
    assert (paper.keywords, paper.venue) == (("hep-th", "cs.CL"), "Gard. Lett. 7")


def test_crossref_works() -> None:
    work = {
        "DOI": "10.1234/ABC", "type": "journal-article", "title": ["On <i>Beans</i>"],
        "subtitle": ["A Study"], "container-title": ["Garden Letters", "GL"],
        "issued": {"date-parts": [[None]]}, "published-online": {"date-parts": [[1999, 5]]},
        "created": {"date-time": "2015-01-01T00:00:00Z"}, "subject": ["Botany"],
        "author": [{"given": "Ada", "family": "Moor", "sequence": "first"}, {"name": "Bean Group"}],
        "abstract": "<jats:title>Abstract</jats:title><jats:sec><jats:title>Aim</jats:title>"
                    "<jats:p>We grow<jats:sup>1-4</jats:sup> &amp; count.</jats:p></jats:sec>",
        "URL": "https://doi.org/10.1234/ABC",
    }  # fmt: skip
    for value in ({"message": {"items": [work]}}, {"status": "ok", "message": work}, work, [work]):
        paper = only(value)
        assert (paper.title, paper.venue) == ("On Beans: A Study", "Garden Letters")
        assert (paper.year, paper.doi) == (1999, "10.1234/abc")
        assert paper.abstract == "Aim: We grow¹⁻⁴ & count."
        assert paper.authors == ("Ada Moor", "Bean Group")


def test_a_record_that_only_looks_like_crossref_loses_nothing() -> None:
    paper = only([{"title": "On Beans", "summary": ABSTRACT, "issued": "1999",
                   "authors": ["A. Moor"], "journal": "Garden Letters",
                   "tags": ["beans"]}])  # fmt: skip
    assert (paper.abstract, paper.year, paper.venue) == (ABSTRACT, 1999, "Garden Letters")
    assert (paper.authors, paper.keywords) == (("A. Moor",), ("beans",))


@pytest.mark.parametrize(
    ("issued", "year"),
    [
        ({"date-parts": [["1999", "5"]]}, 1999),
        ({"raw": "May 1999"}, 1999),
        ({"literal": "spring of 1999"}, 1999),
        ({"date-parts": [[1999]], "season": "1"}, 1999),
        ("1999-05", 1999),
        ({"literal": "n.d."}, None),
    ],
)
def test_dates_of_csl_in_all_their_forms(issued: Any, year: int | None) -> None:
    record = {"id": "moor", "type": "report", "title": "On Beans", "issued": issued,
              "abstract": ABSTRACT, "publisher": "arXiv", "number": "arXiv:9905.00001"}  # fmt: skip
    result = from_json([{**record, "number": ""}])
    assert result.papers[0].year == year
    assert ("its year" in messages(result)) == (year is None)
    assert only([record]).arxiv == "9905.00001"


def test_zotero_items_without_attachments_and_editors() -> None:
    item = {"key": "K1", "itemType": "journalArticle", "title": "On Beans",
            "abstractNote": ABSTRACT,
            "creators": [{"creatorType": "author", "firstName": "Ada", "lastName": "Moor"},
                         {"creatorType": "editor", "firstName": "An", "lastName": "Editor"}],
            "date": "May 1999", "publicationTitle": "Garden Letters", "DOI": "10.1234/ABC",
            "tags": [{"tag": "beans", "type": 1}]}  # fmt: skip
    file = {"key": "K2", "itemType": "attachment", "title": "Full Text PDF"}
    result = from_json({"config": {"id": "x"}, "items": [item, file]})
    (paper,) = result.papers
    assert (paper.id, paper.abstract, paper.year) == ("K1", ABSTRACT, 1999)
    assert (paper.authors, paper.keywords) == (("Ada Moor",), ("beans",))
    assert "attachment" in result.report.skipped[0].error


def test_core_and_datacite_by_names_alone() -> None:
    core = only({"totalHits": 1, "results": [
        {"id": 9, "title": "On Beans", "abstract": ABSTRACT, "authors": [{"name": "Moor, Ada"}],
         "yearPublished": 1999, "doi": None, "language": {"code": "en", "name": "English"},
         "identifiers": [{"identifier": "10.1234/ABC", "type": "DOI"},
                         {"identifier": "oai:x", "type": "OAI_ID"}],
         "arxivId": "9905.00001", "fullText": "Long ago.", "downloadUrl": "https://b.org/9.pdf",
         "journals": [{"title": "Garden Letters"}]}]})  # fmt: skip
    assert (core.id, core.year, core.doi, core.arxiv) == ("9", 1999, "10.1234/abc", "9905.00001")
    assert (core.authors, core.language) == (("Ada Moor",), "en")
    assert (core.venue, core.url) == ("Garden Letters", "https://b.org/9.pdf")
    datacite = only({"data": {"id": "10.1234/abc", "attributes": {
        "doi": "10.1234/ABC", "titles": [{"title": "On Beans"}], "publicationYear": 1999,
        "creators": [{"name": "Moor, Ada", "givenName": "Ada", "familyName": "Moor"}],
        "descriptions": [{"description": ABSTRACT, "descriptionType": "Abstract"}],
        "subjects": [{"subject": "beans"}]}}})  # fmt: skip
    assert (datacite.title, datacite.abstract, datacite.year) == ("On Beans", ABSTRACT, 1999)
    assert datacite.persons == (Person("Ada Moor", "Ada", "Moor"),)


def test_a_list_may_have_a_title_of_its_own() -> None:
    papers = [{"title": "On Beans"}, {"title": "On Peas"}]
    for extra in ({"title": "Garden Days"}, {"description": "All of them"}, {"name": "x"}):
        assert len(from_json({**extra, "papers": papers}).papers) == 2


def test_a_hit_of_dblp() -> None:
    entry = {
        "authors": {"author": {"@pid": "1/2", "text": "Ada Moor 0001"}},
        "title": "On Beans &amp; Co.",
        "venue": ["Garden", "LNCS"], "year": "2019", "key": "conf/garden/M19", "type": "Editorship",
        "ee": ["https://doi.org/10.48550/arXiv.1901.00001", "https://beans.org"],
        "url": "https://dblp.org/rec/conf/garden/M19",
    }  # fmt: skip
    paper = only(entry)
    hit = {"@score": "3", "@id": "7", "info": entry, "url": "URL#7"}
    assert only({"result": {"hits": {"@total": "1", "hit": [hit]}}}).title == paper.title
    assert (paper.id, paper.title, paper.authors) == (
        "conf/garden/M19", "On Beans & Co", ("Ada Moor",))  # fmt: skip
    assert (paper.venue, paper.year, paper.arxiv) == ("Garden, LNCS", 2019, "1901.00001")
    assert paper.url == "https://doi.org/10.48550/arXiv.1901.00001"
