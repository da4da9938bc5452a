"""What the parts of the layout hand to each other: arrays, and the units of the page."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: Empty space between two linked discs at rest, in the units of the page (pixels at zoom 1).
SPACING = 20.0
#: Empty space between two communities.
GAP = 30.0
#: The map is a little wider than high, as the room is that a screen leaves between two panels.
ASPECT = 1.2
#: Turning by this from one place to the next never comes back to a direction (Vogel, 1979).
GOLDEN = np.pi * (3 - np.sqrt(5))

Points = NDArray[np.complex128]  #: places in the plane, as complex numbers
Reals = NDArray[np.float64]
Labels = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Links:
    """Undirected weighted links, each once, without loops, in order."""

    a: Labels
    b: Labels
    weight: Reals

    def between(self, labels: Labels) -> "Links":
        """The links among groups that `labels` puts the ends into, added up."""
        return _summed(labels[self.a], labels[self.b], self.weight)

    def within(self, labels: Labels) -> "Links":
        """The links whose ends have one label."""
        kept = labels[self.a] == labels[self.b]
        return Links(self.a[kept], self.b[kept], self.weight[kept])

    def strength(self, count: int) -> Reals:
        """For each of `count` nodes the sum of the weights of its links."""
        return total(self.a, self.weight, count) + total(self.b, self.weight, count)


def as_links(pairs: Iterable[tuple[int, int]]) -> Links:
    """Links with the number of times that each occurs as weight."""
    ends = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    return _summed(ends[:, 0], ends[:, 1], np.ones(len(ends)))


def _summed(a: Labels, b: Labels, weight: Reals) -> Links:
    kept = a != b
    low, high = np.minimum(a, b)[kept], np.maximum(a, b)[kept]
    base = int(high.max(initial=0)) + 1
    keys, place = np.unique(low * base + high, return_inverse=True)
    return Links(keys // base, keys % base, total(place, weight[kept], len(keys)))


def total(index: Labels, values: Reals, count: int) -> Reals:
    """Sums of values by index, added in the order given, so that bytes repeat."""
    summed: Reals = np.bincount(index, values, minlength=count).astype(float, copy=False)
    return summed


def total_points(index: Labels, values: Points, count: int) -> Points:
    """The same for places."""
    summed: Points = total(index, values.real, count) + 1j * total(index, values.imag, count)
    return summed
