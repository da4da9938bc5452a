"""Pairs of forms of one paper about which the words leave no doubt, whatever the network says."""

from collections.abc import Sequence

from kg.extract.neural.pairs import initials
from kg.text.core import core_of
from kg.text.opposites import why_not

#: Words across which the order means something: "image to text" is not "text to image".
_DIRECTED = frozenset("as by for from in into on over to via with without".split())


def same_words(one: str, other: str) -> bool:
    """Whether two forms are made of the same words, but for those that name a sort.

    >>> same_words("random forest", "random forest model"), same_words("reward", "reward model")
    (True, False)
    >>> same_words("pronoun disambiguation", "disambiguate pronouns")
    True
    >>> same_words("text-to-image", "image-to-text")
    False
    """
    a, b = core_of(one).stems, core_of(other).stems
    if len(a) < 2:
        return False  # a reward is no reward model, a diffusion process no diffusion model
    return a == b or (_DIRECTED.isdisjoint(a) and sorted(a) == sorted(b))


def two_things(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether some form of the one cannot name what a form of the other names.

    A deep LSTM is a kind of LSTM, DCRNN a kind of recurrent neural network; ResNet-50 is no
    ResNet-101; uniform is not non-uniform.

    >>> two_things(["LSTM"], ["deep LSTM"]), two_things(["LSTM"], ["long short-term memory"])
    (True, False)
    >>> two_things(["DCRNN"], ["recurrent neural networks"]), two_things(["RNNs"], ["RNN"])
    (True, False)
    """
    return any(
        _kind_of_short(a, b)
        or _kind_of_short(b, a)
        or _short_for_more(a, b)
        or _short_for_more(b, a)
        or _opposed(a, b)
        for a in left
        for b in right
    )


def _kind_of_short(short: str, long: str) -> bool:
    return short.isupper() and " " not in short and long.endswith(f" {short}")


def _short_for_more(short: str, long: str) -> bool:
    """Whether a short form has the initials of a long one, behind letters of its own."""
    letters, words = short.removesuffix("s"), initials(long)
    own = letters.isupper() and letters.isalpha() and " " in long and len(words) > 2
    return own and len(letters) > len(words) and letters.lower().endswith(words)


def _opposed(one: str, other: str) -> bool:
    a, b = frozenset(core_of(one).roots), frozenset(core_of(other).roots)
    return bool(why_not(one, other, (a, b))) or _negated(a, b) or _negated(b, a)


def _negated(a: frozenset[str], b: frozenset[str]) -> bool:
    return any(f"non{word}" in b for word in a - b)
