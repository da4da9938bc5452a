"""The label and the aliases of an entity, from its mentions."""

from collections import Counter
from collections.abc import Mapping, Sequence

from kg.model import FieldName, Mention
from kg.text import abbreviations, comparison_key


def names_of(texts: Mapping[FieldName, str], mentions: Sequence[Mention]) -> list[str]:
    """Surface forms without those that differ in case alone, the label first.

    The label is a long form where the paper defines one, then the form most used, in the case
    that running text gives it.
    """
    longs = {
        comparison_key(text[pair.long.start : pair.long.end])
        for text in texts.values()
        for pair in abbreviations(text)
    }
    count = Counter(comparison_key(mention.surface) for mention in mentions)
    natural: dict[str, Mention] = {}
    for mention in mentions:
        other = natural.setdefault(mention.surface.casefold(), mention)
        if other.field == "title" or _capitals(mention) < _capitals(other):
            natural[mention.surface.casefold()] = mention

    def order(mention: Mention) -> tuple[bool, int, bool, int]:
        key = comparison_key(mention.surface)
        return key not in longs, -count[key], mention.field == "title", mention.span.start

    return [mention.surface for mention in sorted(natural.values(), key=order)]


def _capitals(mention: Mention) -> int:
    return sum(char.isupper() for char in mention.surface)
