"""How likely two names of one type are one thing: a logistic model over what one can name.

Fitted on judged pairs by `kg.training.likeness`, which writes likeness.json: the weights, and for
each type the probability from which a merge is right nine times in ten (five-fold).
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from math import exp

from kg.model import ConceptType
from kg.resolve.variants import atom, is_short
from kg.text import comparison_key
from kg.text.core import DATA_WORDS, Core, core_of
from kg.text.opposites import why_not

FEATURES = (
    "core", "single", "permuted", "jaccard", "nested", "apart", "swap", "cosine", "head",
    "shared_class", "one_class", "other_class", "single_one_class", "single_other_class",
    "task", "dataset", "dataset_core", "equal", "akin", "cosine_nested", "cosine_swap",
    "one_short",
)  # fmt: skip
#: The probability of what needs no model.
CERTAIN = 0.99
#: Words around which the order of a name says what is meant.
_LINKED = frozenset(("as", "to", "from", "for", "with", "via"))
_COSINE = FEATURES.index("cosine")


@dataclass(frozen=True)
class Name:
    """A name with what its comparison to others needs."""

    text: str

    @cached_property
    def core(self) -> Core:
        """Its core."""
        return core_of(self.text)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its core."""
        return frozenset(self.core.stems)

    @cached_property
    def is_proper(self) -> bool:
        """Whether it is written like a name: with a capital or a digit."""
        return any(c.isupper() or c.isdigit() for c in self.text)

    @cached_property
    def is_coined(self) -> bool:
        """Whether its first word is no word of the language: a capital within, or a digit."""
        first = self.text.split()[0] if self.text.split() else ""
        return any(c.isupper() or c.isdigit() for c in first[1:])


@dataclass(frozen=True, slots=True)
class Likeness:
    """What speaks for two names being one thing, and what forbids it."""

    probability: float
    reasons: tuple[str, ...]
    veto: str = ""


@dataclass(frozen=True, slots=True)
class Model:
    """The weights of `FEATURES`, and from which probability on a type is merged."""

    weights: tuple[float, ...]
    intercept: float
    thresholds: dict[str, float]

    def probability(self, features: tuple[float, ...]) -> float:
        """The probability that the pair with these features is one thing."""
        score = sum(w * f for w, f in zip(self.weights, features, strict=True))
        return 1 / (1 + exp(-(score + self.intercept)))


@lru_cache(maxsize=1)
def shipped_model() -> Model:
    """The model in likeness.json."""
    raw = json.loads(files("kg.resolve").joinpath("likeness.json").read_text("utf-8"))
    weights = tuple(raw["weights"][name] for name in FEATURES)
    return Model(weights, raw["intercept"], raw["thresholds"])


def features_of(
    left: Name, right: Name, kind: ConceptType, cosine: Callable[[], float]
) -> tuple[float, ...]:
    """The values of `FEATURES`; symmetric in left and right."""
    one, two = left.core, right.core
    only = left.stems - right.stems, right.stems - left.stems
    core = _same_core(left, right, kind)
    single = core and len(left.stems) == 1
    nested = bool(only[0]) != bool(only[1])
    swap = len(only[0]) == len(only[1]) == 1
    shared = bool(one.classes & two.classes)
    one_class = bool(one.classes) != bool(two.classes)
    other = bool(one.classes) and bool(two.classes) and not shared
    close = cosine()
    values = (
        core, single, left.stems == right.stems and not core,
        len(left.stems & right.stems) / len(left.stems | right.stems),
        nested, len(only[0]) + len(only[1]), swap, close,
        one.stems[-1] == two.stems[-1], shared, one_class, other,
        single and one_class, single and other,
        kind == "task", kind == "dataset", core and kind == "dataset",
        atom(left.text) == atom(right.text), _akin(*only), nested * close, swap * close,
        is_short(left.text) != is_short(right.text),
    )  # fmt: skip
    return tuple(map(float, values))


def compare(
    left: Name, right: Name, kind: ConceptType, cosine: Callable[[], float], model: Model
) -> Likeness:
    """Judge two names; `cosine` is asked only where nothing forbids a merge.

    >>> names = Name("transfer learning"), Name("transfer-learning techniques")
    >>> compare(*names, "method", lambda: 0.9, shipped_model()).reasons
    ('one core: transfer learn',)
    """
    stems = left.stems, right.stems
    veto = (
        why_not(left.text, right.text, stems)
        or _other_word(left, right)
        or _other_order(left.core, right.core)
    )
    if veto:
        return Likeness(0.0, (), veto)
    certain = _certain(left, right, kind)
    if certain:
        return Likeness(CERTAIN, (certain,))
    features = features_of(left, right, kind, cosine)
    probability = model.probability(features)
    if features[0]:
        return Likeness(probability, (f"one core: {left.core.key}",))
    shared = " ".join(stem for stem in left.core.stems if stem in right.stems)
    reasons = (f"cosine {features[_COSINE]:.2f}", f"in common: {shared}")
    return Likeness(probability, reasons)


def narrower(left: Name, right: Name) -> bool:
    """Whether `left` is `right` with something before it: "monocular depth estimation".

    >>> narrower(Name("monocular depth estimation"), Name("depth estimation"))
    True
    """
    one, two = left.core, right.core
    ends_alike = one.roots[-len(two.roots) :] == two.roots and two.classes <= one.classes
    return len(one.stems) > len(two.stems) and ends_alike and not is_short(right.text)


def _same_core(left: Name, right: Name, kind: ConceptType) -> bool:
    """Whether the cores are equal; unnamed datasets ("synthetic data") are never one for that."""
    if left.core.stems != right.core.stems:
        return False
    classes = left.core.classes, right.core.classes
    if bool(classes[0] & DATA_WORDS) != bool(classes[1] & DATA_WORDS) and all(classes):
        return False
    named = left.is_proper and right.is_proper
    return kind != "dataset" or named or atom(left.text) == atom(right.text)


def _certain(left: Name, right: Name, kind: ConceptType) -> str:
    """What settles that two names of one core are one thing, whatever else there is."""
    if not _same_core(left, right, kind):
        return ""
    if is_short(left.text) != is_short(right.text):
        return "well-known short form"
    if kind == "dataset" or (left.is_coined and right.is_coined):
        return f"one name: {left.core.key}"
    return ""


def _other_order(left: Core, right: Core) -> str:
    """Control as inference is not inference as control."""
    turned = left.stems != right.stems and sorted(left.stems) == sorted(right.stems)
    linked = _LINKED & set(left.stems)
    return f"other order around: {min(linked)}" if turned and linked else ""


def _other_word(left: Name, right: Name) -> str:
    """SWITCH is no plural of "switch": a short form is not the word that it looks like."""
    if is_short(left.text) == is_short(right.text) or (left.is_coined and right.is_coined):
        return ""
    looks_equal = comparison_key(left.text) == comparison_key(right.text)
    return "a short form and a word" if looks_equal else ""


def _akin(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether the words apart are of one root on both sides: noise and noisy."""
    if not left or not right:
        return False
    return all(any(_one_root(a, b) for b in right) for a in left) and all(
        any(_one_root(a, b) for a in left) for b in right
    )


def _one_root(left: str, right: str) -> bool:
    pairs = enumerate(zip(left, right, strict=False))
    common = next((i for i, (a, b) in pairs if a != b), min(len(left), len(right)))
    return common >= 4 and common >= 0.6 * min(len(left), len(right))
