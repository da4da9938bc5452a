"""Which names are worth comparing: those that share a rare enough stem.

Two sets of stems with a Jaccard index of at least t share one of the n - ceil(t n) + 1 rarest
stems of each (prefix filter: Chaudhuri, Ganti and Kaushik, ICDE 2006), so only these are indexed.
Memory grows with the number of names, not with that of their mentions.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import ceil

#: Names less alike than this are never merged by likeness.
MIN_JACCARD = 0.5
#: A stem of more names than this is no clue; names that share nothing rarer are not compared.
MAX_BLOCK = 400
_ROOT = 4  # letters; noise and noisy fall into one block


def candidate_pairs(stems: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Pairs of indexes, each once, the smaller first.

    >>> sets = [frozenset({"label", "nois"}), frozenset({"label", "noisi"}), frozenset({"tree"})]
    >>> list(candidate_pairs(sets))
    [(0, 1)]
    """
    roots = [frozenset(_root(stem) for stem in names) for names in stems]
    often = Counter(root for names in roots for root in names)
    block: dict[str, list[int]] = defaultdict(list)
    for right, theirs in enumerate(roots):
        ranked = sorted(theirs, key=lambda root: (often[root], root))
        telling = ranked[: len(ranked) - ceil(MIN_JACCARD * len(ranked)) + 1]
        telling = [root for root in telling if often[root] <= MAX_BLOCK]
        for left in sorted({index for root in telling for index in block[root]}):
            mine = roots[left]
            if len(mine & theirs) >= MIN_JACCARD * len(mine | theirs):
                yield left, right
        for root in telling:
            block[root].append(right)


def _root(stem: str) -> str:
    return stem[:_ROOT] if stem.isalpha() else stem
