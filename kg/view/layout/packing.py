"""Communities side by side: each a disc beside those it is linked to."""

import numpy as np

from kg.view.layout.forces import widening
from kg.view.layout.values import ASPECT, GOLDEN, Labels, Links, Points, Reals, total_points

_ASPECTS = (1.1, 1.45, 1.9, 2.5)  # of the distance to the middle; the one that fills a screen best
_CHOSEN = 120  # communities whose place is searched; the others, small ones, lie around them


def enclose(points: Points, size: Reals, home: Labels) -> tuple[Points, Reals]:
    """Move each community so that a small circle around 0 holds it; the radii of the circles.

    Steps towards the farthest disc, ever shorter (Badoiu and Clarkson, 2003).
    """
    order = np.argsort(home, kind="stable")
    starts = np.flatnonzero(np.diff(home[order], prepend=-1))
    for turn in range(60):
        far = np.abs(points) + size
        reach = np.maximum.reduceat(far[order], starts)
        last = np.lexsort((np.arange(len(far)), far, home))[np.append(starts[1:], len(far)) - 1]
        points = points - (points[last] / (turn + 2))[home]
    reach = np.maximum.reduceat((np.abs(points) + size)[order], starts)
    return points, reach


def pack(discs: Reals, links: Links) -> Points:
    """Centres of discs that do not overlap; largest first, each beside what it is linked to.

    What is linked to nothing comes last, so that it does not keep the others apart.
    """
    order = np.lexsort((-discs, links.strength(len(discs)) == 0))
    rank = np.argsort(order, kind="stable")
    chosen = min(len(discs), _CHOSEN)
    sorted_discs = discs[order]
    pull = np.zeros((chosen, chosen))
    a, b = rank[links.a], rank[links.b]
    kept = (a < chosen) & (b < chosen)
    pull[a[kept], b[kept]] = pull[b[kept], a[kept]] = links.weight[kept]
    centres = np.zeros(len(discs), dtype=complex)
    tried = [_packed(sorted_discs[:chosen], pull, aspect) for aspect in _ASPECTS]
    centres[:chosen] = min(tried, key=lambda placed: _screen(placed, sorted_discs[:chosen]))
    if chosen < len(discs):
        rest, spots = sorted_discs[chosen:], _around(centres[:chosen], sorted_discs)
        # Farther out, not pushed apart: a crowd of small ones would push the large ones away.
        centres[chosen:] = spots * widening(spots, rest, np.zeros(len(rest), dtype=np.int64))
    return centres[rank]


def extents(points: Points, radii: Reals) -> tuple[float, float]:
    """Width and height of what discs cover."""
    x, y = points.real, points.imag
    width, height = (x + radii).max() - (x - radii).min(), (y + radii).max() - (y - radii).min()
    return float(width), float(height)


def _grown(placed: Points, discs: Reals, spots: Points) -> Reals:
    """Width of the smallest screen that also shows the next disc, for each place it may take."""
    now, radius = discs[: len(placed)], discs[len(placed)]
    width, height = (
        np.maximum((old + now).max(), new + radius) - np.minimum((old - now).min(), new - radius)
        for old, new in ((placed.real, spots.real), (placed.imag, spots.imag))
    )
    grown: Reals = np.maximum(width, ASPECT * height)
    return grown


def _screen(points: Points, radii: Reals) -> float:
    """Width of the smallest screen that shows it all."""
    width, height = extents(points, radii)
    return max(width, ASPECT * height)


def _packed(discs: Reals, weights: Reals, aspect: float) -> Points:
    angles = np.exp(2j * np.pi * np.arange(36) / 36)
    centres = np.zeros(len(discs), dtype=complex)
    for new in range(1, len(discs)):
        placed = centres[:new]
        reach = discs[:new] + discs[new]
        spots = (placed[:, None] + reach[:, None] * angles * 1.001).ravel()
        gaps = np.abs(spots[:, None] - placed[None, :])
        spots = spots[(gaps >= reach - 1e-6).all(axis=1)]
        far = np.abs(spots.real / aspect + 1j * spots.imag)
        pull = weights[new, :new] / max(weights[new, :new].sum(), 1)
        linked = (np.abs(spots[:, None] - placed[None, :]) * pull).sum(axis=1)
        size = _grown(placed, discs, spots)
        centres[new] = spots[np.argmin(np.round(far + 0.35 * linked + size, 3))]
    return centres


def _around(placed: Points, discs: Reals) -> Points:
    """The rest as seeds of a sunflower that goes on where the placed ones end."""
    count = len(placed)
    edge = np.max(np.abs(placed.real / ASPECT + 1j * placed.imag) + discs[:count])
    area = np.cumsum(4 * discs[count:] ** 2) / (np.pi * ASPECT * 0.7)
    radius = np.sqrt(edge**2 + area)
    turns = radius * np.exp(1j * GOLDEN * np.arange(len(discs) - count))
    spots: Points = turns.real * ASPECT + 1j * turns.imag
    return spots


def turn(points: Points, centres: Points, links: Links, home: Labels) -> Points:
    """Places in the whole: each community rotated so that its links to others point outwards."""
    across = home[links.a] != home[links.b]
    inside = np.concatenate([links.a[across], links.b[across]])
    beyond = np.concatenate([links.b[across], links.a[across]])
    origin, heavy = centres[home[inside]], np.tile(links.weight[across], 2)
    for _ in range(4):
        goal = (points + centres[home])[beyond] - origin
        torque = np.conj(points[inside]) * goal / (np.abs(goal) + 1e-9) * heavy
        wanted = total_points(home[inside], torque, len(centres))
        length = np.abs(wanted)
        points = points * np.where(length > 1e-9, wanted / np.maximum(length, 1e-9), 1)[home]
    whole: Points = points + centres[home]
    return whole
