"""Which records are one paper."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.model import AbstractPart, Paper, Person, Source, Span
from kg.readers.codec import read_records, write_records
from kg.readers.identity import settle, without_repeats
from kg.readers.papers import Read


def record(id: str, title: str = "", abstract: str = "", **more: object) -> Read:
    paper = Paper(id, title, abstract, source=Source(id, 1), **more)  # type: ignore[arg-type]
    return Read(paper, f"hash of {title}{abstract}", (), {})


def ids(*read: Read) -> list[list[str]]:
    settled = settle(read)
    return [[item.paper.id for item in settled.records[paper.id]] for paper in settled.papers]


LONG = "A tree parser for dense forests"


def test_identifiers_make_records_one() -> None:
    assert ids(record("a", LONG, doi="10.1/x"), record("b", LONG, doi="10.1/X")) == [["a", "b"]]
    assert ids(record("a", arxiv="2101.00001"), record("b", arxiv="2101.00001")) == [["a", "b"]]
    chapters = record("a", "On elms", doi="10.1/book"), record("b", "Bark", doi="10.1/book")
    assert ids(*chapters) == [["a"], ["b"]]


def test_a_title_needs_authors_or_an_abstract_beside_it() -> None:
    mine = record("a", LONG, authors=("Ada King",))
    assert ids(mine, record("b", LONG.upper() + ".", authors=("A. King", "B. Poe"))) == [["a", "b"]]
    assert ids(mine, record("b", LONG, authors=("Kurt Weil",))) == [["a"], ["b"]]
    assert ids(mine, record("b", LONG)) == [["a"], ["b"]]
    late = record("b", LONG, authors=("Ada King",), year=2020)
    assert ids(record("a", LONG, authors=("Ada King",), year=2010), late) == [["a"], ["b"]]
    text = "We parse trees fast and well."
    assert ids(record("a", LONG, text), record("b", LONG, text + " Code is out.")) == [["a", "b"]]
    assert ids(record("a", "Preface", authors=("A B",)), record("b", "Preface", authors=("A B",))) \
        == [["a"], ["b"]]  # fmt: skip


def test_the_fullest_stays_and_takes_what_it_lacks() -> None:
    one = record("a", LONG, "We parse.", doi="10.1/x", venue="Grove")
    two = record("b", LONG, doi="10.1/x", year=2020, authors=("Ada King",),
                 persons=(Person("Ada King", "Ada", "King"),))  # fmt: skip
    (paper,) = settle([two, one]).papers
    assert (paper.id, paper.year, paper.venue) == ("a", 2020, "Grove")
    assert paper.authors == ("Ada King",) and paper.persons[0].family == "King"
    (notice,) = [n for n in settle([two, one]).notices if "2 records" in n.message]
    assert LONG in notice.message


def test_a_title_alone_is_no_bridge_between_two_texts() -> None:
    first, second = record("x", "Elms", "All about bark."), record("x", "Elms", "Leaf shapes.")
    found = ids(first, second, record("x", "Elms"))
    assert sorted(map(len, found)) == [1, 2]


def test_records_survive_a_file(tmp_path) -> None:  # type: ignore[no-untyped-def]
    whole = record("a", LONG, "Aim: we parse.", keywords=("k",), persons=(Person("Ada King"),),
                   parts=(AbstractPart("Aim", Span(5, 14)),), arxiv_version=2)  # fmt: skip
    write_records(tmp_path / "r.gz", [whole, record("ø", "Æ")])
    assert list(read_records(tmp_path / "r.gz")) == [whole, record("ø", "Æ")]
    first = (tmp_path / "r.gz").read_bytes()
    write_records(tmp_path / "r.gz", [whole, record("ø", "Æ")])
    assert (tmp_path / "r.gz").read_bytes() == first


TITLES = st.sampled_from([LONG, LONG.lower(), "Elms", ""])
RECORDS = st.builds(
    lambda id, title, abstract, doi, author: record(
        id, title, abstract, doi=doi, authors=(author,) if author else ()
    ),
    st.sampled_from("ab"),
    TITLES,
    st.sampled_from(["", "We parse trees.", "Bark and leaf."]),
    st.sampled_from(["", "10.1/x"]),
    st.sampled_from(["", "Ada King", "B. Poe"]),
)


@settings(deadline=None)
@given(st.lists(RECORDS, max_size=7), st.randoms())
def test_order_does_not_matter_and_nothing_is_lost(read, random) -> None:  # type: ignore[no-untyped-def]
    settled = settle(read)
    assert sum(map(len, settled.records.values())) == len(read)
    assert len({paper.id for paper in settled.papers}) == len(settled.papers)
    random.shuffle(read)
    assert set(settle(read).papers) == set(settled.papers)
    once = settle(without_repeats(read)).papers
    assert set(once) == set(settled.papers)
