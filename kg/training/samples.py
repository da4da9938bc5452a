"""Gold papers as training samples: labels by the scorer's own criterion, concepts, pairs."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from kg.evaluate import forms_of, match_key
from kg.extract.neural.encoding import Encoded, Ints, candidate_spans, encode
from kg.extract.neural.forms import form_of, gap_of, sentence_numbers, surface_of
from kg.extract.neural.pairs import Floats, Form, clues
from kg.model import CONCEPT_TYPES, RELATION_ENDS, ROLES, FieldName
from kg.training.corpora import GoldPaper

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
    roles: tuple[int, ...]
    required: tuple[bool, ...]
    pairs: Ints  # ordered pairs of concepts
    relations: Floats  # (pairs, 8)
    allowed: "np.typing.NDArray[np.bool_]"  # (pairs, 8)
    pair_clues: Floats
    gaps: Ints  # (pairs, 2): words between the closest mentions, first and past-the-last
    form_rows: tuple[tuple[int, ...], ...]  # rows of the spans of each surface form
    form_pairs: Ints
    same: Floats
    form_clues: Floats
    form_texts: tuple[str, ...]  # a surface of each form


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
    labels = np.zeros((len(spans), 3), np.float32)
    concepts: list[Any] = []
    for concept in paper.concepts:
        forms = sorted(form for form in forms_of(concept) if form in by_key)
        if forms:
            concepts.append((concept, forms))
            for form in forms:
                labels[by_key[form], CONCEPT_TYPES.index(concept["type"])] = 1
    return _with_pairs(paper, coded, spans, (labels, keys, surfaces), (by_key, concepts))


def _with_pairs(
    paper: GoldPaper, coded: Encoded, spans: Ints, marked: Any, grouped: Any
) -> GoldSample:
    labels, keys, surfaces = marked
    by_key, concepts = grouped
    numbers = sentence_numbers(coded)
    forms: list[Form] = []
    rows_of_forms: list[tuple[int, ...]] = []
    owner: list[int] = []
    groups: list[Form] = []
    rows_of_concepts: list[tuple[int, ...]] = []
    for index, (concept, names) in enumerate(concepts):
        kind = CONCEPT_TYPES.index(concept["type"])
        rows = sorted(row for name in names for row in by_key[name])
        texts = list(dict.fromkeys(surfaces[by_key[name][0]] for name in names))
        groups.append(form_of(coded, numbers, spans, rows, (kind, texts)))
        rows_of_concepts.append(tuple(rows))
        for name in names:
            forms.append(
                form_of(coded, numbers, spans, by_key[name], (kind, [surfaces[by_key[name][0]]]))
            )
            rows_of_forms.append(tuple(by_key[name]))
            owner.append(index)
    place = {concept["name"]: i for i, (concept, _) in enumerate(concepts)}
    stated = {(place[h], r, place[t]) for h, r, t in paper.relations if h in place and t in place}
    pairs = [(i, j) for i in range(len(groups)) for j in range(len(groups)) if i != j]
    relations = np.zeros((len(pairs), len(RELATION_ROWS)), np.float32)
    allowed = np.zeros((len(pairs), len(RELATION_ROWS)), bool)
    for row, (i, j) in enumerate(pairs):
        ends = (CONCEPT_TYPES[groups[i].type], CONCEPT_TYPES[groups[j].type])
        for column, relation in enumerate(RELATION_ROWS):
            allowed[row, column] = ends in RELATION_ENDS[relation]
            relations[row, column] = (i, relation, j) in stated or (
                relation == "compare-with" and (j, relation, i) in stated
            )
    kept = [row for row in range(len(pairs)) if allowed[row].any()]
    pairs = [pairs[row] for row in kept]
    form_pairs = [
        (i, j)
        for i in range(len(forms))
        for j in range(i + 1, len(forms))
        if forms[i].type == forms[j].type
    ]
    return GoldSample(
        paper.id,
        coded,
        spans,
        labels,
        tuple(keys),
        tuple(rows_of_concepts),
        tuple(ROLE_ROWS.index((c["type"], c["role"])) for c, _ in concepts),
        tuple(bool(c["required"]) for c, _ in concepts),
        np.array(pairs, np.int64).reshape(-1, 2),
        relations[kept],
        allowed[kept],
        np.array([clues(groups[i], groups[j]) for i, j in pairs], np.float32).reshape(-1, 24),
        np.array([gap_of(groups[i], groups[j]) for i, j in pairs], np.int64).reshape(-1, 2),
        tuple(rows_of_forms),
        np.array(form_pairs, np.int64).reshape(-1, 2),
        np.array([owner[i] == owner[j] for i, j in form_pairs], np.float32),
        np.array([clues(forms[i], forms[j]) for i, j in form_pairs], np.float32).reshape(-1, 24),
        tuple(form.texts[0] for form in forms),
    )
