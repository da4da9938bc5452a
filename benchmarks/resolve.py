"""How well names are resolved: clusters within documents, judged pairs across papers, a corpus.

    python benchmarks/resolve.py [--clusters FILE [--tokens FILE]] [--pairs FILE]
        [--papers FILE [--cache FOLDER]] [--forms N]

--clusters: JSON lines {doc, name, type, forms, mentions}; B-cubed and pairwise figures within each
document, with what one document allows (`ResolveOptions.one_document`) and without it. With
--tokens (sentences as tokens with spans) a form weighs as often as it is mentioned.
--pairs: JSON lines {a, b, type, context_a, context_b, label}. On the file that the model was
fitted on, five-fold. --papers: JSON lines of titles and abstracts; reads, resolves and lists the
largest clusters; what was read is kept in --cache, so that a stopped run goes on. --forms: so many
different made-up names, ten a paper. The last line is one JSON object with all figures.
"""

import argparse
import gzip
import heapq
import json
import random
import re
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

import kg
from kg.extract import Extractor
from kg.extract.extractor import WORKERS
from kg.extract.words import METHOD_HEADS, TASK_HEADS, WEAK_STARTS
from kg.model import CONCEPT_TYPES, ROLES, Entity, Extraction, Mention, Paper, Span
from kg.pipeline.extractions import extract_papers, kept_extractions
from kg.resolve import ResolveOptions, resolve, resolve_kept
from kg.resolve.likeness import shipped_model
from kg.resolve.pairs import Pair, pair_of
from kg.resolve.variants import is_short
from kg.training.corpora import read_lines, sha256

Row = dict[str, Any]
_SMALL_WORDS = frozenset("a an and by for from in of on the to with".split())


def b_cubed(items: Sequence[tuple[Any, Any, float]]) -> tuple[float, float, float]:
    """Sums of precision and recall and of weights over (predicted, gold, weight) of a document."""
    predicted: Counter[Any] = Counter()
    gold: Counter[Any] = Counter()
    both: Counter[Any] = Counter()
    for p, g, w in items:
        predicted[p] += w
        gold[g] += w
        both[p, g] += w
    precision = sum(w * both[p, g] / predicted[p] for p, g, w in items)
    recall = sum(w * both[p, g] / gold[g] for p, g, w in items)
    return precision, recall, sum(w for _, _, w in items)


def pairwise(items: Sequence[tuple[Any, Any, float]]) -> tuple[int, int, int]:
    """Pairs of forms predicted together, of which right, and those that should be together."""
    said = right = wanted = 0
    for i, (p, g, _) in enumerate(items):
        for q, h, _ in items[:i]:
            said += p == q
            wanted += g == h
            right += p == q and g == h
    return said, right, wanted


def f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def detokenised(form: str) -> str:
    """ "V - Net" as it was printed."""
    form = re.sub(r"\s*([-/'’])\s*", r"\1", form)
    return re.sub(r"\s+([),.;:])", r"\1", re.sub(r"([(])\s+", r"\1", form)).strip(" ,;:.'\"”“")


def initials(name: str) -> str:
    words = [w for w in re.split(r"[\s/-]+", name.casefold()) if w and w not in _SMALL_WORDS]
    return "".join(word[0] for word in words)


def document(forms: Sequence[str], kinds: Sequence[str]) -> list[Extraction]:
    """One extraction a form; a short form joins the one long form that it abbreviates."""
    names = [detokenised(form) or form for form in forms]
    shorts: dict[str, set[str]] = defaultdict(set)
    for name in names:
        if not is_short(name) and " " in name:
            shorts[initials(re.sub(r"\(.*?\)", "", name))].add(name)
    out = []
    for number, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        full = shorts.get(re.sub(r"\W|s$", "", name).casefold(), set()) if is_short(name) else set()
        label, aliases = (min(full), (name,)) if len(full) == 1 else (name, ())
        mention = Mention("title", Span(0, len(name)), name, kind)  # type: ignore[arg-type]
        entity = Entity(kind, label, aliases, (mention,), ROLES[kind][-1], 0.9, 0.5)  # type: ignore
        out.append(Extraction(f"f{number:04}", (entity,)))
    return out


def score_clusters(path: Path, tokens: Path | None, embed: Any, options: ResolveOptions) -> Row:
    weights = mention_counts(tokens) if tokens else {}
    documents: dict[str, list[Row]] = defaultdict(list)
    for row in read_lines(path):
        if row["type"] in CONCEPT_TYPES:
            documents[row["doc"]].append(row)
    sums = {kind: np.zeros(6) for kind in ("all", *CONCEPT_TYPES)}
    lower = np.zeros(3)
    for name, rows in documents.items():
        place: dict[str, tuple[int, str]] = {}
        for number, row in enumerate(rows):
            for form in row["forms"]:
                place.setdefault(form, (number, row["type"]))  # a form of two counts once
        forms = list(place)
        extractions = document(forms, [place[form][1] for form in forms])
        home = {
            link.paper_id: link.concept_id
            for link in resolve([], extractions, embed, options).links
        }
        counts = weights.get(name[:10], {})
        items = [
            (home[x.paper_id], place[form][0], float(counts.get(form, 1)))
            for form, x in zip(forms, extractions, strict=True)
        ]
        kinds = [place[form][1] for form in forms]
        for kind in sums:
            chosen = [item for item, k in zip(items, kinds, strict=True) if kind in ("all", k)]
            sums[kind] += (*b_cubed(chosen), *pairwise(chosen))
        lower += b_cubed([(f.lower(), g, w) for f, (_, g, w) in zip(forms, items, strict=True)])
    out: Row = {"lower-casing B3 F1": round(f1(lower[0] / lower[2], lower[1] / lower[2]), 4)}
    for kind, (p, r, n, said, right, wanted) in sums.items():
        out[kind] = {
            "B3 precision": round(p / n, 4), "B3 recall": round(r / n, 4),
            "B3 F1": round(f1(p / n, r / n), 4),
            "pair precision": round(right / max(said, 1), 4),
            "pair recall": round(right / max(wanted, 1), 4),
        }  # fmt: skip
    return out


def mention_counts(path: Path) -> dict[str, Counter[str]]:
    """How often each form is mentioned in each document."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in read_lines(path):
        for start, end, _ in row.get("spans") or ():
            counts[row["id"].rpartition("-")[0]][" ".join(row["tokens"][start:end])] += 1
    return counts


def score_pairs(path: Path, embed: Any) -> Row:
    rows = list(read_lines(path))
    pairs = [pair_of(row, embed) for row in rows]
    same = np.array([row["label"] == "same" for row in rows])
    model = shipped_model()
    fitted_on = json.loads(files("kg.resolve").joinpath("likeness.json").read_text())["pairs"]
    if sha256(path) == fitted_on:
        from kg.training.likeness import crossed

        scores = crossed(pairs, same.tolist())
    else:
        scores = np.array([pair.likeness(model).probability for pair in pairs])
    merged = scores >= np.array([model.thresholds[pair.kind] for pair in pairs])
    out = {"five-fold": sha256(path) == fitted_on, **shares(merged, same)}
    for kind in CONCEPT_TYPES:
        chosen = np.array([pair.kind == kind for pair in pairs])
        out[kind] = shares(merged[chosen], same[chosen])
    out["proposals"] = score_proposals(rows, pairs, merged)
    return out


def shares(merged: Any, same: Any) -> Row:
    right = int((merged & same).sum())
    precision, recall = right / max(int(merged.sum()), 1), right / max(int(same.sum()), 1)
    return {"merged": int(merged.sum()), "precision": round(precision, 4),
            "recall": round(recall, 4), "F1": round(f1(precision, recall), 4)}  # fmt: skip


def score_proposals(rows: Sequence[Row], pairs: Sequence[Pair], merged: Any) -> Row:
    """Narrower and broader, as proposed for pairs that are not merged."""
    told = [("" if m else p.relation, r["label"]) for p, r, m in zip(pairs, rows, merged,
                                                                      strict=True)]  # fmt: skip
    said = [pair for pair in told if pair[0]]
    right = sum(proposed == label for proposed, label in said)
    wanted = sum(label in ("narrower", "broader") for _, label in told)
    return {"proposed": len(said), "precision": round(right / max(len(said), 1), 4),
            "recall": round(right / max(wanted, 1), 4)}  # fmt: skip


def read_papers(path: Path) -> Iterator[Paper]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        for number, line in enumerate(stream):  # ids of such dumps repeat
            row = json.loads(line)
            yield Paper(f"p{number}", row.get("title") or "", row.get("abstract") or "")


def score_papers(path: Path, limit: int, extractor: Extractor, folder: Path) -> Row:
    """Seconds, memory, concepts with and without likeness; the largest clusters to read."""
    papers = [paper for _, paper in zip(range(limit), read_papers(path), strict=False)]
    papers.sort(key=lambda paper: paper.id)
    shown = time.monotonic()

    def tell(_: str, done: int, total: int) -> None:
        nonlocal shown
        if time.monotonic() - shown > 30:
            shown = time.monotonic()
            print(f"{done}/{total} read", flush=True)

    extract_papers(papers, extractor, folder, WORKERS, tell)

    def kept() -> Iterator[Extraction]:
        return kept_extractions(papers, folder, extractor.fingerprint)

    names = {sys.intern(entity.label) for extraction in kept() for entity in extraction.entities}
    return {"papers": len(papers), "labels": len(names),
            **score_extractions(papers, kept, extractor.vectors.embed)}  # fmt: skip


def made_up(count: int, seed: int = 5) -> list[Extraction]:
    """So many different names of words of the field, ten a paper, some a variant of another."""
    rng = random.Random(seed)
    words = sorted(METHOD_HEADS | TASK_HEADS | WEAK_STARTS)
    weights = list(accumulate(1 / (place + 20) for place in range(len(words))))
    names: dict[str, None] = {}
    while len(names) < count:
        chosen = rng.choices(words, cum_weights=weights, k=rng.choice((2, 3, 3, 4)))
        name = " ".join(chosen)
        for variant in (name, name + "s", "-".join(chosen[:2]) + name[len(" ".join(chosen[:2])) :]):
            if rng.random() < 0.6 and len(names) < count:
                names[variant] = None
    shuffled = list(names)
    rng.shuffle(shuffled)
    return [_paper_of(f"p{i}", shuffled[i : i + 10], rng) for i in range(0, count, 10)]


def _paper_of(name: str, labels: Sequence[str], rng: random.Random) -> Extraction:
    entities = []
    for label in labels:
        kind = rng.choice(CONCEPT_TYPES)
        mention = Mention("abstract", Span(0, len(label)), label, kind)
        entities.append(
            Entity(kind, label, (), (mention,), ROLES[kind][0], confidence=0.9, salience=0.5)
        )
    return Extraction(name, tuple(entities), ())


def score_extractions(
    papers: Sequence[Paper], extractions: Callable[[], Iterable[Extraction]], embed: Any
) -> Row:
    """Seconds, memory, concepts with and without likeness."""
    begin = time.monotonic()
    by_spelling = len(resolve_kept(papers, extractions, None).concepts)
    middle = time.monotonic()
    joined = resolve_kept(papers, extractions, embed)
    end = time.monotonic()
    links = sum(1 for _ in joined.links)
    show_largest(joined.explanations)
    return {
        "by spelling": by_spelling, "concepts": len(joined.concepts), "links": links,
        "proposals": len(joined.proposals),
        "seconds by spelling": round(middle - begin, 1), "seconds": round(end - middle, 1),
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }  # fmt: skip


def show_largest(explanations: Iterable[Any], size: int = 50) -> None:
    def extent(item: Any) -> tuple[int, str]:
        return -len(item.forms), item.concept

    for item in heapq.nsmallest(size, explanations, key=extent):
        print(item.concept, len(item.forms), " | ".join(form for form, _ in item.forms), sep="\t")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("clusters", "tokens", "pairs", "papers"):
        parser.add_argument(f"--{name}", type=Path)
    parser.add_argument("--cache", type=Path, default=Path("build/resolve-cache"))
    parser.add_argument("--forms", type=int)
    parser.add_argument("--limit", type=int, default=10**9)
    options = parser.parse_args()
    extractor = Extractor(kg.ExtractOptions())
    embed = extractor.vectors.embed
    figures: Row = {}
    if options.clusters:
        for name, one in (("clusters", True), ("clusters, as across papers", False)):
            told = options.clusters, options.tokens
            figures[name] = score_clusters(*told, embed, ResolveOptions(one_document=one))
    if options.pairs:
        figures["pairs"] = score_pairs(options.pairs, embed)
    if options.papers:
        figures["papers"] = score_papers(options.papers, options.limit, extractor, options.cache)
    if options.forms:
        listed = sorted(made_up(options.forms), key=lambda made: made.paper_id)
        figures["forms"] = score_extractions([], lambda: listed, embed)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
