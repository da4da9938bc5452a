from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model import (
    CONCEPT_TYPES,
    RELATION_ENDS,
    ROLES,
    EntityRelation,
    Extraction,
    Paper,
)
from kg.resolve import ResolveOptions, resolve
from tests.resolve.corpora import corpus, entity


def solve(*rows, **keywords):
    return resolve(*corpus(*rows, **keywords))


def names(resolution):
    return {concept.label: set(concept.aliases) for concept in resolution.concepts}


def test_spelling_plural_and_hyphen_variants_are_one():
    rows = [
        [entity("Graph Neural Networks")],
        [entity("graph neural network")],
        [entity("GNN")],
        [entity("graph neural networks", "GNNs")],
        [entity("graph-neural network")],
    ]
    (concept,) = solve(*rows).concepts
    assert concept.label.lower() in ("graph neural network", "graph neural networks")
    assert {"GNN", "GNNs", "graph-neural network"} <= set(concept.aliases)
    assert len(solve([entity("localisation")], [entity("localization")]).concepts) == 1


def test_a_short_form_with_two_senses_glues_nothing():
    rows = [
        [entity("self-supervised learning", "SSL")],
        [entity("semi-supervised learning", "SSL")],
        [entity("SSL")],
    ]
    resolution = solve(*rows)
    assert set(names(resolution)) == {"self-supervised learning", "semi-supervised learning", "SSL"}
    assert len({link.concept_id for link in resolution.links}) == 3
    assert names(solve(*rows[::2])) == {"self-supervised learning": {"SSL"}}


def test_definitions_in_the_text_are_evidence():
    papers = [Paper("a", "", "We train graph neural networks (GNNs)."), Paper("b", "", "")]
    extractions = [
        Extraction("a", (entity("graph neural networks"),)),
        Extraction("b", (entity("GNN"),)),
    ]
    assert names(resolve(papers, extractions)) == {"graph neural networks": {"GNN"}}


def test_related_is_not_the_same():
    rows = [[entity("melanoma", kind="task")], [entity("skin cancer", kind="task")]]
    assert len(solve(*rows).concepts) == 2
    rows = [[entity(name)] for name in ("C", "C++", "C#", "GPT-3", "GPT-4", "v1 2", "v12")]
    assert len(solve(*rows).concepts) == 7
    assert len(solve([entity("naïve Bayes")], [entity("naive Bayes")]).concepts) == 1


def test_type_by_vote_is_recorded():
    rows = [[entity("BERT")]] * 3 + [[entity("BERT", kind="dataset")]]
    resolution = solve(*rows)
    (concept,) = resolution.concepts
    assert concept.type == "method"
    assert {link.role for link in resolution.links} <= set(ROLES["method"])
    (explanation,) = resolution.explanations
    assert explanation.votes == (("method", 2.4), ("dataset", 0.8))


def test_a_genuine_homograph_stays_two():
    rows = [[entity("Atlas")]] * 3 + [[entity("Atlas", kind="dataset")]] * 3
    resolution = solve(*rows)
    assert [concept.type for concept in resolution.concepts] in (
        ["method", "dataset"],
        ["dataset", "method"],
    )
    assert len({concept.id for concept in resolution.concepts}) == 2
    papers, extractions = corpus(*rows)
    one = resolve(papers, extractions, options=ResolveOptions(homograph_papers=4))
    assert len(one.concepts) == 1


def test_one_role_a_pair_the_most_telling():
    rows = [[entity("TideNet", role="compared"), entity("tidenet", role="introduced")]]
    (link,) = solve(*rows).links
    assert link.role == "introduced"


def test_relations_merge_without_loops_or_loose_ends():
    rows = [
        [entity("A method"), entity("planning", kind="task"), entity("a methods")],
        [entity("a-method"), entity("Planning", kind="task")],
    ]
    relations = {
        0: [
            EntityRelation(0, "used-for", 1, 0.4),
            EntityRelation(0, "compare-with", 2, 0.9),
        ],
        1: [EntityRelation(0, "used-for", 1, 0.7)],
    }
    resolution = solve(*rows, relations=relations)
    (relation,) = resolution.relations
    assert (relation.kind, relation.confidence, relation.papers) == ("used-for", 0.7, ("p0", "p1"))
    ids = {concept.id for concept in resolution.concepts}
    assert {relation.head, relation.tail} <= ids


def test_of_two_directions_of_a_hierarchy_one_stays():
    rows = [[entity("deep sets"), entity("set models")]] * 3
    relations = {
        0: [EntityRelation(0, "subclass-of", 1, 0.6)],
        1: [EntityRelation(1, "subclass-of", 0, 0.9)],
        2: [EntityRelation(0, "subclass-of", 1, 0.6)],
    }
    (relation,) = solve(*rows, relations=relations).relations
    assert (relation.head, relation.papers) == (
        "deep-sets",
        ("p0", "p2"),
    )


def test_matches_say_why():
    rows = [[entity("graph neural network", "GNN")], [entity("Graph-Neural Networks")]]
    explained = solve(*rows).explanations
    matches = {match.left: match for item in explained for match in item.matches}
    assert matches["GNN"].reasons[0] == "abbreviation in p0"
    assert matches["Graph-Neural Networks"].reasons == ("same but for spelling",)
    assert {match.right for match in matches.values()} == {"graph neural network"}


def test_nothing_gives_nothing():
    assert resolve([], []).concepts == ()
    assert solve([], []).links == ()


FORMS = st.sampled_from(
    ["SSL", "self-supervised learning", "Self-Supervised Learning", "semi-supervised learning",
     "GNN", "GNNs", "graph neural network", "BERT", "Bert", "C++", "C", "Atlas", "∞", "a/b"]
)  # fmt: skip
ENTITIES = st.builds(
    lambda forms, kind, confidence: entity(*forms, kind=kind, confidence=confidence),
    st.lists(FORMS, min_size=1, max_size=3, unique=True),
    st.sampled_from(CONCEPT_TYPES),
    st.sampled_from([0.1, 0.3, 0.7, 0.85]),
)


@st.composite
def corpora(draw):
    rows = draw(st.lists(st.lists(ENTITIES, max_size=3), max_size=6))
    relations = {}
    for i, row in enumerate(rows):
        relations[i] = [
            EntityRelation(h, kind, t, 0.5)
            for h in range(len(row))
            for t in range(len(row))
            for kind, ends in RELATION_ENDS.items()
            if h != t and (row[h].type, row[t].type) in ends and draw(st.booleans())
        ]
    return corpus(*rows, relations=relations)


@given(corpora(), st.randoms())
def test_the_order_of_papers_does_not_matter(given_corpus, random):
    papers, extractions = given_corpus
    first = resolve(papers, extractions)
    random.shuffle(papers)
    random.shuffle(extractions)
    assert resolve(papers, extractions) == first


@given(corpora())
def test_what_every_resolution_holds(given_corpus):
    papers, extractions = given_corpus
    resolution = resolve(papers, extractions)
    by_id = {concept.id: concept for concept in resolution.concepts}
    assert len(by_id) == len(resolution.concepts)
    assert {link.concept_id for link in resolution.links} == set(by_id)
    pairs = [(link.paper_id, link.concept_id) for link in resolution.links]
    assert len(set(pairs)) == len(pairs)
    for link in resolution.links:
        assert link.role in ROLES[by_id[link.concept_id].type] and link.evidence
    for relation in resolution.relations:
        ends = by_id[relation.head].type, by_id[relation.tail].type
        assert ends in RELATION_ENDS[relation.kind] and relation.head != relation.tail
    linked = sum(len(link.evidence) for link in resolution.links)
    mentions = {
        (extraction.paper_id, mention)
        for extraction in extractions
        for one in extraction.entities
        for mention in one.mentions
    }
    assert linked >= len(mentions)


@pytest.mark.parametrize("confidence", [0.0, 1.0])
def test_extreme_confidence_is_no_error(confidence):
    one = replace(entity("TideNet"), confidence=confidence)
    assert len(solve([one], [replace(one, type="dataset", role="used")]).concepts) == 1


def test_one_stray_sense_among_many_does_not_split_an_abbreviation():
    rows = [[entity("tree parsing", "TP")] for _ in range(12)]
    resolution = solve(*rows, [entity("toy parsing", "TP")], [entity("TP")])
    assert set(names(resolution)) == {"tree parsing", "toy parsing"}
    (bare,) = (link.concept_id for link in resolution.links if link.paper_id == "p13")
    assert bare == "tree-parsing"


def test_a_longer_name_in_one_paper_is_not_the_same_concept():
    rows = [
        [entity("Transformer", "Vision Transformer")],
        [entity("Vision Transformer")],
        [entity("Transformer")],
    ]
    labels = names(solve(*rows))
    assert labels == {"Transformer": set(), "Vision Transformer": set()}
