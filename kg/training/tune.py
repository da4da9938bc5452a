"""Step 5: fit keep-or-drop on held-out papers and report figures.

python -m kg.training.tune --model FOLDER --weights FILE --onnx FILE --gold FOLDER --more FILE
    --abstracts FILE --out FILE

The exported trunk reads, so that decisions are fitted on what they will see.

The figures on the held-out gold papers are of a decision fitted on the further papers alone; the
one that is written is fitted on both.
"""

import argparse
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from sklearn.linear_model import LogisticRegression
from tokenizers import Tokenizer

from kg.evaluate import Figures, Scores, figures, forms_of, score_papers
from kg.extract.neural.decide import CLUES, Decision, Judged, judge
from kg.extract.neural.encoding import Encoded, candidate_spans, encode
from kg.extract.neural.group import PaperReading, group_forms, paper_reading
from kg.extract.neural.heads import Heads, join_windows, join_words
from kg.extract.neural.naming import names_of
from kg.extract.neural.pairs import Floats
from kg.extract.neural.reader import mentions_of, role_of
from kg.extract.neural.relate import KINDS, Related, decode, relate
from kg.extract.static import StaticEncoder
from kg.training.corpora import FURTHER, GoldPaper, held_out, read_further, read_gold
from kg.training.model import Reader
from kg.training.pretrain import CORPORA, load_tokenizer

#: From a window of a paper to the hidden states (pieces, 384) of its pieces.
Trunk = Callable[[Encoded], Floats]


def shipped_trunk(path: Path, threads: int = 0) -> Trunk:
    """The exported network: decisions are fitted on what they will see. 0 threads are all."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def read(window: Encoded) -> Floats:
        inputs = {"ids": window.ids[None], "shapes": window.shapes[None]}
        states: Floats = session.run(None, inputs)[0][0]
        return states

    return read


@cache
def _vectors() -> StaticEncoder:
    return StaticEncoder.load()


@dataclass(frozen=True, slots=True)
class Case:
    """A paper, read and judged, with its gold record."""

    gold: dict[str, Any]
    paper: PaperReading
    judged: Judged
    concepts: tuple[dict[str, Any], ...]  # every group as a concept of a prediction record


def case_of(gold: dict[str, Any], paper: PaperReading, heads: Heads) -> Case:
    """Group and judge a paper that has been read."""
    groups = group_forms(paper, heads)
    judged = judge(paper, groups, heads, _vectors())
    concepts = []
    for index, group in enumerate(groups):
        mentions = mentions_of(paper, group)
        label, *aliases = names_of(paper.texts, mentions)
        role = role_of(judged, index)
        concepts.append(
            {"type": mentions[0].type, "label": label, "aliases": aliases, "role": role}
        )
    return Case(gold, paper, judged, tuple(concepts))


def head_weights(model: Reader) -> dict[str, Floats]:
    """The heads of a network under the names that the runtime knows."""
    out = {}
    for name, value in model.state_dict().items():
        if name.startswith("trunk.") or (
            name.startswith("types.") and not name.startswith("types.gold")
        ):
            continue
        out[name.replace("types.gold", "types")] = value.float().numpy()
    return out


def read_case(
    paper: GoldPaper, title: bool, trunk: Trunk, tokenizer: Tokenizer, heads: Heads
) -> Case:
    """Read a gold paper."""
    texts: Any = {"title": paper.title if title else "", "abstract": paper.abstract}
    windows = encode(tokenizer, list(texts.items()))
    hidden = [trunk(window) for window in windows]
    coded = join_words(windows)
    spans = candidate_spans(coded)
    reading = heads.read_spans(join_windows(hidden, windows), spans)
    read = paper_reading(texts, coded, spans, reading)
    name = f"{paper.id}+title" if title else paper.id  # both views of a paper are scored at once
    gold = {"id": name, "concepts": list(paper.concepts), "relations": list(paper.relations)}
    return case_of(gold, read, heads)


def record(
    case: Case,
    kept: Sequence[int],
    related: Related | None = None,
    thresholds: Floats | None = None,
) -> dict[str, Any]:
    """The kept groups of a case as a prediction record, with relations where they are scored."""
    concepts = [case.concepts[index] for index in kept]
    relations = []
    if related is not None and thresholds is not None:
        rows = decode(related, thresholds, [c["role"] == "introduced" for c in concepts])
        relations = [[concepts[h]["label"], KINDS[k], concepts[t]["label"]] for h, k, t, _ in rows]
    return {"id": case.gold["id"], "concepts": concepts, "relations": relations}


def kept_by(case: Case, decision: Decision) -> list[int]:
    """The groups that a decision keeps."""
    return decision.kept(case.judged) if case.judged.groups else []


def _related(case: Case, decision: Decision, heads: Heads) -> tuple[list[int], Related]:
    """What is kept of a case, and the scores of all pairs of it."""
    kept = kept_by(case, decision)
    needed = decision.needed(case.judged) if kept else np.zeros(0, np.float32)
    return kept, relate(case.paper, case.judged, kept, heads, needed)


def fit_relations(cases: Sequence[Case], decision: Decision, heads: Heads) -> Floats:
    """The threshold of each kind that gives the best F1, found one kind after another.

    None is lower than where half of what is stated of its kind is right, if there is such a one.
    """
    read = [(case, *_related(case, decision, heads)) for case in cases]

    def found(thresholds: Floats) -> Figures:
        records = [record(case, kept, related, thresholds) for case, kept, related in read]
        return figures(score_papers([c.gold for c in cases], records)).relations

    def alone(kind: int, value: float) -> Figures:
        return found(np.where(np.arange(len(KINDS)) == kind, value, np.inf).astype(np.float32))

    grid = np.arange(0.15, 0.75, 0.05, dtype=np.float32)
    start = max(grid, key=lambda value: found(np.full(len(KINDS), value, np.float32)).f1)
    thresholds = np.full(len(KINDS), start, np.float32)
    for kind in (0, 1, 7, 4, 2, 3, 6):
        values = [*grid, np.float32(0.9)]
        sound = [value for value in values if alone(kind, value).precision >= 0.5] or values
        options = []
        for value in sound:
            thresholds[kind] = value
            options.append((found(thresholds).f1, float(value)))
        thresholds[kind] = max(options)[1]
    return thresholds


def outcomes(case: Case) -> tuple[list[int], list[int]]:
    """Whether each group matches a gold concept, and whether it is a required one.

    Of several that match one concept only the most certain does: the others name it again.
    """
    known = [(c, forms_of(c)) for c in case.gold["concepts"]]
    match, need = [0] * len(case.concepts), [0] * len(case.concepts)
    taken: set[int] = set()
    tops = [clues[CLUES.index("top")] for clues in case.judged.clues]
    for index in sorted(range(len(tops)), key=lambda i: (-tops[i], i)):
        concept, forms = case.concepts[index], forms_of(case.concepts[index])
        hits = [
            i for i, (c, keys) in enumerate(known) if c["type"] == concept["type"] and keys & forms
        ]
        free = sorted(
            (i for i in hits if i not in taken), key=lambda i: not known[i][0]["required"]
        )
        if free:
            taken.add(free[0])
            match[index], need[index] = 1, int(known[free[0]][0]["required"])
    return match, need


def fit(cases: Sequence[Case], strength: float = 0.1) -> Decision:
    """Fit both logistic models, then weight and threshold for the best F1 on the same papers."""
    clues = np.concatenate([case.judged.clues for case in cases])
    told = [outcomes(case) for case in cases]
    match = np.array([y for m, _ in told for y in m])
    need = np.array([y for _, n in told for y in n])
    scale = clues.std(0) + 1e-3
    rows = []
    for target in (match, need):
        fitted = LogisticRegression(C=strength, max_iter=2000).fit(clues / scale, target)
        rows.append(np.append(fitted.coef_[0] / scale, fitted.intercept_).astype(np.float32))
    best = (0.0, 0.0, 0.0)
    for weight in (0.0, 0.3, 0.6, 1.0, 1.5):
        decision = Decision(rows[0], rows[1], weight, 0.0)
        for threshold in np.arange(0.3, 1.2, 0.05) * (1 + weight * 0.6):
            f1 = (
                evaluate(cases, Decision(decision.match, decision.need, weight, float(threshold)))
                .concepts["all"]
                .f1
            )
            best = max(best, (f1, weight, float(threshold)))
    return Decision(rows[0], rows[1], best[1], best[2])


def evaluate(
    cases: Sequence[Case],
    decision: Decision,
    heads: Heads | None = None,
    thresholds: Floats | None = None,
) -> Scores:
    """Score the cases as decided."""
    if heads is None:
        predicted = [record(case, kept_by(case, decision)) for case in cases]
    else:
        predicted = [record(c, *_related(c, decision, heads), thresholds) for c in cases]
    return figures(score_papers([case.gold for case in cases], predicted))


def calibration_error(cases: Sequence[Case], decision: Decision, bins: int = 10) -> float:
    """Expected calibration error of the confidence of the kept concepts."""
    pairs = []
    for case in cases:
        kept = kept_by(case, decision)
        right, _ = decision.values(case.judged) if case.judged.groups else (np.zeros(0), None)
        match, _ = outcomes(case)
        pairs += [(float(right[i]), match[i]) for i in kept]
    total = 0.0
    for low in range(bins):
        inside = [
            (p, y) for p, y in pairs if low / bins <= p < (low + 1) / bins or p == low + 1 == bins
        ]
        if inside:
            total += abs(sum(p for p, _ in inside) - sum(y for _, y in inside))
    return total / max(len(pairs), 1)


def line(name: str, scores: Scores) -> str:
    """One line of figures."""
    parts = [f"{k} {f.precision:.3f}/{f.recall:.3f}/{f.f1:.3f}" for k, f in scores.concepts.items()]
    duplicates = scores.counts["all duplicate"] / max(scores.counts["all predicted"], 1)
    relation = scores.relations
    return (
        f"{name}: {' '.join(parts)} dup {duplicates:.3f} role {scores.role_accuracy:.3f}"
        f" rel {relation.precision:.3f}/{relation.recall:.3f}/{relation.f1:.3f}"
    )


def main() -> None:
    """Fit, report, write the heads with the decision."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("model", "weights", "onnx", "gold", "more", "abstracts"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--cases", type=Path, help="keep the readings, for experiments")
    parser.add_argument("--errors", type=int, default=0)
    options = parser.parse_args()
    tokenizer = load_tokenizer(options.model)
    model = Reader(options.model, CORPORA)
    model.load_state_dict(torch.load(options.weights), strict=False)
    heads, trunk = Heads(head_weights(model)), shipped_trunk(options.onnx)
    _, held = held_out(read_gold(options.gold, "train"))
    plain = [read_case(p, False, trunk, tokenizer, heads) for p in held]
    titled = [read_case(p, True, trunk, tokenizer, heads) for p in held]
    dev = [read_case(p, True, trunk, tokenizer, heads) for p in read_gold(options.gold, "dev")]
    _, further = held_out(read_further(options.more, options.abstracts), FURTHER)
    more = [read_case(p, t, trunk, tokenizer, heads) for p in further for t in (False, True)]
    apart = fit(more)
    print(line("held-out, no title", evaluate(plain, apart)))
    print(line("held-out, titled", evaluate(titled, apart)))
    decision = fit([*plain, *titled, *more])
    thresholds = fit_relations([*plain, *titled, *more], decision, heads)
    print(line("held-out, fitted on itself", evaluate(plain, decision, heads, thresholds)))
    scores = evaluate(dev, decision, heads, thresholds)
    print(line("dev", scores), f"weight {decision.weight} threshold {decision.threshold:.2f}")
    print(
        "ECE dev",
        round(calibration_error(dev, decision), 3),
        "held-out",
        round(calibration_error(plain, decision), 3),
    )
    every = [record(c, range(len(c.judged.groups))) for c in dev]
    print(line("dev, all candidates", figures(score_papers([c.gold for c in dev], every))))
    for error in scores.errors[: options.errors]:
        print(error.kind, error.paper, error.type, error.name, error.detail, sep="\t")
    if options.out:
        np.savez(
            options.out,
            **heads.weights,
            **{
                "decide.relations": thresholds,
                "decide.match": decision.match,
                "decide.need": decision.need,
                "decide.weight": np.float32(decision.weight),
                "decide.threshold": np.float32(decision.threshold),
            },
        )
    if options.cases:
        with options.cases.open("wb") as file:
            pickle.dump((plain, titled, dev, more), file)


if __name__ == "__main__":
    main()
