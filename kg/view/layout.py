"""Where nodes stand: topics side by side, papers with what only they name as small wheels.

A force layout of the whole graph gives a ball of hair. Most concepts hang on one paper; each such
paper becomes a disc with these concepts on rings around it, and only the discs and the shared
concepts are laid out by forces: within communities, which are then packed. The result is a
function of the nodes and edges: fixed seed, no clock, no dependence on hash order.

Communities by Louvain (Blondel et al., 2008), forces by Fruchterman and Reingold (1991), packing
by placing each disc where its links to those already placed are shortest.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import networkx as nx
import numpy as np
from numpy.typing import NDArray

#: Empty space between two linked nodes at rest, in the units of the page (pixels at zoom 1).
SPACING = 20.0
#: Empty space between two communities.
GAP = 30.0
#: The map is wider than high, as screens are.
ASPECT = 1.45
_PAIRS_AT_ONCE = 6e7  # bounds the work of one force layout: iterations x nodes squared

Points = NDArray[np.complex128]
Reals = NDArray[np.float64]
Links = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Layout:
    """A place for each node and the communities, as indexes, the largest first."""

    points: tuple[tuple[float, float], ...]
    communities: tuple[tuple[int, ...], ...]


def lay_out(
    radii: Sequence[float], links: Links, anchors: Sequence[int | None] | None = None
) -> Layout:
    """Place nodes given by their radii and by links between their indexes.

    Args:
        anchors: for a node that belongs to one other alone, the index of that other, which must
            have no anchor itself.

    >>> lay_out([5.0, 5.0], [(0, 1)]).communities
    ((0, 1),)
    """
    if not radii:
        return Layout((), ())
    owner = [n if a is None else a for n, a in enumerate(anchors or [None] * len(radii))]
    hubs = sorted(set(owner))
    number = {node: i for i, node in enumerate(hubs)}
    wheels: list[list[int]] = [[] for _ in hubs]
    for node, own in enumerate(owner):
        if node != own:
            wheels[number[own]].append(node)
    rings = [_wheel(radii[h], [radii[n] for n in w]) for h, w in zip(hubs, wheels, strict=True)]
    reduced = [(number[owner[a]], number[owner[b]]) for a, b in links if owner[a] != owner[b]]
    centres, parts = _place(np.array([reach for _, reach in rings]), reduced)
    points = np.zeros(len(radii), dtype=complex)
    for hub, wheel, (spokes, _), centre in zip(hubs, wheels, rings, centres, strict=True):
        points[hub] = centre
        points[wheel] = centre + spokes
    whole = [tuple(sorted(n for i in part for n in (hubs[i], *wheels[i]))) for part in parts]
    return Layout(
        tuple((round(float(p.real), 1), round(float(p.imag), 1)) for p in points),
        tuple(sorted(whole, key=lambda part: (-len(part), part))),
    )


def _wheel(hub: float, radii: Sequence[float]) -> tuple[Points, float]:
    """Places on rings around a hub at 0, and the radius of the whole."""
    places: list[complex] = []
    reach, left = hub, list(radii)
    while left:
        size = max(left[:12])
        ring = reach + size + 15
        room = max(3, int(2 * np.pi * ring / (2 * size + 11)))
        now, left = left[:room], left[room:]
        turn = np.pi * (1 / len(now) + len(places))
        places += [ring * np.exp(1j * (turn + 2 * np.pi * k / len(now))) for k in range(len(now))]
        reach = ring + size
    return np.array(places, dtype=complex), reach


def _place(size: Reals, links: Links) -> tuple[Points, tuple[tuple[int, ...], ...]]:
    communities = _communities(len(size), links)
    inner = _inner_links(communities, links)
    local = [_force(size[list(part)], inner[i]) for i, part in enumerate(communities)]
    discs = np.array(
        [
            float(np.max(np.abs(places) + size[list(part)]))
            for places, part in zip(local, communities, strict=True)
        ]
    )
    home = {node: number for number, part in enumerate(communities) for node in part}
    centres = _pack(discs + GAP / 2, _weights(len(communities), links, home))
    points = np.zeros(len(size), dtype=complex)
    for part, places, centre in zip(communities, local, centres, strict=True):
        points[list(part)] = places + centre
    _turn(points, centres, communities, links, home)
    return points, communities


def _communities(count: int, links: Links) -> tuple[tuple[int, ...], ...]:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count))  # integers: their sets have one order in every process
    weights = Counter((min(a, b), max(a, b)) for a, b in links if a != b)
    graph.add_weighted_edges_from((a, b, w) for (a, b), w in sorted(weights.items()))
    alone = tuple(node for node in range(count) if not graph.degree(node))
    graph.remove_nodes_from(alone)
    found = nx.community.louvain_communities(graph, seed=1, resolution=0.8) if graph else []
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


def _force(radii: Reals, links: list[list[int]]) -> Points:
    """Fruchterman-Reingold on discs, then pushed apart until no two touch."""
    count = len(radii)
    degree = np.bincount(np.array(links, dtype=int).ravel(), minlength=count)
    order = np.argsort(np.argsort(-degree, kind="stable"), kind="stable")
    golden = np.pi * (3 - np.sqrt(5))
    step = float(np.sqrt(np.mean((2 * radii + SPACING) ** 2)))
    points: Points = 0.6 * step * np.sqrt(order) * np.exp(1j * golden * order)
    if count < 3 or not links:
        return _apart(_centred(points), radii)
    pairs = np.array(links)
    rest = radii[:, None] + radii[None, :] + SPACING
    rest_of_pair = rest[pairs[:, 0], pairs[:, 1]]
    rounds = int(np.clip(_PAIRS_AT_ONCE / count**2, 30, 200))
    for turn in range(rounds):
        move = _push(points, rest) - points * 0.35
        pull = points[pairs[:, 1]] - points[pairs[:, 0]]
        pull *= np.abs(pull) / rest_of_pair
        # A hub is pulled by all its leaves; sharing the force keeps it from shaking.
        np.add.at(move, pairs[:, 0], pull / np.sqrt(degree[pairs[:, 0]]))
        np.add.at(move, pairs[:, 1], -pull / np.sqrt(degree[pairs[:, 1]]))
        limit = step * (1 - turn / rounds) + 0.5
        length = np.abs(move) + 1e-9
        points = points + move / length * np.minimum(length, limit)
    return _apart(_centred(points), radii)


def _push(points: Points, rest: Reals) -> Points:
    """Repulsion that ends at twice the distance at rest, so that chains may fold up."""
    between = points[:, None] - points[None, :]
    square = between.real**2 + between.imag**2
    np.fill_diagonal(square, 1)
    strength = np.where(square < 4 * rest**2, 0.5 * rest**2, 0)
    pushed: Points = (between * (strength / np.maximum(square, 1))).sum(axis=1)
    return pushed


def _apart(points: Points, radii: Reals) -> Points:
    needed = radii[:, None] + radii[None, :] + 12
    np.fill_diagonal(needed, 0)
    for _ in range(60):
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


def _weights(count: int, links: Links, home: dict[int, int]) -> Reals:
    weights = np.zeros((count, count))
    for a, b in links:
        if home[a] != home[b]:
            weights[home[a], home[b]] += 1
            weights[home[b], home[a]] += 1
    return weights


def _pack(discs: Reals, weights: Reals) -> Points:
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
