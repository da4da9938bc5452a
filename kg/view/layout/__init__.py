"""Where nodes stand: topics side by side, papers with what only they name as small wheels.

A force layout of the whole graph gives a ball of hair. Most concepts hang on one paper; each such
paper becomes a disc with these concepts on rings around it, and only the discs and the shared
concepts are laid out by forces: within communities, which are then packed. The result is a
function of the nodes and edges: no chance, no clock, no dependence on hash order or threads.

    wheels       a paper and its own concepts become one disc
    communities  who belongs together (Louvain), with the steps by which they merged
    forces       near pairs, attraction and repulsion from coarse to fine, no disc on another
    packing      communities side by side, turned so that links between them are short

Time and memory grow about linearly with nodes and edges.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kg.view.layout.communities import cluster
from kg.view.layout.forces import arrange
from kg.view.layout.packing import enclose, extents, pack, turn
from kg.view.layout.values import ASPECT, GAP, Labels, Links, Points, Reals, as_links
from kg.view.layout.wheels import wheel

__all__ = ["Layout", "lay_out"]

_STRETCH = 1.25  # more would show


@dataclass(frozen=True, slots=True)
class Layout:
    """A place for each node and the communities, as indexes, the largest first."""

    points: tuple[tuple[float, float], ...]
    communities: tuple[tuple[int, ...], ...]


def lay_out(
    radii: Sequence[float],
    links: Sequence[tuple[int, int]],
    anchors: Sequence[int | None] | None = None,
) -> Layout:
    """Place nodes given by their radii and by links between their indexes.

    No two discs touch, and the whole is at least as wide as high.

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
    rims: list[list[int]] = [[] for _ in hubs]
    for node, own in enumerate(owner):
        if node != own:
            rims[number[own]].append(node)
    wheels = [wheel(radii[h], [radii[n] for n in w]) for h, w in zip(hubs, rims, strict=True)]
    between = ((number[owner[a]], number[owner[b]]) for a, b in links if owner[a] != owner[b])
    reach = np.array([reach for _, reach in wheels])
    centres, home = _place(reach, as_links(between))
    points = np.zeros(len(radii), dtype=complex)
    parts: list[list[int]] = [[] for _ in range(int(home.max()) + 1)]
    for i, (hub, rim, (spokes, _)) in enumerate(zip(hubs, rims, wheels, strict=True)):
        points[[hub, *rim]] = centres[i]
        points[rim] += spokes
        parts[home[i]] += [hub, *rim]
    whole = [tuple(sorted(part)) for part in parts]
    return Layout(_wide(points), tuple(sorted(whole, key=lambda part: (-len(part), part))))


def _place(size: Reals, links: Links) -> tuple[Points, Labels]:
    """Centres of discs, and for each disc the number of its community."""
    steps = cluster(len(size), links)
    points, home = arrange(size, links, steps)
    points, discs = enclose(points, size, home)
    centres = pack(discs + GAP / 2, links.between(home))
    return _widened(turn(points, centres, links, home), size), home


def _widened(points: Points, size: Reals) -> Points:
    """What is round becomes a little wider; stretching never brings two discs nearer."""
    width, height = extents(points, size)
    if width < height:
        points, width, height = points * 1j, height, width
    stretch = min(max(ASPECT * height / width, 1), _STRETCH)
    widened: Points = points.real * stretch + 1j * points.imag
    return widened


def _wide(points: Points) -> tuple[tuple[float, float], ...]:
    """Rounded, and turned by a right angle where higher than wide."""
    if np.ptp(points.imag) > np.ptp(points.real):
        points = points * 1j
    places = np.round(np.column_stack([points.real, points.imag]), 1) + 0.0
    return tuple(map(tuple, places.tolist()))
