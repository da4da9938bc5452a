"""Applying what was decided: concepts, links and relations, with why each name was joined."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kg.model import (
    FIELDS,
    RELATION_ENDS,
    ROLES,
    Concept,
    ConceptType,
    Entity,
    Evidence,
    Explanation,
    Extraction,
    Link,
    Match,
    Mention,
    Proposal,
    Relation,
    RelationKind,
    Resolution,
    Role,
)
from kg.resolve.decide import Cluster, Decision
from kg.resolve.uses import count_forms, papers_of_forms
from kg.resolve.variants import atom, distinct_aliases, is_short, preferred_label
from kg.vocab import unique_slugs

T = TypeVar("T")

#: What a role becomes when the vote gives the concept another type than the paper did.
_NEAREST: Mapping[ConceptType, Mapping[Role, Role]] = {
    "method": {"addressed": "used", "mentioned": "used"},
    "task": {"introduced": "addressed", "used": "mentioned", "compared": "mentioned"},
    "dataset": {"compared": "used", "addressed": "used", "mentioned": "used"},
}
_HIERARCHY: tuple[RelationKind, ...] = ("subclass-of", "subtask-of")


#: How often a proposal of a broader concept is right (benchmarks/resolve.md).
_PROPOSED = 0.75


@dataclass(frozen=True, slots=True)
class Anew(Generic[T]):
    """What is made each time it is gone through, so that it never lies in memory whole."""

    make: Callable[[], Iterator[T]]

    def __iter__(self) -> Iterator[T]:
        return self.make()


def apply(decision: Decision, extractions: Callable[[], Iterable[Extraction]]) -> Resolution:
    """The resolution that a decision makes of its extractions, every part of it sorted.

    Links and explanations are made while they are read. Extractions come in the order of the ids
    of their papers, each time anew.
    """
    concepts = _concepts(decision.clusters)
    proposals = [
        Proposal(concepts[narrow].id, concepts[broad].id, _PROPOSED, reasons)
        for narrow, broad, reasons in decision.proposals
    ]
    home = _Home(decision, concepts)
    by_id = sorted(zip(concepts, decision.clusters, strict=True), key=lambda pair: pair[0].id)
    return Resolution(
        concepts=tuple(concept for concept, _ in by_id),
        links=Anew(lambda: _links(home, extractions())),
        relations=_relations(home, extractions()),
        explanations=Anew(lambda: (_explain(*pair, decision.papers) for pair in by_id)),
        proposals=tuple(sorted(proposals, key=lambda p: (p.narrower, p.broader))),
    )


@dataclass(frozen=True, slots=True)
class _Home:
    """The concept of each entity."""

    decision: Decision
    concepts: Sequence[Concept]

    def of(self, paper_id: str, entity: Entity) -> Concept | None:
        """None if the user drops it."""
        index = self.decision.cluster_of(paper_id, entity)
        return None if index is None else self.concepts[index]


def _concepts(clusters: Sequence[Cluster]) -> tuple[Concept, ...]:
    counts = [_count_aliases(cluster) for cluster in clusters]
    labels = [
        cluster.label or preferred_label(Counter({n: count[n] or 1 for n in cluster.names}))
        for cluster, count in zip(clusters, counts, strict=True)
    ]
    kinds = [cluster.type for cluster in clusters]
    ids = unique_slugs(zip(kinds, labels, strict=True))
    return tuple(
        Concept(ids[cluster.type, label], cluster.type, label, distinct_aliases(count, label))
        for cluster, count, label in zip(clusters, counts, labels, strict=True)
    )


def _count_aliases(cluster: Cluster) -> Counter[str]:
    """In how many uses each form occurs that the concept may be called by."""
    count = count_forms(cluster.uses)
    return Counter({form: count[form] for form in count.keys() & cluster.aliases})


def _explain(concept: Concept, cluster: Cluster, papers: Sequence[str]) -> Explanation:
    """Which papers use which form, why each alias is one, and how the type was voted."""
    numbers = papers_of_forms(cluster.uses)
    joined = {atom(match.left): match for match in cluster.joined}
    # The papers that use a form and one of another spelling for one thing.
    together = papers_of_forms(
        {n: u for n, u in cluster.uses.items() if len({atom(form) for form in n.forms}) > 1}
    )
    matches = [
        _match(alias, concept.label, joined, [papers[n] for n in sorted(together.get(alias, ()))])
        for alias in concept.aliases
    ]
    return Explanation(
        concept=concept.id,
        forms=tuple(
            (form, tuple(papers[number] for number in sorted(numbers[form])))
            for form in sorted(numbers)
        ),
        votes=cluster.votes,
        matches=tuple(sorted(matches, key=lambda m: (m.right, m.left, m.reasons))),
    )


def _match(alias: str, label: str, joined: Mapping[str, Match], together: Sequence[str]) -> Match:
    """Why an alias is one; `together` are the papers that use it beside another name."""
    if atom(alias) == atom(label):
        return Match(alias, label, 1.0, ("same but for spelling",))
    if atom(alias) in joined:
        match = joined[atom(alias)]
        return Match(alias, match.right, match.score, match.reasons)
    if together:
        reason = "abbreviation" if is_short(alias) else "other name"
        reasons = f"{reason} in {together[0]}", f"papers: {len(together)}"
        return Match(alias, label, 0.95, reasons)
    if is_short(alias):
        return Match(alias, label, 0.85, ("nearly the only sense in the corpus",))
    return Match(alias, label, 0.85, ("same but for spelling as another of its names",))


def role_for(kind: ConceptType, role: Role) -> Role:
    """A role that a concept of this type can play, nearest to the one the paper gave."""
    return role if role in ROLES[kind] else _NEAREST[kind][role]


def _mention_order(mention: Mention) -> tuple[int, int, int]:
    return FIELDS.index(mention.field), mention.span.start, mention.span.end


def _links(home: _Home, extractions: Iterable[Extraction]) -> Iterator[Link]:
    """One link for each paper and concept, with the most telling role."""
    for extraction in extractions:
        paper_id = extraction.paper_id
        gathered: dict[str, tuple[Concept, list[Entity]]] = {}
        for entity in extraction.entities:
            if concept := home.of(paper_id, entity):
                gathered.setdefault(concept.id, (concept, []))[1].append(entity)
        for _, (concept, entities) in sorted(gathered.items(), key=lambda item: item[0]):
            yield _link(paper_id, concept, entities)


def _link(paper_id: str, concept: Concept, entities: Sequence[Entity]) -> Link:
    mentions = {mention for entity in entities for mention in entity.mentions}
    kind = concept.type
    return Link(
        paper_id=paper_id,
        concept_id=concept.id,
        role=min((role_for(kind, e.role) for e in entities), key=ROLES[kind].index),
        confidence=max(entity.confidence for entity in entities),
        salience=max(entity.salience for entity in entities),
        evidence=tuple(sorted(mentions, key=_mention_order)),
    )


def _relations(home: _Home, extractions: Iterable[Extraction]) -> tuple[Relation, ...]:
    """Relations over all papers, none from a concept to itself or against its types."""
    found: dict[tuple[str, RelationKind, str], list[tuple[str, float, tuple[Mention, ...]]]]
    found = defaultdict(list)
    for extraction in extractions:
        paper_id, entities = extraction.paper_id, extraction.entities
        for relation in extraction.relations:
            head = home.of(paper_id, entities[relation.head])
            tail = home.of(paper_id, entities[relation.tail])
            if head is None or tail is None:  # dropped by the user
                continue
            if head.id != tail.id and (head.type, tail.type) in RELATION_ENDS[relation.kind]:
                stated = (paper_id, relation.confidence, relation.evidence)
                found[head.id, relation.kind, tail.id].append(stated)
    merged = [_merge(key, stated) for key, stated in sorted(found.items())]
    return tuple(_keep_one_direction(merged))


def _merge(
    key: tuple[str, RelationKind, str],
    stated: Sequence[tuple[str, float, tuple[Mention, ...]]],
) -> Relation:
    evidence = {Evidence(paper, mention) for paper, _, mentions in stated for mention in mentions}
    return Relation(
        *key,
        confidence=max(confidence for _, confidence, _ in stated),
        papers=tuple(sorted({paper for paper, _, _ in stated})),
        evidence=tuple(sorted(evidence, key=lambda e: (e.paper_id, _mention_order(e.mention)))),
    )


def _keep_one_direction(relations: Sequence[Relation]) -> Iterable[Relation]:
    """Of "a is a kind of b" and "b is a kind of a", the better supported."""
    by_key = {(r.head, r.kind, r.tail): r for r in relations}
    for relation in relations:
        other = by_key.get((relation.tail, relation.kind, relation.head))
        if other is None or relation.kind not in _HIERARCHY or _rank(relation) < _rank(other):
            yield relation


def _rank(relation: Relation) -> tuple[int, float, str]:
    return -len(relation.papers), -relation.confidence, relation.head
