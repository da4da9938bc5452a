"""Mentions of one paper to groups: forms, plurals and abbreviations of one thing together."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.model import CONCEPT_TYPES, FIELDS, ConceptType, Mention, Paper
from kg.text import abbreviations, comparison_key

#: Heads that a name may carry or not: "GEPA" and "GEPA framework" are one.
_CARRIED = frozenset(
    "algorithm approach architecture benchmark corpus dataset framework method model network"
    " problem system task technique".split()
)


@dataclass(frozen=True, slots=True)
class Group:
    """The mentions of one thing, with what they settle: its type and names."""

    type: ConceptType
    label: str
    aliases: tuple[str, ...]
    mentions: tuple[Mention, ...]

    @property
    def confidence(self) -> float:
        """That of the best mention."""
        return max(mention.score for mention in self.mentions)


def group_mentions(paper: Paper, mentions: Iterable[Mention]) -> tuple[Group, ...]:
    """Group the mentions of a paper, in order of first appearance.

    Two forms are one when their comparison keys are equal, when the paper defines one as the
    abbreviation of the other, or when they differ by a carried head ("GEPA framework").
    """
    ordered = sorted(mentions, key=_place)
    pairs = _abbreviation_keys(paper)
    root = _join(ordered, pairs)
    groups: dict[str, list[Mention]] = defaultdict(list)
    for mention in ordered:
        groups[root[_key(mention)]].append(mention)
    longs = frozenset(pairs.values())
    return tuple(_group(members, longs) for members in groups.values())


def _place(mention: Mention) -> tuple[int, int, int]:
    return FIELDS.index(mention.field), mention.span.start, mention.span.end


def _key(mention: Mention) -> str:
    return comparison_key(mention.surface) or mention.surface


def _abbreviation_keys(paper: Paper) -> dict[str, str]:
    """Key of each short form to that of its long form; the first definition holds."""
    pairs: dict[str, str] = {}
    for field in FIELDS:
        text = paper.text(field)
        for pair in abbreviations(text):
            short = comparison_key(text[pair.short.start : pair.short.end])
            long = comparison_key(text[pair.long.start : pair.long.end])
            if short and long and short != long:
                pairs.setdefault(short, long)
    return pairs


def _join(mentions: Sequence[Mention], pairs: Mapping[str, str]) -> dict[str, str]:
    """Each key to the key that stands for its group."""
    keys = sorted({_key(mention) for mention in mentions})
    root = {key: key for key in keys}

    def find(key: str) -> str:
        while root[key] != key:
            key = root[key]
        return key

    for short, long in pairs.items():
        if short in root and long in root:
            root[find(short)] = find(long)
    for key in keys:
        name, _, head = key.rpartition(" ")
        if head in _CARRIED and name in root:
            root[find(key)] = find(name)
    return {key: find(key) for key in keys}


def _group(members: Sequence[Mention], longs: frozenset[str]) -> Group:
    votes: dict[ConceptType, float] = defaultdict(float)
    for mention in members:
        votes[mention.type] += mention.score
    kind = min(votes, key=lambda t: (-votes[t], CONCEPT_TYPES.index(t)))
    label, *aliases = _names(members, longs)
    return Group(kind, label, tuple(aliases), tuple(members))


def _names(members: Sequence[Mention], longs: frozenset[str]) -> list[str]:
    """Surface forms without those that differ in case alone, the label first.

    The label is a long form if the paper defines one, then the form most used, in the case it
    has in running text: a title capitalises what an abstract does not.
    """
    count = Counter(_key(mention) for mention in members)
    best: dict[Hashable, Mention] = {}
    for mention in members:
        folded = mention.surface.casefold()
        if folded not in best or _is_more_natural(mention, best[folded]):
            best[folded] = mention

    def preference(mention: Mention) -> tuple[bool, int, bool, tuple[int, int, int]]:
        key = _key(mention)
        return key not in longs, -count[key], mention.field == "title", _place(mention)

    return [mention.surface for mention in sorted(best.values(), key=preference)]


def _is_more_natural(mention: Mention, other: Mention) -> bool:
    """Whether a mention comes from running text and the other from a title or sentence start."""
    capitals = sum(letter.isupper() for letter in mention.surface)
    fewer = capitals < sum(letter.isupper() for letter in other.surface)
    return mention.field == "abstract" and (other.field == "title" or fewer) and fewer
