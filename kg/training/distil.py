"""Step 3b: annotate further abstracts with an ensemble of readers, for a student to learn from.

    python -m kg.training.distil --readers FOLDER… --abstracts FILE --gold FOLDER --more FILE
        --out FILE

The readers see title and abstract; their mean probabilities of types, roles, requirement and
relations are the labels of the student, which sees each abstract with and without its title
(Hinton, Vinyals, Dean 2015, Distilling the Knowledge in a Neural Network). `train --extra FILE`
mixes them with gold.
"""

import argparse
import hashlib
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import starmap
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from kg.extract.neural.decide import Decision, Judged, judge
from kg.extract.neural.encoding import Encoded, Ints, candidate_spans, encode
from kg.extract.neural.group import PaperReading, group_forms, paper_reading
from kg.extract.neural.heads import Heads, SpanReading, WordReading, join_windows
from kg.extract.neural.naming import names_of
from kg.extract.neural.pairs import FEATURES, Floats
from kg.extract.neural.reader import ROLE_ROWS, mentions_of, role_of
from kg.extract.neural.relate import KINDS, relate
from kg.extract.static import StaticEncoder
from kg.text import clean_text
from kg.training.corpora import GoldPaper, paper_id, read_lines, write_record
from kg.training.pretrain import load_tokenizer
from kg.training.samples import ROLE_ROWS as ROLES
from kg.training.samples import GoldSample, sample_of
from kg.training.tune import Trunk, shipped_trunk


def choose(path: Path, gold: Path, more: Path, size: int, seed: int = 5) -> list[dict[str, Any]]:
    """`size` abstracts by a hash of their id, none of them annotated."""
    annotated = {item["id"] for item in read_lines(more)}
    known = set()
    for name in ("train", "dev"):
        for item in read_lines(gold / f"{name}.papers.jsonl"):
            known.add(item["abstract"][:60].lower())
            known.add((item.get("title") or "-").lower())
    items = [
        item
        for item in read_lines(path)
        if len(item.get("abstract") or "") > 400
        and paper_id(item) not in annotated
        and item["abstract"][:60].lower() not in known
        and (item.get("title") or "").lower() not in known
    ]
    items.sort(key=lambda item: hashlib.sha256(f"{seed}:{item['id']}".encode()).hexdigest())
    return items[:size]


@dataclass(frozen=True, slots=True)
class Ensemble(Heads):
    """Heads over the hidden states of several trunks, laid side by side; their means speak."""

    members: tuple[Heads, ...]

    def _parts(self, states: Floats) -> list[Floats]:
        return np.split(states, len(self.members), axis=-1)

    def _mean(self, ask: Callable[..., Floats], *columns: Floats) -> Floats:
        """The mean of what `ask` gives for each member and its share of each of the states."""
        shares = zip(self.members, *map(self._parts, columns), strict=True)
        mean: Floats = np.mean(list(starmap(ask, shares)), axis=0)
        return mean

    def read_spans(self, words: WordReading, spans: Ints) -> SpanReading:
        """Score the candidate spans of a paper."""
        shares = zip(*map(self._parts, (words.first, words.last, words.mean)), strict=True)
        read = [
            heads.read_spans(WordReading(*share), spans)
            for heads, share in zip(self.members, shares, strict=True)
        ]
        return SpanReading(
            np.concatenate([part.vectors for part in read], axis=1),
            np.mean([part.types for part in read], axis=0),
            np.concatenate([part.sums for part in read], axis=1),
        )

    def required(self, pooled: Floats) -> Floats:
        """Probability (entities,) that the guide would require the entity."""
        return self._mean(Heads.required, pooled)

    def roles(self, pooled: Floats) -> Floats:
        """Scores (entities, 7) of the roles."""
        return self._mean(Heads.roles, pooled)

    def relations(self, pooled: Floats, pairs: Ints, between: Floats, clues: Floats) -> Floats:
        """Probabilities (pairs, 8) of the relation kinds."""

        def ask(heads: Heads, mine: Floats, within: Floats) -> Floats:
            return heads.relations(mine, pairs, within, clues)

        return self._mean(ask, pooled, between)

    def sameness(self, pooled: Floats, pairs: Ints, clues: Floats) -> Floats:
        """Probabilities (pairs,) that two forms name one thing."""
        return self._mean(lambda heads, mine: heads.sameness(mine, pairs, clues), pooled)


@dataclass(frozen=True, slots=True)
class Teacher:
    """Several exported readers that read a paper together; the first one's decision keeps."""

    trunks: tuple[Trunk, ...]
    heads: Ensemble
    decision: Decision
    tokenizer: Tokenizer
    vectors: StaticEncoder

    @classmethod
    def of(cls, folders: Sequence[Path]) -> "Teacher":
        """The readers in some folders."""
        weights = []
        for folder in folders:
            with np.load(folder / "heads.npz") as stored:
                weights.append({name: stored[name].astype(np.float32) for name in stored})
        return cls(
            tuple(shipped_trunk(folder / "model.onnx", threads=1) for folder in folders),
            Ensemble({}, tuple(map(Heads, weights))),
            Decision.of(weights[0]),
            load_tokenizer(folders[0]),
            StaticEncoder.load(),
        )

    def read(self, window: Encoded) -> WordReading:
        """The hidden states of all trunks side by side."""
        states = np.concatenate([trunk(window) for trunk in self.trunks], axis=1)
        return join_windows([states], [window])

    def views(self, item: dict[str, Any]) -> list[GoldSample]:
        """An abstract with and without its title, labelled; none where nothing is found."""
        texts: Any = {"title": clean_text(item.get("title") or "").text}
        texts["abstract"] = clean_text(item["abstract"]).text
        windows = encode(self.tokenizer, list(texts.items()))
        spans = candidate_spans(windows[0])
        if len(spans) == 0 or len(windows) > 1:
            return []
        read = self.heads.read_spans(self.read(windows[0]), spans)
        paper = paper_reading(texts, windows[0], spans, read)
        judged = judge(paper, group_forms(paper, self.heads), self.heads, self.vectors)
        annotated = self._annotated(item["id"], paper, judged)
        made = (sample_of(annotated, self.tokenizer, with_title) for with_title in (True, False))
        return [_softened(sample, windows[0], spans, read.types) for sample in made if sample]

    def _annotated(self, name: str, paper: PaperReading, judged: Judged) -> GoldPaper:
        """The paper as the teacher would annotate it."""
        kept = self.decision.kept(judged)
        concepts = []
        for index in kept:
            mentions = mentions_of(paper, judged.groups[index])
            label, *aliases = names_of(paper.texts, mentions)
            concepts.append(
                {
                    "type": mentions[0].type,
                    "name": label,
                    "aliases": aliases,
                    "role": role_of(judged, index),
                    "chances": role_chances(judged.roles[index], judged.groups[index].type),
                    "required": float(judged.required[index]),
                }
            )
        related = relate(paper, judged, kept, self.heads, self.decision.needed(judged))
        sure = {
            (concepts[head]["name"], KINDS[kind], concepts[tail]["name"]): float(row[kind])
            for (head, tail), row in zip(related.pairs.tolist(), related.probabilities, strict=True)
            for kind in np.flatnonzero(row).tolist()
        }
        texts = paper.texts
        return GoldPaper(name, texts["title"], texts["abstract"], tuple(concepts), (), sure)


def role_chances(scores: Floats, kind: int) -> list[float]:
    """Probabilities (7,) of the roles, zero for those of other types.

    >>> role_chances(np.zeros(7, np.float32), CONCEPT_TYPES.index("task"))
    [0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0]
    """
    start, roles = ROLE_ROWS[kind]
    mine = scores[start : start + len(roles)]
    chances = np.exp(mine - mine.max())
    out = [0.0] * len(ROLES)
    out[start : start + len(roles)] = (chances / chances.sum()).tolist()
    return out


def _softened(sample: GoldSample, window: Encoded, spans: Ints, types: Floats) -> GoldSample:
    """The sample with the teacher's type probabilities, and no word on which forms are one."""
    rows = {_place(window, span): row for row, span in enumerate(spans.tolist())}
    places = (rows.get(_place(sample.coded, span), -1) for span in sample.spans.tolist())
    known = np.array(list(places), np.int64)
    labels = np.where(known[:, None] >= 0, types[known], 0).astype(np.float32)
    none = np.zeros((0, 2), np.int64)
    return replace(
        sample, labels=labels, form_rows=(), form_pairs=none,
        same=np.zeros(0, np.float32), form_clues=np.zeros((0, FEATURES), np.float32),
    )  # fmt: skip


def _place(coded: Encoded, span: Sequence[int]) -> tuple[str, int, int]:
    first, last = span
    return coded.words[first].field, coded.words[first].start, coded.words[last].end


@cache
def _teacher(folders: tuple[Path, ...]) -> Teacher:
    return Teacher.of(folders)


def _views_of(item: dict[str, Any], folders: tuple[Path, ...]) -> list[GoldSample]:
    return _teacher(folders).views(item)


def main() -> None:
    """Choose, label, store."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("abstracts", "gold", "more", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--readers", type=Path, nargs="+", required=True)
    parser.add_argument("--size", type=int, default=4000)
    options = parser.parse_args()
    items = choose(options.abstracts, options.gold, options.more, options.size)
    ask = partial(_views_of, folders=tuple(options.readers))
    with ProcessPoolExecutor() as pool:
        views = [made for made in pool.map(ask, items, chunksize=50) if made]
    with options.out.open("wb") as file:
        pickle.dump(views, file)
    readers = [folder / name for folder in options.readers for name in ("model.onnx", "heads.npz")]
    write_record(options.out, vars(options), [*readers, options.abstracts])
    print(len(views), "abstracts labelled")


if __name__ == "__main__":
    main()
