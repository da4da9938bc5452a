"""Real files, against what a person counts in them.

Every number here was counted in the file itself (lines that begin a record, lines of a year),
not taken from a reader. The files lie beside the project and are not part of it.
"""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kg.readers import ReadResult, format_of, read
from kg.readers.document import open_document

SAMPLES = Path(__file__).parents[3] / "shared" / "samples"


@dataclass(frozen=True)
class Sample:
    """What a file holds; `first` and `last` begin the titles of its first and last paper."""

    name: str
    format: str
    papers: int
    abstracts: int
    years: dict[int | None, int]
    first: str
    last: str
    skipped: int = 0
    authors: int | None = None
    dois: int = 0
    words: tuple[str, ...] = field(default=())


CSL_YEARS = {2004: 1, 2016: 1, 2017: 1, 2019: 5, 2020: 5, 2021: 3, 2022: 2, 2023: 8, 2024: 20,
             2025: 10}  # fmt: skip
ZOTERO_YEARS = {2010: 1, 2012: 3, 2014: 3, 2015: 8, 2016: 6, 2017: 8, 2018: 14, 2019: 13, 2020: 32,
                2021: 12}  # fmt: skip
SAMPLES_READ = [
    Sample("baseline_zotero.ris", "ris", 100, 98, ZOTERO_YEARS,
           "An open source machine learning framework", "", authors=648, dois=100),
    Sample("embase.ris", "ris", 6, 6, {2004: 1, 2011: 1, 2014: 1, 2017: 1, 2018: 1, 2019: 1},
           "Duplication cysts", "Completely Isolated Retroperitoneal", authors=29, dois=6,
           words=("EUS and FNA with regards to these lesions.",)),
    Sample("ovid_psycinfo.ris", "ris", 6, 6, {2019: 6}, "The influence of self-criticism",
           "Psychological outcomes", authors=32, dois=6),
    Sample("scopus.ris", "ris", 6, 6, {2019: 5, 2020: 1}, "Stress and the brain-gut axis",
           "Role of brain imaging", authors=26, dois=6),
    Sample("wos.ris", "ris", 10, 10, {1997: 1, 2014: 1, 2016: 1, 2018: 2, 2019: 2, 2021: 2,
           2023: 1}, "Holding Yourself Captive", "On the power of secondary", authors=36, dois=10),
    Sample("acl2022.xml", "acl", 774, 774, {2022: 774}, "AdapLeR: Speeding up Inference", "",
           authors=3601, dois=773, words=("ROT-k is a simple letter substitution cipher",)),
    Sample("pubmed.xml", "pubmed", 1, 1, {2018: 1}, "Inhaled Combined Budesonide", "", authors=10,
           dois=1, words=("a fast-acting β₂-agonist may be", "METHODS: We conducted a 52-week",
                          "CONCLUSIONS: In patients with mild asthma")),
    Sample("jats1.nxml", "jats", 1, 1, {2020: 1}, "Graphene impregnated electrospun", "", authors=3,
           dois=1, words=("miniaturized point-of-care devices.",)),
    Sample("grobid.tei.xml", "tei", 1, 1, {None: 1}, "Construction of the Literature Graph", "",
           authors=23),
    Sample("arxiv.jsonl", "jsonlines", 200, 200, {2007: 200}, "Calculation of prompt diphoton", "",
           authors=537, dois=117),
    Sample("csl.json", "json", 56, 44, CSL_YEARS, "Large Language Models for Biomedical", "",
           dois=55),
    Sample("openreview_iclr2018.json", "json", 995, 995, {2018: 943, None: 52}, "Robust Task", ""),
    Sample("openalex_work.json", "json", 1, 1, {2018: 1}, "The state of OA", "", authors=9, dois=1,
           words=("growing interest in Open Access (OA) to scholarly literature",)),
    Sample("s2.json", "json", 1, 1, {1950: 1}, "Computing Machinery", "", authors=1, dois=1),
    Sample("s2orc.json", "json", 1, 1, {None: 1}, "Construction of the Literature Graph", "",
           authors=23),
    Sample("pmlr.bib", "bibtex", 56, 56, {2023: 56}, "EMO: Episodic Memory Optimization", "",
           skipped=1),
]  # fmt: skip
SAMPLE = pytest.mark.parametrize("sample", SAMPLES_READ, ids=lambda sample: sample.name)


def path_of(name: str) -> Path:
    path = SAMPLES / name
    if not path.exists():
        pytest.skip("no shared samples here")
    return path


def read_sample(name: str) -> ReadResult:
    return read(path_of(name))


@SAMPLE
def test_papers_abstracts_and_years_are_as_counted_by_hand(sample: Sample) -> None:
    result = read_sample(sample.name)
    papers, report = result.papers, result.report
    assert (len(papers), len(report.skipped), report.merged) == (sample.papers, sample.skipped, 0)
    assert report.entries == sample.papers + sample.skipped
    assert sum(bool(paper.abstract) for paper in papers) == sample.abstracts
    assert Counter(paper.year for paper in papers) == sample.years
    assert all(paper.title for paper in papers)
    assert papers[0].title.startswith(sample.first)
    assert papers[-1].title.startswith(sample.last)
    assert sum(bool(paper.doi) for paper in papers) == sample.dois
    if sample.authors is not None:
        assert sum(len(paper.authors) for paper in papers) == sample.authors
    text = " ".join(paper.abstract for paper in papers)
    assert [words for words in sample.words if words not in text] == []


@SAMPLE
def test_the_content_of_a_sample_tells_its_format(sample: Sample) -> None:
    document = open_document(path_of(sample.name).read_bytes(), "something.txt")
    assert format_of(document) == sample.format


def test_no_markup_is_left_in_the_samples() -> None:
    for sample in SAMPLES_READ:
        for paper in read_sample(sample.name).papers if sample.papers < 300 else ():
            assert "<jats" not in paper.abstract
            assert "</" not in paper.title + paper.abstract
            assert not paper.abstract.startswith("Abstract ")


def test_volumes_of_the_acl_sample() -> None:
    papers = read_sample("acl2022.xml").papers
    volumes = Counter(paper.acl.rpartition(".")[0] for paper in papers)
    assert volumes == {"2022.acl-long": 603, "2022.acl-short": 97, "2022.acl-srw": 39,
                       "2022.acl-demo": 27, "2022.acl-tutorials": 8}  # fmt: skip
    assert {paper.venue.endswith("(Volume 1: Long Papers)") for paper in papers[:603]} == {True}


def test_parts_of_the_pubmed_sample() -> None:
    (paper,) = read_sample("pubmed.xml").papers
    labels = [part.label for part in paper.parts]
    assert labels == ["BACKGROUND", "METHODS", "RESULTS", "CONCLUSIONS"]
    for part in paper.parts:
        assert paper.abstract[part.span.start : part.span.end].startswith(part.label + ": ")


def test_the_openalex_sample_has_every_word() -> None:
    (paper,) = read_sample("openalex_work.json").papers
    assert len(paper.abstract.split()) == 258  # positions 0 to 257 in the file
    assert (paper.openalex, paper.pmid) == ("W2741809807", "29456894")


def test_identifiers_in_the_samples() -> None:
    assert sum(bool(p.openreview) for p in read_sample("openreview_iclr2018.json").papers) == 995
    assert sum(bool(p.pmid) for p in read_sample("csl.json").papers) == 32
    versions = Counter(p.arxiv_version for p in read_sample("arxiv.jsonl").papers)
    assert versions == {1: 113, 2: 59, 3: 20, 4: 5, 5: 3}
