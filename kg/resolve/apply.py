"""Applying what was decided: concepts, links and relations, with why each name was joined."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from kg.model import (
    FIELDS,
    RELATION_ENDS,
    ROLES,
    Concept,
    ConceptType,
    Entity,
    Evidence,
    Extraction,
    Link,
    Match,
    Mention,
    Relation,
    RelationKind,
    Resolution,
    Role,
)
from kg.resolve.decide import Cluster, Place, forms_of
from kg.resolve.variants import atom, distinct_aliases, is_short, preferred_label
from kg.vocab import unique_slugs

#: What a role becomes when the vote gives the concept another type than the paper did.
_NEAREST: Mapping[ConceptType, Mapping[Role, Role]] = {
    "method": {"addressed": "used", "mentioned": "used"},
    "task": {"introduced": "addressed", "used": "mentioned", "compared": "mentioned"},
    "dataset": {"compared": "used", "addressed": "used", "mentioned": "used"},
}
_HIERARCHY: tuple[RelationKind, ...] = ("subclass-of", "subtask-of")


def apply(clusters: Sequence[Cluster], extractions: Iterable[Extraction]) -> Resolution:
    """The resolution that clusters make of extractions, every part of it sorted."""
    by_paper = {extraction.paper_id: extraction for extraction in extractions}
    counts = [_count_forms(cluster, by_paper) for cluster in clusters]
    labels = [
        preferred_label(Counter({name: count[name] for name in cluster.names}))
        for cluster, count in zip(clusters, counts, strict=True)
    ]
    kinds = [cluster.type for cluster in clusters]
    ids = unique_slugs(zip(kinds, labels, strict=True))
    concepts, matches, concept_of = [], [], {}
    for cluster, count, label in zip(clusters, counts, labels, strict=True):
        concept = Concept(
            ids[cluster.type, label], cluster.type, label, distinct_aliases(count, label)
        )
        concepts.append(concept)
        matches.extend(_explain(concept, cluster, by_paper))
        concept_of.update(dict.fromkeys(cluster.members, concept))
    return Resolution(
        concepts=tuple(sorted(concepts, key=lambda concept: concept.id)),
        links=_links(concept_of, by_paper),
        relations=_relations(concept_of, by_paper),
        matches=tuple(sorted(matches, key=lambda m: (m.right, m.left, m.reasons))),
    )


def _entity(place: Place, by_paper: Mapping[str, Extraction]) -> Entity:
    return by_paper[place[0]].entities[place[1]]


def _count_forms(cluster: Cluster, by_paper: Mapping[str, Extraction]) -> Counter[str]:
    """In how many entities each form occurs."""
    count: Counter[str] = Counter()
    for place in cluster.members:
        entity = _entity(place, by_paper)
        count.update(cluster.aliases.intersection(forms_of(entity)))
    return count


def _explain(concept: Concept, cluster: Cluster, by_paper: Mapping[str, Extraction]) -> list[Match]:
    """One match for each alias, and one for a type that was not unanimous."""
    matches = []
    papers = _papers_that_join(cluster, by_paper)
    for alias in concept.aliases:
        if atom(alias) == atom(concept.label):
            matches.append(Match(alias, concept.label, 1.0, ("same but for spelling",)))
        elif together := papers.get(alias):
            reason = "abbreviation" if is_short(alias) else "other name"
            reasons = (f"{reason} in {min(together)}", f"papers: {len(together)}")
            matches.append(Match(alias, concept.label, 0.95, reasons))
        else:
            only = "only full form in the corpus"
            matches.append(Match(alias, concept.label, 0.85, (only,)))
    if len(cluster.votes) > 1:
        total = sum(votes for _, votes in cluster.votes)
        counted = ", ".join(f"{kind} {votes:g}" for kind, votes in cluster.votes)
        share = round(cluster.votes[0][1] / total, 4) if total else 0.0
        matches.append(Match(concept.label, concept.label, share, (f"type by vote: {counted}",)))
    return matches


def _papers_that_join(
    cluster: Cluster, by_paper: Mapping[str, Extraction]
) -> Mapping[str, set[str]]:
    """Each form to the papers that use it and a form of another spelling for one entity."""
    papers: dict[str, set[str]] = defaultdict(set)
    for place in cluster.members:
        forms = forms_of(_entity(place, by_paper))
        if len({atom(form) for form in forms}) > 1:
            for form in forms:
                papers[form].add(place[0])
    return papers


def role_for(kind: ConceptType, role: Role) -> Role:
    """A role that a concept of this type can play, nearest to the one the paper gave."""
    return role if role in ROLES[kind] else _NEAREST[kind][role]


def _mention_order(mention: Mention) -> tuple[int, int, int]:
    return FIELDS.index(mention.field), mention.span.start, mention.span.end


def _links(
    concept_of: Mapping[Place, Concept], by_paper: Mapping[str, Extraction]
) -> tuple[Link, ...]:
    """One link for each paper and concept, with the most telling role."""
    gathered: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for place, concept in concept_of.items():
        gathered[place[0], concept.id].append(place)
    links = []
    for (paper_id, concept_id), places in sorted(gathered.items()):
        entities = [_entity(place, by_paper) for place in places]
        kind = concept_of[places[0]].type
        mentions = {mention for entity in entities for mention in entity.mentions}
        links.append(
            Link(
                paper_id=paper_id,
                concept_id=concept_id,
                role=min((role_for(kind, e.role) for e in entities), key=ROLES[kind].index),
                confidence=max(entity.confidence for entity in entities),
                salience=max(entity.salience for entity in entities),
                evidence=tuple(sorted(mentions, key=_mention_order)),
            )
        )
    return tuple(links)


def _relations(
    concept_of: Mapping[Place, Concept], by_paper: Mapping[str, Extraction]
) -> tuple[Relation, ...]:
    """Relations over all papers, none from a concept to itself or against its types."""
    found: dict[tuple[str, RelationKind, str], list[tuple[str, float, tuple[Mention, ...]]]]
    found = defaultdict(list)
    for paper_id in sorted(by_paper):
        for relation in by_paper[paper_id].relations:
            head = concept_of[paper_id, relation.head]
            tail = concept_of[paper_id, relation.tail]
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
