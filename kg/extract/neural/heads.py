"""The heads of the reader in NumPy: small sums over what the encoder has read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kg.extract.neural.encoding import Encoded, Ints
from kg.extract.neural.pairs import Floats


def sigmoid(x: Floats) -> Floats:
    """The logistic function."""
    return (1.0 / (1.0 + np.exp(-x))).astype(np.float32)


@dataclass(frozen=True, slots=True)
class WordReading:
    """The hidden states of the words of a paper, windows joined."""

    first: Floats  # (words, 384) of the first and of the last piece of each word
    last: Floats
    mean: Floats  # (384,) over all pieces


def join_windows(hidden: Sequence[Floats], windows: Sequence[Encoded]) -> WordReading:
    """Take each word from the window in which it stands furthest from an edge."""
    total = windows[-1].offset + len(windows[-1].words)
    width = hidden[0].shape[1]
    first, last = np.zeros((total, width), np.float32), np.zeros((total, width), np.float32)
    best = np.full(total, -1)
    for states, window in zip(hidden, windows, strict=True):
        size = len(window.words)
        left, right = window.offset == 0, window.offset + size == total
        for place, word in enumerate(window.words):
            room = min(size if left else place, size if right else size - 1 - place)
            if room > best[window.offset + place]:
                best[window.offset + place] = room
                first[window.offset + place] = states[word.first]
                last[window.offset + place] = states[word.last]
    return WordReading(first, last, np.concatenate(hidden).mean(0))


def join_words(windows: Sequence[Encoded]) -> Encoded:
    """All words of a paper; the pieces are those of the first window."""
    words, surfaces = list(windows[0].words), list(windows[0].surfaces)
    for window in windows[1:]:
        new = len(words) - window.offset
        words += window.words[new:]
        surfaces += window.surfaces[new:]
    return replace(windows[0], words=tuple(words), surfaces=tuple(surfaces))


@dataclass(frozen=True, slots=True)
class SpanReading:
    """What the heads say about the candidate spans of one paper."""

    vectors: Floats  # (spans, 384)
    types: Floats  # (spans, 3) probability that the span names a concept of the type
    sums: Floats  # (words + 1, 384) running sums of word vectors


@dataclass(frozen=True, slots=True)
class Heads:
    """The weights of the heads, by name as in the network."""

    weights: Mapping[str, Floats]

    def _linear(self, name: str, x: Floats) -> Floats:
        y: Floats = x @ self.weights[f"{name}.weight"].T
        bias = self.weights.get(f"{name}.bias")
        return y if bias is None else y + bias

    def read_spans(self, words: WordReading, spans: Ints) -> SpanReading:
        """Score the candidate spans of a paper."""
        sums = np.zeros((len(words.first) + 1, words.first.shape[1]), np.float32)
        sums[1:] = np.cumsum((words.first + words.last) / 2, axis=0)
        starts = self._linear("start", words.first) + self._linear("whole", words.mean)
        ends, inner = self._linear("end", words.last), self._linear("inner", sums)
        a, b = spans[:, 0], spans[:, 1]
        size = b - a + 1
        within = (inner[b + 1] - inner[a]) / size[:, None].astype(np.float32)
        state = np.asarray(starts[a] + ends[b] + within, np.float32)
        state += self.weights["width.weight"][size]
        np.maximum(state, 0, out=state)
        types = sigmoid(self._linear("types", state))
        return SpanReading(state, types, sums)

    def required(self, pooled: Floats) -> Floats:
        """Probability (entities,) that the guide would require the entity."""
        return sigmoid(self._linear("required", pooled))[:, 0]

    def roles(self, pooled: Floats) -> Floats:
        """Scores (entities, 7) of the roles, in the order method, task, dataset."""
        return self._linear("role", pooled)

    def relations(self, pooled: Floats, pairs: Ints, between: Floats, clues: Floats) -> Floats:
        """Probabilities (pairs, 8) of the relation kinds."""
        head, tail = pairs[:, 0], pairs[:, 1]
        product = self._linear("key", pooled)[head] * self._linear("query", pooled)[tail]
        state = (
            self._linear("left", pooled)[head]
            + self._linear("right", pooled)[tail]
            + self._linear("product", product)
            + self._linear("between", between)
            + self._linear("clues", clues)
        )
        return sigmoid(self._linear("relation", np.maximum(state, 0)))

    def sameness(self, pooled: Floats, pairs: Ints, clues: Floats) -> Floats:
        """Probabilities (pairs,) that two forms name one thing."""
        key = self._linear("same_key", pooled)
        left, right = key[pairs[:, 0]], key[pairs[:, 1]]
        mixed = self._linear("same_mix", np.concatenate([left * right, np.abs(left - right)], 1))
        state = np.maximum(mixed + self._linear("same_clues", clues), 0)
        return sigmoid(self._linear("same", state))[:, 0]


def pool(vectors: Floats, groups: Sequence[Sequence[int]]) -> Floats:
    """The mean vector of each group of rows."""
    if not groups:
        return np.zeros((0, vectors.shape[1]), np.float32)
    return np.stack([vectors[list(rows)].mean(0) for rows in groups])
