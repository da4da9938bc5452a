"""Short forms: which of their senses a paper means."""

import numpy as np

from kg.model import Extraction, Paper
from kg.resolve import resolve
from tests.resolve.corpora import corpus as corpus_of
from tests.resolve.corpora import entity

LEARNING = "labels images pretext views contrastive encoder"
GRAPHS = "routes vehicles depots cost horizon schedule"


def embed(texts):
    """Counts of two vocabularies: a paper is about one or the other."""
    rows = np.array([[sum(w in t for w in words.split()) for words in (LEARNING, GRAPHS)]
                     for t in texts], float) + 1e-3  # fmt: skip
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def corpus(bare):
    told = [
        *((f"a{i}", f"We study data parsing (DP). {LEARNING}", "data parsing") for i in range(4)),
        *(
            (f"b{i}", f"We use dynamic plotting (DP). {GRAPHS}", "dynamic plotting")
            for i in range(4)
        ),
    ]
    papers = [Paper(name, "", text) for name, text, _ in told] + [Paper("x", "", bare)]
    extractions = [Extraction(name, (entity(full, "DP"),)) for name, _, full in told]
    return papers, [*extractions, Extraction("x", (entity("DP"),))]


def home_of_x(bare):
    papers, extractions = corpus(bare)
    resolution = resolve(papers, extractions, embed)
    (found,) = (link.concept_id for link in resolution.links if link.paper_id == "x")
    return found


def test_a_bare_short_form_goes_where_its_paper_clearly_belongs():
    assert home_of_x(f"DP with {LEARNING}") == "data-parsing"
    assert home_of_x(f"DP with {GRAPHS}") == "dynamic-plotting"


def test_where_the_paper_does_not_say_it_stays_alone_and_glues_nothing():
    assert home_of_x(f"DP with {LEARNING} {GRAPHS}") == "dp"
    papers, extractions = corpus("DP")
    assert len(resolve(papers, extractions, embed).concepts) == 3


def test_without_vectors_nothing_is_guessed():
    papers, extractions = corpus(f"DP with {LEARNING}")
    assert len(resolve(papers, extractions).concepts) == 3


def test_full_forms_of_one_core_are_one_sense():
    papers = [Paper("a", "", ""), Paper("b", "", ""), Paper("c", "", "")]
    extractions = [
        Extraction("a", (entity("hyper plotting", "HP"),)),
        Extraction("b", (entity("hyperplotting", "HP"),)),
        Extraction("c", (entity("HP"),)),
    ]
    assert len({link.concept_id for link in resolve(papers, extractions, embed).links}) == 1


def test_a_kind_of_a_short_form_is_no_sense_of_it():
    kinds = [entity("tall ABC", "ABC"), entity("bidirectional ABCs", "ABCs")]
    rows = [[kind] for kind in kinds] + [[entity("apple bread crumb", "ABC")], [entity("ABC")]]
    links = resolve(*corpus_of(*rows)).links
    found = {link.paper_id: link.concept_id for link in links}
    assert found["p3"] == found["p2"] == "apple-bread-crumb"
    assert len({found["p0"], found["p1"], found["p2"]}) == 3


def test_a_kind_alone_does_not_take_the_short_form():
    resolution = resolve(*corpus_of([entity("tall ABC", "ABC")], [entity("ABC")]))
    assert {concept.label for concept in resolution.concepts} == {"tall ABC", "ABC"}


def test_a_full_form_with_its_short_one_in_parentheses_is_a_sense():
    resolution = resolve(*corpus_of([entity("apple bread crumb (ABC)", "ABC")], [entity("ABC")]))
    assert len(resolution.concepts) == 1


def test_a_name_goes_before_what_describes_it():
    rows = [[entity("unified framework", "UniMoss")], [entity("unified framework", "UNILIC")]]
    rows += [[entity("unified framework")], [entity("UniMoss")]]
    links = resolve(*corpus_of(*rows)).links
    found = {link.paper_id: link.concept_id for link in links}
    assert found["p0"] == found["p3"] == "unimoss"
    assert len({found["p0"], found["p1"], found["p2"]}) == 3


def test_what_one_paper_calls_a_concept_is_no_other_name_if_it_is_a_kind_of_it():
    rows = [[entity("robustness", "spectral robustness", "steadiness", kind="task")]]
    (concept,) = resolve(*corpus_of(*rows, [entity("robustness", kind="task")])).concepts
    assert concept.aliases == ("steadiness",)
    (concept,) = resolve(*corpus_of(*rows, *rows)).concepts
    assert concept.aliases == ("spectral robustness", "steadiness")
