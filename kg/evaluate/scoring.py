"""Scores extracted concepts, roles and relations against annotated papers.

A predicted concept is right when it has the type of a gold concept and shares one surface form
with it. Precision counts matches with required and optional concepts alike, recall the required
ones alone. A gold concept is matched once; a second prediction for it is a duplicate and wrong.
"""

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from kg.model import CONCEPT_TYPES

Record = Mapping[str, Any]

_LEADING = frozenset("a an the our this these its".split())
_DASHES = re.compile(r"[‐-―\-_/]")
_OTHER = re.compile(r"[^\w+#. ]")


@lru_cache(maxsize=65536)
def match_key(surface: str) -> str:
    """The form under which two surfaces count as equal in scoring.

    >>> match_key("The Self-Supervised  Networks"), match_key("C++")
    ('self supervised network', 'c++')
    """
    plain = unicodedata.normalize("NFKD", surface)
    plain = "".join(char for char in plain if not unicodedata.combining(char)).lower()
    words = [word.strip(".") for word in _OTHER.sub("", _DASHES.sub(" ", plain)).split()]
    while words and words[0] in _LEADING:
        words.pop(0)
    return " ".join(map(_singular, words))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def name_of(concept: Record) -> str:
    """The name of a concept, which predictions call its label."""
    return concept.get("name") or concept.get("label") or ""


def forms_of(concept: Record) -> frozenset[str]:
    """The keys of all surface forms of a concept."""
    surfaces = [name_of(concept), *(concept.get("aliases") or ())]
    return frozenset(map(match_key, surfaces)) - {""}


@dataclass(frozen=True, slots=True)
class Error:
    """One thing that went wrong: what kind, in which paper, about which name."""

    kind: str  # missed, extra, duplicate, type, boundary
    paper: str
    type: str
    name: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PaperScore:
    """The counts of one paper, by name, so that papers can be drawn again."""

    counts: Counter[str]
    errors: tuple[Error, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """Precision, recall and F1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Scores:
    """All figures over a set of papers."""

    concepts: Mapping[str, Figures]  # method, task, dataset, all
    macro_f1: float
    role_accuracy: float
    strange_forms: float  # share of the forms of right concepts that the gold gives to another
    relations: Figures
    counts: Mapping[str, int]
    errors: tuple[Error, ...] = field(default=(), repr=False)


def score(gold: Iterable[Record], predicted: Iterable[Record]) -> Scores:
    """Score predicted records against gold ones, joined on `id`.

    Args:
        gold: records with `id`, `concepts` and perhaps `relations`, as gold files hold them.
        predicted: records of the same form, where `label` may stand for `name`.
    """
    return figures(score_papers(gold, predicted))


def score_papers(gold: Iterable[Record], predicted: Iterable[Record]) -> list[PaperScore]:
    """The counts of every gold paper, in order; a paper without prediction counts as empty."""
    found = {record["id"]: record for record in predicted}
    return [_score_paper(record, found.get(record["id"], {})) for record in gold]


def figures(papers: Sequence[PaperScore]) -> Scores:
    """Add up the counts of papers and turn them into figures."""
    counts: Counter[str] = Counter()
    for paper in papers:
        counts.update(paper.counts)
    for name in ("predicted", "right", "required", "found", "duplicate"):
        counts[f"all {name}"] = sum(counts[f"{kind} {name}"] for kind in CONCEPT_TYPES)
    concepts = {kind: _figures(counts, kind) for kind in (*CONCEPT_TYPES, "all")}
    return Scores(
        concepts=concepts,
        macro_f1=sum(concepts[kind].f1 for kind in CONCEPT_TYPES) / len(CONCEPT_TYPES),
        role_accuracy=_share(counts["role right"], counts["role all"]),
        strange_forms=_share(counts["form strange"], counts["form all"]),
        relations=_figures(counts, "relation"),
        counts=counts,
        errors=tuple(error for paper in papers for error in paper.errors),
    )


def interval(
    papers: Sequence[PaperScore], kind: str = "all", draws: int = 1000, seed: int = 0
) -> tuple[float, float]:
    """The 95 % bootstrap interval of an F1, papers drawn with replacement.

    Args:
        papers: counts by paper.
        kind: method, task, dataset, all or relation.
        draws: how often papers are drawn.
        seed: the seed of the draws.
    """
    draw = random.Random(seed)
    values = []
    for _ in range(draws):
        scores = figures(
            [PaperScore(paper.counts) for paper in draw.choices(papers, k=len(papers))]
        )
        values.append(scores.relations.f1 if kind == "relation" else scores.concepts[kind].f1)
    values.sort()
    return values[int(0.025 * draws)], values[min(draws - 1, int(0.975 * draws))]


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _figures(counts: Mapping[str, int], kind: str) -> Figures:
    precision = _share(counts[f"{kind} right"], counts[f"{kind} predicted"])
    recall = _share(counts[f"{kind} found"], counts[f"{kind} required"])
    return Figures(precision, recall, _share(2 * precision * recall, precision + recall))


def _score_paper(gold: Record, predicted: Record) -> PaperScore:
    counts: Counter[str] = Counter()
    errors: list[Error] = []
    known = [(concept, forms_of(concept)) for concept in gold["concepts"]]
    taken: set[int] = set()
    place: dict[str, int] = {}
    for concept in predicted.get("concepts") or ():
        kind, name, forms = concept["type"], name_of(concept), forms_of(concept)
        counts[f"{kind} predicted"] += 1
        hits = [i for i, (x, keys) in enumerate(known) if x["type"] == kind and keys & forms]
        free = sorted(
            (i for i in hits if i not in taken), key=lambda i: not known[i][0]["required"]
        )
        if free:
            taken.add(free[0])
            counts[f"{kind} right"] += 1
            place[match_key(name)] = free[0]
            strange = forms - known[free[0]][1]
            counts["form all"] += len(forms)
            counts["form strange"] += sum(
                any(form in keys for _, keys in known) for form in strange
            )
            if concept.get("role"):
                counts["role all"] += 1
                counts["role right"] += concept["role"] == known[free[0]][0]["role"]
        elif hits:
            counts[f"{kind} duplicate"] += 1
            place[match_key(name)] = hits[0]
            errors.append(Error("duplicate", gold["id"], kind, name, name_of(known[hits[0]][0])))
        else:
            errors.append(_wrong(gold["id"], concept, known))
    for index, (concept, _) in enumerate(known):
        if concept["required"]:
            counts[f"{concept['type']} required"] += 1
            counts[f"{concept['type']} found"] += index in taken
            if index not in taken:
                errors.append(
                    Error("missed", gold["id"], concept["type"], name_of(concept), concept["role"])
                )
    _score_relations(gold, predicted, place, counts)
    return PaperScore(counts, tuple(errors))


def _wrong(paper: str, concept: Record, known: Sequence[tuple[Record, frozenset[str]]]) -> Error:
    """Say what is wrong with a prediction that matches no gold concept of its type."""
    kind, name, forms = concept["type"], name_of(concept), forms_of(concept)
    for other, keys in known:
        if keys & forms:
            return Error("type", paper, kind, name, other["type"])
    words = {word for form in forms for word in form.split()}
    for other, keys in known:
        if other["type"] == kind and any(_nested(a, b) for a in keys for b in forms):
            return Error("boundary", paper, kind, name, name_of(other))
    return Error("extra", paper, kind, name, "" if words else "empty")


def _nested(left: str, right: str) -> bool:
    return f" {left} " in f" {right} " or f" {right} " in f" {left} "


def _edge(head: int, relation: str, tail: int) -> tuple[int, str, int]:
    """An edge as a key; compare-with has no direction."""
    if relation == "compare-with" and head > tail:
        head, tail = tail, head
    return head, relation, tail


def _score_relations(
    gold: Record, predicted: Record, place: Mapping[str, int], counts: Counter[str]
) -> None:
    index = {concept["name"]: i for i, concept in enumerate(gold["concepts"])}
    required = {i for i, concept in enumerate(gold["concepts"]) if concept["required"]}
    stated = {
        _edge(index[head], relation, index[tail])
        for head, relation, tail in gold.get("relations") or ()
        if head in index and tail in index
    }
    found = set()
    for head, relation, tail in predicted.get("relations") or ():
        counts["relation predicted"] += 1
        start, end = place.get(match_key(head)), place.get(match_key(tail))
        if start is not None and end is not None:
            found.add(_edge(start, relation, end))
    counts["relation right"] += len(found & stated)
    counts["relation required"] += sum(h in required and t in required for h, _, t in stated)
    counts["relation found"] += sum(h in required and t in required for h, _, t in found & stated)
