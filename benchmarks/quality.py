"""The table of benchmarks/quality.md: rules, KeyBERT alone, the reader, on dev and held-out papers.

    python benchmarks/quality.py GOLD_FOLDER [SCIER_FILE [MINILM_FOLDER]]

GOLD_FOLDER holds {train,dev}.{gold,papers}.jsonl and SCIER_FILE sentences as tokens with spans.
With MINILM_FOLDER (and torch) KeyBERT alone ranks by the network, without by our static vectors.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kg.evaluate import figures, forms_of, interval, read_records, score_mentions, score_papers
from kg.extract import Extractor, to_json
from kg.extract.keybert import Ranker
from kg.extract.rules import RuleTagger
from kg.model import Mention, Paper
from kg.training.corpora import GoldPaper, held_out, read_gold

Record = dict[str, Any]


def as_paper(paper: GoldPaper, title: bool) -> Paper:
    return Paper(paper.id, paper.title if title else "", paper.abstract)


def as_gold(papers: Iterable[GoldPaper]) -> list[Record]:
    return [
        {"id": p.id, "concepts": list(p.concepts), "relations": [list(r) for r in p.relations]}
        for p in papers
    ]


def extracted(extractor: Extractor) -> Callable[[Paper, Record], Record]:
    return lambda paper, _: to_json(paper, extractor.extract(paper))


class Network:
    """The untouched MiniLM in the place of the static vectors."""

    def __init__(self, folder: Path) -> None:
        from kg.training.static import Teacher

        self._teacher = Teacher(folder, Path(os.devnull))

    def embed(self, texts: Sequence[str]) -> Any:
        return self._teacher.read([self._teacher.tokenizer.encode(t).ids[:512] for t in texts])


def keybert_alone(ranker: Ranker, top: int = 10) -> Callable[[Paper, Record], Record]:
    """Phrases of up to three words by KeyBERT and MMR; the type of a right one comes free."""

    def predict(paper: Paper, gold: Record) -> Record:
        text = f"{paper.title} {paper.abstract}"
        words = [word.strip(".,;:()[]\"'") for word in text.split()]
        phrases = {
            " ".join(words[i : i + n])
            for n in (1, 2, 3)
            for i in range(len(words) - n + 1)
            if all(words[i : i + n])
        }
        chosen = ranker.choose(text, phrases, top, 0.3)
        return {"id": paper.id, "concepts": [_typed(name, gold) for name in chosen]}

    return predict


def _typed(name: str, gold: Record) -> Record:
    found = {"label": name, "aliases": [], "type": "method"}
    for concept in gold["concepts"]:
        if forms_of(concept) & forms_of({"label": name}):
            found["type"] = concept["type"]
    return found


def ranking(records: Sequence[Record], gold: Sequence[Record], key: str) -> float:
    """How often a required concept ranks above an optional one of its paper (0.5 is chance)."""
    better, pairs = 0.0, 0
    for found, marked in zip(records, gold, strict=True):
        values: dict[bool, list[float]] = {True: [], False: []}
        for concept in found["concepts"]:
            for known in marked["concepts"]:
                if known["type"] == concept["type"] and forms_of(known) & forms_of(concept):
                    values[known["required"]].append(concept[key])
                    break
        for a in values[True]:
            for b in values[False]:
                better += (a > b) + 0.5 * (a == b)
                pairs += 1
    return better / pairs if pairs else 0.0


def report(
    name: str, papers: Sequence[Paper], gold: Sequence[Record], predict: Any
) -> list[Record]:
    found = [predict(paper, marked) for paper, marked in zip(papers, gold, strict=True)]
    scored = score_papers(gold, found)
    scores = figures(scored)
    low, high = interval(scored)
    duplicates = scores.counts["all duplicate"] / max(scores.counts["all predicted"], 1)
    kinds = [f"{scores.concepts[k].f1:.3f}" for k in ("method", "task", "dataset")]
    every = scores.concepts["all"]
    print(
        f"| {name} | {every.precision:.3f} | {every.recall:.3f} | {every.f1:.3f} |"
        f" {low:.2f}-{high:.2f} | {' | '.join(kinds)} | {100 * duplicates:.1f} % |"
        f" {scores.role_accuracy:.3f} | {scores.relations.f1:.3f} |",
        flush=True,
    )
    return found


def _mentions(extractor: Extractor) -> Callable[[Paper], Iterator[Mention]]:
    def read(paper: Paper) -> Iterator[Mention]:
        for entity in extractor.extract(paper).entities:
            yield from entity.mentions

    return read


def main(folder: Path, scier: Path | None, minilm: Path | None) -> None:
    dev = read_gold(folder, "dev")
    _, held = held_out(read_gold(folder, "train"))
    reader, rules = Extractor(), Extractor(tagger=RuleTagger())
    vectors = Network(minilm) if minilm else reader.vectors
    systems = {
        "KeyBERT alone, types given free": keybert_alone(Ranker(vectors)),
        "rules": extracted(rules),
        "reader": extracted(reader),
    }
    print("| on | P | R | F1 | 95 % | method | task | dataset | duplicates | roles | relations |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for name, papers, title in (
        ("dev", dev, True),
        ("held-out, no titles", held, False),
        ("held-out, with titles", held, True),
    ):
        gold = as_gold(papers)
        inputs = [as_paper(paper, title) for paper in papers]
        for system, predict in systems.items():
            found = report(f"{name}: {system}", inputs, gold, predict)
        ranker = Ranker(vectors)
        for paper, record in zip(inputs, found, strict=True):
            text = f"{paper.title}. {paper.abstract}" if paper.title else paper.abstract
            network = ranker.salience(text, [c["label"] for c in record["concepts"]])
            for c in record["concepts"]:
                c["both"] = c["confidence"] + c["salience"]
                c["KeyBERT alone"] = network[c["label"]]
        keys = ("confidence", "salience", "both", "KeyBERT alone")
        by = {key: ranking(found, gold, key) for key in keys}
        print("required above optional:", {k: round(v, 3) for k, v in by.items()}, flush=True)
    if scier is not None:
        for natural in (False, True):
            scores = score_mentions(read_records(scier), _mentions(reader), natural=natural)
            told = {k: round(f.f1, 3) for k, f in scores.types.items()}
            print("SciER strict,", "natural text" if natural else "official tokens", told)


if __name__ == "__main__":
    main(*[*map(Path, sys.argv[1:]), None, None][:3])
