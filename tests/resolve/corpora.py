"""Small corpora of entities without texts."""

from kg.model import ROLES, Entity, Extraction, Mention, Paper, Span


def entity(label, *aliases, kind="method", role=None, confidence=0.8):
    mentions = tuple(
        Mention("abstract", Span(i, i + len(form)), form, kind, confidence)
        for i, form in enumerate((label, *aliases))
    )
    return Entity(kind, label, aliases, mentions, role or ROLES[kind][-1], confidence, 0.5)


def corpus(*rows, relations=None):
    """One paper for each row of entities, without text."""
    relations = relations or {}
    papers = [Paper(f"p{i}", "", "") for i in range(len(rows))]
    extractions = [
        Extraction(f"p{i}", tuple(row), tuple(relations.get(i, ()))) for i, row in enumerate(rows)
    ]
    return papers, extractions
