"""From span scores to the entities of a paper: spans compete, forms join, clues are collected."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from kg.extract.neural.certain import same_words, spelled_out, two_things
from kg.extract.neural.encoding import Encoded, Ints, shape_of
from kg.extract.neural.forms import form_of, sentence_numbers, surface_of
from kg.extract.neural.heads import Heads, SpanReading, pool
from kg.extract.neural.pairs import FEATURES, Floats, Form, clues
from kg.model import FieldName
from kg.text import abbreviations, comparison_key

#: Words of which a form that names nothing is made: "our experiments", "the proposed method".
FILLERS = frozenset(
    "ability accuracy advance algorithm analysis approach art available baseline benchmark best"
    " better code competitive contribution data dataset downstream effective efficient evaluation"
    " existing experiment extensive finding framework improvement insight large method methodology"
    " metric model new novel of our paper performance previous prior problem procedure proposed"
    " result setting several solution standard state state-of-the-art study superior system task"
    " technique the theoretical this traditional two various work".split()
)

#: Spans below this probability are not even candidates.
FLOOR = 0.08
#: Of a paper only so many forms are looked at, the most probable ones.
MOST_FORMS = 200
#: Mean probability at which two groups of forms become one: more likely than not. Earlier joins
#: score no better, and strangers join: DCRNN became a form of recurrent neural networks.
JOIN = 0.5
#: Stands for the probability of two forms that a paper defines apart: no mean outweighs it.
NEVER = -1000.0
#: The case shapes of a capitalised word, and of words that only names have.
TITLE_CASE, NAME_SHAPES = 2, frozenset((3, 4, 5))


@dataclass(frozen=True, slots=True)
class Group:
    """An entity in the making: its forms, all rows of their spans, and those that won a place."""

    type: int
    keys: tuple[str, ...]
    rows: tuple[int, ...]  # every occurrence of its forms
    won: tuple[int, ...]  # those that overlap no better span
    probability: Floats  # (3,) summed type probabilities of the winners
    double: float = 0.0  # how probably it is what a more certain group already names


@dataclass(frozen=True, slots=True)
class PaperReading:
    """All that the decisions about one paper rest on."""

    texts: Mapping[FieldName, str]
    coded: Encoded
    spans: Ints
    reading: SpanReading
    numbers: Sequence[int]  # sentence of each word

    def surface(self, row: int) -> str:
        """The surface of a span."""
        return surface_of(self.coded, self.texts, self.spans[row].tolist())

    def form(self, group: Group) -> Form:
        """The form of a group, from which its clues are taken."""
        surfaces = list(dict.fromkeys(map(self.surface, group.rows)))
        return form_of(self.coded, self.numbers, self.spans, group.rows, (group.type, surfaces))


def paper_reading(
    texts: Mapping[FieldName, str], coded: Encoded, spans: Ints, reading: SpanReading
) -> PaperReading:
    """Put together what is known of a paper."""
    reading = replace(reading, types=whole_names(coded, spans, reading.types))
    return PaperReading(texts, coded, spans, reading, sentence_numbers(coded))


def whole_names(coded: Encoded, spans: Ints, types: Floats) -> Floats:
    """Probabilities in which a name goes on over a capitalised word right behind it.

    "SWE-bench Verified" is one name, and not "SWE-bench". The longer span takes the probability of
    the shorter one where that was higher; in a title every word may have a capital.
    """
    shapes = [shape_of(surface) for surface in coded.surfaces]
    capital = np.array([*(shape == TITLE_CASE for shape in shapes[1:]), False], bool)
    before = spans[capital[spans[:, 1]]].tolist()  # the spans right before a capitalised word
    if not before:
        return types
    rows = {(first, last): row for row, (first, last) in enumerate(spans.tolist())}
    out = types.copy()
    for first, last in sorted(before, key=lambda span: span[1]):
        row, longer = rows[first, last], rows.get((first, last + 1))
        if longer is None:
            continue
        named = any(shape in NAME_SHAPES for shape in shapes[first : last + 1])
        plain = coded.words[last].field != "title"
        if named and plain and out[row].max() > out[longer].max():
            out[[row, longer]] = out[[longer, row]]
    return out


def winners(spans: Ints, best: Floats, floor: float = FLOOR) -> list[int]:
    """Rows of spans that overlap no more probable one (ties go to the earlier, longer span)."""
    rows = [row for row in np.argsort(-best, kind="stable").tolist() if best[row] >= floor]
    taken = np.zeros(int(spans.max()) + 1 if len(spans) else 0, bool)
    kept = []
    for row in rows:
        first, last = spans[row]
        if not taken[first : last + 1].any():
            taken[first : last + 1] = True
            kept.append(row)
    return kept


def group_forms(paper: PaperReading, heads: Heads) -> list[Group]:
    """The entities of a paper before the decision which of them to keep."""
    forms = _forms(paper)
    if len(forms) < 2:
        return forms
    same = _sameness(paper, forms, heads)
    parts = clusters(same, JOIN)
    return _doubles(paper, [_joined([forms[i] for i in part]) for part in parts], parts, same)


def _doubles(
    paper: PaperReading, groups: Sequence[Group], parts: Sequence[Sequence[int]], same: Floats
) -> list[Group]:
    """The groups, each with its highest mean sameness to a more certain one."""
    tops = [-float(paper.reading.types[list(g.won), g.type].max()) for g in groups]
    rank = np.argsort(np.argsort(tops, kind="stable"))
    means = np.where(rank[None, :] < rank[:, None], _means(same, parts), 0.0).max(1)
    return [
        replace(g, double=max(0.0, mean)) for g, mean in zip(groups, means.tolist(), strict=True)
    ]


def _means(values: Floats, parts: Sequence[Sequence[int]]) -> npt.NDArray[np.float64]:
    """The mean of each block of a square matrix, (parts, parts).

    >>> _means(np.array([[0, 1, 4], [1, 0, 2], [4, 2, 0]], np.float32), [[0, 1], [2]]).tolist()
    [[0.5, 3.0], [3.0, 0.0]]
    """
    order = [i for part in parts for i in part]
    sizes = np.array([len(part) for part in parts])
    starts = np.cumsum(sizes) - sizes
    blocks = values[np.ix_(order, order)].astype(np.float64)
    sums = np.add.reduceat(np.add.reduceat(blocks, starts, axis=0), starts, axis=1)
    means: npt.NDArray[np.float64] = sums / np.outer(sizes, sizes)
    return means


def clusters(same: Floats, join: float) -> list[list[int]]:
    """Average-linkage clusters of items whose mean mutual probability is at least `join`.

    >>> clusters(np.array([[0, 0.9, 0], [0.9, 0, 0.2], [0, 0.2, 0]]), 0.5)
    [[0, 1], [2]]
    """
    near = same.astype(np.float64)
    np.fill_diagonal(near, -1.0)
    members = {i: [i] for i in range(len(near))}
    while len(members) > 1:
        i, j = sorted(divmod(int(near.argmax()), len(near)))
        if near[i, j] < join:
            break
        sizes = len(members[i]), len(members[j])
        near[i] = near[:, i] = (near[i] * sizes[0] + near[j] * sizes[1]) / sum(sizes)
        near[j] = near[:, j] = near[i, i] = -1.0
        members[i] += members.pop(j)
    return [sorted(members[i]) for i in sorted(members)]


def _forms(paper: PaperReading) -> list[Group]:
    """One group for each normalised form that won a place, in order of appearance."""
    best = paper.reading.types.max(1)
    won: dict[str, list[int]] = defaultdict(list)
    for row in sorted(winners(paper.spans, best)):
        key = comparison_key(paper.surface(row))
        if key and not FILLERS.issuperset(key.split()):
            won[key].append(row)
    strong = sorted(won, key=lambda key: (-best[won[key]].max(), key))[:MOST_FORMS]
    won = {key: rows for key, rows in won.items() if key in set(strong)}
    lengths = {len(paper.surface(row)) for rows in won.values() for row in rows}
    rows_of: dict[str, list[int]] = defaultdict(list)
    low, high = (min(lengths) - 3, max(lengths) + 3) if lengths else (0, 0)
    for row in np.flatnonzero(best >= 0.02).tolist():
        surface = paper.surface(row)
        if low <= len(surface) <= high:
            key = comparison_key(surface)
            if key in won:
                rows_of[key].append(row)
    groups = []
    for key, rows in won.items():
        probability = paper.reading.types[rows].sum(0)
        groups.append(
            Group(int(probability.argmax()), (key,), tuple(rows_of[key]), tuple(rows), probability)
        )
    return groups


def _sameness(paper: PaperReading, forms: Sequence[Group], heads: Heads) -> Floats:
    """Probability that two forms name one thing, (forms, forms)."""
    same = np.zeros((len(forms), len(forms)), np.float32)
    pairs = [
        (i, j)
        for i in range(len(forms))
        for j in range(i + 1, len(forms))
        if forms[i].type == forms[j].type
    ]
    if pairs:
        shapes = [paper.form(form) for form in forms]
        pooled = pool(paper.reading.vectors, [form.rows for form in forms])
        told = np.array([clues(shapes[i], shapes[j]) for i, j in pairs], np.float32)
        index = np.array(pairs, np.int64)
        values = heads.sameness(pooled, index, told.reshape(-1, FEATURES))
        same[index[:, 0], index[:, 1]] = same[index[:, 1], index[:, 0]] = values
    for i, j in pairs:
        left, right = shapes[i].texts, shapes[j].texts
        if two_things(left, right):
            same[i, j] = same[j, i] = NEVER
        elif any(same_words(a, b) or spelled_out(a, b) for a in left for b in right):
            same[i, j] = same[j, i] = 1.0
    defined = _definitions(paper, forms)
    for one in defined:
        for other in defined - {one}:
            if not set(one) & set(other):  # RL is no large language model, whatever stands near
                same[np.ix_(one, other)] = NEVER
    for short, long in defined:
        same[short, long] = same[long, short] = 1.0
    return same


def _definitions(paper: PaperReading, forms: Sequence[Group]) -> set[tuple[int, int]]:
    """The forms that the paper gives as short and as long for one thing."""
    place = {form.keys[0]: i for i, form in enumerate(forms)}
    found = set()
    for text in paper.texts.values():
        for part in abbreviations(text):
            ends = (
                place.get(comparison_key(text[s.start : s.end])) for s in (part.short, part.long)
            )
            short, long = ends
            if short is not None and long is not None and short != long:
                found.add((short, long))
    return found


def _joined(groups: Sequence[Group]) -> Group:
    if len(groups) == 1:
        return groups[0]
    probability = np.sum([group.probability for group in groups], axis=0)
    return Group(
        int(probability.argmax()),
        tuple(key for group in groups for key in group.keys),
        tuple(sorted(row for group in groups for row in group.rows)),
        tuple(sorted(row for group in groups for row in group.won)),
        probability,
    )
