"""Joining by likeness: what is compared, what forbids it, and that order does not matter."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kg.resolve.blocking import MIN_JACCARD, candidate_pairs
from kg.resolve.joins import Node, join, propose
from kg.resolve.likeness import Name, narrower
from kg.text.core import core_of
from kg.text.opposites import why_not


def alike(texts):
    return np.ones((len(texts), 1))


def node(text, papers=1, kind="task"):
    return Node(text, Name(text), kind, papers)


def clusters(*nodes, **options):
    return [{n.name.text for n in c.nodes} for c in join(nodes, alike, **options)]


def test_the_most_used_node_comes_first_and_says_why_it_took_the_others():
    (joined,) = join([node("parsing of trees"), node("tree parsing", 3)], alike)
    assert [n.name.text for n in joined.nodes] == ["tree parsing", "parsing of trees"]
    (match,) = joined.matches
    assert (match.left, match.right) == ("parsing of trees", "tree parsing")
    assert match.reasons == ("one core: tree pars",)


def test_a_veto_holds_over_the_whole_cluster():
    # Both opposites are alike to the middle name; only one may have it.
    found = clusters(node("upper tree bounds", 2), node("lower tree bounds", 2), node("tree bound"))
    assert len(found) == 2 or len(found) == 3
    assert not any({"upper tree bounds", "lower tree bounds"} <= one for one in found)


def test_the_user_is_heard_first():
    nodes = node("tree parsing"), node("tree parsing methods"), node("oak")
    assert len(clusters(*nodes)) == 2
    apart = frozenset([frozenset(("tree parsing", "tree parsing methods"))])
    assert len(clusters(*nodes, apart=apart)) == 3
    assert len(clusters(*nodes, together=[("oak", "tree parsing")])) == 1


def test_types_are_never_mixed():
    assert len(clusters(node("tree parsing"), node("parsing of trees", kind="method"))) == 2


def test_a_narrower_name_is_proposed_below_the_longest_broader_one():
    joined = join([node("fast tree parsing"), node("tree parsing"), node("parsing", 5)], None)
    found = {(narrow.name.text, broad.name.text) for narrow, broad, _ in propose(joined)}
    assert found == {("fast tree parsing", "tree parsing"), ("tree parsing", "parsing")}
    assert not narrower(Name("parsing"), Name("tree parsing"))


def test_why_not_names_the_words():
    def reason(left, right):
        return why_not(
            left, right, (frozenset(core_of(left).stems), frozenset(core_of(right).stems))
        )

    assert reason("online parsing", "offline parsing").startswith("opposites")
    assert reason("Oak-7B", "Oak-13B") == "other numbers: 7, 13"
    assert reason("tree parsing", "parsing of trees") == ""


WORDS = st.sampled_from(["tree", "parsing", "graph", "online", "offline", "deep", "model", "noise",
                         "noisy", "speech", "fast", "7B", "of"])  # fmt: skip
NAMES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@given(st.lists(st.tuples(NAMES, st.integers(1, 3)), max_size=12, unique_by=lambda x: x[0]),
       st.randoms())  # fmt: skip
def test_the_order_of_nodes_does_not_matter(rows, random):
    nodes = [node(text, papers) for text, papers in rows]
    first = join(nodes, alike)
    random.shuffle(nodes)
    assert join(nodes, alike) == first
    assert sorted(n.key for c in first for n in c.nodes) == sorted(n.key for n in nodes)


@given(st.lists(st.frozensets(st.sampled_from("abcdefgh"), min_size=1, max_size=5), max_size=25))
def test_blocking_loses_no_pair_that_is_alike_enough(sets):
    found = list(candidate_pairs(sets))
    alike = {(i, j) for j, b in enumerate(sets) for i, a in enumerate(sets[:j])
             if len(a & b) >= MIN_JACCARD * len(a | b)}  # fmt: skip
    assert len(found) == len(set(found)) and set(found) == alike


def test_in_one_document_a_shorter_name_means_the_longer_one():
    rows = [("image segmentation", 3), ("segmentation", 2), ("image segmentation masks", 1)]
    rows += [("ResNet", 2), ("ResNet-50", 1), ("ResNet-101", 1), ("online learning", 1)]
    nodes = [node(name, papers) for name, papers in rows]
    found = {frozenset(n.name.text for n in c.nodes) for c in join(nodes, None, one_document=True)}
    assert frozenset(name for name, _ in rows[:3]) in found
    assert len(join(nodes, None)) == len(nodes)  # and never across papers
    assert not any({"ResNet-50", "ResNet-101"} <= names for names in found)
