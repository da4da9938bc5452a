"""The values that travel through kg: frozen dataclasses, no behaviour beyond reading them.

    RawRecord ─► Paper ─► Extraction(Entity(Mention), EntityRelation) ─► Concept, Link, Relation
                                                                     ─► Projection(Node, Edge)

All offsets count code points of a *cleaned* field, and for every mention
`paper.text(mention.field)[mention.span.start:mention.span.end] == mention.surface`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

ConceptType = Literal["method", "task", "dataset"]
Role = Literal["introduced", "used", "compared", "addressed", "mentioned"]
RelationKind = Literal[
    "used-for",
    "part-of",
    "subclass-of",
    "subtask-of",
    "evaluated-with",
    "trained-with",
    "benchmark-for",
    "compare-with",
]
FieldName = Literal["title", "abstract"]

CONCEPT_TYPES: tuple[ConceptType, ...] = ("method", "task", "dataset")
FIELDS: tuple[FieldName, ...] = ("title", "abstract")

#: Which roles a concept of a type can play, the most telling first.
ROLES: Mapping[ConceptType, tuple[Role, ...]] = {
    "method": ("introduced", "used", "compared"),
    "task": ("addressed", "mentioned"),
    "dataset": ("introduced", "used"),
}

#: relation -> (type of its head, type of its tail), as the annotation guide defines them;
#: `used-for` also holds between two methods.
RELATION_ENDS: Mapping[RelationKind, tuple[tuple[ConceptType, ConceptType], ...]] = {
    "used-for": (("method", "task"), ("method", "method")),
    "part-of": (("method", "method"),),
    "subclass-of": (("method", "method"),),
    "subtask-of": (("task", "task"),),
    "evaluated-with": (("method", "dataset"),),
    "trained-with": (("method", "dataset"),),
    "benchmark-for": (("dataset", "task"),),
    "compare-with": (("method", "method"),),
}

LABEL_WORDS = 8


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points in a cleaned field."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """Where a record stood: file as the user named it, record and line counted from 1.

    Record 0 means the file as a whole.
    """

    file: str
    record: int
    line: int | None = None

    def __str__(self) -> str:
        line = f", line {self.line}" if self.line else ""
        record = f", record {self.record}" if self.record else ""
        return f"{self.file}{record}{line}"


@dataclass(frozen=True, slots=True)
class RawRecord:
    """What a reader hands over: field names as the format has them, nothing cleaned yet.

    `notes` say what the reader had to mend or leave out; they become notices of the report.
    """

    fields: Mapping[str, Any]
    source: Source
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Person:
    """An author: the name to show, and its parts where the record tells them apart."""

    name: str
    given: str = ""
    family: str = ""


@dataclass(frozen=True, slots=True)
class AbstractPart:
    """A labelled part of a structured abstract, and where it stands in the cleaned abstract."""

    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper with cleaned fields. `title` may be empty, `label` never is.

    `persons` are the `authors` in the same order, `language` is a code of ISO 639-1 or empty
    where the text is too short to tell, and `s2` is what Semantic Scholar calls `paperId`.
    """

    id: str
    title: str
    abstract: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    doi: str = ""
    arxiv: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    source: Source | None = None
    persons: tuple[Person, ...] = ()
    parts: tuple[AbstractPart, ...] = ()
    language: str = ""
    arxiv_version: int | None = None
    pmid: str = ""
    openreview: str = ""
    openalex: str = ""
    s2: str = ""
    acl: str = ""

    def text(self, field_name: FieldName) -> str:
        """The cleaned text of a field, to which all spans refer."""
        return self.title if field_name == "title" else self.abstract

    @property
    def label(self) -> str:
        """The title, or the first words of the abstract where there is none."""
        if self.title:
            return self.title
        words = self.abstract.split()
        return " ".join(words[:LABEL_WORDS]) + (" …" if len(words) > LABEL_WORDS else "") or self.id


@dataclass(frozen=True, slots=True)
class Mention:
    """A located piece of text that names a concept; `score` is the tagger's probability."""

    field: FieldName
    span: Span
    surface: str
    type: ConceptType
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class Entity:
    """The mentions of one thing inside one paper, forms and abbreviations joined."""

    type: ConceptType
    label: str
    aliases: tuple[str, ...]
    mentions: tuple[Mention, ...]
    role: Role
    confidence: float
    salience: float


@dataclass(frozen=True, slots=True)
class EntityRelation:
    """A relation that one paper states; `head` and `tail` index `Extraction.entities`."""

    head: int
    kind: RelationKind
    tail: int
    confidence: float
    evidence: tuple[Mention, ...] = ()


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that one paper gives: a function of that paper and the models alone."""

    paper_id: str
    entities: tuple[Entity, ...] = ()
    relations: tuple[EntityRelation, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """Why two surface forms are one concept. `score` is in [0, 1]."""

    left: str
    right: str
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Concept:
    """A node of the corpus: what entities of one thing are resolved to."""

    id: str
    type: ConceptType
    label: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """How a paper relates to a concept, with the mentions it rests on."""

    paper_id: str
    concept_id: str
    role: Role
    confidence: float
    salience: float
    evidence: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A mention together with the paper it stands in."""

    paper_id: str
    mention: Mention


@dataclass(frozen=True, slots=True)
class Relation:
    """Concept to concept over the corpus; `papers` are those that state it, sorted."""

    head: str
    kind: RelationKind
    tail: str
    confidence: float
    papers: tuple[str, ...]
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a concept is what it is.

    `forms` are its surface forms with the papers that use each, `votes` the summed confidence for
    each type, `matches` say why each alias is one.
    """

    concept: str
    forms: tuple[tuple[str, tuple[str, ...]], ...]
    votes: tuple[tuple[ConceptType, float], ...]
    matches: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """Two concepts of which the first seems to be a kind of the second; nobody has said so."""

    narrower: str
    broader: str
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What resolution makes of a corpus, with an explanation for each concept."""

    concepts: tuple[Concept, ...]
    links: tuple[Link, ...]
    relations: tuple[Relation, ...]
    explanations: tuple[Explanation, ...] = ()
    proposals: tuple[Proposal, ...] = ()

    @property
    def matches(self) -> tuple[Match, ...]:
        """Every merge of the corpus."""
        return tuple(match for item in self.explanations for match in item.matches)


@dataclass(frozen=True, slots=True)
class Failure:
    """A record that could not be used: where it stood, what it looked like, why, what to do."""

    source: Source
    raw: str
    error: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.source}: {self.error}" + (f"; {self.remedy}" if self.remedy else "")


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a reader of the report should know about a record that was kept."""

    source: Source | None
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the input: `entries == kept + merged + len(skipped)`."""

    entries: int
    kept: int
    merged: int
    skipped: tuple[Failure, ...] = ()
    notices: tuple[Notice, ...] = ()
    files: tuple[tuple[str, str], ...] = field(default=())  # (name, sha256), sorted


@dataclass(frozen=True, slots=True)
class Node:
    """A paper or concept as exporters and views see it; `id` is a short slug, `iri` the IRI."""

    id: str
    iri: str
    label: str
    name: str
    kind: Literal["paper", "concept"]
    concept_type: ConceptType | None = None
    year: int | None = None
    papers: int = 0
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A role or relation triple; `relation` is the local name of its predicate."""

    id: str
    source: str
    target: str
    relation: str
    interaction: str
    confidence: float | None = None
    salience: float | None = None
    support: int = 1

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells an edge from all others of the graph."""
        return self.source, self.relation, self.target


@dataclass(frozen=True, slots=True)
class Projection:
    """The graph without RDF: nodes sorted by id, edges by (source, target, relation)."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a graph holds; `triples` counts the default graph, `quads` all three."""

    papers: int
    concepts: Mapping[ConceptType, int]
    links: Mapping[Role, int]
    relations: Mapping[RelationKind, int]
    triples: int
    quads: int


@dataclass(frozen=True, slots=True)
class Quote:
    """Evidence to read: a sentence of a paper, and where in the sentence the mention stands."""

    paper: str
    sentence: str
    span: Span


@dataclass(frozen=True, slots=True)
class Neighbour:
    """One edge of a node: `outgoing` says whether the node is its subject."""

    relation: str
    outgoing: bool
    iri: str
    label: str
    confidence: float
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """A paper or concept with all that surrounds it."""

    iri: str
    label: str
    kind: str
    aliases: tuple[str, ...]
    text: str
    neighbours: tuple[Neighbour, ...]
