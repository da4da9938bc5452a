"""How much two members have in common: the one-mode projection of a two-mode network."""

from collections import Counter
from collections.abc import Iterable, Iterator


def iter_shared(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str, int]]:
    """Each two members of common groups, with the number of groups that they share.

    Memory holds the pairs and the partners of one member, never all that share something: a
    concept of 10,000 papers alone joins 50 million pairs of papers.

    Args:
        pairs: (group, member), such as (paper, concept); repeats count once.

    Returns:
        (first, second, count) with first < second, sorted.

    >>> list(iter_shared([("p", "a"), ("p", "b"), ("q", "b"), ("q", "a"), ("q", "c")]))
    [('a', 'b', 2), ('a', 'c', 1), ('b', 'c', 1)]
    """
    groups: dict[str, list[str]] = {}
    members: dict[str, list[list[str]]] = {}
    for group, member in dict.fromkeys(pairs):
        of_group = groups.setdefault(group, [])
        of_group.append(member)
        members.setdefault(member, []).append(of_group)
    for first in sorted(members):
        partners = Counter(other for group in members[first] for other in group if other > first)
        for second in sorted(partners):
            yield first, second, partners[second]
