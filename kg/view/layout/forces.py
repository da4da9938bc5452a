"""Attraction and repulsion, in all communities at once, each around its own origin.

Forces by Fruchterman and Reingold (1991), with repulsion that ends at twice the distance at rest,
so that only near pairs count; from coarse to fine over the clusters that merged into communities
(as in Walshaw, 2003), so that far parts of a large community find their places too.
"""

import numpy as np
from scipy.spatial import KDTree

from kg.view.layout.values import (
    GOLDEN,
    SPACING,
    Labels,
    Links,
    Points,
    Reals,
    total,
    total_points,
)

_MARGIN = 12.0  # empty space that overlap removal aims at
_LEAST = 1.0  # and that it guarantees
_FILLED = 0.6  # share of the area of a community that discs with their margins take
_RELIST = 4  # rounds between two searches for near pairs
_FREE = 60  # discs in one community from which on forces towards its middle must weaken


def arrange(size: Reals, links: Links, steps: list[Labels]) -> tuple[Points, Labels]:
    """Places of discs relative to the origin of their community, and their communities."""
    radii, levels = [size], [links]
    for labels in steps[:-1]:
        room = total(labels, (radii[-1] + SPACING / 2) ** 2, int(labels.max()) + 1)
        radii.append(1.05 * np.sqrt(room) - SPACING / 2)
        levels.append(levels[-1].between(labels))
    points = np.zeros(int(steps[-1].max()) + 1, dtype=complex)
    home = np.arange(len(points))
    for discs, inner, labels in zip(
        reversed(radii), reversed(levels), reversed(steps), strict=True
    ):
        home = home[labels]
        points = points[labels] + _spiral(discs, inner.strength(len(discs)), labels)
        points = _relaxed(points, discs, inner.within(home), home)
    return apart(points, size, home), home


def _spiral(radii: Reals, strength: Reals, group: Labels) -> Points:
    """Each group as the seeds of a sunflower (Vogel, 1979), the most linked in the middle."""
    order = np.lexsort((np.arange(len(radii)), -strength, group))
    first = np.searchsorted(group[order], group[order])
    area = np.concatenate([[0.0], np.cumsum((2 * radii[order] + SPACING) ** 2)])[:-1]
    place = np.arange(len(radii)) - first
    points = np.zeros(len(radii), dtype=complex)
    turns = np.exp(1j * GOLDEN * place)
    points[order] = 0.6 * np.sqrt(area - area[first]) * turns
    return points


def _relaxed(points: Points, radii: Reals, links: Links, home: Labels) -> Points:
    count, (a, b) = len(points), (links.a, links.b)
    step = _mean(home, (2 * radii + SPACING) ** 2) ** 0.5
    # The more discs, the more they would press the middle of their community to nothing.
    crowd = np.minimum(1, _FREE / np.bincount(home))[home]
    # A hub is pulled by all its leaves; sharing the force keeps it from shaking.
    share = 1 / np.sqrt(np.maximum(links.strength(count), 1e-9))
    weight = links.weight / np.sqrt(links.weight.mean()) if len(a) else links.weight
    rest, most = radii[a] + radii[b] + SPACING, 16 * np.sqrt(crowd[a])
    rounds = int(np.clip(6e5 / count, 40, 150))
    for turn in range(rounds):
        if turn % _RELIST == 0:
            near = near_pairs(points, 2 * radii + SPACING, home)
        move = _push(points, radii, near) - 0.35 * crowd * points
        pull = points[b] - points[a]
        stretch = np.abs(pull) / rest
        pull *= weight * np.minimum(stretch, most / np.maximum(stretch, 1e-9))
        move += total_points(a, pull, count) * share
        move -= total_points(b, pull, count) * share
        limit = step[home] * (1 - turn / rounds) + 0.5
        points = points + move * np.minimum(1, limit / (np.abs(move) + 1e-9))
    return _evened(points, radii, home)


def _push(points: Points, radii: Reals, near: tuple[Labels, Labels]) -> Points:
    a, b = near
    between = points[a] - points[b]
    square = between.real**2 + between.imag**2
    rest = (radii[a] + radii[b] + SPACING) ** 2
    between *= np.where(square < 4 * rest, 0.5 * rest / np.maximum(square, 1), 0)
    return total_points(a, between, len(points)) - total_points(b, between, len(points))


def apart(points: Points, radii: Reals, home: Labels) -> Points:
    """Push discs of one home away from each other until none touches another.

    Pushing alone may never end; what it leaves after some rounds, scaling ends.
    """
    points = _evened(points, radii, home)
    for _ in range(12):
        for turn in range(24):
            if turn % _RELIST == 0:
                near = near_pairs(points, radii + _MARGIN, home)
            points, left = _pushed_apart(points, radii, near)
            if not left:
                break
        needed = widening(points, radii, home)
        if needed.max() <= 1.1:
            break
        points = points * np.minimum(needed, 1.1)[home]
    return points * needed[home]


def _pushed_apart(points: Points, radii: Reals, near: tuple[Labels, Labels]) -> tuple[Points, bool]:
    a, b = near
    between = points[a] - points[b]
    distance = np.abs(between)
    overlap = np.maximum(radii[a] + radii[b] + _MARGIN - distance, 0)
    away = np.where(distance > 1e-6, between / np.maximum(distance, 1e-6), np.exp(1j * GOLDEN * a))
    away *= 0.4 * overlap
    count = len(points)
    moved: Points = points + total_points(a, away, count) - total_points(b, away, count)
    return moved, bool((overlap > 0.01).any())


def widening(points: Points, radii: Reals, home: Labels) -> Reals:
    """For each home the factor by which distances must grow so that no two discs touch."""
    factor = np.ones(int(home.max()) + 1)
    a, b = near_pairs(points, radii + _LEAST / 2, home)
    distance = np.maximum(np.abs(points[a] - points[b]), 1e-9)
    np.maximum.at(factor, home[a], (radii[a] + radii[b] + _LEAST) / distance)
    return factor


def _evened(points: Points, radii: Reals, home: Labels) -> Points:
    """Strays drawn in and crowds let out: as far from the middle as the discs nearer to it need."""
    points = points - _centre(points, home)
    far = np.abs(points)
    order = np.lexsort((far, home))
    area = np.cumsum((radii[order] + _MARGIN / 2) ** 2) / _FILLED
    before = np.concatenate([[0.0], area[:-1]])
    needed = np.zeros(len(points))
    needed[order] = np.sqrt(before - before[np.searchsorted(home[order], home[order])])
    wanted = np.clip(far, 0.9 * needed, 1.5 * needed + radii)
    evened: Points = points * wanted / np.maximum(far, 1e-9)
    return evened


def near_pairs(points: Points, reach: Reals, home: Labels) -> tuple[Labels, Labels]:
    """Pairs of one home nearer than their reaches together; large discs are searched apart.

    Discs are put into classes by size, so that a few large ones do not make every small one look
    far: time and memory grow with the pairs found.
    """
    extent = np.zeros(int(home.max()) + 1)
    np.maximum.at(extent, home, np.abs(points) + reach)
    shift = 2 * np.cumsum(extent) - extent  # so that communities do not see each other
    plane = np.column_stack([points.real + shift[home], points.imag])
    _, size = np.unique(np.ceil(np.log2(reach)), return_inverse=True)
    classes = [np.flatnonzero(size == c) for c in range(int(size.max()) + 1)]
    trees = [KDTree(plane[members]) for members in classes]
    found = [_pairs(trees, classes, (i, j), reach) for i in range(len(trees)) for j in range(i + 1)]
    ends = np.concatenate(found)
    a, b = ends[:, 0], ends[:, 1]
    kept = np.abs(points[a] - points[b]) < reach[a] + reach[b]
    return a[kept], b[kept]


def _pairs(
    trees: list[KDTree], classes: list[Labels], which: tuple[int, int], reach: Reals
) -> Labels:
    i, j = which
    far = float(reach[classes[i]].max() + reach[classes[j]].max())
    if i == j:
        ends = trees[i].query_pairs(far, output_type="ndarray").astype(np.int64)
        return np.column_stack([classes[i][ends[:, 0]], classes[i][ends[:, 1]]])
    matrix = trees[i].sparse_distance_matrix(trees[j], far, output_type="ndarray")
    return np.column_stack([classes[i][matrix["i"]], classes[j][matrix["j"]]])


def _mean(home: Labels, values: Reals) -> Reals:
    return total(home, values, int(home.max()) + 1) / np.bincount(home)


def _centre(points: Points, home: Labels) -> Points:
    centre: Points = (_mean(home, points.real) + 1j * _mean(home, points.imag))[home]
    return centre
