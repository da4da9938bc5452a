"""The same paper in the answers of interfaces and in the tables of databases: names and wraps."""

import csv
import io
import json
from typing import Any

import pytest

from kg.model import Paper
from kg.readers import read

TITLE = "Counting Moss on Old Walls"
TEXT = "We count moss on forty garden walls, and show that shade explains 50% of what grows there."
JOURNAL = "Journal of Garden Science"
DOI = "10.1234/jgs.2021.007"
WORDS = ["moss", "shade"]

ANSWERS: dict[str, Any] = {
    "Springer Nature": {"result": [{"total": "1", "start": "1"}], "records": [{
        "contentType": "Article", "identifier": f"doi:{DOI}", "url": [{"value": "http://x.example"}],
        "title": TITLE, "creators": [{"creator": "Moor, Ada"}, {"creator": "Berg, Jan"}],
        "publicationName": JOURNAL, "doi": DOI, "publicationDate": "2021-05-03",
        "abstract": {"h1": "Abstract", "p": TEXT}, "keyword": WORDS,
        "subjects": ["Life Sciences"]}], "facets": []},
    "Scopus": {"search-results": {"link": [{"@ref": "self"}, {"@ref": "next"}], "entry": [{
        "link": [{"@ref": "scopus", "@href": "https://x.example"}], "eid": "2-s2.0-1",
        "dc:identifier": "SCOPUS_ID:1", "dc:title": TITLE, "dc:creator": "Moor A.",
        "prism:publicationName": JOURNAL, "prism:coverDate": "2021-05-03", "prism:doi": DOI,
        "dc:description": TEXT, "authkeywords": "moss | shade", "author": [
            {"authid": "1", "authname": "Moor A.", "surname": "Moor", "given-name": "Ada"},
            {"authid": "2", "authname": "Berg J.", "surname": "Berg", "given-name": "Jan"}]}]}},
    "IEEE Xplore": {"total_records": 1, "articles": [{
        "title": TITLE, "abstract": TEXT, "doi": DOI, "publication_title": JOURNAL,
        "authors": {"authors": [{"full_name": "Ada Moor"}, {"full_name": "Jan Berg"}]},
        "publication_year": 2021, "index_terms": {"author_terms": {"terms": WORDS}}}]},
    "Lens": {"total": 1, "data": [{
        "lens_id": "000-1", "title": TITLE, "abstract": TEXT, "year_published": 2021,
        "authors": [{"first_name": "Ada", "last_name": "Moor"},
                    {"first_name": "Jan", "last_name": "Berg"}],
        "source": {"title": JOURNAL, "publisher": "Garden Press"}, "keywords": WORDS,
        "external_ids": [{"type": "doi", "value": DOI}, {"type": "pmid", "value": "33"}]}]},
    "DOAJ": {"total": 1, "results": [{"id": "0a1b", "created_date": "2022-01-01", "bibjson": {
        "title": TITLE, "abstract": TEXT, "author": [{"name": "Ada Moor"}, {"name": "Jan Berg"}],
        "journal": {"title": JOURNAL, "volume": "7"}, "year": "2021", "keywords": WORDS,
        "identifier": [{"id": "1234-5678", "type": "eissn"}, {"id": DOI, "type": "doi"}],
        "link": [{"type": "fulltext", "url": "https://x.example"}]}}]},
    "NASA ADS": {"responseHeader": {"status": 0}, "response": {"numFound": 1, "docs": [{
        "bibcode": "2021JGaSc...7....1M", "title": [TITLE], "abstract": TEXT, "year": "2021",
        "author": ["Moor, Ada", "Berg, Jan"], "pub": JOURNAL, "doi": [DOI], "keyword": WORDS,
        "identifier": ["2021JGaSc...7....1M", DOI]}]}},
    "Hugging Face viewer": {
        "features": [{"name": "title", "type": {}}, {"name": "abstract", "type": {}}],
        "rows": [{"row_idx": 0, "truncated_cells": [], "row": {
            "title": TITLE, "abstract": TEXT, "authors": ["Ada Moor", "Jan Berg"], "year": 2021,
            "venue": JOURNAL, "doi": DOI, "keywords": WORDS}}]},
    "OpenAIRE": {"header": {"numFound": 1}, "results": [{
        "id": "x::1", "mainTitle": TITLE, "descriptions": [TEXT], "publicationDate": "2021-05-03",
        "authors": [{"fullName": "Moor, Ada", "name": "Ada", "surname": "Moor"},
                    {"fullName": "Berg, Jan", "name": "Jan", "surname": "Berg"}],
        "container": {"name": JOURNAL}, "pids": [{"scheme": "doi", "value": DOI}],
        "subjects": [{"subject": {"scheme": "keyword", "value": word}} for word in WORDS]}]},
    "Elasticsearch": {"took": 3, "hits": {"total": {"value": 1}, "hits": [{
        "_index": "papers", "_id": "x1", "_source": {
            "title": TITLE, "abstract": TEXT, "authors": ["Ada Moor", "Jan Berg"], "year": 2021,
            "journal": JOURNAL, "doi": DOI, "keywords": WORDS}}]}},
    "MongoDB": [{"_id": {"$oid": "60"}, "title": TITLE, "abstract": TEXT, "journal": JOURNAL,
                 "authors": ["Ada Moor", "Jan Berg"], "year": {"$numberInt": "2021"}, "doi": DOI,
                 "keywords": WORDS}],
    "Zenodo of old": {"hits": {"hits": [{"id": 7, "doi": DOI, "metadata": {
        "title": TITLE, "description": f"<p>{TEXT}</p>", "publication_date": "2021-05-03",
        "creators": [{"name": "Moor, Ada"}, {"name": "Berg, Jan"}], "keywords": WORDS,
        "journal": {"title": JOURNAL}}}], "total": 1}},
}  # fmt: skip
TABLES: dict[str, dict[str, str]] = {
    "Lens": {"Lens ID": "000-1", "Title": TITLE, "Date Published": "2021-05-03",
             "Source Title": JOURNAL, "Author/s": "Ada Moor; Jan Berg", "Abstract": TEXT,
             "Fields of Study": "Biology", "Keywords": "moss; shade", "DOI": DOI},
    "Dimensions": {"Rank": "1", "Publication ID": "pub.1", "DOI": DOI, "PMID": "33",
                   "Title": TITLE, "Abstract": TEXT, "Source title": JOURNAL, "PubYear": "2021",
                   "MeSH terms": "moss; shade", "Authors": "Moor, Ada; Berg, Jan"},
    "EBSCO": {"Article Title": TITLE, "Author": "Moor, Ada; Berg, Jan;", "Journal Title": JOURNAL,
              "Publication Date": "20210503", "DOI": DOI, "Subjects": "WALLS",
              "Keywords": "moss; shade", "Abstract": TEXT, "PLink": "https://x.example/1"},
    "ProQuest": {"Title": TITLE, "Abstract": TEXT, "Authors": "Moor, Ada; Berg, Jan",
                 "pubdate": "May 2021", "pubtitle": JOURNAL, "subjects": "moss, shade",
                 "digitalObjectIdentifier": DOI, "DocumentURL": "https://x.example/1"},
    "Rayyan": {"key": "rayyan-1", "title": TITLE, "year": "2021", "journal": JOURNAL,
               "authors": "Moor, Ada and Berg, Jan", "abstract": TEXT, "doi": DOI,
               "keywords": "moss,shade"},
    "bibliometrix": {"AU": "Moor, Ada; Berg, Jan", "DE": "moss;shade", "ID": "WALLS", "AB": TEXT,
                     "PY": "2021", "TI": TITLE, "SO": JOURNAL, "DI": DOI, "UT": "WOS:1"},
    "IEEE Xplore without keywords of the authors": {
        "Document Title": TITLE, "Authors": "Ada Moor; Jan Berg", "Publication Title": JOURNAL,
        "Publication Year": "2021", "Abstract": TEXT, "DOI": DOI, "Author Keywords": "",
        "IEEE Terms": "moss;shade"},
    "glued names": {"Item Title": TITLE, "Publication Title": JOURNAL, "Item DOI": DOI,
                    "Authors": "Ada MoorJan Berg", "Publication Year": "2021", "Abstract": TEXT,
                    "Keywords": "moss;shade"},
}  # fmt: skip


def check(paper: Paper) -> None:
    assert (paper.title, paper.abstract) == (TITLE, TEXT)
    assert paper.authors == ("Ada Moor", "Jan Berg")
    assert (paper.year, paper.venue, paper.doi) == (2021, JOURNAL, DOI)
    assert paper.keywords == tuple(WORDS)


@pytest.mark.parametrize("source", ANSWERS)
def test_an_answer_holds_the_paper(source: str) -> None:
    answer = json.dumps(ANSWERS[source], indent=1)
    (paper,) = read("-", stdin=io.BytesIO(answer.encode())).papers
    check(paper)
    line = json.dumps(ANSWERS[source])
    if line.startswith("{"):
        lines = f"{line}\n{line}\n"
        (paper,) = read("-", stdin=io.BytesIO(lines.encode())).papers
        check(paper)


@pytest.mark.parametrize("source", TABLES)
def test_a_table_holds_the_paper(source: str) -> None:
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerows([TABLES[source].keys(), TABLES[source].values()])
    (paper,) = read("-", stdin=io.BytesIO(out.getvalue().encode())).papers
    check(paper)


def test_ids_are_those_that_a_source_gives_first() -> None:
    papers = {
        source: read("-", stdin=io.BytesIO(json.dumps(ANSWERS[source]).encode())).papers[0]
        for source in ("DOAJ", "NASA ADS", "MongoDB", "Lens")
    }
    assert papers["DOAJ"].id == "0a1b"
    assert papers["NASA ADS"].id == "2021JGaSc...7....1M"
    assert papers["MongoDB"].id == "60"
    assert papers["Lens"].pmid == "33"


def test_the_web_of_science_for_starters_has_no_abstracts() -> None:
    answer = {"metadata": {"total": 1, "page": 1}, "hits": [{
        "uid": "WOS:0006", "title": TITLE, "types": ["Article"], "citations": [{"count": 3}],
        "source": {"sourceTitle": JOURNAL, "publishYear": 2021, "publishMonth": "MAY"},
        "names": {"authors": [{"displayName": "Moor, Ada", "wosStandard": "Moor, A"}]},
        "identifiers": {"doi": DOI}, "keywords": {"authorKeywords": WORDS}}]}  # fmt: skip
    (paper,) = read("-", stdin=io.BytesIO(json.dumps(answer).encode())).papers
    assert (paper.id, paper.title, paper.abstract) == ("WOS:0006", TITLE, "")
    assert (paper.authors, paper.year, paper.venue) == (("Ada Moor",), 2021, JOURNAL)
    assert (paper.doi, paper.keywords) == (DOI, tuple(WORDS))


@pytest.mark.parametrize("name", ["Ada McKay Berg", "Leo DiMoor Berg", "Ada VanBerg Moor",
                                  "JanLuc Moor Berg", "Ada Moor"])  # fmt: skip
def test_names_that_have_capitals_inside_are_whole(name: str) -> None:
    text = f"title,authors\n{TITLE},{name}\n"
    assert read("-", stdin=io.BytesIO(text.encode())).papers[0].authors == (name,)
