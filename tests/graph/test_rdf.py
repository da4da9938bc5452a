import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, DefaultGraph, NamedNode, Quad, RdfFormat, Store, serialize

from kg import vocab
from kg.graph.rdf import RunRecord, decimal, graph_quads, run_quads
from kg.model import Report, Resolution
from tests.graph_samples import BASE, PAPERS, RESOLUTION


def quads() -> list[Quad]:
    return list(graph_quads(PAPERS, RESOLUTION, BASE))


def test_same_values_give_same_quads_in_any_order_of_papers() -> None:
    assert set(quads()) == set(graph_quads(PAPERS[::-1], RESOLUTION, BASE))


def test_there_are_no_blank_nodes() -> None:
    assert not any(isinstance(term, BlankNode) for q in quads() for term in (q.subject, q.object))


def test_every_direct_edge_has_one_statement_and_the_other_way() -> None:
    edges = {vocab.term(c) for c in (*vocab.ROLE_TERMS.values(), *vocab.RELATION_TERMS.values())}
    direct = {
        (q.subject.value, q.predicate.value, q.object.value)
        for q in quads()
        if q.predicate.value in edges and isinstance(q.graph_name, DefaultGraph)
    }
    said: dict[str, dict[str, str]] = {}
    for quad in quads():
        if quad.predicate.value.startswith(vocab.PREFIXES["rdf"]):
            said.setdefault(quad.subject.value, {})[quad.predicate.value] = quad.object.value
    stated = {
        tuple(row[vocab.term(f"rdf:{part}")] for part in ("subject", "predicate", "object"))
        for row in said.values()
        if vocab.term("rdf:subject") in row
    }
    assert stated == direct
    assert len(direct) == len(RESOLUTION.links) + len(RESOLUTION.relations)


def test_a_mention_points_at_its_exact_text() -> None:
    store = Store()
    store.extend(quads())
    rows = list(
        store.query(
            """SELECT ?exact ?cut WHERE { GRAPH ?g {
                 ?m oa:hasSource/rdf:value ?text ; oa:hasSelector ?s .
                 ?s oa:exact ?exact ; oa:start ?start ; oa:end ?end .
                 BIND(SUBSTR(?text, ?start + 1, ?end - ?start) AS ?cut) } }""",
            prefixes=dict(vocab.PREFIXES),
        )
    )
    assert len(rows) == 5, "one node a place, shared by the statements that rest on it"
    assert all(row["exact"].value == row["cut"].value for row in rows)


def test_an_untitled_paper_is_named_by_its_first_words() -> None:
    name = NamedNode(vocab.term("schema:name"))
    iri = NamedNode(vocab.paper_iri(BASE, "p/2"))
    (quad,) = [q for q in quads() if q.subject == iri and q.predicate == name]
    assert quad.object.value == "Oak is used for parsing C++ & “quotes” …"


@pytest.mark.parametrize("format", [RdfFormat.TURTLE, RdfFormat.N_TRIPLES, RdfFormat.RDF_XML])
def test_both_engines_read_what_we_write(format: RdfFormat) -> None:
    triples = {q.triple for q in quads() if isinstance(q.graph_name, DefaultGraph)}
    text = serialize(sorted(triples, key=str), format=format)
    graph = rdflib.Graph().parse(data=text, format=format.media_type)
    assert len(graph) == len(triples)
    if format is RdfFormat.RDF_XML:
        ElementTree.fromstring(text)


@given(st.floats(0, 1))
def test_decimals_are_canonical_with_at_most_four_places(value: float) -> None:
    text = decimal(value).value
    assert abs(float(text) - value) <= 0.00005 + 1e-12
    whole, _, places = text.partition(".")
    assert whole.isdigit() and len(places) <= 4 and not places.endswith("0")


def test_a_run_says_what_it_used_and_what_became_of_the_input() -> None:
    report = Report(entries=3, kept=2, merged=1, files=(("a b.txt", "f" * 64),))
    run = RunRecord(version="1", models={"m": "0" * 64}, parameters="{}", report=report)
    store = Store()
    store.extend(run_quads(run, 7, BASE))
    (row,) = store.query(
        """SELECT ?n ?kept ?hash { GRAPH ?g { ?d void:triples ?n ; prov:wasGeneratedBy ?run .
             ?run pkg:kept ?kept ; prov:used ?file . ?file schema:name "a b.txt" ;
             schema:sha256 ?hash } }""",
        prefixes=dict(vocab.PREFIXES),
    )
    assert [row[name].value for name in ("n", "kept", "hash")] == ["7", "2", "f" * 64]


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_gives_a_valid_graph(title: str, name: str) -> None:
    clean = str.maketrans("", "", "".join(map(chr, range(0xD800, 0xE000))))
    title, name = title.translate(clean), name.translate(clean)
    paper = replace(PAPERS[0], id=title or "x", title=title, authors=(name,) if name else ())
    text = serialize(
        sorted({q.triple for q in graph_quads([paper], Resolution((), (), ()), BASE)}, key=str),
        format=RdfFormat.N_TRIPLES,
    )
    rdflib.Graph().parse(data=text, format="nt")


def test_what_catalogues_call_a_paper_leads_to_their_records() -> None:
    paper = replace(PAPERS[0], doi="10.1234/a", pmid="42", openalex="W1", acl="P99-1001", s2="",
                    openreview="a_b", arxiv="9905.00001")  # fmt: skip
    graph = graph_quads([paper], Resolution((), (), ()), BASE)
    said = {q.object.value for q in graph if q.predicate.value.endswith(("/identifier", "/sameAs"))}
    assert said == {
        "doi:10.1234/a", "https://doi.org/10.1234/a",
        "pmid:42", "https://pubmed.ncbi.nlm.nih.gov/42",
        "openalex:W1", "https://openalex.org/W1",
        "acl:P99-1001", "https://aclanthology.org/P99-1001",
        "openreview:a_b", "https://openreview.net/forum?id=a_b",
        "arxiv:9905.00001", "https://arxiv.org/abs/9905.00001",
    }  # fmt: skip
