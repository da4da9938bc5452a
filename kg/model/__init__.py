"""The values that travel through kg: frozen dataclasses, no behaviour beyond reading them.

    RawRecord ─► Paper ─► Extraction(Entity(Mention), EntityRelation) ─► Concept, Link, Relation
                                                                     ─► Projection(Node, Edge)

All offsets count code points of a *cleaned* field, and for every mention
`paper.text(mention.field)[mention.span.start:mention.span.end] == mention.surface`.
"""

from kg.model.answers import Counts, Description, Edge, Neighbour, Node, Projection, Quote
from kg.model.concepts import (
    Alignment,
    Concept,
    Entry,
    Evidence,
    Explanation,
    Link,
    Match,
    Proposal,
    Relation,
    Resolution,
)
from kg.model.extraction import Entity, EntityRelation, Extraction, Mention
from kg.model.papers import AbstractPart, Paper, Person, RawRecord, Source, Span
from kg.model.reports import Failure, Notice, Report
from kg.model.terms import (
    CONCEPT_TYPES,
    FIELDS,
    LABEL_WORDS,
    RELATION_ENDS,
    ROLES,
    ConceptType,
    FieldName,
    RelationKind,
    Role,
)

__all__ = [
    "CONCEPT_TYPES",
    "FIELDS",
    "LABEL_WORDS",
    "RELATION_ENDS",
    "ROLES",
    "AbstractPart",
    "Alignment",
    "Concept",
    "ConceptType",
    "Counts",
    "Description",
    "Edge",
    "Entity",
    "EntityRelation",
    "Entry",
    "Evidence",
    "Explanation",
    "Extraction",
    "Failure",
    "FieldName",
    "Link",
    "Match",
    "Mention",
    "Neighbour",
    "Node",
    "Notice",
    "Paper",
    "Person",
    "Projection",
    "Proposal",
    "Quote",
    "RawRecord",
    "Relation",
    "RelationKind",
    "Report",
    "Resolution",
    "Role",
    "Source",
    "Span",
]
