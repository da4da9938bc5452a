"""What a corpus says: concepts, the forms they joined, their links and relations."""

from collections.abc import Iterable
from dataclasses import dataclass

from kg.model.extraction import Mention
from kg.model.terms import ConceptType, RelationKind, Role


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
    """What resolution makes of a corpus, with an explanation for each concept.

    Links and explanations may be made while they are read; then they can be read again.
    """

    concepts: tuple[Concept, ...]
    links: Iterable[Link]
    relations: tuple[Relation, ...]
    explanations: Iterable[Explanation] = ()
    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A concept of another vocabulary, or some of what it says of one: names may come apart."""

    iri: str
    labels: tuple[str, ...]
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alignment:
    """A concept of ours that an entry of another vocabulary names too; `exact` if beyond doubt."""

    concept_id: str
    iri: str
    exact: bool
    confidence: float
