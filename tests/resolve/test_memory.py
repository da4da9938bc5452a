"""What resolution holds: the names of a corpus, hardly its mentions."""

import random
import tracemalloc
from collections import deque
from itertools import product

from kg.model import Entity, Extraction, Mention, Span
from kg.resolve import resolve, resolve_kept

WORDS = "graph noise label depth scene token query prompt motion sparse speech image".split()
NAMES = [" ".join(pair) for pair in product(WORDS, WORDS)]
ENTITIES, MENTIONS = 10, 3


def extractions(papers):
    """Papers that speak of the same things in the same names, in the order of their ids."""
    rng = random.Random(3)
    for number in range(papers):
        entities = []
        for name in rng.sample(NAMES, ENTITIES):
            places = [Span(at, at + len(name)) for at in range(MENTIONS)]
            mentions = tuple(Mention("abstract", span, name, "method") for span in places)
            entities.append(Entity("method", name, (), mentions, "used", 0.8, 0.5))
        yield Extraction(f"p{number:05}", tuple(entities))


def peak(papers):
    tracemalloc.start()
    resolution = resolve_kept([], lambda: extractions(papers))
    deque(resolution.links, maxlen=0)
    deque(resolution.explanations, maxlen=0)
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return held


def test_memory_grows_with_names_and_hardly_with_mentions():
    resolve([], extractions(50))  # what is loaded and remembered once
    few, many = peak(500), peak(4000)
    added = 3500 * ENTITIES * MENTIONS
    # An entity alone takes some hundred bytes, a mention as many.
    assert (many - few) / added < 10, (few, many)


def test_what_is_kept_elsewhere_gives_what_a_list_gives():
    listed = resolve([], reversed(list(extractions(30))))
    kept = resolve_kept([], lambda: extractions(30))
    assert tuple(kept.links) == tuple(kept.links) == listed.links
    assert tuple(kept.explanations) == listed.explanations
    assert (kept.concepts, kept.relations) == (listed.concepts, listed.relations)
