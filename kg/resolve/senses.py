"""Short forms and their senses: a full form leads to its own atom, a short one to its sense.

A short form belongs to the full forms that papers define it for. Where nearly all papers mean one
of them, a bare use joins it; where they disagree, each paper that uses the form bare is asked
what it is about, and where that is not clear the form stays a concept of its own, so that "SSL"
never glues self-supervised to semi-supervised learning.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kg.model import FIELDS, Paper
from kg.resolve.uses import Naming, Tally
from kg.resolve.variants import atom, is_coined, is_short
from kg.text import abbreviations, comparison_key
from kg.text.core import core_of

#: Vectors of length one, a row a text, each a function of its text alone.
Embed = Callable[[Sequence[str]], Any]

#: The share of papers that must give a short form one sense before a bare use is taken for it.
_CLEAR = 0.9
#: How much closer a paper must be to the papers of one sense than to those of any other: so far
#: apart, 96 of 100 were right where papers define the form (benchmarks/resolve.md).
_MARGIN = 0.1
#: A sense that fewer papers give has no middle that one could be close to.
_LEAST_PAPERS = 3
_MOST_PAPERS = 12
#: Ends the home of a short form that has no clear sense.
SHORT = " (short)"
_TEXT = 1200  # characters of a paper that say what it is about


@dataclass(frozen=True, slots=True)
class Sense:
    """What a short form stands for: the atom of its full form, and the papers that say so."""

    home: str
    papers: frozenset[str]


#: The atom of each short form to its senses, the atom of each full form that leads there.
Senses = Mapping[str, tuple[Sense, ...]]


@lru_cache(maxsize=1 << 16)
def leading_form(forms: tuple[str, ...]) -> str:
    """The form, of a label and its aliases, by which a thing is known to other papers.

    That is its first full form for which a short one stands or of which it names a kind. Where
    there is none, a name goes before what describes it: a paper's "unified framework" UniPELT is
    not the unified framework of another.
    """
    label = forms[0]
    short = [form for form in forms if is_short(form)]
    full = [form for form in forms if form not in short]
    spelled = (f for f in full if any(stands_for(s, f) or _is_kind(f, s) for s in short))
    named = (f for f in forms if is_short(f) or (is_coined(f) and label.islower()))
    return next(spelled, None) or next(named, label)


@lru_cache(maxsize=1 << 16)
def stands_for(short: str, full: str) -> bool:
    """Whether the letters of a short form come in order in a full one, from its beginning on.

    >>> stands_for("LLMs", "large language model"), stands_for("XAI", "explainable AI")
    (True, True)
    >>> stands_for("UniPELT", "unified framework"), stands_for("BERT", "pre-trained BERT")
    (False, False)
    """
    letters = [char for char in short.removesuffix("s").lower() if char.isalnum()]
    text = full.lower()
    rest = iter(text)
    return letters[0] in text[:2] and all(char in rest for char in letters)


class Homes:
    """Where each naming and each form leads.

    Args:
        papers: the corpus, for what its texts define and are about.
        tally: what they use.
        embed: vectors of texts; without it no bare use is settled by what its paper is about.
        apart: pairs of atoms that the user keeps apart.
    """

    def __init__(
        self,
        papers: Iterable[Paper],
        tally: Tally,
        embed: Embed | None = None,
        apart: frozenset[frozenset[str]] = frozenset(),
    ) -> None:
        by_id = {paper.id: paper for paper in papers}
        self._senses = short_senses(by_id.values(), tally)
        self._apart = apart
        self._texts = _Texts(by_id, embed) if embed is not None else None

    def of_form(self, form: str) -> str:
        """The home of a form; a short one without a clear sense is its own home."""
        if not is_short(form):
            return atom(form)
        senses = self._allowed(form)
        said = sum(len(sense.papers) for sense in senses)
        for sense in senses:
            if len(sense.papers) >= _CLEAR * said:
                return sense.home
        return atom(form) + SHORT

    def of_naming(self, naming: Naming) -> str:
        """The home of the form by which it is known, whatever paper uses it."""
        return self.of_form(leading_form(naming.forms))

    def of_use(self, naming: Naming, paper_id: str) -> str:
        """The home of a naming in one paper, which may say by what it is about which it means."""
        home = self.of_naming(naming)
        if home.endswith(SHORT) and self._texts is not None:
            senses = self._allowed(leading_form(naming.forms))
            return self._texts.sense(paper_id, senses) or home
        return home

    def _allowed(self, form: str) -> tuple[Sense, ...]:
        """The senses of a short form but for those that the user keeps apart from it."""
        short = atom(form)
        senses = self._senses.get(short, ())
        return tuple(s for s in senses if frozenset((short, s.home)) not in self._apart)


class _Texts:
    """What papers are about, as vectors; each is made once, when it is first asked for."""

    def __init__(self, papers: Mapping[str, Paper], embed: Embed) -> None:
        self._papers, self._embed = papers, embed
        self._vectors: dict[str, Any] = {}

    def sense(self, paper_id: str, senses: Sequence[Sense]) -> str | None:
        """The home of the sense whose papers are clearly the closest to this one."""
        told = [(s.home, sorted(s.papers - {paper_id})[:_MOST_PAPERS]) for s in senses]
        told = [(home, ids) for home, ids in told if ids]
        if len(told) < 2 or paper_id not in self._papers:
            return None
        mine = self._of([paper_id])[0]
        close = sorted(((self._closeness(mine, ids), home) for home, ids in told), reverse=True)
        (best, home), (second, _) = close[0], close[1]
        enough = len(dict(told)[home]) >= _LEAST_PAPERS
        return home if enough and best - second >= _MARGIN else None

    def _closeness(self, mine: Any, ids: Sequence[str]) -> float:
        """The cosine to the middle of some papers."""
        middle: Any = sum(self._of(ids))
        return round(float(mine @ middle / (middle @ middle) ** 0.5), 6)

    def _of(self, ids: Sequence[str]) -> list[Any]:
        new = [i for i in ids if i not in self._vectors]
        if new:
            texts = [f"{self._papers[i].title}. {self._papers[i].abstract}"[:_TEXT] for i in new]
            self._vectors.update(zip(new, self._embed(texts), strict=True))
        return [self._vectors[i] for i in ids]


def short_senses(papers: Iterable[Paper], tally: Tally) -> Senses:
    """The senses of each short form; full forms of one core are one sense."""
    said: dict[str, dict[str, dict[str, set[str]]]]
    said = defaultdict(lambda: defaultdict(lambda: defaultdict(set)))
    for short, full, paper_ids in _definitions(papers, tally):
        said[atom(short)][core_of(full).key][atom(full)].update(paper_ids)
    for naming, uses in tally.uses.items():
        for form in naming.forms:
            # A word that looks the same but is no abbreviation is a sense as well.
            if not is_short(form) and atom(form) in said:
                ids = (tally.papers[number] for number in uses.papers)
                said[atom(form)][core_of(form).key][atom(form)].update(ids)
    return {
        short: tuple(sorted(map(_sense, by_core.values()), key=lambda s: s.home))
        for short, by_core in said.items()
    }


def _sense(homes: Mapping[str, set[str]]) -> Sense:
    """One sense out of the spellings of its full form; it goes by the most used."""
    home = min(homes, key=lambda full: (-len(homes[full]), full))
    return Sense(home, frozenset().union(*homes.values()))


def _definitions(papers: Iterable[Paper], tally: Tally) -> Iterable[tuple[str, str, Iterable[str]]]:
    """(short form, full form, papers) as namings join them and as texts define them."""
    for naming, uses in tally.uses.items():
        full = leading_form(naming.forms)
        for form in () if is_short(full) else naming.forms:
            if is_short(form) and stands_for(form, full) and not _is_kind(full, form):
                yield form, full, [tally.papers[number] for number in uses.papers]
    for paper in papers:
        for field in FIELDS:
            text = paper.text(field)
            for pair in abbreviations(text):
                short = text[pair.short.start : pair.short.end]
                yield short, text[pair.long.start : pair.long.end], (paper.id,)


def _is_kind(full: str, short: str) -> bool:
    """Whether a name ends in the short form itself: a deep LSTM is no sense of LSTM.

    In parentheses it is defined: "long short-term memory (LSTM)".
    """
    return not full.endswith(")") and comparison_key(full).endswith(f" {comparison_key(short)}")
