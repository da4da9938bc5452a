"""Small and large graphs for tests, made of values in our own words."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from kg import vocab
from kg.graph.network import project
from kg.graph.rdf import graph_quads
from kg.model import (
    Concept,
    ConceptType,
    Evidence,
    Link,
    Mention,
    Paper,
    Projection,
    Relation,
    Resolution,
    Role,
    Span,
)

BASE = vocab.DEFAULT_BASE


@dataclass(frozen=True)
class StoredGraph:
    """The least that an exporter or a view asks of a graph."""

    store: ox.Store
    base: str
    projection: Projection


def stored(papers: Iterable[Paper], resolution: Resolution, base: str = BASE) -> StoredGraph:
    store = ox.Store()
    store.extend(graph_quads(papers, resolution, base))
    return StoredGraph(store, base, project(store, base))


def reloaded(store: ox.Store) -> ox.Store:
    """The same quads, put in in another order."""
    again = ox.Store()
    again.extend(sorted(store, key=lambda quad: str(quad)[::-1]))
    return again


HOSTILE_LABELS = (
    "C++",
    "C#",
    "C",
    "100%",
    "a|b",
    "R^2",
    "naïve Bayes",
    "naive Bayes",
    'the "quoted" net',
    "it's",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&amp; & <b>",
    "emoji 🦉 net",
    "שלום עולם",
    "\u202eright to left\u202c",
    "line\u2028separator",
    "back\\slash",
    "trailing dot.",
    "{braces} [brackets]",
    "c\x00o\x02n\x0btrol\ufffe",
    "lists; joined",
)


def concepts_of(labels: Sequence[str]) -> tuple[Concept, ...]:
    """A concept for each label, of each type in turn, with an alias."""
    types: tuple[ConceptType, ...] = ("method", "task", "dataset")
    pairs = [(types[i % 3], label) for i, label in enumerate(labels)]
    slugs = vocab.unique_slugs(pairs)
    return tuple(
        Concept(slugs[(kind, label)], kind, label, (f"{label} alias",)) for kind, label in pairs
    )


_ROLES: dict[ConceptType, Role] = {"method": "used", "task": "addressed", "dataset": "used"}


def link(paper: Paper, concept: Concept, role: Role | None = None) -> Link:
    """A link with the mention found in the abstract where the label stands there."""
    start = paper.abstract.find(concept.label)
    span = Span(start, start + len(concept.label))
    evidence = (Mention("abstract", span, concept.label, concept.type),) if start >= 0 else ()
    return Link(paper.id, concept.id, role or _ROLES[concept.type], 0.75, 0.5, evidence)


def hostile_graph() -> StoredGraph:
    """Every trap in one graph: bad labels, a long title, no year, parallel edges."""
    concepts = concepts_of(HOSTILE_LABELS)
    papers = (
        Paper("1", "T" * 5000, f"We use {HOSTILE_LABELS[0]} here. Twice, C++ is used.", year=2024),
        Paper("a/b%", "</script><img src=x onerror=alert(2)>", "No year is known. 🦉 C# too."),
        Paper("A", "", "An untitled text about the method named C++ and nothing besides."),
    )
    links = [link(papers[0], c) for c in concepts] + [link(papers[1], concepts[1])]
    links.append(link(papers[2], concepts[0], "introduced"))
    methods = [c for c in concepts if c.type == "method"]
    said = (Evidence("1", link(papers[0], concepts[0]).evidence[0]),)
    relations = tuple(
        Relation(methods[0].id, kind, methods[1].id, 1 / 3, ("1", "A"), said)
        for kind in ("part-of", "compare-with", "subclass-of")
    )
    return stored(papers, Resolution(concepts, tuple(links), relations))


_STEMS: dict[ConceptType, tuple[str, ...]] = {
    "method": ("sparse attention", "graph sampler", "token pruning", "mirror descent", "LoRA mix",
               "flow matching", "state space model", "soft prompt", "low-rank cache", "GAT"),
    "task": ("question answering", "image restoration", "node classification", "code repair",
             "protein design", "speech translation", "route planning", "anomaly detection"),
    "dataset": ("OpenRooms", "MiniWiki", "CityFlow", "TinyProteins", "SpeechBox", "CodePond"),
}  # fmt: skip
_PARTS = "deep fast robust nested causal local joint lazy exact online dual guided".split()


def synthetic_graph(papers: int = 57, concepts: int = 500, seed: int = 7) -> StoredGraph:
    """A graph of the shape real corpora have: a few topics, few shared and many single concepts."""
    rng = random.Random(seed)
    made = _synthetic_concepts(concepts, rng)
    topics = max(1, papers // 8)
    pools = [made[topic::topics] for topic in range(topics)]
    shared = made[: max(3, concepts // 25)]
    written, links, relations = [], {}, {}
    for number in range(papers):
        pool = pools[number % topics]
        chosen = rng.sample(pool, min(len(pool), rng.randint(8, 13)))
        chosen += rng.sample(shared, min(len(shared), rng.randint(1, 4)))
        chosen = list(dict.fromkeys(chosen))
        paper = _synthetic_paper(number, chosen, rng)
        written.append(paper)
        for rank, concept in enumerate(chosen):
            new = concept.type != "task" and rank == 0
            links[paper.id, concept.id] = link(paper, concept, "introduced" if new else None)
        _relate(paper, chosen, relations, rng)
    named = {cid for _, cid in links}
    kept = tuple(c for c in made if c.id in named)
    return stored(written, Resolution(kept, tuple(links.values()), tuple(relations.values())))


def _synthetic_concepts(count: int, rng: random.Random) -> list[Concept]:
    found: dict[tuple[ConceptType, str], None] = {}
    while len(found) < count:
        kind: ConceptType = rng.choices(("method", "task", "dataset"), (6, 3, 1))[0]
        words = [rng.choice(_STEMS[kind])]
        if len(found) > 20:
            words.insert(0, rng.choice(_PARTS))
        if len(found) > 120:
            words.insert(0, rng.choice(_PARTS))
        if kind == "dataset" and len(found) > 20:
            words = [words[-1] + f"-{rng.randint(1, 99)}"]
        if len(found) > 600:  # the words are used up
            words.append(f"v{len(found)}")
        found[kind, " ".join(words)] = None
    slugs = vocab.unique_slugs(found)
    return [
        Concept(slugs[kind, label], kind, label, (label.upper(),) if n % 5 == 0 else ())
        for n, (kind, label) in enumerate(found)
    ]


def _synthetic_paper(number: int, chosen: list[Concept], rng: random.Random) -> Paper:
    names = [c.label for c in chosen]
    title = f"On {names[0]} for {names[1]} with an eye to {rng.choice(names[2:] or names)}"
    said = [f"This part of the study looks at {name} and reports how far it carries us."
            for name in names]  # fmt: skip
    year = None if number % 9 == 0 else 2019 + number % 8
    authors = (f"Ada Author{number % 13}", f"Ben Writer{number % 7}")
    return Paper(f"p{number:05}", title, " ".join(said), authors, year, "Made-up Venue")


def _relate(
    paper: Paper,
    chosen: list[Concept],
    relations: dict[tuple[str, str, str], Relation],
    rng: random.Random,
) -> None:
    for head in chosen:
        for tail in rng.sample(chosen, min(2, len(chosen))):
            if head == tail or head.type != "method":
                continue
            kind = {"method": "compare-with", "task": "used-for", "dataset": "evaluated-with"}
            said = tuple(Evidence(paper.id, m) for m in link(paper, head).evidence)
            name = kind[tail.type]
            relations[head.id, name, tail.id] = Relation(
                head.id,
                name,
                tail.id,
                0.6,
                (paper.id,),
                said,  # type: ignore[arg-type]
            )
