"""A hub and what belongs to it alone, as one disc."""

from collections.abc import Sequence

import numpy as np

from kg.view.layout.values import Points

_TO_RIM = 15.0  # empty space between the hub, or a ring, and the next ring
_ON_RIM = 11.0  # empty space between neighbours on a ring


def wheel(hub: float, radii: Sequence[float]) -> tuple[Points, float]:
    """Places on rings around a hub at 0, and the radius of the whole.

    >>> spokes, reach = wheel(5.0, [4.0, 4.0])
    >>> len(spokes), reach
    (2, 28.0)
    """
    order = sorted(range(len(radii)), key=lambda n: -radii[n])
    places = np.zeros(len(radii), dtype=complex)
    reach, done = hub, 0
    while done < len(order):
        size = radii[order[done]]  # none of those left is larger
        ring = reach + size + _TO_RIM
        # As many as keep their distance, measured along chords.
        room = int(np.pi / np.arcsin((size + _ON_RIM / 2) / ring))
        now = order[done : done + room]
        turns = (1 + 2 * np.arange(len(now))) / len(now) + done
        places[now] = ring * np.exp(1j * np.pi * turns)
        done += len(now)
        reach = ring + size
    return places, reach
