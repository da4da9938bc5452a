"""Names of RDF terms and the only place where an IRI is made. Plain strings, no RDF library.

The model is described in docs/reference/rdf-model.md; the ontology is kg/graph/ontology.ttl.
"""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from kg.errors import UsageError
from kg.model import ConceptType, RelationKind, Role

DEFAULT_BASE = "https://w3id.org/paperkg/g/"

PREFIXES: Mapping[str, str] = {
    "dcterms": "http://purl.org/dc/terms/",
    "oa": "http://www.w3.org/ns/oa#",
    "pkg": "https://w3id.org/paperkg/ns#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}

#: Every term the graph may use, by prefix. A name outside it is a programming error.
TERMS: Mapping[str, frozenset[str]] = {
    "dcterms": frozenset({"license", "title"}),
    "oa": frozenset(
        "SpecificResource hasSource hasSelector TextQuoteSelector TextPositionSelector"
        " exact start end".split()
    ),
    "pkg": frozenset(
        "Method Task Dataset Statement introduces uses comparesWith addresses mentions usedFor"
        " partOf evaluatedWith trainedWith benchmarkFor contrastedWith year authorList confidence"
        " salience support evidence Text field parameters entries kept merged skipped".split()
    ),
    "prov": frozenset("Activity Entity wasDerivedFrom wasGeneratedBy used".split()),
    "rdf": frozenset("type Statement subject predicate object value".split()),
    "rdfs": frozenset({"label"}),
    "schema": frozenset(
        "ScholarlyArticle Person Periodical name abstract author datePublished isPartOf identifier"
        " url sameAs keywords version sha256".split()
    ),
    "skos": frozenset(
        "Concept ConceptScheme prefLabel altLabel hiddenLabel inScheme broader exactMatch"
        " closeMatch".split()
    ),
    "void": frozenset({"Dataset", "triples"}),
    "xsd": frozenset({"integer", "decimal", "string"}),
}

ROLE_TERMS: Mapping[Role, str] = {
    "introduced": "pkg:introduces",
    "used": "pkg:uses",
    "compared": "pkg:comparesWith",
    "addressed": "pkg:addresses",
    "mentioned": "pkg:mentions",
}

RELATION_TERMS: Mapping[RelationKind, str] = {
    "used-for": "pkg:usedFor",
    "part-of": "pkg:partOf",
    "subclass-of": "skos:broader",
    "subtask-of": "skos:broader",
    "evaluated-with": "pkg:evaluatedWith",
    "trained-with": "pkg:trainedWith",
    "benchmark-for": "pkg:benchmarkFor",
    "compare-with": "pkg:contrastedWith",
}

TYPE_TERMS: Mapping[ConceptType, str] = {
    "method": "pkg:Method",
    "task": "pkg:Task",
    "dataset": "pkg:Dataset",
}

SLUG_LENGTH = 80


#: What may stand in an IRI as it is (RFC 3987), but for the signs that part it.
_NO_CHARACTERS = "".join(rf"\U000{plane:x}fffe-\U000{plane:x}ffff" for plane in range(1, 15))
_CHARACTER = (
    r"[^\s\x00-\x20\x7f-\x9f<>\"{}|\\^`%\[\]#\ud800-\uf8ff\ufdd0-\ufdef\ufff0-\uffff"
    rf"\U000e0000-\U0010ffff{_NO_CHARACTERS}]"
)
_WEB = rf"https?://(?:(?![:/?@]){_CHARACTER})+(?::[0-9]+)?"
_BASE = re.compile(
    rf"(?:{_WEB}/{_CHARACTER}*|urn:[A-Za-z0-9][A-Za-z0-9-]*:{_CHARACTER}+"
    rf"|tag:{_CHARACTER}+,[0-9-]+:{_CHARACTER}*)(?:#{_CHARACTER}*)?"
)
_ANY_CHARACTER = rf"(?:{_CHARACTER}|%[0-9A-Fa-f]{{2}})"
_IRI = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]*:{_ANY_CHARACTER}+(?:#{_ANY_CHARACTER}*)?")
_WEB_IRI = re.compile(rf"{_WEB}(?:[/?#].*)?", re.IGNORECASE)


def check_base(base: str) -> str:
    """The base, if IRIs can be made by appending to it and mean nothing but names.

    Raises:
        UsageError: it is no IRI of the web, urn: or tag:, does not end in `/` or `#`, or holds
            what no IRI may hold.
    """
    if not base.endswith(("/", "#")) or not _BASE.fullmatch(base):
        raise UsageError(
            f"{base!r} cannot be the base of IRIs; give one that begins with http://, https://,"
            " urn:NAME: or tag:OWNER,YEAR: and ends in / or #, such as https://example.org/mine/"
        )
    return base


def check_iri(iri: str) -> str:
    """The IRI, if it is an absolute one that every engine takes.

    Raises:
        UsageError: it is not.
    """
    is_web = iri.lower().startswith(("http:", "https:"))
    if not _IRI.fullmatch(iri) or (is_web and not _WEB_IRI.fullmatch(iri)):
        raise UsageError(f"{iri!r} is no absolute IRI, such as https://example.org/licence")
    return iri


def term(curie: str) -> str:
    """The IRI of a term of the vocabulary.

    Raises:
        KeyError: the vocabulary has no such term.

    >>> term("skos:prefLabel")
    'http://www.w3.org/2004/02/skos/core#prefLabel'
    """
    prefix, _, name = curie.partition(":")
    if name not in TERMS[prefix]:
        raise KeyError(f"{curie} is not in the vocabulary")
    return PREFIXES[prefix] + name


def curie(iri: str, base: str = DEFAULT_BASE) -> str:
    """The short form of an IRI for people: `pkg:uses`, `:c-bert`; the IRI where none fits.

    >>> curie("https://schema.org/name")
    'schema:name'
    """
    if iri.startswith(base):
        return ":" + iri[len(base) :]
    for prefix, namespace in PREFIXES.items():
        if iri.startswith(namespace) and "/" not in iri[len(namespace) :]:
            return f"{prefix}:{iri[len(namespace) :]}"
    return iri


def expand(short: str, base: str = DEFAULT_BASE) -> str | None:
    """The IRI that a CURIE stands for, with the empty prefix for the base; None if it is none.

    >>> expand("schema:name"), expand(":c-bert", "https://a.org/"), expand("https://a.org/")
    ('https://schema.org/name', 'https://a.org/c-bert', None)
    """
    prefix, colon, name = short.partition(":")
    namespace = {**PREFIXES, "": base}.get(prefix)
    return namespace + name if namespace and colon and not name.startswith("//") else None


def digest(*parts: str, length: int = 12) -> str:
    """The first hex digits of the SHA-256 of the parts, which cannot run into one another."""
    text = "\0".join(parts).encode("utf-8", "backslashreplace")
    return hashlib.sha256(text).hexdigest()[:length]


def slug(label: str) -> str:
    """A label as one IRI segment: lower case, hyphens for blanks, the rest percent-encoded.

    Injective up to case, blanks and Unicode normal form; long labels are cut and get a hash.

    >>> slug("C++ programs"), slug("naïve Bayes")
    ('c%2B%2B-programs', 'na%C3%AFve-bayes')
    """
    text = "-".join(unicodedata.normalize("NFC", label).lower().split())
    if len(text) > SLUG_LENGTH:
        text = f"{text[: SLUG_LENGTH - 13]}-{digest(text)}"
    return quote(text, safe="-._~", errors="backslashreplace")


def unique_slugs(labels: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Slugs for `(type, label)` pairs; where slugs collide, all concerned get 6 hex of their own.

    >>> unique_slugs([("method", "C++"), ("method", "C"), ("task", "C")])[("task", "C")]
    'c-948845'
    """
    pairs = sorted(set(labels))
    count = Counter(slug(label) for _, label in pairs)
    return {
        (kind, label): slug(label)
        if count[slug(label)] == 1
        else f"{slug(label)}-{digest(kind, label, length=6)}"
        for kind, label in pairs
    }


def paper_iri(base: str, paper_id: str) -> str:
    """The IRI of a paper; ids keep their case, since `a` and `A` are two records."""
    return f"{base}paper-{quote(paper_id, safe='-._~', errors='backslashreplace')}"


def concept_iri(base: str, concept_id: str) -> str:
    """The IRI of a concept whose id is a slug of this module."""
    return f"{base}c-{concept_id}"


def person_iri(base: str, name: str) -> str:
    """The IRI of a person, by name within the corpus."""
    return f"{base}person-{slug(name)}"


def venue_iri(base: str, name: str) -> str:
    """The IRI of a venue."""
    return f"{base}venue-{slug(name)}"


def text_iri(base: str, paper_id: str, field: str) -> str:
    """The IRI of the one copy of a cleaned text."""
    return f"{base}text-{quote(paper_id, safe='-._~', errors='backslashreplace')}-{field}"


def mention_iri(base: str, paper_id: str, field: str, start: int, end: int) -> str:
    """The IRI of a mention, one for each place."""
    return f"{text_iri(base, paper_id, field)}-{start}-{end}"


def selector_iri(base: str, paper_id: str, field: str, start: int, end: int) -> str:
    """The IRI of the selector of a mention."""
    return f"{mention_iri(base, paper_id, field, start, end)}-selector"


def statement_iri(base: str, subject: str, predicate: str, obj: str) -> str:
    """The IRI of the statement about one direct triple, given by its IRIs."""
    return f"{base}st-{digest(subject, predicate, obj, length=20)}"


def scheme_iri(base: str) -> str:
    """The IRI of the concept scheme that holds all concepts of the graph."""
    return f"{base}concepts"


def dataset_iri(base: str) -> str:
    """The IRI of the graph as a dataset."""
    return f"{base}dataset"


def run_iri(base: str, key: str) -> str:
    """The IRI of a run or of something a run used; `key` names it within the graph."""
    return f"{base}run-{slug(key)}"


#: Who keeps records of papers -> the address of the record, but for its identifier.
RECORDS: Mapping[str, str] = {
    "doi": "https://doi.org/",
    "arxiv": "https://arxiv.org/abs/",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/",
    "openreview": "https://openreview.net/forum?id=",
    "openalex": "https://openalex.org/",
    "s2": "https://www.semanticscholar.org/paper/",
    "acl": "https://aclanthology.org/",
}


def record_iri(keeper: str, identifier: str) -> str:
    """The IRI of the record of a paper; SICI DOIs hold `<`, `>` and more, hence the encoding.

    >>> record_iri("doi", "10.1002/(sici)1097<1::aid-asi1>3.0.co;2-w")
    'https://doi.org/10.1002/(sici)1097%3C1::aid-asi1%3E3.0.co;2-w'
    """
    if identifier.startswith("CorpusID:"):  # the other identifier of Semantic Scholar
        return f"https://api.semanticscholar.org/{identifier}"
    return RECORDS[keeper] + quote(identifier, safe="-._~/:;()")


def web_iri(url: str) -> str | None:
    """A web address from the input made a valid IRI, or None where it is no web address.

    >>> web_iri("http://a.org/x y|z"), web_iri("see the web page")
    ('http://a.org/x%20y%7Cz', None)
    """
    url = url.strip()
    if not re.match(r"https?://[\w.-]+(:\d+)?([/?#]|$)", url):
        return None
    # A bare % is encoded, an escape that is there already stays.
    url = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", url)
    head, hash_mark, fragment = url.partition("#")
    safe = "-._~:/?@!$&'()*+,;=%"
    return quote(head, safe=safe) + hash_mark + quote(fragment, safe=safe)


def external_iri(text: str) -> str | None:
    """The IRI that a cell of somebody's table holds, or None; a bare Q-number is Wikidata's.

    >>> external_iri("Q42"), external_iri("<urn:x:1>"), external_iri("graph"), external_iri("a:{")
    ('http://www.wikidata.org/entity/Q42', 'urn:x:1', None, None)
    """
    text = text.strip().removeprefix("<").removesuffix(">")
    if re.fullmatch(r"Q[1-9][0-9]*", text):
        return f"http://www.wikidata.org/entity/{text}"
    valid = re.fullmatch(r"(?:[A-Za-z][A-Za-z0-9+.-]*://|urn:)[^\s<>\"{}|\\^`\x00-\x20]+", text)
    return text if valid and not re.search(r"%(?![0-9A-Fa-f]{2})", text) else None


def graph_iri(base: str, name: str) -> str:
    """The IRI of a named graph: `evidence` or `runs`."""
    return f"{base}graph-{name}"


def incoming_iri(base: str, number: int, key: str) -> str:
    """The IRI under which a graph waits in a triple store until all of a push has come."""
    return f"{base}graph-incoming-{number}-{key}"
