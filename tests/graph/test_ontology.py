from importlib.resources import files
from pathlib import Path

import pytest
import rdflib
from rdflib import namespace as ns
from rdflib.namespace import RDF, RDFS, SKOS

from kg import vocab
from kg.graph.ontology import ontology_page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "ontology.md"
#: Vocabularies whose terms rdflib knows one by one.
KNOWN = (ns.DCTERMS, ns.OWL, ns.PROV, RDF, RDFS, ns.SDO, SKOS, ns.VOID)
#: Those of which it knows none.
UNKNOWN = (
    vocab.PREFIXES["oa"],
    "https://linkedpaperswithcode.com/",
    "https://w3id.org/cskg/ontology#",
    "https://www.apache.org/licenses/",
)


@pytest.fixture(scope="module")
def ontology() -> rdflib.Graph:
    text = files("kg.graph").joinpath("ontology.ttl").read_text("utf-8")
    return rdflib.Graph().parse(data=text, format="turtle")


def test_the_ontology_says_what_every_term_of_ours_means(ontology: rdflib.Graph) -> None:
    named = {str(s) for s in ontology.subjects() if str(s).startswith(vocab.PREFIXES["pkg"])}
    assert named == {vocab.PREFIXES["pkg"] + name for name in vocab.TERMS["pkg"]}
    for term in map(rdflib.URIRef, named):
        kinds = set(ontology.objects(term, RDF.type))
        assert kinds == {RDFS.Class if term.split("#")[1][0].isupper() else RDF.Property}
        for said in (RDFS.label, RDFS.comment, SKOS.scopeNote):
            texts = list(ontology.objects(term, said))
            assert len(texts) == 1 and texts[0].language == "en" and texts[0].strip()


def test_the_ontology_says_what_every_term_of_others_is_used_for(ontology: rdflib.Graph) -> None:
    ours = (vocab.PREFIXES["pkg"], "https://w3id.org/paperkg/ns")
    noted = {str(s) for s in ontology.subjects(SKOS.scopeNote) if not str(s).startswith(ours)}
    # Datatypes need no note: the notes of properties name them.
    prefixes = set(vocab.TERMS) - {"pkg", "xsd"}
    assert noted == {vocab.PREFIXES[p] + name for p in prefixes for name in vocab.TERMS[p]}


def test_every_role_is_a_kind_of_mentioning(ontology: rdflib.Graph) -> None:
    mentions = rdflib.URIRef(vocab.term("pkg:mentions"))
    for curie in set(vocab.ROLE_TERMS.values()) - {"pkg:mentions"}:
        assert (rdflib.URIRef(vocab.term(curie)), RDFS.subPropertyOf, mentions) in ontology


def test_terms_of_others_are_in_their_vocabularies(ontology: rdflib.Graph) -> None:
    iris = {str(n) for triple in ontology for n in triple if isinstance(n, rdflib.URIRef)}
    foreign = {iri for iri in iris if not iri.startswith("https://w3id.org/paperkg/")}
    checked = {iri for iri in foreign if not iri.startswith(UNKNOWN)}
    assert len(checked) > 40
    for iri in checked:
        assert any(rdflib.URIRef(iri) in namespace for namespace in KNOWN), iri


def test_the_reference_page_is_what_the_ontology_says() -> None:
    assert PAGE.read_text("utf-8") == ontology_page(), "refresh it with: make reference"


def test_the_reference_page_has_a_row_for_every_term() -> None:
    rows = [line.split("`")[1] for line in ontology_page().splitlines() if line.startswith("| `")]
    curies = {f"{p}:{name}" for p, names in vocab.TERMS.items() if p != "xsd" for name in names}
    assert curies <= set(rows) and len(rows) == len(set(rows))
