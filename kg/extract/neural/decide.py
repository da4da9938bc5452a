"""Keep or drop: which entities of a paper are worth a node, how sure that is, and their roles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kg.extract.neural.group import Group, PaperReading
from kg.extract.neural.heads import Heads, pool, sigmoid
from kg.extract.neural.pairs import Floats
from kg.extract.static import StaticEncoder

#: Names of the clues that the decision rests on, in order.
CLUES = (
    "top", "mean", "logit", "margin", "rival", "mentions", "forms", "title", "early", "words",
    "short", "cased", "digit", "required", "salience", "role", "task", "dataset",
    "task*logit", "dataset*logit", "required*logit", "mentions*logit", "double", "others",
    "sure_others",
)  # fmt: skip

#: What is this probably named already by a more certain group is left out. A share of these are
#: things of their own; as many others are doubles, so the score stays and doubles become fewer.
DOUBLE = 0.3

#: An abstract has no more entities in the making.
MANY = 60


def logit(p: Floats | np.float32) -> Floats:
    """The inverse of the logistic function, bounded."""
    p = np.clip(p, 1e-4, 1 - 1e-4)
    odds: Floats = np.log(p / (1 - p)).astype(np.float32)
    return odds


@dataclass(frozen=True, slots=True)
class Judged:
    """The groups of a paper with what the heads say about each."""

    groups: Sequence[Group]
    pooled: Floats  # (groups, 384)
    clues: Floats  # (groups, CLUES)
    required: Floats
    salience: Floats
    roles: Floats  # (groups, 7)


def judge(
    paper: PaperReading, groups: Sequence[Group], heads: Heads, vectors: StaticEncoder
) -> Judged:
    """Collect the clues about every group; `vectors` tell how close it is to the paper."""
    pooled = pool(paper.reading.vectors, [group.rows for group in groups])
    required, roles = heads.required(pooled), heads.roles(pooled)
    salience = _salience(paper, groups, vectors)
    best = paper.reading.types.max(1)
    rows = [
        _clues(paper, group, best, (float(required[i]), float(salience[i]), roles[i]))
        for i, group in enumerate(groups)
    ]
    table = np.array(rows, np.float32).reshape(-1, len(CLUES) - 2)
    logits = table[:, CLUES.index("logit")] if len(table) else np.zeros(0, np.float32)
    sure = sigmoid(logits)
    # Bounded by what abstracts hold: in a whole book the models would judge what they never saw.
    many, certain = min(len(table), MANY) / 20, min(float(sure.sum()), MANY / 2) / 10
    others = np.stack([np.full(len(table), many), np.full(len(table), certain)], 1)
    return Judged(
        groups,
        pooled,
        np.concatenate([table, others.astype(np.float32)], 1),
        required,
        salience,
        roles,
    )


def _salience(paper: PaperReading, groups: Sequence[Group], vectors: StaticEncoder) -> Floats:
    """The highest cosine of a form of each group to the paper, as KeyBERT has it."""
    text = ". ".join(text for text in paper.texts.values() if text)
    return vectors.closeness(text, [sorted({paper.surface(r) for r in g.won}) for g in groups])


def _clues(
    paper: PaperReading, group: Group, best: Floats, told: tuple[float, float, Floats]
) -> list[float]:
    required, salience, roles = told
    won = list(group.won)
    mine = paper.reading.types[:, group.type]
    top, mean = float(mine[won].max()), float(mine[won].mean())
    score = float(logit(np.float32(top)))
    spans = paper.spans
    touching = np.zeros(len(spans), bool)
    for row in won:
        touching |= (spans[:, 0] <= spans[row, 1]) & (spans[:, 1] >= spans[row, 0])
    touching[list(group.rows)] = False
    rival = float(best[touching].max()) if touching.any() else 0.0
    surfaces = [paper.surface(row) for row in won]
    total = max(len(paper.coded.words), 1)
    title = any(paper.coded.words[spans[row, 0]].field == "title" for row in won)
    kinds = float(group.type == 1), float(group.type == 2)
    allowed = ((0, 3), (3, 5), (5, 7))[group.type]
    chances = np.exp(roles[allowed[0] : allowed[1]] - roles[allowed[0] : allowed[1]].max())
    count = float(np.log1p(len(won)))
    return [
        top,
        mean,
        score,
        top - float(np.sort(paper.reading.types[won].max(0))[-2]),
        rival,
        count,
        float(np.log(len(group.keys))),
        float(title),
        1 - float(spans[won[0], 0]) / total,
        min(len(surface.split()) for surface in surfaces) / 4,
        float(any(" " not in s and len(s) > 1 and s.isupper() for s in surfaces)),
        float(any(any(c.isupper() for c in s[1:]) for s in surfaces)),
        float(any(c.isdigit() for s in surfaces for c in s)),
        float(logit(np.float32(required))) / 2,
        salience,
        float(chances[0] / chances.sum()),
        *kinds,
        kinds[0] * score,
        kinds[1] * score,
        required * score,
        count * score,
        group.double,
    ]


@dataclass(frozen=True, slots=True)
class Decision:
    """Logistic models over the clues: is it right, would it be required; and the threshold."""

    match: Floats  # (CLUES + 1,), the bias last
    need: Floats
    weight: float
    threshold: float

    def needed(self, judged: Judged) -> Floats:
        """Probability (groups,) of being what a careful reader would miss."""
        return sigmoid(judged.clues @ self.need[:-1] + self.need[-1])

    def values(self, judged: Judged) -> tuple[Floats, Floats]:
        """Probability of being right, and the value that is held against the threshold."""
        right = sigmoid(judged.clues @ self.match[:-1] + self.match[-1])
        return right, right + self.weight * self.needed(judged)

    def kept(self, judged: Judged) -> list[int]:
        """The numbers of the groups that are worth a node and name nothing twice."""
        doubles = judged.clues[:, CLUES.index("double")]
        return np.flatnonzero(
            (self.values(judged)[1] >= self.threshold) & (doubles < DOUBLE)
        ).tolist()

    @staticmethod
    def of(weights: Mapping[str, Floats]) -> "Decision":
        """The decision that is stored with the heads."""
        return Decision(
            weights["decide.match"],
            weights["decide.need"],
            float(weights["decide.weight"]),
            float(weights["decide.threshold"]),
        )
