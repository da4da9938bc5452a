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
from kg.resolve.senses import Place, forms_of
from kg.resolve.variants import atom, distinct_aliases, is_short, preferred_label
from kg.vocab import unique_slugs

#: What a role becomes when the vote gives the concept another type than the paper did.
_NEAREST: Mapping[ConceptType, Mapping[Role, Role]] = {
    "method": {"addressed": "used", "mentioned": "used"},
    "task": {"introduced": "addressed", "used": "mentioned", "compared": "mentioned"},
    "dataset": {"compared": "used", "addressed": "used", "mentioned": "used"},
}
_HIERARCHY: tuple[RelationKind, ...] = ("subclass-of", "subtask-of")


#: How often a proposal of a broader concept is right (benchmarks/resolve.md).
_PROPOSED = 0.75


def apply(decision: Decision) -> Resolution:
    """The resolution that a decision makes of its extractions, every part of it sorted."""
    by_paper = {extraction.paper_id: extraction for extraction in decision.extractions}
    concepts = _concepts(decision.clusters, by_paper)
    concept_of = {
        place: concept
        for cluster, concept in zip(decision.clusters, concepts, strict=True)
        for place in cluster.members
    }
    proposals = [
        Proposal(concepts[narrow].id, concepts[broad].id, _PROPOSED, reasons)
        for narrow, broad, reasons in decision.proposals
    ]
    explanations = [
        _explain(concept, cluster, by_paper)
        for cluster, concept in zip(decision.clusters, concepts, strict=True)
    ]
    return Resolution(
        concepts=tuple(sorted(concepts, key=lambda concept: concept.id)),
        links=_links(concept_of, by_paper),
        relations=_relations(concept_of, by_paper),
        explanations=tuple(sorted(explanations, key=lambda e: e.concept)),
        proposals=tuple(sorted(proposals, key=lambda p: (p.narrower, p.broader))),
    )


def _concepts(
    clusters: Sequence[Cluster], by_paper: Mapping[str, Extraction]
) -> tuple[Concept, ...]:
    counts = [_count_forms(cluster, by_paper) for cluster in clusters]
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


def _entity(place: Place, by_paper: Mapping[str, Extraction]) -> Entity:
    return by_paper[place[0]].entities[place[1]]


def _count_forms(cluster: Cluster, by_paper: Mapping[str, Extraction]) -> Counter[str]:
    """In how many entities each form occurs."""
    count: Counter[str] = Counter()
    for place in cluster.members:
        entity = _entity(place, by_paper)
        count.update(cluster.aliases.intersection(forms_of(entity)))
    return count


def _explain(concept: Concept, cluster: Cluster, by_paper: Mapping[str, Extraction]) -> Explanation:
    """Which papers use which form, why each alias is one, and how the type was voted."""
    papers: dict[str, set[str]] = defaultdict(set)
    for place in cluster.members:
        for form in forms_of(_entity(place, by_paper)):
            papers[form].add(place[0])
    joined = {atom(match.left): match for match in cluster.joined}
    together = _papers_that_join(cluster, by_paper)
    matches = [_match(alias, concept.label, joined, together) for alias in concept.aliases]
    return Explanation(
        concept=concept.id,
        forms=tuple((form, tuple(sorted(papers[form]))) for form in sorted(papers)),
        votes=cluster.votes,
        matches=tuple(sorted(matches, key=lambda m: (m.right, m.left, m.reasons))),
    )


def _match(
    alias: str, label: str, joined: Mapping[str, Match], together: Mapping[str, set[str]]
) -> Match:
    """Why an alias is one."""
    if atom(alias) == atom(label):
        return Match(alias, label, 1.0, ("same but for spelling",))
    if atom(alias) in joined:
        match = joined[atom(alias)]
        return Match(alias, match.right, match.score, match.reasons)
    if papers := together.get(alias):
        reason = "abbreviation" if is_short(alias) else "other name"
        return Match(alias, label, 0.95, (f"{reason} in {min(papers)}", f"papers: {len(papers)}"))
    if is_short(alias):
        return Match(alias, label, 0.85, ("nearly the only sense in the corpus",))
    return Match(alias, label, 0.85, ("same but for spelling as another of its names",))


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
            head = concept_of.get((paper_id, relation.head))
            tail = concept_of.get((paper_id, relation.tail))
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
