"""Two names from two papers, as judged pairs and users give them: for scores and for fitting."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.model import ConceptType
from kg.resolve.likeness import Likeness, Model, Name, compare, narrower
from kg.resolve.variants import atom, is_short
from kg.text import abbreviations, comparison_key

Embed = Callable[[Sequence[str]], Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two names of one type, short forms replaced by what their own papers say they mean."""

    left: Name
    right: Name
    kind: ConceptType
    cosine: float

    def likeness(self, model: Model) -> Likeness:
        """How likely they are one thing."""
        return compare(self.left, self.right, self.kind, lambda: self.cosine, model)

    @property
    def relation(self) -> str:
        """What left is to right if they are not one: narrower, broader or nothing."""
        if narrower(self.left, self.right):
            return "narrower"
        return "broader" if narrower(self.right, self.left) else ""


def pair_of(row: Mapping[str, Any], embed: Embed) -> Pair:
    """A row with `a`, `b`, `type`, `context_a`, `context_b` as a pair."""
    left = expanded(row["a"], row.get("context_a", ""))
    right = expanded(row["b"], row.get("context_b", ""))
    return Pair(Name(left), Name(right), row["type"], cosine(left, right, embed))


def expanded(name: str, context: str) -> str:
    """The long form that the context itself defines for a short one, else the name.

    >>> expanded("SSL", "We study semi-supervised learning (SSL).")
    'semi-supervised learning'
    """
    if is_short(name):
        for found in abbreviations(context):
            if atom(context[found.short.start : found.short.end]) == atom(name):
                return context[found.long.start : found.long.end]
    return name


def cosine(left: str, right: str, embed: Embed) -> float:
    """The cosine of two names, each embedded on its own so that nothing else weighs in."""
    one, two = (embed([comparison_key(name)])[0] for name in (left, right))
    return float(one @ two)
