"""Gold papers as training samples: labels by the scorer's own criterion, concepts, pairs."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from kg.evaluate import forms_of, match_key
from kg.extract.neural.encoding import Encoded, Ints, candidate_spans, encode
from kg.extract.neural.forms import form_of, gap_of, sentence_numbers, surface_of
from kg.extract.neural.pairs import FEATURES, Floats, Form, clues
from kg.model import CONCEPT_TYPES, RELATION_ENDS, ROLES, FieldName
from kg.training.corpora import GoldPaper

Concept = Mapping[str, Any]
#: All roles in the order of the network's scores, as (type, role).
ROLE_ROWS = tuple((kind, role) for kind in CONCEPT_TYPES for role in ROLES[kind])
RELATION_ROWS = tuple(RELATION_ENDS)


@dataclass(frozen=True, slots=True)
class GoldSample:
    """One view of a gold paper, ready for the losses."""

    id: str
    coded: Encoded
    spans: Ints
    labels: Floats  # (spans, 3)
    keys: tuple[str, ...]  # match key of every span
    concept_rows: tuple[tuple[int, ...], ...]  # rows of the spans of each concept
    roles: Floats  # (concepts, 7) probabilities: of gold, one of them is 1
    required: tuple[float, ...]
    pairs: Ints  # ordered pairs of concepts
    relations: Floats  # (pairs, 8)
    allowed: "np.typing.NDArray[np.bool_]"  # (pairs, 8)
    pair_clues: Floats
    gaps: Ints  # (pairs, 2): words between the closest mentions, first and past-the-last
    form_rows: tuple[tuple[int, ...], ...]  # rows of the spans of each surface form
    form_pairs: Ints
    same: Floats
    form_clues: Floats


def sample_of(paper: GoldPaper, tokenizer: Tokenizer, with_title: bool = True) -> GoldSample | None:
    """A view of a gold paper; None where there is nothing to learn from."""
    texts: dict[FieldName, str] = {
        "title": paper.title if with_title else "",
        "abstract": paper.abstract,
    }
    coded = encode(tokenizer, list(texts.items()))[0]
    spans = candidate_spans(coded)
    if len(spans) == 0:
        return None
    surfaces = [surface_of(coded, texts, span) for span in spans.tolist()]
    keys = [match_key(surface) for surface in surfaces]
    by_key: dict[str, list[int]] = defaultdict(list)
    for row, key in enumerate(keys):
        if key:
            by_key[key].append(row)
    concepts: list[tuple[Concept, list[str]]] = []
    for concept in paper.concepts:
        names = sorted(form for form in forms_of(concept) if form in by_key)
        if names:
            concepts.append((concept, names))
    marked = _Marked(paper, coded, spans, surfaces, keys, by_key, concepts)
    return GoldSample(
        id=paper.id,
        coded=coded,
        spans=spans,
        labels=marked.labels(),
        keys=tuple(keys),
        concept_rows=tuple(tuple(marked.rows(names)) for _, names in concepts),
        roles=np.array([_roles(c) for c, _ in concepts], np.float32).reshape(-1, len(ROLE_ROWS)),
        required=tuple(float(c["required"]) for c, _ in concepts),
        **marked.pairs(),
        **marked.forms(),
    )


def _roles(concept: Concept) -> Sequence[float]:
    told: Sequence[float] | None = concept.get("chances")
    return told or [float(row == (concept["type"], concept["role"])) for row in ROLE_ROWS]


@dataclass(frozen=True, slots=True)
class _Marked:
    """A gold paper laid over its text."""

    paper: GoldPaper
    coded: Encoded
    spans: Ints
    surfaces: list[str]  # of every span
    keys: list[str]
    by_key: Mapping[str, list[int]]  # rows of the spans of a key
    concepts: list[tuple[Concept, list[str]]]  # with the keys that the text holds

    def rows(self, names: list[str]) -> list[int]:
        """The rows of all spans that have one of the keys."""
        return sorted(row for name in names for row in self.by_key[name])

    def labels(self) -> Floats:
        """(spans, 3): which spans name a concept of which type."""
        labels = np.zeros((len(self.spans), 3), np.float32)
        for concept, names in self.concepts:
            labels[self.rows(names), CONCEPT_TYPES.index(concept["type"])] = 1
        return labels

    def form(self, numbers: list[int], concept: Concept, names: list[str]) -> Form:
        """The form that some keys of a concept make."""
        texts = list(dict.fromkeys(self.surfaces[self.by_key[name][0]] for name in names))
        kind = CONCEPT_TYPES.index(concept["type"])
        return form_of(self.coded, numbers, self.spans, self.rows(names), (kind, texts))

    def pairs(self) -> dict[str, Any]:
        """Ordered pairs of concepts between which a relation is possible, and those stated."""
        numbers = sentence_numbers(self.coded)
        groups = [self.form(numbers, concept, names) for concept, names in self.concepts]
        place = {concept["name"]: i for i, (concept, _) in enumerate(self.concepts)}
        told = {**dict.fromkeys(self.paper.relations, 1.0), **self.paper.sure}
        stated = {(place.get(h), r, place.get(t)): share for (h, r, t), share in told.items()}
        stated |= {(t, r, h): p for (h, r, t), p in stated.items() if r == "compare-with"}
        pairs, relations, allowed = [], [], []
        for i, j in permutations(range(len(groups)), 2):
            ends = (CONCEPT_TYPES[groups[i].type], CONCEPT_TYPES[groups[j].type])
            possible = [ends in RELATION_ENDS[relation] for relation in RELATION_ROWS]
            if any(possible):
                pairs.append((i, j))
                allowed.append(possible)
                relations.append([stated.get((i, kind, j), 0.0) for kind in RELATION_ROWS])
        hints = [clues(groups[i], groups[j]) for i, j in pairs]
        return {
            "pairs": np.array(pairs, np.int64).reshape(-1, 2),
            "relations": np.array(relations, np.float32).reshape(-1, len(RELATION_ROWS)),
            "allowed": np.array(allowed, bool).reshape(-1, len(RELATION_ROWS)),
            "pair_clues": np.array(hints, np.float32).reshape(-1, FEATURES),
            "gaps": np.array([gap_of(groups[i], groups[j]) for i, j in pairs], np.int64).reshape(
                -1, 2
            ),
        }

    def forms(self) -> dict[str, Any]:
        """The surface forms, and the pairs of one type with whether they name one concept."""
        numbers = sentence_numbers(self.coded)
        owned = [(i, c, name) for i, (c, names) in enumerate(self.concepts) for name in names]
        forms = [self.form(numbers, concept, [name]) for _, concept, name in owned]
        pairs = [
            (i, j) for i, j in combinations(range(len(forms)), 2) if forms[i].type == forms[j].type
        ]
        told = [clues(forms[i], forms[j]) for i, j in pairs]
        return {
            "form_rows": tuple(tuple(self.by_key[name]) for _, _, name in owned),
            "form_pairs": np.array(pairs, np.int64).reshape(-1, 2),
            "same": np.array([owned[i][0] == owned[j][0] for i, j in pairs], np.float32),
            "form_clues": np.array(told, np.float32).reshape(-1, FEATURES),
        }
