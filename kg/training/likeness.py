"""Fit how likely two names are one thing, on judged pairs; writes kg/resolve/likeness.json.

    python -m kg.training.likeness --pairs FILE --out FILE

Pairs (JSON lines) hold names `a` and `b` of one `type` with `context_a` and `context_b` from two
papers, and `label`: same, narrower, broader, related or different. Thresholds are read off
five-fold predictions, so no pair judges itself. Seed 0.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from kg.extract.neural.pairs import Floats
from kg.extract.static import StaticEncoder
from kg.model import CONCEPT_TYPES
from kg.resolve.likeness import FEATURES, Model, compare, features_of
from kg.resolve.pairs import Pair, pair_of
from kg.training.corpora import read_lines, sha256

#: A merge should be right so often.
PRECISION = 0.92
_STRENGTH = 0.3


def _cosine(pair: Pair) -> float:
    return pair.cosine


def fit(pairs: Sequence[Pair], same: Sequence[bool]) -> Model:
    """The weights for features as they are (the scaling is folded in)."""
    rows = np.array([features_of(p.left, p.right, p.kind, partial(_cosine, p)) for p in pairs])
    mean, scale = rows.mean(0), rows.std(0) + 1e-6
    fitted = LogisticRegression(C=_STRENGTH, max_iter=5000).fit((rows - mean) / scale, same)
    weights = fitted.coef_[0] / scale
    return Model(tuple(weights), float(fitted.intercept_[0] - weights @ mean), {})


def predict(pairs: Sequence[Pair], model: Model) -> Floats:
    """The probability of each pair; zero where something forbids a merge."""
    found = [compare(p.left, p.right, p.kind, partial(_cosine, p), model) for p in pairs]
    return np.array([likeness.probability for likeness in found], np.float32)


def crossed(pairs: Sequence[Pair], same: Sequence[bool], seed: int = 0) -> Floats:
    """Five-fold predictions."""
    out = np.zeros(len(pairs), np.float32)
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    for seen, unseen in folds.split(np.zeros(len(pairs)), same):
        model = fit([pairs[i] for i in seen], [same[i] for i in seen])
        out[unseen] = predict([pairs[i] for i in unseen], model)
    return out


def threshold(scores: Floats, same: Floats, precision: float = PRECISION) -> float:
    """The lowest score from which on so many pairs are the same."""
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(same[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero(right >= precision)
    return float(scores[order[good[-1]]]) if len(good) else 1.0


def thresholds(pairs: Sequence[Pair], scores: Floats, same: Sequence[bool]) -> dict[str, float]:
    """One threshold a type, none under the one for all types together."""
    wanted = np.array(same, np.float32)
    floor = threshold(scores, wanted)
    out: dict[str, float] = {}
    for kind in CONCEPT_TYPES:
        rows = np.array([p.kind == kind for p in pairs])
        out[kind] = round(max(floor, threshold(scores[rows], wanted[rows])), 4)
    return out


def main() -> None:
    """Read, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("pairs", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args()
    vectors = StaticEncoder.load()
    rows: Sequence[Mapping[str, Any]] = list(read_lines(options.pairs))
    pairs = [pair_of(row, vectors.embed) for row in rows]
    same = [row["label"] == "same" for row in rows]
    model, scores = fit(pairs, same), crossed(pairs, same)
    weights = dict(zip(FEATURES, (round(float(w), 4) for w in model.weights), strict=True))
    record = {
        "pairs": sha256(options.pairs),
        "weights": weights,
        "intercept": round(model.intercept, 4),
        "thresholds": thresholds(pairs, scores, same),
    }
    options.out.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(record["thresholds"])


if __name__ == "__main__":
    main()
