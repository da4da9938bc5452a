"""One battery over every reader: a case is three small papers written in its format.

To cover a new reader, add a `Case` to `CASES`; every test below then runs on it.
"""

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.model import Failure, Paper, RawRecord
from kg.readers import FORMATS, ReadResult, format_of, read
from kg.readers.document import open_document
from kg.registry import load
from tests.contract import bibliographic as b
from tests.contract.binary_cases import BINARY

TITLES = ("Moss on Stones", "Rivers in Winter", "Émile’s Bees")
ABSTRACTS = (
    "We count the moss on stones with a small camera, and show that shade explains most of what "
    "we find. The counts are 50% better than those of a trained eye.",
    "Ice changes how a river moves. We measure three rivers for two winters and fit a model of "
    "flow that needs no more than air temperature.",
    "Bees dance where the hive is warm. We follow 2,000 bees of Émile’s garden with a "
    "convolutional network (CNN) and map their dances.",
)


@dataclass(frozen=True)
class Case:
    """How a format writes papers; `broken` is a record no reader can use, among good ones."""

    format: str
    suffix: str
    write: Callable[[list[tuple[str, str]]], str]
    broken: Callable[[list[tuple[str, str]]], str] | None = None
    has_titles: bool = True

    def text(self, *indices: int) -> str:
        return self.write([(TITLES[i], ABSTRACTS[i]) for i in indices])


def write_text(papers: list[tuple[str, str]]) -> str:
    return "Notes from 1999\n\n" + "\n\n".join(abstract for _, abstract in papers) + "\n"


def write_titled_text(papers: list[tuple[str, str]]) -> str:
    return "\n\n".join(f"# {title}\n\n{abstract}" for title, abstract in papers) + "\n"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _object(title: str, abstract: str) -> str:
    key = title.split()[0].lower()
    return f'{{"id": "{key}", "title": "{_quoted(title)}", "abstract": "{_quoted(abstract)}"}}'


def write_jsonlines(papers: list[tuple[str, str]]) -> str:
    return "\n".join(_object(*paper) for paper in papers) + "\n"


def write_json(papers: list[tuple[str, str]]) -> str:
    return '{"papers": [\n' + ",\n".join(_object(*paper) for paper in papers) + "\n]}\n"


def write_bibtex(papers: list[tuple[str, str]]) -> str:
    entries = (
        f"@article{{{title.split()[0].lower()},\n  title = {{{title}}},\n"
        f"  author = {{Moor, Ada and Jan Berg}},\n  year = 1999,\n  abstract = {{{abstract}}}\n}}\n"
        for title, abstract in papers
    )
    return "\n".join(entries)


def write_table(papers: list[tuple[str, str]], delimiter: str = ",") -> str:
    out = io.StringIO()
    rows = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    rows.writerow(["Key", "Article Title", "Abstract", "Authors"])
    for title, abstract in papers:
        rows.writerow([title.split()[0].lower(), title, abstract, "Moor, Ada; Berg, Jan"])
    return out.getvalue()


def write_reading_list(papers: list[tuple[str, str]]) -> str:
    items = (
        f"1. **{title}.** *Ada Moor, Jan Berg.* ICML 1999. [[pdf](https://x.org/{place}.pdf)]\n\n"
        f"    {abstract}\n"
        for place, (title, abstract) in enumerate(papers)
    )
    return "# On gardens\n\n" + "\n".join(items)


CASES = [
    Case("text", ".txt", write_text, lambda p: write_text([*p[:1], ("", "...... !!"), *p[1:]]),
         has_titles=False),
    Case("text", ".md", write_titled_text),
    Case("csv", ".csv", write_table,
         lambda p: write_table(p[:1]) + 'bad,"no end,of this,\n'
         + write_table(p[1:]).partition("\n")[2]),
    Case("csv", ".tsv", lambda p: write_table(p, "\t")),
    Case("markdown", ".md", write_reading_list,
         lambda p: write_reading_list(p[:1]) + "1. [MossKit](https://github.com/x/mosskit)\n"
         + write_reading_list(p[1:]).partition("\n")[2]),
    Case("jsonlines", ".jsonl", write_jsonlines,
         lambda p: write_jsonlines(p[:1]) + '{"title": "cut off\n' + write_jsonlines(p[1:])),
    Case("json", ".json", write_json,
         lambda p: write_json(p).replace("\n]}", ',\n{"title": oops},\n{"title": "No"}]}', 1)),
    Case("bibtex", ".bib", write_bibtex,
         lambda p: write_bibtex(p[:1]) + "@article{bad, title={a {b}, year=1\n\n"
         + write_bibtex(p[1:])),
    Case("ris", ".ris", b.write_ris, b.with_line(b.write_ris, "TY  - JOUR\nKW  - moss\nER  - ")),
    Case("medline", ".nbib", b.write_medline, b.with_line(b.write_medline, "PMID- 1\nOWN - NLM")),
    Case("wos", ".ciw", b.write_wos, b.with_line(b.write_wos, "PT J\nSO MOSS\nER")),
    Case("refworks", ".txt", b.write_refworks,
         b.with_line(b.write_refworks, "RT Book, Whole\nSR Print(0)")),
    Case("endnote", ".enw", b.write_endnote, b.with_line(b.write_endnote, "%0 Book\n%I Moss")),
    Case("acl", ".xml", b.write_acl, b.without_a_tag(b.write_acl, "abstract")),
    Case("jats", ".nxml", b.write_jats, b.without_a_tag(b.write_jats, "p")),
    Case("pubmed", ".xml", b.write_pubmed, b.without_a_tag(b.write_pubmed, "PubmedArticle")),
    Case("tei", ".tei.xml", b.write_tei, b.without_a_tag(b.write_tei, "TEI")),
    Case("atom", ".xml", b.write_atom, b.without_a_tag(b.write_atom, "summary")),
    Case("rss", ".xml", b.write_rss, b.without_a_tag(b.write_rss, "description")),
    Case("oai", ".xml", b.write_oai, b.without_a_tag(b.write_oai, "record")),
    Case("mods", ".xml", b.write_mods, b.without_a_tag(b.write_mods, "mods")),
    Case("endnotexml", ".xml", b.write_endnote_xml, b.without_a_tag(b.write_endnote_xml, "record")),
    Case("zoterordf", ".rdf", b.write_zotero_rdf,
         b.without_a_tag(b.write_zotero_rdf, "bib:Article")),
    Case("dblp", ".xml", b.write_dblp, b.without_a_tag(b.write_dblp, "article")),
]  # fmt: skip
CASE = pytest.mark.parametrize("case", CASES, ids=lambda c: c.format + c.suffix)


def read_bytes(case: Case, content: bytes, tmp_path: Path, name: str = "in") -> ReadResult:
    path = tmp_path / f"{name}{case.suffix}"
    path.write_bytes(content)
    result = read([path])
    counts = result.report
    assert counts.entries == counts.kept + counts.merged + len(counts.skipped)
    assert counts.kept == len(result.papers)
    assert [name for name, _ in counts.files] == [path.as_posix()]
    return result


def essence(papers: tuple[Paper, ...]) -> set[tuple[str, str, str]]:
    return {(paper.id, paper.title, paper.abstract) for paper in papers}


def test_every_format_has_a_case() -> None:
    assert {case.format for case in CASES} | {case.format for case in BINARY} == set(FORMATS)


@CASE
def test_all_papers_are_read_clean(case: Case, tmp_path: Path) -> None:
    result = read_bytes(case, case.text(0, 1, 2).encode(), tmp_path)
    assert len(result.papers) == 3
    assert not result.report.skipped
    assert not result.report.notices
    first, _, last = result.papers
    assert "50% better than" in first.abstract
    assert last.abstract.startswith("Bees dance")
    assert "Émile's garden" in last.abstract
    if case.has_titles:
        assert [paper.title for paper in result.papers] == [*TITLES[:2], "Émile's Bees"]
    assert all(paper.label for paper in result.papers)


@CASE
def test_a_reader_gives_records_and_failures_only(case: Case) -> None:
    document = open_document(case.text(0, 1).encode(), "x" + case.suffix)
    assert format_of(document) == case.format
    reader = load(
        {name: f"{module}:read" for name, module in FORMATS.items()}, case.format, "format"
    )
    items = list(reader(document))
    assert items
    assert all(isinstance(item, RawRecord | Failure) for item in items)
    assert [item.source.record for item in items] == list(range(1, len(items) + 1))
    assert all(item.source.file == document.name for item in items)


@CASE
def test_content_tells_the_format_whatever_the_name(case: Case) -> None:
    document = open_document(case.text(0, 1, 2).encode(), "papers.txt")
    assert format_of(document) == case.format


@CASE
def test_good_records_survive_a_broken_one(case: Case, tmp_path: Path) -> None:
    if case.broken is None:
        pytest.skip("nothing is broken in this format")
    content = case.broken([(TITLES[i], ABSTRACTS[i]) for i in range(3)])
    result = read_bytes(case, content.encode(), tmp_path)
    assert len([paper for paper in result.papers if paper.abstract in
                {p.abstract for p in read_bytes(case, case.text(0, 1, 2).encode(), tmp_path,
                                                "good").papers}]) == 3  # fmt: skip
    (failure,) = result.report.skipped
    assert failure.error
    assert failure.remedy
    assert failure.source.record


@CASE
def test_byte_order_marks_line_ends_and_encodings_do_not_matter(case: Case, tmp_path: Path) -> None:
    text = case.text(0, 1, 2)
    plain = essence(read_bytes(case, text.encode(), tmp_path).papers)
    for content in (
        b"\xef\xbb\xbf" + text.encode(),
        text.replace("\n", "\r\n").encode(),
        text.encode("utf-16"),
        b"\r\n\n" + text.encode() + b"\n\n\n",
    ):
        assert essence(read_bytes(case, content, tmp_path).papers) == plain


@CASE
def test_another_code_page_is_read_and_noticed(case: Case, tmp_path: Path) -> None:
    result = read_bytes(case, case.text(0, 1, 2).encode("cp1252"), tmp_path)
    assert "Émile's garden" in result.papers[2].abstract
    assert any("UTF-8" in notice.message for notice in result.report.notices)


@CASE
def test_nul_and_control_characters_do_no_harm(case: Case, tmp_path: Path) -> None:
    text = case.text(0, 1, 2).replace("small camera", "sma\x00ll\x07 camera")
    result = read_bytes(case, text.encode(), tmp_path)
    assert len(result.papers) == 3
    assert "with a small camera" in result.papers[0].abstract


@CASE
@pytest.mark.parametrize(
    "damage", ["{", "}", '"', "<", ">", "&", "&no;", "\\", "%", "@", "\x00", "<!--", "]]>"]
)
def test_damage_inside_one_record_leaves_the_others_whole(
    case: Case, damage: str, tmp_path: Path
) -> None:
    text = case.text(0, 1, 2)
    whole = essence(read_bytes(case, case.text(0, 2).encode(), tmp_path, "good").papers)
    result = read_bytes(case, text.replace("three rivers", f"three{damage}ers").encode(), tmp_path)
    assert result.report.entries == 3
    assert whole <= essence(result.papers)


@CASE
def test_a_record_that_stands_twice_is_merged(case: Case, tmp_path: Path) -> None:
    counts = read_bytes(case, case.text(0, 1, 0, 2).encode(), tmp_path).report
    assert (counts.entries, counts.kept, counts.merged, len(counts.skipped)) == (4, 3, 1, 0)


@CASE
def test_a_line_of_ten_megabytes_costs_at_most_itself(case: Case, tmp_path: Path) -> None:
    long = (TITLES[1], "Ice moves rivers. " * (10 * 2**20 // 18) + "The end.")
    papers = [(TITLES[0], ABSTRACTS[0]), long, (TITLES[2], ABSTRACTS[2])]
    result = read_bytes(case, case.write(papers).encode(), tmp_path)
    good = essence(read_bytes(case, case.text(0, 2).encode(), tmp_path, "good").papers)
    assert good <= essence(result.papers)
    assert result.report.entries == 3
    told = [str(failure) for failure in result.report.skipped]
    told += [notice.message for notice in result.report.notices]
    assert told


@CASE
def test_a_file_cut_in_the_middle_gives_what_is_whole(case: Case, tmp_path: Path) -> None:
    content = case.text(0, 1, 2).encode()
    whole = essence(read_bytes(case, content, tmp_path).papers)
    cut = read_bytes(case, content[: content.index(b"dance")], tmp_path)
    assert len(essence(cut.papers) & whole) == 2


@CASE
@pytest.mark.parametrize("step", [7])
def test_no_cut_of_a_file_raises_anything_but_input_errors(
    case: Case, step: int, tmp_path: Path
) -> None:
    content = case.text(0, 1, 2).encode()
    for end in range(0, len(content), step):
        try:
            read_bytes(case, content[:end], tmp_path)
        except InputError as error:
            assert str(error)


@CASE
def test_an_empty_file_among_good_ones_is_a_notice(case: Case, tmp_path: Path) -> None:
    (tmp_path / f"a{case.suffix}").write_bytes(b" \n")
    (tmp_path / f"b{case.suffix}").write_text(case.text(0, 1), encoding="utf-8")
    result = read([tmp_path / f"a{case.suffix}", tmp_path / f"b{case.suffix}"])
    assert len(result.papers) == 2
    assert [notice.message for notice in result.report.notices] == ["the file is empty"]
    with pytest.raises(InputError, match="empty"):
        read([tmp_path / f"a{case.suffix}"])


@CASE
def test_traps_rows_2_and_14_alone_in_a_batch_and_in_any_order(case: Case, tmp_path: Path) -> None:
    paths = []
    for index in range(3):
        paths.append(tmp_path / f"{index}{case.suffix}")
        paths[-1].write_text(case.text(index), encoding="utf-8")
    alone = set().union(*(essence(read([path]).papers) for path in paths))
    assert len(alone) == 3
    assert essence(read(paths).papers) == alone
    assert essence(read(reversed(paths)).papers) == alone
    assert essence(read(tmp_path).papers) == alone
    assert essence(read_bytes(case, case.text(2, 0, 1).encode(), tmp_path, "all").papers) == alone


@CASE
def test_reading_the_same_twice_merges(case: Case, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}{case.suffix}").write_text(case.text(0, 1), encoding="utf-8")
    result = read(tmp_path)
    assert (result.report.entries, result.report.kept, result.report.merged) == (4, 2, 2)
    assert not result.report.skipped


@CASE
def test_standard_input_is_read_like_a_file(case: Case) -> None:
    result = read("-", stdin=io.BytesIO(case.text(0, 1, 2).encode()))
    assert len(result.papers) == 3
    assert result.papers[0].source is not None
    assert result.papers[0].source.file == "-"
