"""What forbids that two names are one thing, however alike they look."""

import re
from functools import lru_cache

from kg.text.core import stem

_PARTICIPLE = re.compile(r"(?:tun|train|distill|generat|cluster)(ed|ing)\b")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
#: Words of one line exclude each other: a name with one is never a name with another.
_OPPOSITES = """
supervised unsupervised semisupervised selfsupervised weakly fully
online offline
homogeneous heterogeneous
linear nonlinear bilinear
convex nonconvex
parametric nonparametric
discrete continuous
static dynamic
forward backward
upper lower
explicit implicit
deterministic stochastic
encoder decoder
generative discriminative
centralized decentralized
synchronous asynchronous
monolingual multilingual crosslingual bilingual
local global
zero one few many
single multi
pretraining posttraining finetuning
attack defense
hard soft
white black gray
directed undirected
conditional unconditional
balanced imbalanced
positive negative
training inference
finite infinite
low high lower higher
short long
sparse dense
source target
human machine robot
first second third
2d 3d 4d
text image video audio speech
internal external
inductive transductive
symmetric asymmetric
open closed
tiny mini small medium large huge base
fast slow faster slower
minimization maximization
left right
lite pro turbo
"""
_GROUPS = tuple(frozenset(map(stem, line.split())) for line in _OPPOSITES.split("\n") if line)
_GROUPED = frozenset().union(*_GROUPS)


def why_not(left: str, right: str, stems: tuple[frozenset[str], frozenset[str]]) -> str:
    """The reason that two names must stay two; empty where nothing forbids a merge.

    Args:
        left: a name; right: another.
        stems: the stems of their cores (`kg.text.core.core_of`).

    >>> why_not("GPT-3", "GPT-4", (frozenset({"gpt3"}), frozenset({"gpt4"})))
    'other numbers: 3, 4'
    """
    one, two = _numbers(left), _numbers(right)
    if one != two and stems[0] != stems[1]:
        return f"other numbers: {', '.join(one) or 'none'}, {', '.join(two) or 'none'}"
    only = stems[0] - stems[1], stems[1] - stems[0]
    # Few names hold such a word, and every pair of names asks.
    for group in () if _GROUPED.isdisjoint(only[0]) else _GROUPS:
        if group & only[0] and group & only[1]:
            return f"opposites: {min(group & only[0])}, {min(group & only[1])}"
    forms = _tuned(left), _tuned(right)
    return f"done and doing: {', '.join(forms)}" if all(forms) and forms[0] != forms[1] else ""


@lru_cache(maxsize=1 << 16)
def _tuned(name: str) -> str:
    """The ending of "tuned" or "tuning": fine-tuned models are not fine-tuning."""
    found = _PARTICIPLE.search(name.casefold())
    return found[1] if found else ""


@lru_cache(maxsize=1 << 16)
def _numbers(name: str) -> tuple[str, ...]:
    return tuple(sorted(_NUMBER.findall(name)))
