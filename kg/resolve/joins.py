"""Joining names that differ in more than spelling, and proposing which is the broader.

Pairs are judged by `kg.resolve.likeness`, the surest first. A cluster takes in another only if
the most used names of both are alike enough as well, so that no chain of small steps joins what
is not one thing; and never against a veto or a ruling of the user.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from kg.model import ConceptType, Match
from kg.resolve.blocking import candidate_pairs
from kg.resolve.likeness import Likeness, Name, compare, narrower, shipped_model
from kg.text import comparison_key
from kg.text.opposites import why_not

#: Vectors of length one, a row a name, each a function of its name alone.
Embed = Callable[[Sequence[str]], Any]


#: Names that share most of their words are closer than this; what passes with it passes anyway.
_ANY_COSINE = 0.7
#: How often the shorter of two such names of a document means the longer (benchmarks/resolve.md).
_HELD = 0.92


@dataclass(frozen=True, slots=True)
class Node:
    """What one spelling names: entities that differ in case, hyphens, plural and the like."""

    key: str
    name: Name
    type: ConceptType
    papers: int

    @property
    def rank(self) -> tuple[int, str]:
        """The most used first, ties by key."""
        return -self.papers, self.key


@dataclass(frozen=True, slots=True)
class Joined:
    """The nodes of one concept with why each was joined, the most used node first."""

    nodes: tuple[Node, ...]
    matches: tuple[Match, ...]


def join(
    nodes: Sequence[Node],
    embed: Embed | None,
    together: Sequence[tuple[str, ...]] = (),
    apart: frozenset[frozenset[str]] = frozenset(),
    one_document: bool = False,
) -> tuple[Joined, ...]:
    """Clusters of nodes; a function of the set of nodes.

    Args:
        nodes: in any order, keys distinct.
        embed: vectors of names; None joins nothing by likeness.
        together: keys of nodes that the user holds for one concept.
        apart: pairs of keys that must not come together.
        one_document: whether all stand in one document, where a name with less around it means
            the longer one: "segmentation" is the "image segmentation" that was spoken of.
    """
    ordered = sorted(nodes, key=lambda node: node.rank)
    clusters = _Clusters(ordered, apart)
    place = {node.key: index for index, node in enumerate(ordered)}
    for keys in together:
        first, *others = sorted(place[key] for key in keys)
        for other in others:
            clusters.unite(first, other, Likeness(1.0, ("ruled the same by the user",)), ruled=True)
    if embed is not None:
        judge = _Judge(ordered, embed)
        for left, right, likeness in judge.accepted():
            roots = clusters.root(left), clusters.root(right)
            if roots[0] == roots[1] or not clusters.may_unite(*roots):
                continue
            heads = product(*map(clusters.heads, roots))
            if any(judge.accepts(one, two) for one, two in heads):
                clusters.unite(left, right, likeness)
    if one_document:
        for left, right in _held(ordered):
            if clusters.may_unite(clusters.root(left), clusters.root(right)):
                clusters.unite(left, right, Likeness(_HELD, ("one document, less around it",)))
    return clusters.gathered()


def _held(nodes: Sequence[Node]) -> Iterator[tuple[int, int]]:
    """Pairs of nodes of one type, the words of one being the first or last ones of the other."""
    by_words: dict[tuple[ConceptType, tuple[str, ...]], list[int]] = defaultdict(list)
    for index, node in enumerate(nodes):
        by_words[node.type, node.name.core.roots].append(index)
    for index, node in enumerate(nodes):
        words = node.name.core.roots
        parts = {part for at in range(1, len(words)) for part in (words[:at], words[at:])}
        for part in sorted(parts):
            yield from ((shorter, index) for shorter in by_words.get((node.type, part), ()))


def propose(clusters: Sequence[Joined]) -> Iterator[tuple[Node, Node, tuple[str, ...]]]:
    """For each narrower name the longest broader one that is there: (narrower, broader, why)."""
    by_core: dict[tuple[ConceptType, tuple[str, ...]], Node] = {}
    for cluster in clusters:
        node = cluster.nodes[0]
        by_core.setdefault((node.type, node.name.core.roots), node)
    for cluster in clusters:
        node = cluster.nodes[0]
        roots = node.name.core.roots
        for start in range(1, len(roots)):
            broader = by_core.get((node.type, roots[start:]))
            if broader and broader is not node and narrower(node.name, broader.name):
                yield node, broader, (f"{broader.name.text} with more before it",)
                break


class _Judge:
    """Likeness of nodes of one type; vectors are made for names that need them."""

    def __init__(self, nodes: Sequence[Node], embed: Embed) -> None:
        self._nodes, self._embed, self._model = nodes, embed, shipped_model()
        self._vectors: dict[str, Any] = {}

    def accepted(self) -> list[tuple[int, int, Likeness]]:
        """Pairs that are alike enough, the surest first."""
        sure, open_ = [], []
        for pair in self._pairs():
            if self._at(*pair, _ANY_COSINE).probability >= self._threshold(pair[0]):
                sure.append(pair)
            elif self._at(*pair, 1.0).probability >= self._threshold(pair[0]):
                open_.append(pair)
        # Most pairs are settled without vectors: these cost more than all the rest.
        self._prepare({self._nodes[index].name.text for pair in open_ for index in pair})
        judged = [(*pair, self._at(*pair, _ANY_COSINE)) for pair in sure]
        judged += [(*pair, self._compare(*pair)) for pair in open_]
        good = [row for row in judged if row[2].probability >= self._threshold(row[0])]
        return sorted(good, key=lambda row: (-row[2].probability, row[0], row[1]))

    def accepts(self, left: int, right: int) -> bool:
        """Whether these two, of any likeness so far, are alike enough."""
        one, two = self._nodes[left], self._nodes[right]
        if one.type != two.type or self._at(left, right, 1.0).probability < self._threshold(left):
            return False
        if self._at(left, right, _ANY_COSINE).probability >= self._threshold(left):
            return True
        self._prepare({one.name.text, two.name.text})
        return self._compare(left, right).probability >= self._threshold(left)

    def _pairs(self) -> Iterator[tuple[int, int]]:
        by_type: dict[ConceptType, list[int]] = defaultdict(list)
        for index, node in enumerate(self._nodes):
            by_type[node.type].append(index)
        for members in by_type.values():
            stems = [self._nodes[index].name.stems for index in members]
            for left, right in candidate_pairs(stems):
                yield members[left], members[right]

    def _at(self, left: int, right: int, cosine: float) -> Likeness:
        """The likeness if their vectors had this cosine."""
        one, two = self._nodes[left], self._nodes[right]
        return compare(one.name, two.name, one.type, lambda: cosine, self._model)

    def _compare(self, left: int, right: int) -> Likeness:
        one, two = self._nodes[left], self._nodes[right]

        def cosine() -> float:
            vectors = self._vectors[one.name.text], self._vectors[two.name.text]
            return round(float(vectors[0] @ vectors[1]), 4)

        return compare(one.name, two.name, one.type, cosine, self._model)

    def _prepare(self, names: set[str]) -> None:
        new = sorted(names - self._vectors.keys())
        if new:
            vectors = self._embed([comparison_key(name) or name for name in new])
            self._vectors.update(zip(new, vectors, strict=True))

    def _threshold(self, index: int) -> float:
        return self._model.thresholds[self._nodes[index].type]


class _Clusters:
    """Union-find over nodes in order of rank, so that each root is the most used of its own."""

    def __init__(self, nodes: Sequence[Node], apart: frozenset[frozenset[str]]) -> None:
        self._nodes, self._apart = nodes, apart
        self._parent = list(range(len(nodes)))
        self._members = {index: [index] for index in range(len(nodes))}
        self._matches: dict[int, list[Match]] = defaultdict(list)
        self._heads = {index: [index] for index in range(len(nodes))}

    def heads(self, root: int) -> list[int]:
        """What stands for a cluster: its most used node, and those that the user put beside it."""
        return self._heads[root]

    def root(self, index: int) -> int:
        """The most used node of the cluster."""
        while self._parent[index] != index:
            self._parent[index] = self._parent[self._parent[index]]
            index = self._parent[index]
        return index

    def may_unite(self, left: int, right: int) -> bool:
        """Whether neither the user nor a veto holds any two of their nodes apart."""
        for one in self._members[left]:
            for two in self._members[right]:
                a, b = self._nodes[one], self._nodes[two]
                if self._apart and frozenset((a.key, b.key)) in self._apart:
                    return False
                if why_not(a.name.text, b.name.text, (a.name.stems, b.name.stems)):
                    return False
        return True

    def unite(self, left: int, right: int, likeness: Likeness, *, ruled: bool = False) -> None:
        """Make two clusters one, for what was found between these two nodes."""
        one, two = self.root(left), self.root(right)
        if one == two:
            return
        keeps, goes = min(one, two), max(one, two)
        self._parent[goes] = keeps
        self._members[keeps] += self._members.pop(goes)
        others = self._heads.pop(goes)
        if ruled:
            self._heads[keeps] += others
        names = self._nodes[right].name.text, self._nodes[left].name.text
        score = round(likeness.probability, 4)
        match = Match(*names, score, likeness.reasons)
        self._matches[keeps] += [*self._matches.pop(goes, []), match]

    def gathered(self) -> tuple[Joined, ...]:
        """All clusters, by the rank of their first node."""
        return tuple(
            Joined(
                tuple(self._nodes[index] for index in sorted(members)),
                tuple(sorted(self._matches.get(root, ()), key=lambda m: (m.right, m.left))),
            )
            for root, members in sorted(self._members.items())
        )
