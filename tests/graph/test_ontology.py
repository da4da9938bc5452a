from importlib.resources import files

import rdflib
from rdflib.namespace import RDFS

from kg import vocab


def test_the_ontology_says_what_every_term_of_ours_means() -> None:
    text = files("kg.graph").joinpath("ontology.ttl").read_text("utf-8")
    ontology = rdflib.Graph().parse(data=text, format="turtle")
    named = {str(s) for s in ontology.subjects() if str(s).startswith(vocab.PREFIXES["pkg"])}
    assert named == {vocab.PREFIXES["pkg"] + name for name in vocab.TERMS["pkg"]}
    for term in map(rdflib.URIRef, named):
        assert ontology.value(term, RDFS.label) and ontology.value(term, RDFS.comment)


def test_every_role_is_a_kind_of_mentioning() -> None:
    text = files("kg.graph").joinpath("ontology.ttl").read_text("utf-8")
    ontology = rdflib.Graph().parse(data=text, format="turtle")
    mentions = rdflib.URIRef(vocab.term("pkg:mentions"))
    for curie in set(vocab.ROLE_TERMS.values()) - {"pkg:mentions"}:
        assert (rdflib.URIRef(vocab.term(curie)), RDFS.subPropertyOf, mentions) in ontology
