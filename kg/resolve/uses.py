"""What deciding needs of a corpus: which papers use which names, and how sure each is.

A paper's use is six bytes, whatever it says of the thing and however often; so the memory of
resolution grows with the different names of a corpus, and hardly with their mentions.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg.model import CONCEPT_TYPES, ConceptType, Entity, Extraction


@dataclass(frozen=True, slots=True)
class Naming:
    """How a paper speaks of a thing: the type, the label and then the aliases."""

    type: ConceptType
    forms: tuple[str, ...]


def naming_of(entity: Entity) -> Naming:
    """What an entity has in common with those of other papers that speak of it alike."""
    return Naming(entity.type, (entity.label, *entity.aliases))


@dataclass(frozen=True, slots=True)
class Uses:
    """Uses of one naming: the numbers of papers, ascending, and confidence in ten-thousandths.

    A sum of floats depends on the order of its terms; one of whole numbers does not.
    """

    papers: "array[int]" = field(default_factory=lambda: array("I"))
    confidences: "array[int]" = field(default_factory=lambda: array("H"))

    def add(self, paper: int, confidence: int) -> None:
        """One more use, by a paper of a number not below those before it."""
        self.papers.append(paper)
        self.confidences.append(confidence)


#: Uses by naming: of a corpus, of what one spelling names, of a concept.
Group = Mapping[Naming, Uses]


@dataclass(frozen=True, slots=True)
class Tally:
    """The ids of papers in order, each one's place being its number, and all uses."""

    papers: tuple[str, ...]
    uses: Group


def tally(extractions: Iterable[Extraction]) -> Tally:
    """What extractions use, read once; they come in the order of the ids of their papers."""
    papers: list[str] = []
    uses: dict[Naming, Uses] = defaultdict(Uses)
    for number, extraction in enumerate(extractions):
        papers.append(extraction.paper_id)
        for entity in extraction.entities:
            uses[naming_of(entity)].add(number, round(entity.confidence * 10_000))
    return Tally(tuple(papers), dict(uses))


def count_papers(group: Group) -> int:
    """How many papers use any of these."""
    return len(set().union(*(uses.papers for uses in group.values())))


def count_forms(group: Group) -> Counter[str]:
    """In how many uses each form occurs."""
    count: Counter[str] = Counter()
    for naming, uses in group.items():
        for form in naming.forms:
            count[form] += len(uses.papers)
    return count


def papers_of_forms(group: Group) -> Mapping[str, set[int]]:
    """Each form to the numbers of the papers that use it."""
    papers: dict[str, set[int]] = defaultdict(set)
    for naming, uses in group.items():
        for form in naming.forms:
            papers[form].update(uses.papers)
    return papers


def votes(group: Group) -> tuple[tuple[ConceptType, float], ...]:
    """The types with the summed confidence for each, the one with most first."""
    weights = {
        kind: weight([uses for naming, uses in group.items() if naming.type == kind])
        for kind in {naming.type for naming in group}
    }
    ranked = sorted(weights, key=lambda kind: (-weights[kind], CONCEPT_TYPES.index(kind)))
    return tuple((kind, weights[kind] / 10_000) for kind in ranked)


def weight(uses: Collection[Uses]) -> int:
    """Summed confidence in ten-thousandths."""
    return sum(sum(one.confidences) for one in uses)


def united(groups: Sequence[Group]) -> Group:
    """Groups of which none has a naming with the same paper in common, as one."""
    if len(groups) == 1:
        return groups[0]
    all_uses: dict[Naming, Uses] = {}
    for group in groups:
        for naming, uses in group.items():
            known = all_uses.get(naming)
            all_uses[naming] = uses if known is None else _merged(known, uses)
    return all_uses


def _merged(one: Uses, two: Uses) -> Uses:
    pairs = sorted(zip([*one.papers, *two.papers], [*one.confidences, *two.confidences],
                       strict=True))  # fmt: skip
    return Uses(array("I", (paper for paper, _ in pairs)), array("H", (c for _, c in pairs)))
