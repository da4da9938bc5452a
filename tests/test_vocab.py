import contextlib

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import NamedNode

from kg import vocab
from kg.errors import UsageError

HOSTILE = ["C++", "C#", "C", "F#", "100%", "a/b", "a|b", "R^2", "Q&A", "naïve Bayes", "naive Bayes"]
HOSTILE += [
    "(ours)",
    "3D",
    "<b>",
    '"quoted"',
    "`x`",
    "{x}",
    "\\emph",
    "x\u202ey",
    "ß",
    "日本語",
    ".",
]


def iris(label: str) -> list[str]:
    mint = (vocab.paper_iri, vocab.concept_iri, vocab.person_iri, vocab.venue_iri)
    return [
        *(function("https://example.org/g/", vocab.slug(label)) for function in mint),
        vocab.text_iri("https://example.org/g/", label, "abstract"),
        vocab.record_iri("doi", label),
        vocab.record_iri("openreview", label),
    ]


def accepted_by_both_engines(iri: str) -> bool:
    NamedNode(iri)
    line = f"<{iri}> <{iri}> <{iri}> ."
    return len(rdflib.Graph().parse(data=line, format="nt")) == 1 and all(
        c not in iri for c in '<>"{}|^`\\ '
    )


@pytest.mark.parametrize("label", HOSTILE)
def test_hostile_labels_give_iris_that_both_engines_accept(label: str) -> None:
    assert all(map(accepted_by_both_engines, iris(label)))


@given(st.text(min_size=1, max_size=200))
def test_any_label_gives_iris_that_both_engines_accept(label: str) -> None:
    assert all(map(accepted_by_both_engines, iris(label)))


def test_hostile_labels_stay_apart() -> None:
    slugs = vocab.unique_slugs([("method", label) for label in HOSTILE])
    assert len(set(slugs.values())) == len(HOSTILE)


@given(st.sets(st.tuples(st.sampled_from(["method", "task"]), st.text(max_size=12)), max_size=20))
def test_slugs_are_unique_and_depend_on_the_set_alone(pairs: set[tuple[str, str]]) -> None:
    slugs = vocab.unique_slugs(sorted(pairs, reverse=True))
    assert len(set(slugs.values())) == len(pairs)
    assert slugs == vocab.unique_slugs(pairs)


def test_long_labels_that_differ_at_the_end_stay_apart() -> None:
    assert vocab.slug("a" * 500 + "b") != vocab.slug("a" * 500 + "c")
    assert len(vocab.slug("é" * 5000)) < 500


def test_a_term_outside_the_vocabulary_is_refused() -> None:
    with pytest.raises(KeyError):
        vocab.term("skos:prefLable")


@pytest.mark.parametrize("base", ["", "g/", "http://a b/", "https://example.org/g", "http://x/%/"])
def test_a_base_that_makes_no_iris_is_refused(base: str) -> None:
    with pytest.raises(UsageError, match="base"):
        vocab.check_base(base)


GOOD_BASES = [
    vocab.DEFAULT_BASE,
    "http://localhost:8000/g/",
    "https://example.org/mine#",
    "https://example.org/g?of=x/",
    "https://é.org/ö/",
    "urn:example:g/",
    "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66#",
    "tag:me@example.org,2024:g/",
]
BAD_BASES = [
    "javascript:/",
    "javascript://example.org/",
    "data:text/html,/",
    "file:///tmp/",
    "ftp://example.org/",
    "https:/",
    "http:///",
    "https://example.org",
    "https://example.org/g",
    "https://example.org/[x]/",
    "https://example.org/a#b#",
    "https://[x/",
    "http://a:b/",
    "https://example.org/\ue000/",
    "https://example.org/\x7f/",
    "https://example.org/\ud800/",
    "https://me@example.org/",
    "https://example.org/ x/",
    "urn:/",
    "tag:/",
    "example.org/",
    "",
]


@pytest.mark.parametrize("base", GOOD_BASES)
def test_a_base_makes_iris_that_both_engines_accept(base: str) -> None:
    assert accepted_by_both_engines(vocab.concept_iri(vocab.check_base(base), "bert"))


@pytest.mark.parametrize("base", BAD_BASES)
def test_a_base_that_is_no_name_space_is_refused(base: str) -> None:
    with pytest.raises(UsageError, match="base"):
        vocab.check_base(base)


@given(st.text(min_size=1, max_size=20))
def test_a_base_or_iri_that_is_accepted_is_one_for_the_engine(text: str) -> None:
    for check, iri in (
        (vocab.check_base, f"https://{text}/"),
        (vocab.check_base, f"https://example.org/{text}#"),
        (vocab.check_iri, f"http://{text}"),
        (vocab.check_iri, text),
    ):
        with contextlib.suppress(UsageError):
            NamedNode(check(iri))
