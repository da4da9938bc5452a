"""Short forms and their senses: a full form leads to its own atom, a short one to its sense.

A short form belongs to the full forms that papers define it for. Where nearly all papers mean one
of them, a bare use joins it; where they disagree, each paper that uses the form bare is asked
what it is about, and where that is not clear the form stays a concept of its own, so that "SSL"
never glues self-supervised to semi-supervised learning.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from math import log

from kg.model import FIELDS, Entity, Paper
from kg.resolve.variants import atom, is_short
from kg.text import abbreviations

#: Where an entity stands: (paper id, index in `Extraction.entities`).
Place = tuple[str, int]

#: The share of papers that must give a short form one sense before a bare use is taken for it.
_CLEAR = 0.9
#: How much more a paper must have in common with one sense than with the next.
_MARGIN = 2.0
#: And how much it must have in common with it at all: two concepts that few papers name.
_LEAST = 4.0

Senses = Mapping[str, Mapping[str, frozenset[str]]]


def forms_of(entity: Entity) -> tuple[str, ...]:
    """Label and aliases."""
    return (entity.label, *entity.aliases)


class Homes:
    """Where each entity and each form leads."""

    def __init__(
        self,
        papers: Iterable[Paper],
        entities: Mapping[Place, Entity],
        apart: frozenset[frozenset[str]] = frozenset(),
    ) -> None:
        self._senses = short_senses(papers, entities)
        self._apart = apart
        self._context = _Context(entities)

    def of_form(self, form: str) -> str:
        """The home of a form; a short one without a clear sense is its own home."""
        if not is_short(form):
            return atom(form)
        senses = self._allowed(form)
        said = sum(map(len, senses.values()))
        for sense, paper_ids in senses.items():
            if len(paper_ids) >= _CLEAR * said:
                return sense
        return f"{atom(form)} (short)"

    def of_entity(self, place: Place, entity: Entity) -> str:
        """The home of its first full form, or of its label if it has none."""
        forms = forms_of(entity)
        full = next((form for form in forms if not is_short(form)), None)
        home = self.of_form(full or entity.label)
        if full is None and home.endswith(" (short)"):
            return self._context.sense(place[0], self._allowed(entity.label)) or home
        return home

    def _allowed(self, form: str) -> Mapping[str, frozenset[str]]:
        """The senses of a short form but for those that the user keeps apart from it."""
        short = atom(form)
        senses = self._senses.get(short, {})
        return {s: ids for s, ids in senses.items() if frozenset((short, s)) not in self._apart}


class _Context:
    """What papers are about, by the full names of their concepts."""

    def __init__(self, entities: Mapping[Place, Entity]) -> None:
        self._topics: dict[str, set[str]] = defaultdict(set)
        for (paper_id, _), entity in entities.items():
            self._topics[paper_id].update(atom(f) for f in forms_of(entity) if not is_short(f))
        self._often = Counter(topic for topics in self._topics.values() for topic in topics)

    def sense(self, paper_id: str, senses: Mapping[str, frozenset[str]]) -> str | None:
        """The sense whose papers share clearly more with this one than those of any other.

        What two papers share weighs by how few papers name it (inverse document frequency).
        """
        scores = sorted(
            ((self._shared(paper_id, ids - {paper_id}), sense) for sense, ids in senses.items()),
            reverse=True,
        )
        if not scores:
            return None
        (best, sense), second = scores[0], scores[1][0] if len(scores) > 1 else 0.0
        return sense if best >= _LEAST and best >= _MARGIN * second else None

    def _shared(self, paper_id: str, others: frozenset[str]) -> float:
        mine = self._topics.get(paper_id, set())
        count = Counter(t for other in others for t in self._topics.get(other, set()) & mine)
        rare = {t: log(len(self._topics) / self._often[t]) for t in count}
        # A topic that many papers of a sense share says more than one that a single paper does.
        return round(sum(rare[t] * times / len(others) ** 0.5 for t, times in count.items()), 6)


def short_senses(papers: Iterable[Paper], entities: Mapping[Place, Entity]) -> Senses:
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
    return {
        short: {sense: frozenset(ids) for sense, ids in by_sense.items()}
        for short, by_sense in senses.items()
    }
