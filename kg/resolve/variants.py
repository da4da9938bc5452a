"""Surface forms: which are short forms, and which differ in spelling only."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from kg.text import comparison_key

_BLANK_NOT_BETWEEN_DIGITS = re.compile(r"(?<!\d) | (?!\d)")
_BLANK_BEFORE_DIGIT = re.compile(r"(?<=[^\W\d_]) (?=\d)")
_COINED = re.compile(r"[^\W\d_]\S*(?<=[^\W_])[A-Z]\S*")
_LONGEST_SHORT = 8
_OFTEN = 0.25


@lru_cache(maxsize=1 << 18)
def atom(surface: str) -> str:
    """What all spellings of a form share: its comparison key without blanks.

    Blanks between digits stay, so that "v1 2" and "v12" are two.

    >>> atom("GPT-4"), atom("Graph-Neural Networks")
    ('gpt4', 'graphneuralnetwork')
    """
    key = comparison_key(surface) or surface.casefold().strip()
    return _BLANK_NOT_BETWEEN_DIGITS.sub("", key)


@lru_cache(maxsize=1 << 18)
def is_short(surface: str) -> bool:
    """Whether a form looks like an abbreviation: one short word, capitals for the most part.

    A blank before a number parts no words: WMT 14 is WMT14.

    >>> [form for form in ("GNNs", "ImageNet", "SSL", "graph", "WMT 14") if is_short(form)]
    ['GNNs', 'SSL', 'WMT 14']
    """
    core = _BLANK_BEFORE_DIGIT.sub("", surface[:-1] if surface.endswith("s") else surface)
    capitals = sum(letter.isupper() for letter in core)
    letters = sum(letter.isalpha() for letter in core)
    one_word = bool(core) and not any(letter.isspace() for letter in core)
    return one_word and len(core) <= _LONGEST_SHORT and capitals >= 2 and capitals * 2 >= letters


def is_coined(surface: str) -> bool:
    """Whether a form is one word made up for what it names: a capital stands within.

    >>> [form for form in ("ImageNet", "SWE-bench", "Self-Supervised", "graph") if is_coined(form)]
    ['ImageNet', 'SWE-bench']
    """
    return bool(_COINED.fullmatch(surface))


def natural_forms(count: Counter[str]) -> dict[str, str]:
    """Each case-folded form to its natural spelling.

    That is the one with the fewest capitals among those used often: headings and the custom of
    "Large Language Models (LLMs)" add capitals that running text does not have.
    """
    often = {surface.casefold(): 0 for surface in count}
    for surface, times in count.items():
        often[surface.casefold()] = max(often[surface.casefold()], times)
    best: dict[str, str] = {}
    for surface in sorted(count, key=lambda form: (_capitals(form), -count[form], form)):
        if count[surface] >= _OFTEN * often[surface.casefold()]:
            best.setdefault(surface.casefold(), surface)
    return best


def preferred_label(count: Counter[str]) -> str:
    """The most used full form in natural case; a short form only where there is no other.

    >>> preferred_label(Counter({"GNN": 5, "graph neural network": 2, "Graph Neural Network": 1}))
    'graph neural network'
    """
    folded: Counter[str] = Counter()
    for surface, times in count.items():
        folded[surface.casefold()] += times
    natural = natural_forms(count)

    def preference(form: str) -> tuple[bool, int, int, str]:
        return is_short(form), -folded[form.casefold()], _capitals(form), form

    return min(natural.values(), key=preference)


def distinct_aliases(count: Counter[str], label: str) -> tuple[str, ...]:
    """The other forms, one for each way of writing it apart from case, sorted."""
    others: Iterable[str] = natural_forms(count).values()
    return tuple(sorted(form for form in others if form.casefold() != label.casefold()))


def _capitals(surface: str) -> int:
    return sum(letter.isupper() for letter in surface)
