"""What is shipped beside the code agrees with it: the page on queries and the example corpus."""

import re
from pathlib import Path

import bibtexparser

from kg.query import queries

ROOT = Path(__file__).parents[2]


def test_the_page_lists_every_query_with_its_question_and_parameters() -> None:
    page = (ROOT / "docs/reference/queries.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", page, re.MULTILINE))
    assert set(rows) == {spec.name for spec in queries()}
    for spec in queries():
        assert rows[spec.name].startswith(spec.summary)
        assert all(f"`{parameter.name}`" in rows[spec.name] for parameter in spec.parameters)
        assert all(f"({default})" in rows[spec.name] for default in spec.defaults.values())


def test_the_example_corpus_is_whole() -> None:
    corpus = bibtexparser.parse_file(str(ROOT / "docs/examples/landmarks.bib"))
    assert not corpus.failed_blocks
    assert len(corpus.entries) == 47
    for entry in corpus.entries:
        assert 1997 <= int(entry["year"]) <= 2023
        sentences = re.findall(r"[.?!](?=\s|$)", entry["abstract"])
        assert 3 <= len(sentences) <= 6, entry.key
