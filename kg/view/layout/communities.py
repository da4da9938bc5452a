"""Communities by Louvain (Blondel et al., 2008), with the queue of Leiden (Traag et al., 2019).

networkx's own takes minutes where this takes seconds: it keeps sets and dictionaries for each node
and visits all nodes again in each pass, and here only those whose neighbours moved are visited.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from kg.view.layout.values import Labels, Links, Reals, total

#: Below 1: fewer and larger communities than modularity proper would give.
RESOLUTION = 0.8


def cluster(count: int, links: Links) -> list[Labels]:
    """The steps by which nodes merge into communities.

    Returns:
        At least one array; the first gives for each node its cluster, each next one for each
        cluster of the one before the larger cluster it is in. The last clusters are the
        communities. Nodes without links end up in one community together.
    """
    alone = links.strength(count) == 0
    steps: list[Labels] = []
    inner: Reals = np.zeros(count)  # weight inside each cluster, counted twice
    while True:
        labels = _moved(len(inner), links, inner)
        found = int(labels.max()) + 1
        if found == len(inner):
            break
        same = labels[links.a] == labels[links.b]
        inner = total(labels, inner, found)
        inner += 2 * total(labels[links.a[same]], links.weight[same], found)
        links = links.between(labels)
        steps.append(labels)
    return _with_one_rest(steps, alone)


def _with_one_rest(steps: list[Labels], alone: NDArray[np.bool_]) -> list[Labels]:
    """The last step also puts together all nodes that have no link."""
    home = np.arange(len(alone))
    for labels in steps:
        home = labels[home]
    last = np.arange(int(home.max()) + 1)
    if alone.any():
        last[home[alone]] = len(last)
    _, merged = np.unique(last, return_inverse=True)
    if not steps:
        return [merged]
    return [*steps[:-1], merged[steps[-1]]]


def _moved(count: int, links: Links, inner: Reals) -> Labels:
    """One local search: each node goes to the neighbouring cluster that gains most."""
    starts, ends, weights = _adjacency(count, links)
    strength = (links.strength(count) + inner).tolist()
    scale = RESOLUTION / max(sum(strength), 1e-9)
    cluster_of, mass = list(range(count)), list(strength)
    # From the least linked, so that hubs find clusters to choose from.
    queue = deque(sorted(range(count), key=strength.__getitem__))
    waiting = [True] * count
    while queue:
        node = queue.popleft()
        waiting[node] = False
        first, last = starts[node], starts[node + 1]
        own, heavy = cluster_of[node], strength[node]
        pull: dict[int, float] = {own: 0.0}
        for place in range(first, last):
            other = cluster_of[ends[place]]
            pull[other] = pull.get(other, 0.0) + weights[place]
        mass[own] -= heavy
        best, most = own, pull[own] - scale * heavy * mass[own] + 1e-9
        for other, linked in pull.items():
            gain = linked - scale * heavy * mass[other]
            if gain > most:
                best, most = other, gain
        mass[best] += heavy
        if best != own:
            cluster_of[node] = best
            for place in range(first, last):
                other = ends[place]
                if cluster_of[other] != best and not waiting[other]:
                    waiting[other] = True
                    queue.append(other)
    return np.unique(np.array(cluster_of), return_inverse=True)[1]


def _adjacency(count: int, links: Links) -> tuple[list[int], list[int], list[float]]:
    """Where the links of each node start, their other ends and weights; lists read faster."""
    sources = np.concatenate([links.a, links.b])
    order = np.argsort(sources, kind="stable")
    starts = np.searchsorted(sources[order], np.arange(count + 1))
    ends = np.concatenate([links.b, links.a])[order]
    weights = np.concatenate([links.weight, links.weight])[order]
    return starts.tolist(), ends.tolist(), weights.tolist()
