"""Extractions as JSON: the form that `kg extract` prints, and a lossless one for the cache."""

from collections.abc import Mapping
from dataclasses import asdict
from sys import intern
from typing import Any

from kg.model import Entity, EntityRelation, Extraction, Mention, Paper, Span


def to_json(paper: Paper, extraction: Extraction) -> dict[str, Any]:
    """What `kg extract` prints for a paper; see docs/reference/extraction-json.md."""
    entities = extraction.entities
    return {
        "id": paper.id,
        "title": paper.title,
        "concepts": [
            {
                "type": entity.type,
                "label": entity.label,
                "aliases": list(entity.aliases),
                "role": entity.role,
                "confidence": entity.confidence,
                "salience": entity.salience,
                "mentions": [_place(mention) for mention in entity.mentions],
            }
            for entity in entities
        ],
        "relations": [
            [entities[relation.head].label, relation.kind, entities[relation.tail].label]
            for relation in extraction.relations
        ],
    }


def _place(mention: Mention) -> dict[str, Any]:
    span = mention.span
    return {
        "field": mention.field, "start": span.start, "end": span.end, "text": mention.surface,
    }  # fmt: skip


def to_record(extraction: Extraction) -> dict[str, Any]:
    """Everything in an extraction, as plain JSON values.

    >>> from_record(to_record(Extraction("p"))) == Extraction("p")
    True
    """
    return asdict(extraction)


def from_record(record: Mapping[str, Any]) -> Extraction:
    """The extraction that `to_record` was given.

    Raises:
        KeyError, TypeError: the record has another form.
    """
    return Extraction(
        paper_id=record["paper_id"],
        entities=tuple(map(_entity, record["entities"])),
        relations=tuple(
            EntityRelation(**{**relation, "evidence": _mentions(relation["evidence"])})
            for relation in record["relations"]
        ),
    )


def _entity(record: Mapping[str, Any]) -> Entity:
    return Entity(
        type=record["type"],
        label=intern(record["label"]),
        aliases=tuple(map(intern, record["aliases"])),
        mentions=_mentions(record["mentions"]),
        role=record["role"],
        confidence=record["confidence"],
        salience=record["salience"],
    )


def _mentions(records: list[dict[str, Any]]) -> tuple[Mention, ...]:
    """Mentions whose strings are one object wherever they are equal: most stand in many papers."""
    return tuple(
        Mention(
            field=intern(record["field"]),  # type: ignore[arg-type]  # the record's own contract
            span=Span(**record["span"]),
            surface=intern(record["surface"]),
            type=intern(record["type"]),  # type: ignore[arg-type]
            score=record["score"],
        )
        for record in records
    )
