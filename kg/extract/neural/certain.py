"""Pairs of forms of one paper about which the words leave no doubt, whatever the network says."""

import re
from collections.abc import Sequence
from functools import lru_cache

from kg.extract.neural.pairs import initials, stem
from kg.text.core import core_of
from kg.text.opposites import why_not

_WORD = re.compile(r"[^\W_]+")
#: A letter and how often it stands: C2RL is CCRL.
_REPEATED = re.compile(r"([A-Z])([2-4])")
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


def spelled_out(short: str, long: str) -> bool:
    """Whether two forms differ only in words that one of them writes as their initials.

    A short word inside the long form gives all its letters, a number those that it counts.

    >>> spelled_out("WGAN", "Wasserstein GAN"), spelled_out("POS tagging", "part-of-speech tagging")
    (True, True)
    >>> spelled_out("C2RL", "constrained contrastive RL"), spelled_out("deep RL", "deep learning")
    (True, False)
    """
    a, b = _tokens(short), _tokens(long)
    return a != b and max(len(a), len(b)) > 1 and _aligned(a, b)


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[str, ...]:
    """The words of a form, those that are short forms as they are, the others in lower case."""
    words = (w if _is_short(w) else stem(w) for w in _WORD.findall(text))
    return tuple(w.removesuffix("s") if _is_short(w) else w for w in words)


def _is_short(word: str) -> bool:
    letters = word.removesuffix("s")
    return len(letters) > 1 and letters.isupper()


def _aligned(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether two rows of words are one, short forms counting as the words they stand for."""
    if not a or not b:
        return a == b
    if a[0] == b[0] and _aligned(a[1:], b[1:]):
        return True
    return _begins(a, b) or _begins(b, a)


def _begins(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether `a` starts with a short form of the first words of `b`, and the rest is one."""
    short = _REPEATED.sub(lambda m: m[1] * int(m[2]), a[0])
    if not _is_short(a[0]) or len(short) < 3:  # two letters stand for too many things
        return False
    written = ""
    for size, word in enumerate(b, start=1):
        written += word if _is_short(word) else word[:1].upper()
        if written == short and size > 1:
            return _aligned(a[1:], b[size:])
    return False


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
    a, b = _roots(one), _roots(other)
    return bool(why_not(one, other, (a, b))) or _negated(a, b) or _negated(b, a)


@lru_cache(maxsize=4096)
def _roots(name: str) -> frozenset[str]:
    return frozenset(core_of(name).roots)


def _negated(a: frozenset[str], b: frozenset[str]) -> bool:
    return any(word.startswith("non") and word[3:] in a and word[3:] not in b for word in b)
