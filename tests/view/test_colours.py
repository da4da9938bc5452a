"""What can be read and told apart: contrast as WCAG 2 measures it, in both themes."""

import re
from itertools import combinations

import pytest

from kg.view.bundle import read_asset

THEMES = {"light": 0, "dark": 1}
KINDS = ("method", "task", "dataset", "paper")
TEXT = ("ink", "soft", "link", "region-name")
GROUNDS = ("ground", "surface", "region")


def colours(theme: str) -> dict[str, str]:
    found = re.findall(
        r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", read_asset("explorer", "page.css")
    )
    return {name: pair[THEMES[theme]] for name, *pair in found}


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: str, other: str) -> float:
    light = [
        sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True))
        for c in (one, other)
    ]
    return (max(light) + 0.05) / (min(light) + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_signs_and_text_stand_out_from_what_is_behind_them(theme: str, ground: str) -> None:
    colour = colours(theme)
    weak = {
        name: round(contrast(colour[name], colour[ground]), 2)
        for name in (*KINDS, *TEXT)
        if contrast(colour[name], colour[ground]) < 4.5
    }
    assert weak == {}


@pytest.mark.parametrize("theme", THEMES)
def test_the_border_of_a_field_and_a_marked_word_can_be_seen(theme: str) -> None:
    colour = colours(theme)
    assert min(contrast(colour["field"], colour[g]) for g in ("ground", "surface")) >= 3
    for kind in KINDS[:3]:
        assert contrast(colour["ink"], colour[f"mark-{kind}"]) >= 4.5


#: How those see who lack the cones for red or for green (Machado and others, 2009).
SEEN = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SEEN)
def test_colour_blind_readers_tell_the_kinds_apart(theme: str, sight: str) -> None:
    colour = colours(theme)

    def lab(name: str) -> tuple[float, float, float]:
        rgb = linear(colour[name])
        r, g, b = (
            max(sum(m * part for m, part in zip(row, rgb, strict=True)), 0) for row in SEEN[sight]
        )
        xyz = (
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
        )
        x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    for one, other in combinations(KINDS[:3], 2):
        away = sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5
        assert away > 30, (one, other)  # 2 is just seen, 10 is plain at a glance
