"""Deciding: which entities of a corpus are one concept, and of which type.

    entities ─► nodes (one spelling, one sense) ─► clusters (one thing) ─► types by vote

An entity goes by its label: that one paper uses a longer or shorter name for it makes them no
concept of the corpus, since "Transformer" would swallow "Vision Transformer".
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg.model import ConceptType, Entity, Extraction, Match, Paper
from kg.resolve.joins import Embed, Joined, Node, join, propose
from kg.resolve.likeness import Name, narrower
from kg.resolve.rules import Rules
from kg.resolve.senses import SHORT, Homes
from kg.resolve.uses import (
    Group,
    Naming,
    Tally,
    Uses,
    count_forms,
    count_papers,
    naming_of,
    papers_of_forms,
    tally,
    united,
    votes,
    weight,
)
from kg.resolve.variants import atom, is_short, preferred_label
from kg.text.core import core_of

#: What marks the part of a homograph that is a dataset.
_DATASET = " (dataset)"


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
    uses: Group
    votes: tuple[tuple[ConceptType, float], ...]
    label: str = ""
    joined: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The clusters, pairs of their indexes of which the first seems narrower with why, and where
    each entity belongs. `papers` are the ids of the papers whose numbers the clusters hold.
    """

    clusters: tuple[Cluster, ...]
    proposals: tuple[tuple[int, int, tuple[str, ...]], ...]
    papers: tuple[str, ...]
    index: Mapping[str, int | None]
    homes: Homes

    def cluster_of(self, paper_id: str, entity: Entity) -> int | None:
        """The index of the cluster of an entity; None if the user drops it."""
        home = self.homes.of_use(naming_of(entity), paper_id)
        split = entity.type == "dataset" and home + _DATASET in self.index
        return self.index[home + _DATASET if split else home]


def decide(
    papers: Iterable[Paper],
    extractions: Iterable[Extraction],
    embed: Embed | None,
    options: ResolveOptions,
) -> Decision:
    """Clusters of the entities of a corpus; a function of the sets of papers and extractions.

    Args:
        extractions: read once, in the order of the ids of their papers.
    """
    counted = tally(extractions)
    homes = Homes(papers, counted, embed, options.rules.apart())
    groups = _groups_of_nodes(homes, counted, options)
    nodes = [_node(key, groups[key], homes) for key in sorted(groups)]
    joined = join(
        nodes,
        embed if options.synonyms else None,
        _together(options.rules, homes, groups),
        _apart(options.rules),
        options.one_document,
    )
    joined = _without(joined, options.rules.drop)
    clusters = _Clusters(groups, homes, options.rules).made_of(joined)
    first = {cluster.nodes[0].key: number for number, cluster in enumerate(joined)}
    proposals = tuple(
        (first[narrow.key], first[broad.key], reasons) for narrow, broad, reasons in propose(joined)
    )
    index: dict[str, int | None] = dict.fromkeys(groups)
    for number, cluster in enumerate(joined):
        index.update(dict.fromkeys((node.key for node in cluster.nodes), number))
    return Decision(clusters, proposals, counted.papers, index, homes)


def _groups_of_nodes(homes: Homes, counted: Tally, options: ResolveOptions) -> dict[str, Group]:
    gathered: dict[str, dict[Naming, Uses]] = defaultdict(dict)
    for naming, uses in counted.uses.items():
        home = homes.of_naming(naming)
        if not home.endswith(SHORT):
            gathered[home][naming] = uses
            continue
        for number, confidence in zip(uses.papers, uses.confidences, strict=True):
            home = homes.of_use(naming, counted.papers[number])
            gathered[home].setdefault(naming, Uses()).add(number, confidence)
    groups: dict[str, Group] = {}
    for home, group in gathered.items():
        first, *second = _parts(group, options)
        groups[home] = first
        if second:
            groups[home + _DATASET] = second[0]
    return groups


def _node(key: str, group: Group, homes: Homes) -> Node:
    home = key.removesuffix(_DATASET)
    count = count_forms(group)
    own = {
        form: times
        for form, times in count.items()
        if homes.of_form(form) == home or (is_short(form) and home.endswith(SHORT))
    }
    name = preferred_label(Counter(own) if own else count)
    return Node(key, Name(name), votes(group)[0][0], count_papers(group))


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
    return (home, atom(name), f"{atom(name)}{SHORT}", home + _DATASET)


def _apart(rules: Rules) -> frozenset[frozenset[str]]:
    """Keys that must stay apart, whether a name is a short form or not."""
    pairs = set()
    for pair in rules.apart():
        one, two = sorted(pair) if len(pair) == 2 else (min(pair), min(pair))
        for a in (one, one + SHORT):
            for b in (two, two + SHORT):
                pairs.add(frozenset((a, b)))
    return frozenset(pairs)


class _Clusters:
    """Makes clusters of joined nodes: their forms, names, votes and what the user rules."""

    def __init__(
        self,
        groups: Mapping[str, Group],
        homes: Homes,
        rules: Rules,
    ) -> None:
        self._groups, self._homes = groups, homes
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

    def _cluster(self, number: int, joined: Joined, home_of: Mapping[str, int]) -> Cluster:
        group = united([self._groups[node.key] for node in joined.nodes])
        papers = papers_of_forms(group)
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
        voted = votes(group)
        atoms = sorted({atom(node.name.text) for node in joined.nodes} | set(map(atom, names)))
        kind = next((self._type[a] for a in atoms if a in self._type), voted[0][0])
        label = next((self._label[a] for a in atoms if a in self._label), "")
        own = names or frozenset(node.name.text for node in joined.nodes)
        return Cluster(kind, own, aliases | own, group, voted, label, joined.matches)


def _parts(group: Group, options: ResolveOptions) -> list[Group]:
    """The uses of one name as they are, or in two parts for a genuine homograph.

    Methods and tasks shade into each other, so only a dataset can be the second of a pair.
    """
    parts: list[Group] = [
        {naming: uses for naming, uses in group.items() if (naming.type == "dataset") is wanted}
        for wanted in (False, True)
    ]
    weights = [weight(part.values()) for part in parts]
    if min(weights) < options.homograph_share * sum(weights):
        return [group]
    return parts if min(map(count_papers, parts)) >= options.homograph_papers else [group]
