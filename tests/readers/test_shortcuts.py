"""Cheap questions that spare slow ones must get the same answer."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.readers import catalogues, identifiers, language, names, papers, rights
from kg.readers.fields import SYNONYMS, pick_fields
from kg.readers.name_lists import name_parts
from kg.text import clean

NAMES = sorted({name for names in SYNONYMS.values() for name in names} - {"content", "source"})
VALUES = st.sampled_from(
    ["", None, 0, 1, "x", [], ["y"], {"value": "z"}, {"value": ""}, float("nan")]
)
LINKS = st.lists(
    st.sampled_from(
        ["https://", "doi.org/", "DOI: ", "10.1234/", "10.18653/v1/", "abc", "P18-1001", "/",
         "?id=", "arxiv", "arXiv.org/abs/", "2101.00001", "hep-th/9901001", "v2", "a" * 40, "12",
         "ncbi.nlm.nih.gov/", "pmid:", "pmıd:", "openalex.org/", "W2741809807", "aclanthology.org/",
         "openreview.net/forum", "semanticscholar.org/paper/", "ſemanticscholar.org/paper/",
         "aclweb.org/anthology/"]
    ), max_size=5,
).map("".join)  # fmt: skip


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(NAMES), VALUES, min_size=1))
def test_the_first_synonym_with_a_value_is_chosen(record: dict[str, Any]) -> None:
    def value(name: str) -> Any:
        found = record.get(name)
        found = found["value"] if isinstance(found, dict) else found
        return None if found != found else found

    chosen = pick_fields({**record, "title": "a title, so that no field is taken for a wrapper"})
    for ours, synonyms in SYNONYMS.items():
        if ours != "title":
            values = [value(name) for name in synonyms if value(name) or value(name) == 0]
            assert chosen.get(ours) == next(iter(values), None)


def leads(link: str) -> bool:
    patterns = [linked for _, linked in identifiers._SCHEMES.values()]
    patterns += [identifiers._DOI_LINK, identifiers._ARXIV_LINK]
    found = any(pattern.search(link) for pattern in patterns)
    return found or bool(identifiers._ARXIV_WHOLE.fullmatch(link))


@settings(deadline=None)
@given(LINKS)
def test_no_link_to_a_catalogue_is_passed_over(link: str) -> None:
    assert identifiers.may_lead(link) or not leads(link)


@pytest.mark.parametrize(
    "link",
    ["https://www.NCBI.nlm.nih.gov/12", "PMID: 12", "pmıd:12", "https://openalex.org/W27",
     "https://openreview.net/forum?id=abc", f"https://semanticscholar.org/paper/x/{'a' * 40}",
     f"https://ſemanticscholar.org/paper/{'a' * 40}", "https://aclanthology.org/P18-1001",
     "http://aclweb.org/anthology/P18-1001", "see 10.18653/v1/P18-1001", "DOI:10.1234/x",
     "https://arxiv.org/abs/2101.00001", "2101.00001v2", "hep-th/9901001"],
)  # fmt: skip
def test_links_to_catalogues_may_lead_there(link: str) -> None:
    assert leads(link) and identifiers.may_lead(link)


@settings(deadline=None)
@given(st.one_of(st.text(), st.text(st.characters(max_codepoint=127))))
def test_words_are_runs_of_letters(text: str) -> None:
    words, english = language._words(text)
    read = [word.decode() if isinstance(word, bytes) else word for word in words]
    assert read == language._LETTERS.findall(text.lower())
    assert [word in english for word in words] == [word in language._ENGLISH for word in read]


@settings(deadline=None)
@given(st.one_of(st.text(), st.text(st.characters(max_codepoint=127))))
def test_a_plain_text_is_printable_and_without_marks(text: str) -> None:
    expected = text.isascii() and text.isprintable() and not clean._ACTIVE.search(text)
    assert clean._is_plain(text) == expected


@settings(deadline=None)
@given(st.text(st.sampled_from("Aa .,-'{}()1é"), max_size=12))
def test_a_plain_name_is_the_person(name: str) -> None:
    if names._PLAIN.fullmatch(name):
        assert names.turn(name) == names._joined(*name_parts(names._NUMBER.sub("", name)))


@settings(deadline=None)
@given(st.text(st.sampled_from("ab .©C(c)2019Copyright"), max_size=60))
def test_no_statement_of_rights_is_passed_over(text: str) -> None:
    found = rights._AT_END.search(text)
    signed = any(sign in text for sign in rights._SIGNS)
    assert signed or not found


@pytest.mark.parametrize("shape", catalogues._SHAPES)
def test_a_catalogue_is_known_by_its_signs_only(shape: Any) -> None:
    every = {key for other in catalogues._SHAPES for key in other.signs} - shape.signs
    telling = {"id": "https://openalex.org/W27", "url": "https://dblp.org/rec/a", "title": "T"}
    keys = {key: telling.get(key, "x") for key in every} | {"categories": "x", "creators": "x"}
    assert not shape.is_known(keys)


@settings(deadline=None)
@given(st.text(st.sampled_from("ab 1-éßİ²Ωж日本😀\u0300")))
def test_a_text_is_foreign_if_most_letters_are_beyond_latin(text: str) -> None:
    letters = [c for c in text if c.isalpha()]
    assert papers._is_foreign(text) == (sum(c >= "\u0250" for c in letters) * 2 > len(letters))
