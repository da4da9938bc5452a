"""Relations between the kept entities of a paper, decoded under the type constraints."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kg.extract.neural.decide import Judged
from kg.extract.neural.encoding import Ints
from kg.extract.neural.forms import gap_of
from kg.extract.neural.group import PaperReading
from kg.extract.neural.heads import Heads
from kg.extract.neural.pairs import FEATURES, Floats, clues
from kg.model import CONCEPT_TYPES, RELATION_ENDS, RelationKind

KINDS: tuple[RelationKind, ...] = tuple(RELATION_ENDS)
#: Relations whose direction says nothing, by column.
_SYMMETRIC = KINDS.index("compare-with")
#: How far a relation weighs by the chance that both its ends would be missed: one between
#: concepts that nobody asks for has to be surer.
NEED = 0.8
#: allowed[head type, tail type, kind]
ALLOWED = np.array(
    [
        [[(head, tail) in RELATION_ENDS[kind] for kind in KINDS] for tail in CONCEPT_TYPES]
        for head in CONCEPT_TYPES
    ]
)


@dataclass(frozen=True, slots=True)
class Related:
    """Scored ordered pairs of kept entities (by their number among the kept)."""

    pairs: Ints
    probabilities: Floats  # (pairs, 8), zero where the types do not allow the kind
    weights: Floats  # (pairs,) what the probabilities weigh against a threshold


def relate(
    paper: PaperReading, judged: Judged, kept: Sequence[int], heads: Heads, needed: Floats
) -> Related:
    """Score all pairs of kept entities whose types can stand in a relation.

    Args:
        paper, judged: what was read, and its groups with what the heads say of them.
        kept: the numbers of the groups that are kept.
        heads: the heads that score pairs.
        needed: (groups,) how probably each group would be missed.
    """
    groups = [judged.groups[index] for index in kept]
    pairs = [
        (i, j)
        for i, left in enumerate(groups)
        for j, right in enumerate(groups)
        if i != j and ALLOWED[left.type, right.type].any()
    ]
    if not pairs:
        none = np.zeros((0, len(KINDS)), np.float32)
        return Related(np.zeros((0, 2), np.int64), none, none[:, 0])
    forms = [paper.form(group) for group in groups]
    told = np.array([clues(forms[i], forms[j]) for i, j in pairs], np.float32)
    index = np.array(pairs, np.int64)
    scores = heads.relations(
        judged.pooled[list(kept)],
        index,
        _between(paper, np.array([gap_of(forms[i], forms[j]) for i, j in pairs], np.int64)),
        told.reshape(-1, FEATURES),
    )
    kinds = np.array([group.type for group in groups])
    both = needed[list(kept)][index].prod(1)
    allowed = ALLOWED[kinds[index[:, 0]], kinds[index[:, 1]]]
    return Related(index, scores * allowed, (1 - NEED + NEED * both).astype(np.float32))


def _between(paper: PaperReading, gaps: Ints) -> Floats:
    """The mean word vector between the closest mentions of each pair."""
    sums = paper.reading.sums
    size = np.maximum(gaps[:, 1] - gaps[:, 0], 1)[:, None].astype(np.float32)
    mean: Floats = (sums[gaps[:, 1]] - sums[gaps[:, 0]]) / size
    return mean


def decode(
    related: Related, thresholds: Floats, introduced: Sequence[bool]
) -> list[tuple[int, int, int, float]]:
    """Rows (head, kind, tail, probability) whose value is at least the threshold of its kind.

    Of the two directions of a kind the more probable holds; compare-with starts at what the
    paper introduces.
    """
    best: dict[tuple[int, int, int], tuple[float, int, int]] = {}
    values = related.probabilities * related.weights[:, None]
    passed = values >= thresholds
    for (head, tail), row, kinds in zip(
        related.pairs.tolist(), related.probabilities, passed, strict=True
    ):
        for kind in np.flatnonzero(kinds).tolist():
            key = (min(head, tail), kind, max(head, tail))
            found = (float(row[kind]), head, tail)
            if key not in best or found[0] > best[key][0]:
                best[key] = found
    out = []
    for (_, kind, _), (probability, head, tail) in best.items():
        turned = kind == _SYMMETRIC and introduced[tail] and not introduced[head]
        out.append((tail, kind, head, probability) if turned else (head, kind, tail, probability))
    return sorted(out)
