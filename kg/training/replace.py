"""Mention replacement: a paper that says the same of other things, so that names teach nothing.

Most names of a new paper were never seen in training. A reader that leans on the name itself fails
there; one that reads the sentence around it does not (Dai and Adel 2020, An Analysis of Simple
Data Augmentation for Named Entity Recognition, COLING).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from kg.evaluate import name_of
from kg.training.corpora import GoldPaper

#: What a donor shares with the concept it replaces: type, and the look of each of its forms.
Look = tuple[str, tuple[str, ...]]
Concept = Mapping[str, Any]


def look_of(concept: Concept) -> Look:
    """Type, and for each form, longest first, whether it is a name and how many words it has.

    >>> look_of({"type": "method", "name": "graph neural network", "aliases": ["GNN"]})
    ('method', ('plain 3', 'name 1'))
    """
    forms = sorted(surfaces(concept), key=lambda form: (-len(form), form))
    kinds = ["name" if any(c.isupper() or c.isdigit() for c in f[1:]) else "plain" for f in forms]
    sizes = [min(len(form.split()), 4) for form in forms]
    return concept["type"], tuple(f"{k} {n}" for k, n in zip(kinds, sizes, strict=True))


def surfaces(concept: Concept) -> list[str]:
    """The name and the aliases of a concept."""
    return [name_of(concept), *(concept.get("aliases") or ())]


@dataclass(frozen=True, slots=True)
class Donors:
    """Concepts by their look, from which a replacement is drawn."""

    by_look: Mapping[Look, Sequence[Concept]]

    @classmethod
    def of(cls, papers: Iterable[GoldPaper]) -> "Donors":
        """All concepts with at most two forms of some papers."""
        found: dict[Look, list[Concept]] = defaultdict(list)
        for paper in papers:
            for concept in paper.concepts:
                if len(surfaces(concept)) <= 2:
                    found[look_of(concept)].append(concept)
        return cls(found)


def replaced(paper: GoldPaper, donors: Donors, draw: Random, share: float = 0.5) -> GoldPaper:
    """The paper with about a `share` of its named concepts replaced by others of the same look.

    A concept stays where one of its forms is part of another's, where nothing looks like it, or
    where it has no name: a phrase such as "image captioning" says what the sentence is about.
    """
    texts = [paper.title, paper.abstract]
    taken = {form.lower() for concept in paper.concepts for form in surfaces(concept)}
    concepts, renamed = [], {}
    for concept in paper.concepts:
        donor = _donor(concept, donors, draw, share)
        mine = sorted(surfaces(concept), key=lambda form: (-len(form), form))
        if donor is None or _entangled(mine, taken):
            concepts.append(concept)
            continue
        theirs = sorted(surfaces(donor), key=lambda form: (-len(form), form))
        if any(form.lower() in " ".join(texts).lower() for form in theirs):
            concepts.append(concept)
            continue
        for old, new in zip(mine, theirs, strict=True):
            texts = [_swap(text, old, new) for text in texts]
        taken.update(form.lower() for form in theirs)
        renamed[name_of(concept)] = theirs[0]
        concepts.append({**concept, "name": theirs[0], "aliases": theirs[1:]})
    relations = tuple((renamed.get(h, h), r, renamed.get(t, t)) for h, r, t in paper.relations)
    return replace(
        paper, title=texts[0], abstract=texts[1], concepts=tuple(concepts), relations=relations
    )


def _donor(concept: Concept, donors: Donors, draw: Random, share: float) -> Concept | None:
    look = look_of(concept)
    if not any(form.startswith("name") for form in look[1]):
        return None
    options = donors.by_look.get(look, ())
    return draw.choice(options) if draw.random() < share and len(options) > 3 else None


def _entangled(mine: Sequence[str], taken: Iterable[str]) -> bool:
    """Whether a form of the concept stands inside one of another, or holds one."""
    own = {form.lower() for form in mine}
    return any(
        (form in other or other in form) and other not in own for form in own for other in taken
    )


def _swap(text: str, old: str, new: str) -> str:
    """Every whole occurrence of `old`, the capital at its start kept."""

    def put(match: re.Match[str]) -> str:
        capital = match[0][:1].isupper() and not old[:1].isupper()
        return new[:1].upper() + new[1:] if capital else new

    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", put, text, flags=re.IGNORECASE)
