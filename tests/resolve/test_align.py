from hypothesis import given
from hypothesis import strategies as st

from kg.model import Alignment, Concept, Entry
from kg.resolve import align

GNN = Concept("graph-neural-network", "method", "graph neural network", ("GNN",))
CNN = Concept("convolutional-network", "method", "convolutional network", ("ConvNet", "CNN"))


def found(entries: list[Entry], *concepts: Concept) -> dict[str, tuple[bool, float]]:
    return {a.iri: (a.exact, a.confidence) for a in align(concepts or (GNN, CNN), entries)}


def test_equal_labels_are_exact_whatever_their_spelling() -> None:
    entries = [Entry("urn:x:1", ("Graph-Neural Networks",))]
    assert align((GNN,), entries) == (Alignment(GNN.id, "urn:x:1", True, 0.95),)


def test_another_name_is_close_and_another_name_of_both_less_so() -> None:
    assert found([Entry("urn:x:1", ("ConvNets",))]) == {"urn:x:1": (False, 0.85)}
    assert found([Entry("urn:x:1", ("?",), ("convolutional networks",))])["urn:x:1"][1] == 0.85
    assert found([Entry("urn:x:1", ("?",), ("convnets",))])["urn:x:1"][1] == 0.7


def test_an_abbreviation_alone_is_never_exact() -> None:
    bare = Concept("gan", "method", "GAN")
    assert found([Entry("urn:x:1", ("GAN",))], bare) == {"urn:x:1": (False, 0.57)}
    assert found([Entry("urn:x:1", ("Cable News",), ("CNN",))]) == {}


def test_only_the_best_matches_of_a_concept_are_kept() -> None:
    entries = [
        Entry("urn:x:tv", ("CNN",)),
        Entry("urn:x:net", ("convolutional network",)),
        Entry("urn:x:net", (), ("CNN",)),
    ]
    assert found(entries) == {"urn:x:net": (True, 0.95)}


def test_one_name_for_two_is_close_to_both() -> None:
    twice = [Entry("urn:x:1", ("attention",)), Entry("urn:x:2", ("Attention",))]
    attention = Concept("attention", "method", "attention")
    assert found(twice, attention) == {"urn:x:1": (False, 0.475), "urn:x:2": (False, 0.475)}
    homographs = (attention, Concept("attention-2", "dataset", "Attention"))
    assert found(twice[:1], *homographs) == {"urn:x:1": (False, 0.475)}


def test_names_that_differ_in_more_than_spelling_do_not_match() -> None:
    names = ("C", "C#", "graph network", "", "neural network")
    entries = [Entry(f"urn:x:{i}", (name,)) for i, name in enumerate(names)]
    assert found(entries, Concept("c", "method", "C++"), GNN) == {}


@given(
    st.permutations([Entry(f"urn:x:{i}", (n,)) for i, n in enumerate(["CNN", "GNNs", "ConvNet"])])
)
def test_the_order_of_entries_does_not_matter(entries: list[Entry]) -> None:
    assert align((GNN, CNN), entries) == align((CNN, GNN), sorted(entries, key=lambda e: e.iri))
