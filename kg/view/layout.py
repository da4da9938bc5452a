"""Where nodes stand: communities first, each laid out by itself, then packed side by side.

A force layout of the whole graph gives a ball of hair; topics that stand apart can be read. The
result is a function of the nodes and edges: fixed seed, no clock, no dependence on hash order.

Communities by Louvain (Blondel et al., 2008), forces inside one by Fruchterman and Reingold
(1991), packing by placing each disc where its links to those already placed are shortest.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray

#: Distance at which two linked nodes rest, in the units of the page (pixels at zoom 1).
SPACING = 46.0
#: Empty space between two communities.
GAP = 34.0
#: The map is wider than high, as screens are.
ASPECT = 1.45
_PAIRS_AT_ONCE = 6e7  # bounds the work of one force layout: iterations x nodes squared

Points = NDArray[np.complex128]
Links = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Layout:
    """A place for each node and the communities, as indexes, the largest first."""

    points: tuple[tuple[float, float], ...]
    communities: tuple[tuple[int, ...], ...]


def lay_out(radii: Sequence[float], links: Links) -> Layout:
    """Place nodes given by their radii and by links between their indexes.

    >>> lay_out([5.0, 5.0], [(0, 1)]).communities
    ((0, 1),)
    """
    if not radii:
        return Layout((), ())
    size = np.asarray(radii, dtype=float)
    communities = _communities(len(radii), links)
    inner = _inner_links(communities, links)
    local = [
        _force(size[list(members)], inner[number]) for number, members in enumerate(communities)
    ]
    discs = np.array(
        [
            float(np.max(np.abs(points) + size[list(members)]))
            for points, members in zip(local, communities, strict=True)
        ]
    )
    home = {node: number for number, members in enumerate(communities) for node in members}
    weights = _weights(len(communities), links, home)
    centres = _pack(discs + GAP / 2, weights)
    points = np.zeros(len(radii), dtype=complex)
    for members, places, centre in zip(communities, local, centres, strict=True):
        points[list(members)] = places + centre
    _turn(points, centres, communities, links, home)
    return Layout(
        tuple((round(float(p.real), 1), round(float(p.imag), 1)) for p in points), communities
    )


def _communities(count: int, links: Links) -> tuple[tuple[int, ...], ...]:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count))  # integers: their sets have one order in every process
    weights = Counter((min(a, b), max(a, b)) for a, b in links if a != b)
    graph.add_weighted_edges_from((a, b, w) for (a, b), w in sorted(weights.items()))
    alone = tuple(node for node in range(count) if not graph.degree(node))
    graph.remove_nodes_from(alone)
    found = nx.community.louvain_communities(graph, seed=1, resolution=1.2) if graph else []
    parts = [tuple(sorted(part)) for part in found] + ([alone] if alone else [])
    return tuple(sorted(parts, key=lambda part: (-len(part), part)))


def _inner_links(communities: Sequence[tuple[int, ...]], links: Links) -> list[list[list[int]]]:
    place = {n: (c, i) for c, part in enumerate(communities) for i, n in enumerate(part)}
    inner: list[list[list[int]]] = [[] for _ in communities]
    for a, b in links:
        (home, i), (other, j) = place[a], place[b]
        if home == other and i != j:
            inner[home].append([i, j])
    return inner


def _force(radii: NDArray[np.float64], links: list[list[int]]) -> Points:
    """Fruchterman-Reingold on one community, then pushed apart until no two nodes touch."""
    count = len(radii)
    degree = np.bincount(np.array(links, dtype=int).ravel(), minlength=count)
    order = np.argsort(np.argsort(-degree, kind="stable"), kind="stable")
    golden = np.pi * (3 - np.sqrt(5))
    points: Points = SPACING * 0.7 * np.sqrt(order) * np.exp(1j * golden * order)
    if count < 3 or not links:
        return _centred(points)
    pairs = np.array(links)
    rounds = int(np.clip(_PAIRS_AT_ONCE / count**2, 30, 160))
    for step in range(rounds):
        move = _push(points, SPACING**2 * 0.9) - points * 0.08
        pull = points[pairs[:, 1]] - points[pairs[:, 0]]
        # A hub is pulled by all its leaves; sharing the force keeps it from shaking.
        pull *= np.abs(pull) / SPACING
        np.add.at(move, pairs[:, 0], pull / np.sqrt(degree[pairs[:, 0]]))
        np.add.at(move, pairs[:, 1], -pull / np.sqrt(degree[pairs[:, 1]]))
        limit = SPACING * (1 - step / rounds) + 0.5
        length = np.abs(move) + 1e-9
        points = points + move / length * np.minimum(length, limit)
    return _apart(_centred(points), radii)


def _push(points: Points, strength: float) -> Points:
    between = points[:, None] - points[None, :]
    square = between.real**2 + between.imag**2
    np.fill_diagonal(square, 1)
    pushed: Points = (between * (strength / np.maximum(square, 1))).sum(axis=1)
    return pushed


def _apart(points: Points, radii: NDArray[np.float64]) -> Points:
    needed = radii[:, None] + radii[None, :] + 9
    np.fill_diagonal(needed, 0)
    for _ in range(30):
        between = points[:, None] - points[None, :]
        distance = np.abs(between)
        overlap = np.maximum(needed - distance, 0)
        if not overlap.any():
            break
        points = points + (between / np.maximum(distance, 1e-6) * overlap * 0.4).sum(axis=1)
    return _centred(points)


def _centred(points: Points) -> Points:
    centred: Points = points - points.mean()
    return centred


def _weights(count: int, links: Links, home: dict[int, int]) -> NDArray[np.float64]:
    weights = np.zeros((count, count))
    for a, b in links:
        if home[a] != home[b]:
            weights[home[a], home[b]] += 1
            weights[home[b], home[a]] += 1
    return weights


def _pack(discs: NDArray[np.float64], weights: NDArray[np.float64]) -> Points:
    """Centres of discs that do not overlap; largest first, each beside what it is linked to."""
    angles = np.exp(2j * np.pi * np.arange(36) / 36)
    centres = np.zeros(len(discs), dtype=complex)
    for new in range(1, len(discs)):
        placed = centres[:new]
        reach = discs[:new] + discs[new]
        spots = (placed[:, None] + reach[:, None] * angles * 1.001).ravel()
        gaps = np.abs(spots[:, None] - placed[None, :])
        spots = spots[(gaps >= reach - 1e-6).all(axis=1)]
        far = np.abs(spots.real / ASPECT + 1j * spots.imag)
        pull = weights[new, :new] / max(weights[new, :new].sum(), 1)
        linked = np.abs(spots[:, None] - placed[None, :]) @ pull
        centres[new] = spots[np.argmin(np.round(far + 0.35 * linked, 3))]
    return centres


def _turn(
    points: Points,
    centres: Points,
    communities: Sequence[tuple[int, ...]],
    links: Links,
    home: dict[int, int],
) -> None:
    """Rotate each community so that its links to others point outwards, in place."""
    across = defaultdict(list)
    for a, b in links:
        if home[a] != home[b]:
            across[home[a]].append((a, b))
            across[home[b]].append((b, a))
    for _ in range(3):
        for number, members in enumerate(communities):
            if across[number]:
                ends = np.array(across[number])
                local = points[ends[:, 0]] - centres[number]
                goal = points[ends[:, 1]] - centres[number]
                torque = (np.conj(local) * goal / (np.abs(goal) + 1e-9)).sum()
                turned = (points[list(members)] - centres[number]) * np.exp(1j * np.angle(torque))
                points[list(members)] = turned + centres[number]
