"""Sentences, places and pairs of the forms of one paper, alike in training and use."""

from collections.abc import Mapping, Sequence

from kg.extract.neural.encoding import Encoded, Ints
from kg.extract.neural.pairs import Form, nearest
from kg.model import FieldName


def surface_of(coded: Encoded, texts: Mapping[FieldName, str], span: Sequence[int]) -> str:
    """The surface of a span of words."""
    first, last = coded.words[span[0]], coded.words[span[1]]
    return texts[first.field][first.start : last.end]


def sentence_numbers(coded: Encoded) -> list[int]:
    """The number of the sentence of each word, fields apart, by full stops before blanks."""
    number, out = 0, []
    for index, word in enumerate(coded.words):
        if index and word.field != coded.words[index - 1].field:
            number += 1
        out.append(number)
        ends = coded.surfaces[index] in (".", "?", "!")
        if ends and index + 1 < len(coded.words) and coded.words[index + 1].start > word.end:
            number += 1
    return out


def form_of(
    coded: Encoded,
    numbers: Sequence[int],
    spans: Ints,
    rows: Sequence[int],
    named: tuple[int, Sequence[str]],
) -> Form:
    """The form that some spans of a paper make; `named` is its type and its texts."""
    places = tuple((int(spans[row][0]), int(spans[row][1])) for row in rows)
    return Form(
        tuple(named[1]),
        named[0],
        places,
        tuple(numbers[first] for first, _ in places),
        any(coded.words[first].field == "title" for first, _ in places),
    )


def gap_of(left: Form, right: Form) -> tuple[int, int]:
    """The words between the closest places, as a half-open range (empty if they touch)."""
    a, b, _ = nearest(left, right)
    if a[0] > b[0]:
        a, b = b, a
    return (a[1] + 1, b[0]) if b[0] > a[1] + 1 else (0, 0)
