"""Strict mention scores on token corpora: a span is right with its exact words and type."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.evaluate.scoring import Figures
from kg.model import CONCEPT_TYPES, Mention, Paper

#: Sentences read together, about as many as an abstract has.
SENTENCES = 8

_NO_BLANK_BEFORE = frozenset(", . ; : ) ] } % ’s 's n't ? ! - /".split())
_NO_BLANK_AFTER = frozenset("( [ { - /".split())
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]"}


@dataclass(frozen=True, slots=True)
class MentionScores:
    """Figures by type and over all, and the counts they come from."""

    types: Mapping[str, Figures]
    counts: Mapping[str, int]


def token_text(tokens: Sequence[str], natural: bool) -> tuple[str, list[tuple[int, int]]]:
    """The text of tokens and the place of each in it.

    Args:
        tokens: the tokens of a sentence.
        natural: as a page prints it, or with a blank between all tokens, as corpora are scored.

    >>> token_text(["pre", "-", "trained", "BERT", "."], natural=True)[0]
    'pre-trained BERT.'
    """
    text, places = "", []
    for index, token in enumerate(tokens):
        token = _BRACKETS.get(token, token)
        glued = natural and (
            token in _NO_BLANK_BEFORE or (index > 0 and tokens[index - 1] in _NO_BLANK_AFTER)
        )
        if text and not glued:
            text += " "
        places.append((len(text), len(text) + len(token)))
        text += token
    return text, places


def score_mentions(
    sentences: Iterable[Mapping[str, Any]],
    read: Callable[[Paper], Iterable[Mention]],
    natural: bool = True,
) -> MentionScores:
    """Strict micro figures over sentences with `tokens` and `spans` (start, end, type).

    Args:
        sentences: records in the order of their documents; `id` is document-number.
        read: gives the mentions of a paper.
        natural: whether the text is printed naturally or token by token.
    """
    counts: Counter[str] = Counter()
    for chunk in _chunks(sentences):
        text, places = "", []
        for record in chunk:
            piece, spots = token_text(record["tokens"], natural)
            offset = len(text) + 1 if text else 0
            text = f"{text} {piece}" if text else piece
            places.append([(a + offset, b + offset) for a, b in spots])
        gold = {
            (spots[start][0], spots[end - 1][1], kind)
            for record, spots in zip(chunk, places, strict=True)
            for start, end, kind in record["spans"]
        }
        found = {
            (mention.span.start, mention.span.end, mention.type)
            for mention in read(Paper("text", "", text))
        }
        for name, spans in (("gold", gold), ("found", found), ("right", gold & found)):
            counts.update(f"{kind} {name}" for *_, kind in spans)
    for name in ("gold", "found", "right"):
        counts[f"all {name}"] = sum(counts[f"{kind} {name}"] for kind in CONCEPT_TYPES)
    return MentionScores({kind: _figures(counts, kind) for kind in (*CONCEPT_TYPES, "all")}, counts)


def _chunks(sentences: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """Sentences of one document, `SENTENCES` at a time."""
    chunk: list[Mapping[str, Any]] = []
    for record in sentences:
        document = str(record["id"]).rpartition("-")[0]
        if chunk and (
            len(chunk) == SENTENCES or str(chunk[0]["id"]).rpartition("-")[0] != document
        ):
            yield chunk
            chunk = []
        chunk.append(record)
    if chunk:
        yield chunk


def _figures(counts: Mapping[str, int], kind: str) -> Figures:
    right, found, gold = (counts.get(f"{kind} {name}", 0) for name in ("right", "found", "gold"))
    precision = right / found if found else 0.0
    recall = right / gold if gold else 0.0
    both = precision + recall
    return Figures(precision, recall, 2 * precision * recall / both if both else 0.0)
