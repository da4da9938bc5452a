"""A made-up corpus of any size in the shape of a real one, written by the library's own writer.

    python benchmarks/synthetic.py GRAPH [PAPERS]

Nothing is extracted: papers, links and relations are drawn (a few concepts in thousands of papers,
most in one or two), and go through `kg.graph` as those of a build do. Equal arguments, equal graph.
"""

import argparse
import json
import random
from bisect import bisect
from collections.abc import Iterator
from dataclasses import asdict
from itertools import accumulate
from pathlib import Path

from kg import __version__, vocab
from kg.atomic import write_text
from kg.graph.rdf import RunRecord, graph_quads, run_quads
from kg.graph.store import new_version, write_store
from kg.model import (
    Concept,
    ConceptType,
    Evidence,
    Link,
    Mention,
    Paper,
    Relation,
    RelationKind,
    Report,
    Resolution,
    Role,
    Span,
)

PAPERS = 53_147
#: Mean number of concepts of a type in a paper, and of different ones a paper adds to the corpus.
_SHAPE: dict[ConceptType, tuple[int, float]] = {
    "method": (5, 2.0), "task": (3, 0.7), "dataset": (1, 0.3),
}  # fmt: skip
_ROLES: dict[ConceptType, tuple[tuple[Role, ...], tuple[int, ...]]] = {
    "method": (("introduced", "used", "compared"), (2, 6, 2)),
    "task": (("addressed", "mentioned"), (1, 1)),
    "dataset": (("introduced", "used"), (1, 8)),
}
_RELATIONS: dict[tuple[ConceptType, ConceptType], RelationKind] = {
    ("method", "task"): "used-for", ("method", "dataset"): "evaluated-with",
    ("method", "method"): "compare-with", ("dataset", "task"): "benchmark-for",
    ("task", "task"): "subtask-of",
}  # fmt: skip
_ADJECTIVES = (
    "sparse deep causal local joint lazy exact online dual guided nested robust fast soft early"
    " wide mixed linear hidden shared graded masked paired tuned"
).split()
_NOUNS: dict[ConceptType, list[str]] = {
    "method": "attention sampler transformer encoder descent prompting routing pruning".split(),
    "task": "answering restoration classification repair design translation planning".split(),
    "dataset": "Rooms Wiki Flow Proteins Speech Pond Atlas".split(),
}
_VENUES = ("Annals of Invention", "Journal of Made-up Results", "Conference on Nothing")


def corpus(count: int, seed: int = 7) -> tuple[list[Paper], Resolution]:
    """Papers with their concepts, links and relations."""
    rng = random.Random(seed)
    pools = {kind: _pool(kind, max(9, round(count * new))) for kind, (_, new) in _SHAPE.items()}
    papers, links = [], []
    relations: dict[tuple[str, RelationKind, str], Relation] = {}
    for number in range(count):
        chosen = list(_chosen(pools, rng))
        paper, mentions = _paper(number, chosen, rng)
        papers.append(paper)
        links += [_link(paper, concept, said, rng) for concept, said in mentions.items()]
        for relation in _relations(paper, mentions, rng):
            key = (relation.head, relation.kind, relation.tail)
            relations.setdefault(key, relation)
    named = {link.concept_id for link in links}
    concepts = [c for pool, _ in pools.values() for c in pool if c.id in named]
    return papers, Resolution(tuple(concepts), tuple(links), tuple(relations.values()))


def write(path: Path, count: int) -> None:
    """Write a graph folder as a build does."""
    papers, resolution = corpus(count)
    report = Report(entries=count, kept=count, merged=0)
    run = RunRecord(__version__, {}, "{}", report)
    with new_version(path, force=True) as version:
        write_store(
            version,
            graph_quads(papers, resolution, vocab.DEFAULT_BASE),
            lambda triples: run_quads(run, triples, vocab.DEFAULT_BASE),
        )
        write_text(version / "run.json", json.dumps({"base": vocab.DEFAULT_BASE}))
        write_text(version / "report.json", json.dumps(asdict(report)))


def _pool(kind: ConceptType, size: int) -> tuple[list[Concept], list[float]]:
    """Concepts of a type, the most frequent first, and their summed weights (Zipf)."""
    made = []
    for n in range(size):
        words = [
            _ADJECTIVES[n % 24],
            _ADJECTIVES[n // 24 % 24],
            _NOUNS[kind][n % len(_NOUNS[kind])],
        ]
        label = " ".join(words) + (f" {n}" if n >= 24 else "")
        aliases = ("".join(word[0].upper() for word in words) + f"{n}",) if n % 4 == 0 else ()
        made.append(Concept(f"{kind}-{n}", kind, label, aliases))
    return made, list(accumulate(1 / (n + 8) for n in range(size)))


def _chosen(
    pools: dict[ConceptType, tuple[list[Concept], list[float]]], rng: random.Random
) -> Iterator[Concept]:
    for kind, (concepts, weights) in pools.items():
        mean, _ = _SHAPE[kind]
        for _ in range(rng.randint(1 if kind != "dataset" else 0, 2 * mean - 1 + mean % 2)):
            yield concepts[bisect(weights, rng.random() * weights[-1])]


def _paper(
    number: int, concepts: list[Concept], rng: random.Random
) -> tuple[Paper, dict[Concept, Mention]]:
    """A paper whose abstract names each concept once, and where it does."""
    text, mentions = "", {}
    for concept in dict.fromkeys(concepts):
        text += "Here we look with some care and at no small length at "
        span = Span(len(text), len(text) + len(concept.label))
        mentions[concept] = Mention("abstract", span, concept.label, concept.type)
        text += f"{concept.label}, and report how far it carries us in the end. "
    paper = Paper(
        id=f"p{number:06}",
        title=f"On {concepts[0].label} for {concepts[-1].label}, part {number}",
        abstract=text.strip(),
        authors=tuple(f"Ada Author{rng.randrange(number // 2 + 9)}" for _ in range(4)),
        year=2013 + number % 14,
        venue=rng.choice(_VENUES),
    )
    return paper, mentions


def _link(paper: Paper, concept: Concept, said: Mention, rng: random.Random) -> Link:
    roles, weights = _ROLES[concept.type]
    role = rng.choices(roles, weights)[0]
    return Link(paper.id, concept.id, role, round(rng.uniform(0.4, 1), 4), rng.random(), (said,))


def _relations(
    paper: Paper, mentions: dict[Concept, Mention], rng: random.Random
) -> Iterator[Relation]:
    concepts = list(mentions)
    for head in concepts:
        tail = rng.choice(concepts)
        kind = _RELATIONS.get((head.type, tail.type))
        if kind == "subtask-of" and not _much_rarer(head, tail):
            continue
        if kind and head is not tail:
            said = (Evidence(paper.id, mentions[head]), Evidence(paper.id, mentions[tail]))
            yield Relation(head.id, kind, tail.id, 0.6, (paper.id,), said)


def _much_rarer(narrower: Concept, broader: Concept) -> bool:
    """Broader tasks stand far up in the list of frequencies, so the hierarchy has no cycles."""
    ranks = [int(concept.id.partition("-")[2]) for concept in (narrower, broader)]
    return ranks[0] > 500 and ranks[1] * 50 < ranks[0] and ranks[0] % 7 == 0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graph", type=Path, metavar="GRAPH", help="the folder to write")
    parser.add_argument("papers", type=int, metavar="PAPERS", nargs="?", default=PAPERS)
    options = parser.parse_args()
    write(options.graph, options.papers)


if __name__ == "__main__":
    main()
