"""What the text of one paper says: mentions, entities, their relations."""

from dataclasses import dataclass

from kg.model.papers import Span
from kg.model.terms import ConceptType, FieldName, RelationKind, Role


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
