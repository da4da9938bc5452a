"""Relations between the concepts of one paper: few rules, each of which is usually right."""

import re
from collections.abc import Iterator, Sequence

from kg.model import RELATION_ENDS, Entity, EntityRelation, Mention, Paper, RelationKind
from kg.text import sentence_at, sentences

_MOST = 3
_OURS = re.compile(r"\b(?:our|we|the proposed|this) ", re.IGNORECASE)


def find_relations(paper: Paper, entities: Sequence[Entity]) -> tuple[EntityRelation, ...]:
    """Relations that roles and shared sentences suggest, typed as the model allows.

    What a paper introduces is for the tasks it addresses, is evaluated with the datasets it
    uses, and compares with the rivals named in a sentence about it; an introduced dataset is
    a benchmark for the addressed tasks.
    """
    found: dict[tuple[int, RelationKind, int], EntityRelation] = {}
    for relation in _by_role(paper, entities):
        ends = (entities[relation.head].type, entities[relation.tail].type)
        key = (relation.head, relation.kind, relation.tail)
        if relation.head != relation.tail and ends in RELATION_ENDS[relation.kind]:
            found.setdefault(key, relation)
    return tuple(found[key] for key in sorted(found))


def _by_role(paper: Paper, entities: Sequence[Entity]) -> Iterator[EntityRelation]:
    contributions = _places(entities, "method", "introduced")[:_MOST]
    tasks = _places(entities, "task", "addressed")
    for head in contributions:
        for tail in tasks:
            yield _relation(paper, entities, head, "used-for", tail)
        for tail in _places(entities, "dataset", "used"):
            yield _relation(paper, entities, head, "evaluated-with", tail)
        for tail in _places(entities, "method", "compared"):
            if _is_near(paper, entities[head], entities[tail]):
                yield _relation(paper, entities, head, "compare-with", tail)
    for head in _places(entities, "dataset", "introduced"):
        for tail in tasks:
            yield _relation(paper, entities, head, "benchmark-for", tail)
    if not contributions:
        for head in _places(entities, "method", "used")[:_MOST]:
            for tail in tasks:
                if _shared_sentence(paper, entities[head], entities[tail]):
                    yield _relation(paper, entities, head, "used-for", tail)


def _places(entities: Sequence[Entity], kind: str, role: str) -> list[int]:
    return [
        place
        for place, entity in enumerate(entities)
        if entity.type == kind and entity.role == role
    ]


def _relation(
    paper: Paper, entities: Sequence[Entity], head: int, kind: RelationKind, tail: int
) -> EntityRelation:
    shared = _shared_sentence(paper, entities[head], entities[tail])
    evidence = shared or (entities[head].mentions[0], entities[tail].mentions[0])
    trust = min(entities[head].confidence, entities[tail].confidence)
    return EntityRelation(head, kind, tail, round(trust * (0.75 if shared else 0.5), 4), evidence)


def _is_near(paper: Paper, contribution: Entity, rival: Entity) -> bool:
    """Whether they share a sentence, or the rival's sentence speaks of "our" method."""
    if _shared_sentence(paper, contribution, rival):
        return True
    for mention in rival.mentions:
        text = paper.text(mention.field)
        spans = sentences(text)
        span = spans[sentence_at(spans, mention.span.start)]
        if _OURS.search(text, span.start, span.end):
            return True
    return False


def _shared_sentence(paper: Paper, head: Entity, tail: Entity) -> tuple[Mention, ...]:
    """The first two mentions that share a sentence, if any."""
    at = {_sentence(paper, mention): mention for mention in reversed(head.mentions)}
    for mention in tail.mentions:
        if partner := at.get(_sentence(paper, mention)):
            return partner, mention
    return ()


def _sentence(paper: Paper, mention: Mention) -> tuple[str, int]:
    spans = sentences(paper.text(mention.field))
    return mention.field, sentence_at(spans, mention.span.start)
