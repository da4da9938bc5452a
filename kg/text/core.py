"""The core of a name: what is left when words that add nothing to its meaning are put aside.

Two names with one core are one concept unless something speaks against it. Every step is a rule
that can be named, so that a merge can be explained: see `core_of`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from threading import Lock

import snowballstemmer

from kg.text.keys import comparison_key

_STEMMER = snowballstemmer.stemmer("english")
_STEMMING = Lock()  # it keeps the word in itself, and papers are read in parallel
_DEFINITION = re.compile(r"\s*\(([^()]{2,12})\)\s*")
_JOINED = frozenset("multi pre post hyper meta semi non un re sub super inter intra auto bi co "
                    "de micro macro mono poly quasi pseudo ultra".split())  # fmt: skip


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Final words that say what kind of thing a name names, not which: "X method" is X.
CLASS_WORDS = _words("""
algorithm application approach architecture benchmark corpus data dataset framework mechanism
method methodology model modeling module network paradigm pipeline problem procedure process scheme
setting solution strategy suite system task technique tool issue ability capability
""")
#: Class words of data: an instruction-tuning dataset is no instruction-tuned model.
DATA_WORDS = _words("benchmark corpus data dataset suite")
#: First words that praise or place a thing: "novel X", "existing X".
EMPTY_WORDS = _words("""
advanced alternative carefully classical common compact constructed contemporary conventional
current designed different effective emerging established existing general inherent
innovative modern multiple new novel particular popular potential powerful practical promising
proposed recent scalable several significant simple sophisticated specific standard
state-of-the-art state-of-art successful such traditional typical underlying unknown various
vanilla well-known widely used downstream
""")
#: Verbs and gerunds before the thing that is done or bettered: "improving X", "performing X".
EMPTY_VERBS = _words("""
achieve achieving address addressing allow allowing enable enabling enhance enhancing ensure
ensuring handle handling improve improving perform performing solve solving support supporting
tackle tackling
""")
_LINKS = _words("a an the its their our this that these those")


@dataclass(frozen=True, slots=True)
class Core:
    """What a name says: its stems in order, and the class words that it lost."""

    stems: tuple[str, ...]
    classes: frozenset[str]

    @property
    def key(self) -> str:
        """One string for the stems."""
        return " ".join(self.stems)

    @property
    def roots(self) -> tuple[str, ...]:
        """The stems, that of a single word as well."""
        return self.stems if len(self.stems) > 1 else tuple(map(stem, self.stems))


@lru_cache(maxsize=1 << 17)
def core_of(surface: str) -> Core:
    """Reduce a name to its core.

    Case, plural and spelling go first (`comparison_key`); then definitions in parentheses, empty
    first words, class words at the end, "Y of X" becomes "X Y", well-known other names become one
    (thesaurus.txt), and each word its stem (Porter's second stemmer).

    >>> core_of("estimates of uncertainty").key == core_of("uncertainty estimates").key
    True
    >>> core_of("novel transfer-learning techniques").key == core_of("transfer learning").key
    True
    """
    words = comparison_key(_DEFINITION.sub(" ", surface)).split()
    words = _replaced(_joined([word for word in words if word not in _LINKS]))
    words = _replaced(_inverted(_drop_start(words)))
    classes = set()
    while len(words) > 1 and words[-1] in CLASS_WORDS:
        classes.add(words.pop())
    if len(words) > 1 and words[-1] == "based":
        words.pop()
    # A single word keeps its ending: generalization is not what is general.
    stems = tuple(words) if len(words) == 1 else tuple(map(stem, words))
    return Core(stems, frozenset(classes))


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The stem of a word; names with digits and short words stay as they are."""
    if len(word) <= 3 or not word.isalpha():
        return word
    with _STEMMING:
        return str(_STEMMER.stemWord(word))


def _joined(words: list[str]) -> list[str]:
    """ "multi class" and "multiclass" are one."""
    out: list[str] = []
    for word in ("and" if word == "or" else word for word in words):
        if out and out[-1] in _JOINED and word.isalpha():
            out[-1] += word
        else:
            out.append(word)
    return out


def _inverted(words: list[str]) -> list[str]:
    """ "estimation of depth" says what "depth estimation" does."""
    if words.count("of") == 1 and 0 < (place := words.index("of")) < len(words) - 1:
        return words[place + 1 :] + words[:place]
    return words


def _drop_start(words: list[str]) -> list[str]:
    start = 0
    while start < len(words) - 1 and words[start] in EMPTY_WORDS | EMPTY_VERBS:
        start += 1
    return words[start:]


@lru_cache(maxsize=1)
def _thesaurus() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Each other name to the first of its line, both as words of comparison keys."""
    text = files("kg.text").joinpath("thesaurus.txt").read_text("utf-8")
    lines = [line.split("=") for line in text.splitlines() if line and not line.startswith("#")]
    table = {}
    for first, *others in lines:
        target = tuple(_inverted(_joined(comparison_key(first).split())))
        for other in others:
            table[tuple(_joined(comparison_key(other).split()))] = target
    return table


def _replaced(words: list[str]) -> list[str]:
    """Longest other names first, from left to right."""
    table = _thesaurus()
    longest = max(map(len, table), default=0)
    out: list[str] = []
    place = 0
    while place < len(words):
        for size in range(min(longest, len(words) - place), 0, -1):
            found = table.get(tuple(words[place : place + size]))
            if found is not None:
                out.extend(found)
                place += size
                break
        else:
            out.append(words[place])
            place += 1
    return out
