"""Deciding: which entities of a corpus are one concept, and of which type.

    entities ─► nodes (one spelling, one sense) ─► clusters (one thing) ─► types by vote

An entity goes by its label: that one paper uses a longer or shorter name for it makes them no
concept of the corpus, since "Transformer" would swallow "Vision Transformer".
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg.model import CONCEPT_TYPES, ConceptType, Entity, Extraction, Match, Paper
from kg.resolve.joins import Embed, Joined, Node, join, propose
from kg.resolve.likeness import Name, narrower
from kg.resolve.rules import Rules, obey
from kg.resolve.senses import Homes, Place, forms_of
from kg.resolve.variants import atom, is_short, preferred_label
from kg.text.core import core_of

#: What marks the part of a homograph that is a dataset.
_DATASET = " (dataset)"
_SHORT = " (short)"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveOptions:
    """When one name stays two concepts, and when two become one.

    Args:
        homograph_papers: so many papers must use the name for a dataset, and so many otherwise.
        homograph_share: and the rarer use must have this share of the votes.
        synonyms: whether names that differ in more than spelling are joined by likeness.
        rules: what the user rules.
        one_document: whether the extractions are parts of one document, in which a shorter name
            stands for the longer one that it begins or ends.
    """

    homograph_papers: int = 3
    homograph_share: float = 0.4
    synonyms: bool = True
    rules: Rules = field(default_factory=Rules)
    one_document: bool = False


@dataclass(frozen=True, slots=True)
class Cluster:
    """Entities that are one concept.

    `names` are the forms that it may be called by: those that lead to this cluster and to no
    other, so that two concepts of one type never get one label. `aliases` are its forms less the
    full names of other concepts, and less what one paper alone calls it that is a kind of it: its
    "spectral robustness" is no other name of robustness. `label` is empty unless the user rules it.
    """

    type: ConceptType
    names: frozenset[str]
    aliases: frozenset[str]
    members: tuple[Place, ...]
    votes: tuple[tuple[ConceptType, float], ...]
    label: str = ""
    joined: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The clusters, and pairs of their indexes of which the first seems narrower, with why."""

    clusters: tuple[Cluster, ...]
    proposals: tuple[tuple[int, int, tuple[str, ...]], ...]
    extractions: tuple[Extraction, ...]


def decide(
    papers: Iterable[Paper],
    extractions: Sequence[Extraction],
    embed: Embed | None,
    options: ResolveOptions,
) -> Decision:
    """Clusters of the entities of a corpus; a function of the sets of papers and extractions."""
    kept = obey(extractions, options.rules)
    entities = {
        (extraction.paper_id, index): entity
        for extraction in kept
        for index, entity in enumerate(extraction.entities)
    }
    homes = Homes(papers, entities, embed, options.rules.apart())
    places = _places_of_nodes(homes, entities, options)
    nodes = [_node(key, places[key], entities, homes) for key in sorted(places)]
    joined = join(
        nodes,
        embed if options.synonyms else None,
        _together(options.rules, homes, places),
        _apart(options.rules),
        options.one_document,
    )
    joined = _without(joined, options.rules.drop)
    clusters = _Clusters(places, entities, homes, options.rules).made_of(joined)
    index = {cluster.nodes[0].key: number for number, cluster in enumerate(joined)}
    proposals = tuple(
        (index[narrow.key], index[broad.key], reasons) for narrow, broad, reasons in propose(joined)
    )
    return Decision(clusters, proposals, tuple(kept))


def _places_of_nodes(
    homes: Homes, entities: Mapping[Place, Entity], options: ResolveOptions
) -> dict[str, list[Place]]:
    gathered: dict[str, list[Place]] = defaultdict(list)
    for place in sorted(entities):
        gathered[homes.of_entity(place, entities[place])].append(place)
    nodes = {}
    for home, members in gathered.items():
        first, *second = _parts(members, entities, options)
        nodes[home] = first
        if second:
            nodes[home + _DATASET] = second[0]
    return nodes


def _node(
    key: str, places: Sequence[Place], entities: Mapping[Place, Entity], homes: Homes
) -> Node:
    home = key.removesuffix(_DATASET)
    count = Counter(
        form
        for place in places
        for form in forms_of(entities[place])
        if homes.of_form(form) == home or (is_short(form) and home.endswith(_SHORT))
    ) or Counter(form for place in places for form in forms_of(entities[place]))
    kind = _votes(places, entities)[0][0]
    return Node(key, Name(preferred_label(count)), kind, len({paper for paper, _ in places}))


def _together(
    rules: Rules, homes: Homes, places: Mapping[str, object]
) -> tuple[tuple[str, ...], ...]:
    """The keys of nodes that the user rules the same."""
    groups = []
    for group in rules.same:
        keys = {home for name in group for home in _keys_of(name, homes) if home in places}
        if len(keys) > 1:
            groups.append(tuple(sorted(keys)))
    return tuple(groups)


def _without(joined: Sequence[Joined], dropped: Sequence[str]) -> tuple[Joined, ...]:
    """The clusters of which no name has the core of a dropped one."""
    cores = {core_of(name).stems for name in dropped}
    return tuple(c for c in joined if not cores & {node.name.core.stems for node in c.nodes})


def _keys_of(name: str, homes: Homes) -> tuple[str, ...]:
    home = homes.of_form(name)
    return (home, atom(name), f"{atom(name)}{_SHORT}", home + _DATASET)


def _apart(rules: Rules) -> frozenset[frozenset[str]]:
    """Keys that must stay apart, whether a name is a short form or not."""
    pairs = set()
    for pair in rules.apart():
        one, two = sorted(pair) if len(pair) == 2 else (min(pair), min(pair))
        for a in (one, one + _SHORT):
            for b in (two, two + _SHORT):
                pairs.add(frozenset((a, b)))
    return frozenset(pairs)


class _Clusters:
    """Makes clusters of joined nodes: their forms, names, votes and what the user rules."""

    def __init__(
        self,
        places: Mapping[str, Sequence[Place]],
        entities: Mapping[Place, Entity],
        homes: Homes,
        rules: Rules,
    ) -> None:
        self._places, self._entities, self._homes = places, entities, homes
        self._label = {atom(name): wanted for name, wanted in rules.label}
        self._type = {atom(name): kind for name, kind in rules.type}

    def made_of(self, joined: Sequence[Joined]) -> tuple[Cluster, ...]:
        """One cluster for each."""
        home_of = {
            node.key.removesuffix(_DATASET): number
            for number, cluster in enumerate(joined)
            for node in cluster.nodes
        }
        return tuple(self._cluster(number, part, home_of) for number, part in enumerate(joined))

    def _papers_of_forms(self, places: Sequence[Place]) -> Mapping[str, set[str]]:
        papers: dict[str, set[str]] = defaultdict(set)
        for place in places:
            for form in forms_of(self._entities[place]):
                papers[form].add(place[0])
        return papers

    def _cluster(self, number: int, joined: Joined, home_of: Mapping[str, int]) -> Cluster:
        places = sorted(place for node in joined.nodes for place in self._places[node.key])
        papers = self._papers_of_forms(places)
        forms = papers.keys()
        leads = {form: home_of.get(self._homes.of_form(form)) for form in forms}
        names = frozenset(form for form in forms if leads[form] == number)
        head = joined.nodes[0].name
        aliases = frozenset(
            form
            for form in forms
            if is_short(form)
            or leads[form] == number
            or (leads[form] is None and (len(papers[form]) > 1 or not narrower(Name(form), head)))
        )
        votes = _votes(places, self._entities)
        atoms = sorted({atom(node.name.text) for node in joined.nodes} | set(map(atom, names)))
        kind = next((self._type[a] for a in atoms if a in self._type), votes[0][0])
        label = next((self._label[a] for a in atoms if a in self._label), "")
        own = names or frozenset(node.name.text for node in joined.nodes)
        return Cluster(kind, own, aliases | own, tuple(places), votes, label, joined.matches)


def _parts(
    places: Sequence[Place], entities: Mapping[Place, Entity], options: ResolveOptions
) -> list[list[Place]]:
    """The entities of one name as they are, or in two parts for a genuine homograph.

    Methods and tasks shade into each other, so only a dataset can be the second of a pair.
    """
    parts = [
        [place for place in places if (entities[place].type == "dataset") is wanted]
        for wanted in (False, True)
    ]
    papers = min(len({paper_id for paper_id, _ in part}) for part in parts)
    weights = [_weight(part, entities) for part in parts]
    apart = min(weights) >= options.homograph_share * sum(weights)
    return parts if papers >= options.homograph_papers and apart else [list(places)]


def _weight(places: Iterable[Place], entities: Mapping[Place, Entity]) -> int:
    """Summed confidence in ten-thousandths: a sum of floats depends on the order of its terms."""
    return sum(round(entities[place].confidence * 10_000) for place in places)


def _votes(
    places: Iterable[Place], entities: Mapping[Place, Entity]
) -> tuple[tuple[ConceptType, float], ...]:
    """The types with the summed confidence for each, the one with most first."""
    by_type: dict[ConceptType, list[Place]] = defaultdict(list)
    for place in places:
        by_type[entities[place].type].append(place)
    votes = {kind: _weight(part, entities) for kind, part in by_type.items()}
    ranked = sorted(votes, key=lambda kind: (-votes[kind], CONCEPT_TYPES.index(kind)))
    return tuple((kind, votes[kind] / 10_000) for kind in ranked)
