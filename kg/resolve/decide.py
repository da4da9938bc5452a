"""Deciding: which entities of a corpus are one concept, and of which type.

Forms are atoms (spelling put aside). An entity goes by its label: that one paper uses a longer or
shorter name for it makes them no concept of the corpus, since "Transformer" would swallow "Vision
Transformer". A short form belongs to the full forms that papers define it for; used bare, it joins
one of them only where nearly all papers mean that one, so that "SSL" never glues self-supervised
to semi-supervised learning.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.model import CONCEPT_TYPES, FIELDS, ConceptType, Entity, Extraction, Paper
from kg.resolve.variants import atom, is_short
from kg.text import abbreviations

#: The share of papers that must give a short form one sense before a bare use is taken for it.
_CLEAR = 0.9

#: Where an entity stands: (paper id, index in `Extraction.entities`).
Place = tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveOptions:
    """When one name stays two concepts.

    Args:
        homograph_papers: so many papers must use the name for a dataset, and so many otherwise.
        homograph_share: and the rarer use must have this share of the votes.
    """

    homograph_papers: int = 3
    homograph_share: float = 0.4


@dataclass(frozen=True, slots=True)
class Cluster:
    """Entities that are one concept.

    `names` are the forms that it may be called by: those that lead to this cluster and to no
    other, so that two concepts of one type never get one label. `aliases` are its forms less the
    full names of other concepts.
    """

    type: ConceptType
    names: frozenset[str]
    aliases: frozenset[str]
    members: tuple[Place, ...]
    votes: tuple[tuple[ConceptType, float], ...]


def decide(
    papers: Iterable[Paper], extractions: Sequence[Extraction], options: ResolveOptions
) -> tuple[Cluster, ...]:
    """Clusters of the entities of a corpus; a function of the sets of papers and extractions."""
    entities = {
        (extraction.paper_id, index): entity
        for extraction in extractions
        for index, entity in enumerate(extraction.entities)
    }
    homes = _Homes(papers, entities)
    gathered: dict[str, list[Place]] = defaultdict(list)
    for place in sorted(entities):
        gathered[homes.of_entity(entities[place])].append(place)
    clusters = []
    for home in sorted(gathered):
        forms = {form for place in gathered[home] for form in forms_of(entities[place])}
        names = frozenset(form for form in forms if homes.of_form(form) == home)
        for part in _parts(gathered[home], entities, options):
            used = frozenset(form for place in part for form in forms_of(entities[place]))
            aliases = frozenset(
                form
                for form in used
                if is_short(form)
                or homes.of_form(form) == home
                or homes.of_form(form) not in gathered
            )
            clusters.append(_cluster((names & used, aliases), part, entities))
    return tuple(clusters)


def forms_of(entity: Entity) -> tuple[str, ...]:
    """Label and aliases."""
    return (entity.label, *entity.aliases)


class _Homes:
    """Where each form leads: a full form to its own atom, a short one to its sense."""

    def __init__(self, papers: Iterable[Paper], entities: Mapping[Place, Entity]) -> None:
        self._senses = _short_senses(papers, entities)

    def of_form(self, form: str) -> str:
        """The home of a form; a short one without a clear sense is its own home."""
        if not is_short(form):
            return atom(form)
        senses = self._senses.get(atom(form), {})
        said = sum(map(len, senses.values()))
        for sense, paper_ids in senses.items():
            if len(paper_ids) >= _CLEAR * said:
                return sense
        return f"{atom(form)} (short)"

    def of_entity(self, entity: Entity) -> str:
        """The home of its first full form, or of its label if it has none."""
        forms = forms_of(entity)
        return self.of_form(next((form for form in forms if not is_short(form)), entity.label))


def _short_senses(
    papers: Iterable[Paper], entities: Mapping[Place, Entity]
) -> Mapping[str, Mapping[str, set[str]]]:
    """Each short form's atom to its full forms, with the papers that give it that sense."""
    senses: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for (paper_id, _), entity in entities.items():
        forms = forms_of(entity)
        full = [form for form in forms if not is_short(form)]
        for form in forms:
            if is_short(form) and full:
                senses[atom(form)][atom(full[0])].add(paper_id)
    for paper in papers:
        for field in FIELDS:
            text = paper.text(field)
            for pair in abbreviations(text):
                short = atom(text[pair.short.start : pair.short.end])
                full_form = atom(text[pair.long.start : pair.long.end])
                senses[short][full_form].add(paper.id)
    for (paper_id, _), entity in entities.items():
        for form in forms_of(entity):
            # A word that looks the same but is no abbreviation is a sense as well.
            if not is_short(form) and atom(form) in senses:
                senses[atom(form)][atom(form)].add(paper_id)
    return senses


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


def _cluster(
    forms: tuple[frozenset[str], frozenset[str]],
    places: Sequence[Place],
    entities: Mapping[Place, Entity],
) -> Cluster:
    by_type: dict[ConceptType, list[Place]] = defaultdict(list)
    for place in places:
        by_type[entities[place].type].append(place)
    votes = {kind: _weight(part, entities) for kind, part in by_type.items()}
    ranked = sorted(votes, key=lambda kind: (-votes[kind], CONCEPT_TYPES.index(kind)))
    counted = tuple((kind, votes[kind] / 10_000) for kind in ranked)
    return Cluster(ranked[0], *forms, tuple(places), counted)
