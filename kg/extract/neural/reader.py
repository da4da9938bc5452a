"""The trained reader at run time: onnxruntime, tokenizers and NumPy, no torch."""

from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from kg.extract.neural.decide import Decision, Judged, judge
from kg.extract.neural.encoding import candidate_spans, encode
from kg.extract.neural.group import Group, PaperReading, group_forms, paper_reading
from kg.extract.neural.heads import Heads, join_windows, join_words
from kg.extract.neural.naming import names_of
from kg.extract.neural.pairs import Floats
from kg.extract.neural.relate import KINDS, decode, relate
from kg.extract.static import StaticEncoder
from kg.extract.weights import fingerprint, model_folder
from kg.model import (
    CONCEPT_TYPES,
    FIELDS,
    ROLES,
    Entity,
    EntityRelation,
    Mention,
    Paper,
    Role,
    Span,
)

READER_FOLDER = Path(__file__).parents[2] / "models" / "reader"
_FILES = ("model.onnx", "heads.npz", "tokenizer.json", "manifest.json")

#: The rows of the role scores that a type may take, and their roles.
ROLE_ROWS: dict[int, tuple[int, tuple[Role, ...]]] = {}
for _index, _kind in enumerate(CONCEPT_TYPES):
    _before = sum(len(roles) for _, roles in ROLE_ROWS.values())
    ROLE_ROWS[_index] = (_before, ROLES[_kind])


class NeuralReader:
    """Reads a paper in one pass of the encoder; may be shared by threads.

    int8 takes the scale of its activations from the whole tensor, so a call of the network
    never holds more than one window of one paper: a paper reads the same alone and among others.
    """

    def __init__(self, folder: Path, vectors: StaticEncoder) -> None:
        self.folder, self.vectors = folder, vectors
        self._lock = Lock()
        self._engine: tuple[Any, Any, Heads, Decision] | None = None

    @classmethod
    def load(cls, path: str | Path | None = None) -> "NeuralReader":
        """The reader in a folder, the shipped one by default; weights are read on first use.

        Raises:
            ModelError: the folder lacks a file.
        """
        return cls(model_folder(path or READER_FOLDER, _FILES), StaticEncoder.load())

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the files, from the manifest."""
        return fingerprint(self.folder)

    def read(self, paper: Paper) -> tuple[tuple[Entity, ...], tuple[EntityRelation, ...]]:
        """The entities and relations of a paper; none where it holds none."""
        judged = self._judge(paper)
        if judged is None:
            return (), ()
        reading, found = judged
        _, _, heads, decision = self._load()
        right, kept = decision.values(found)[0], decision.kept(found)
        entities = [_entity(reading, found, index, float(right[index])) for index in kept]
        rows = decode(
            relate(reading, found, kept, heads, decision.needed(found)),
            heads.weights["decide.relations"],
            [entity.role == "introduced" for entity in entities],
        )
        relations = [
            EntityRelation(
                h, KINDS[k], t, round(p, 4), _evidence(reading, entities[h], entities[t])
            )
            for h, k, t, p in rows
        ]
        return tuple(entities), tuple(relations)

    def _judge(self, paper: Paper) -> tuple[PaperReading, Judged] | None:
        session, tokenizer, heads, _ = self._load()
        texts = {field: paper.text(field) for field in FIELDS}
        windows = encode(tokenizer, list(texts.items()))
        coded = join_words(windows)
        spans = candidate_spans(coded)
        if len(spans) == 0:
            return None
        hidden = [
            session.run(None, {"ids": window.ids[None], "shapes": window.shapes[None]})[0][0]
            for window in windows
        ]
        reading = paper_reading(
            texts, coded, spans, heads.read_spans(join_windows(hidden, windows), spans)
        )
        groups = group_forms(reading, heads)
        return (reading, judge(reading, groups, heads, self.vectors)) if groups else None

    def _load(self) -> tuple[Any, Any, Heads, Decision]:
        with self._lock:
            if self._engine is None:
                self._engine = _open(self.folder)
            return self._engine


def _open(folder: Path) -> tuple[Any, Any, Heads, Decision]:
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    # Papers run in parallel threads: one thread a paper beats two threads on one paper.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
    )
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    with np.load(folder / "heads.npz") as stored:
        weights: dict[str, Floats] = {name: stored[name].astype(np.float32) for name in stored}
    return session, tokenizer, Heads(weights), Decision.of(weights)


def mentions_of(paper: PaperReading, group: Group) -> tuple[Mention, ...]:
    """The winning occurrences of a group as mentions, in the order of the text."""
    words, spans = paper.coded.words, paper.spans
    out = []
    for row in sorted(group.won, key=lambda row: tuple(spans[row])):
        first, last = words[spans[row, 0]], words[spans[row, 1]]
        score = round(float(paper.reading.types[row, group.type]), 4)
        out.append(
            Mention(
                first.field,
                Span(first.start, last.end),
                paper.surface(row),
                CONCEPT_TYPES[group.type],
                score,
            )
        )
    return tuple(out)


def role_of(judged: Judged, index: int) -> Role:
    """The most probable role that the type of a group allows."""
    start, roles = ROLE_ROWS[judged.groups[index].type]
    return roles[int(judged.roles[index, start : start + len(roles)].argmax())]


def _entity(paper: PaperReading, judged: Judged, index: int, confidence: float) -> Entity:
    mentions = mentions_of(paper, judged.groups[index])
    label, *aliases = names_of(paper.texts, mentions)
    return Entity(
        type=CONCEPT_TYPES[judged.groups[index].type],
        label=label,
        aliases=tuple(aliases),
        mentions=mentions,
        role=role_of(judged, index),
        confidence=round(confidence, 4),
        salience=round(min(1.0, max(0.0, float(judged.salience[index]))), 4),
    )


def _evidence(paper: PaperReading, head: Entity, tail: Entity) -> tuple[Mention, ...]:
    """The two closest mentions."""
    return min(
        ((a, b) for a in head.mentions for b in tail.mentions),
        key=lambda pair: (
            pair[0].field != pair[1].field,
            abs(pair[0].span.start - pair[1].span.start),
        ),
    )
