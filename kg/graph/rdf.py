"""Values to RDF: the one border between kg's model and triples. See docs/reference/rdf-model.md.

Every function is a generator over sorted input and makes no blank node, so the triples are a
function of the papers, the resolution and the base alone. Clocks and file names stay out of the
default and the evidence graph; what concerns a run goes to a graph of its own.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad

from kg import vocab
from kg.model import Concept, Evidence, Link, Paper, Relation, Report, Resolution
from kg.vocab import term

_DEFAULT = DefaultGraph()
_TYPE = NamedNode(term("rdf:type"))
_INTEGER = NamedNode(term("xsd:integer"))
_DECIMAL = NamedNode(term("xsd:decimal"))

Graph = NamedNode | DefaultGraph


@dataclass(frozen=True, slots=True)
class RunRecord:
    """What a run is remembered by inside the graph: no clock, no path outside the input names."""

    version: str
    models: Mapping[str, str]  # name -> sha256
    parameters: str
    report: Report


def node(curie: str) -> NamedNode:
    """A term of the vocabulary as an RDF node."""
    return NamedNode(term(curie))


def decimal(value: float) -> Literal:
    """A probability as xsd:decimal in canonical form, at most four places.

    >>> decimal(0.25).value, decimal(1.0).value, decimal(0.00001).value
    ('0.25', '1', '0')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return Literal("0" if text in ("", "-0") else text, datatype=_DECIMAL)


def _integer(value: int) -> Literal:
    return Literal(str(value), datatype=_INTEGER)


def graph_quads(papers: Iterable[Paper], resolution: Resolution, base: str) -> Iterator[Quad]:
    """All quads of the default graph and the evidence graph.

    Args:
        papers: read once; those that the resolution was made from.
        resolution: its links and relations must name only these papers and its own concepts.
        base: the base IRI of the data, ending in `/` or `#`.
    """
    by_id = {paper.id: paper for paper in papers}
    for paper in by_id.values():
        yield from _paper(paper, base)
    yield from _scheme(base)
    for concept in resolution.concepts:
        yield from _concept(concept, base)
    located: set[tuple[str, str, int, int]] = set()
    for link in resolution.links:
        yield from _link(link, base)
        located.update(_place(Evidence(link.paper_id, m)) for m in link.evidence)
    for relation in resolution.relations:
        yield from _relation(relation, base)
        located.update(map(_place, relation.evidence))
    yield from _mentions(located, by_id, base)


def _paper(paper: Paper, base: str) -> Iterator[Quad]:
    iri = NamedNode(vocab.paper_iri(base, paper.id))

    def say(predicate: str, value: NamedNode | Literal) -> Quad:
        return Quad(iri, node(predicate), value, _DEFAULT)

    yield Quad(iri, _TYPE, node("schema:ScholarlyArticle"), _DEFAULT)
    yield say("schema:name", Literal(paper.label))
    if paper.abstract:
        yield say("schema:abstract", Literal(paper.abstract))
    if paper.year is not None:
        yield say("schema:datePublished", Literal(str(paper.year)))
        yield say("pkg:year", _integer(paper.year))
    for keyword in paper.keywords:
        yield say("schema:keywords", Literal(keyword))
    yield from _identifiers(paper, iri)
    yield from _people_and_venue(paper, iri, base)


def _identifiers(paper: Paper, iri: NamedNode) -> Iterator[Quad]:
    for keeper in vocab.RECORDS:
        if value := getattr(paper, keeper):
            yield Quad(iri, node("schema:identifier"), Literal(f"{keeper}:{value}"), _DEFAULT)
            same = NamedNode(vocab.record_iri(keeper, value))
            yield Quad(iri, node("schema:sameAs"), same, _DEFAULT)
    if url := vocab.web_iri(paper.url):
        yield Quad(iri, node("schema:url"), NamedNode(url), _DEFAULT)


def _people_and_venue(paper: Paper, iri: NamedNode, base: str) -> Iterator[Quad]:
    for name in paper.authors:
        person = NamedNode(vocab.person_iri(base, name))
        yield Quad(iri, node("schema:author"), person, _DEFAULT)
        yield Quad(person, _TYPE, node("schema:Person"), _DEFAULT)
        yield Quad(person, node("schema:name"), Literal(name), _DEFAULT)
    if paper.authors:
        # A set of author triples has no order; this one literal keeps it.
        yield Quad(iri, node("pkg:authorList"), Literal("; ".join(paper.authors)), _DEFAULT)
    if paper.venue:
        venue = NamedNode(vocab.venue_iri(base, paper.venue))
        yield Quad(iri, node("schema:isPartOf"), venue, _DEFAULT)
        yield Quad(venue, _TYPE, node("schema:Periodical"), _DEFAULT)
        yield Quad(venue, node("schema:name"), Literal(paper.venue), _DEFAULT)


def _scheme(base: str) -> Iterator[Quad]:
    scheme = NamedNode(vocab.scheme_iri(base))
    yield Quad(scheme, _TYPE, node("skos:ConceptScheme"), _DEFAULT)
    title = Literal("Methods, tasks and datasets", language="en")
    yield Quad(scheme, node("dcterms:title"), title, _DEFAULT)


def _concept(concept: Concept, base: str) -> Iterator[Quad]:
    iri = NamedNode(vocab.concept_iri(base, concept.id))
    yield Quad(iri, _TYPE, node("skos:Concept"), _DEFAULT)
    yield Quad(iri, _TYPE, node(vocab.TYPE_TERMS[concept.type]), _DEFAULT)
    label = Literal(concept.label, language="en")
    yield Quad(iri, node("skos:prefLabel"), label, _DEFAULT)
    for alias in concept.aliases:
        yield Quad(iri, node("skos:altLabel"), Literal(alias, language="en"), _DEFAULT)
    yield Quad(iri, node("skos:inScheme"), NamedNode(vocab.scheme_iri(base)), _DEFAULT)


def _link(link: Link, base: str) -> Iterator[Quad]:
    triple = (
        vocab.paper_iri(base, link.paper_id),
        term(vocab.ROLE_TERMS[link.role]),
        vocab.concept_iri(base, link.concept_id),
    )
    evidence = [Evidence(link.paper_id, mention) for mention in link.evidence]
    yield from _statement(triple, link.confidence, (link.paper_id,), evidence, base)
    statement, graph = NamedNode(vocab.statement_iri(base, *triple)), _evidence_graph(base)
    yield Quad(statement, node("pkg:salience"), decimal(link.salience), graph)


def _relation(relation: Relation, base: str) -> Iterator[Quad]:
    triple = (
        vocab.concept_iri(base, relation.head),
        term(vocab.RELATION_TERMS[relation.kind]),
        vocab.concept_iri(base, relation.tail),
    )
    yield from _statement(triple, relation.confidence, relation.papers, relation.evidence, base)


def _statement(
    triple: tuple[str, str, str],
    confidence: float,
    papers: Iterable[str],
    evidence: Iterable[Evidence],
    base: str,
) -> Iterator[Quad]:
    """The direct triple, and in the evidence graph the statement that says who says so."""
    subject, predicate, obj = map(NamedNode, triple)
    yield Quad(subject, predicate, obj, _DEFAULT)
    iri, graph = NamedNode(vocab.statement_iri(base, *triple)), _evidence_graph(base)
    yield Quad(iri, _TYPE, node("pkg:Statement"), graph)
    yield Quad(iri, _TYPE, node("rdf:Statement"), graph)
    yield Quad(iri, node("rdf:subject"), subject, graph)
    yield Quad(iri, node("rdf:predicate"), predicate, graph)
    yield Quad(iri, node("rdf:object"), obj, graph)
    yield Quad(iri, node("pkg:confidence"), decimal(confidence), graph)
    sources = sorted(set(papers))
    yield Quad(iri, node("pkg:support"), _integer(len(sources)), graph)
    for paper_id in sources:
        paper = NamedNode(vocab.paper_iri(base, paper_id))
        yield Quad(iri, node("prov:wasDerivedFrom"), paper, graph)
    for item in evidence:
        mention = NamedNode(vocab.mention_iri(base, *_place(item)))
        yield Quad(iri, node("pkg:evidence"), mention, graph)


def _mentions(
    located: Iterable[tuple[str, str, int, int]], papers: Mapping[str, Paper], base: str
) -> Iterator[Quad]:
    """Mentions as Web Annotation resources, each text once however many mentions it has."""
    graph = _evidence_graph(base)
    texts: set[tuple[str, str]] = set()
    for paper_id, field, start, end in sorted(located):
        text = papers[paper_id].text("title" if field == "title" else "abstract")
        mention = NamedNode(vocab.mention_iri(base, paper_id, field, start, end))
        selector = NamedNode(vocab.selector_iri(base, paper_id, field, start, end))
        source = NamedNode(vocab.text_iri(base, paper_id, field))
        yield Quad(mention, _TYPE, node("oa:SpecificResource"), graph)
        yield Quad(mention, node("oa:hasSource"), source, graph)
        yield Quad(mention, node("oa:hasSelector"), selector, graph)
        yield Quad(selector, _TYPE, node("oa:TextQuoteSelector"), graph)
        yield Quad(selector, _TYPE, node("oa:TextPositionSelector"), graph)
        yield Quad(selector, node("oa:exact"), Literal(text[start:end]), graph)
        yield Quad(selector, node("oa:start"), _integer(start), graph)
        yield Quad(selector, node("oa:end"), _integer(end), graph)
        if (paper_id, field) not in texts:
            texts.add((paper_id, field))
            paper = NamedNode(vocab.paper_iri(base, paper_id))
            yield Quad(source, _TYPE, node("pkg:Text"), graph)
            yield Quad(source, node("schema:isPartOf"), paper, graph)
            yield Quad(source, node("pkg:field"), Literal(field), graph)
            yield Quad(source, node("rdf:value"), Literal(text), graph)


def run_quads(run: RunRecord, triples: int, base: str) -> Iterator[Quad]:
    """The runs graph: who made the graph from what, and what became of the input."""
    graph = NamedNode(vocab.graph_iri(base, "runs"))
    digest = vocab.digest(run.version, run.parameters, repr(sorted(run.models.items())))
    activity, dataset = NamedNode(vocab.run_iri(base, digest)), NamedNode(vocab.dataset_iri(base))
    yield Quad(activity, _TYPE, node("prov:Activity"), graph)
    yield Quad(activity, node("schema:version"), Literal(run.version), graph)
    yield Quad(activity, node("pkg:parameters"), Literal(run.parameters), graph)
    report = run.report
    for name, value in (
        ("entries", report.entries),
        ("kept", report.kept),
        ("merged", report.merged),
        ("skipped", len(report.skipped)),
    ):
        yield Quad(activity, node(f"pkg:{name}"), _integer(value), graph)
    yield from _used("model", run.models.items(), activity, base)
    yield from _used("input", run.report.files, activity, base)
    yield Quad(dataset, _TYPE, node("void:Dataset"), graph)
    yield Quad(dataset, node("dcterms:title"), Literal("Paper knowledge graph"), graph)
    yield Quad(dataset, node("void:triples"), _integer(triples), graph)
    yield Quad(dataset, node("prov:wasGeneratedBy"), activity, graph)


def _used(
    kind: str, files: Iterable[tuple[str, str]], activity: NamedNode, base: str
) -> Iterator[Quad]:
    graph = NamedNode(vocab.graph_iri(base, "runs"))
    for name, sha256 in sorted(files):
        entity = NamedNode(vocab.run_iri(base, f"{kind} {name}"))
        yield Quad(activity, node("prov:used"), entity, graph)
        yield Quad(entity, _TYPE, node("prov:Entity"), graph)
        yield Quad(entity, node("schema:name"), Literal(name), graph)
        yield Quad(entity, node("schema:sha256"), Literal(sha256), graph)


def _evidence_graph(base: str) -> NamedNode:
    return NamedNode(vocab.graph_iri(base, "evidence"))


def _place(item: Evidence) -> tuple[str, str, int, int]:
    mention = item.mention
    return item.paper_id, mention.field, mention.span.start, mention.span.end
