"""Sentence vectors from the shipped MiniLM weights, on onnxruntime, without torch.

Sentence-BERT (Reimers and Gurevych 2019): the mean over the word pieces of the last hidden state,
L2-normalised.
"""

import hashlib
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kg.errors import ModelError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MODEL_FOLDER = Path(__file__).parents[1] / "models" / "minilm"
DIMENSION = 384
#: What the model was trained with; a few long abstracts lose their end.
MAX_PIECES = 256
BATCH = 32

Vectors = NDArray[np.float32]


class Encoder:
    """The encoder; the weights are read on the first `embed`, safely from any thread.

    int8 takes the scale of the activations from the whole tensor, so texts of one call change
    each other slightly. A call therefore sorts its distinct texts before it batches them (the
    order of the arguments never matters), and papers never share a call.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()
        self._engine: tuple[Tokenizer, Any] | None = None

    @classmethod
    def load(cls, path: str | Path | None = None) -> "Encoder":
        """The encoder in a folder, the shipped one by default.

        Raises:
            ModelError: the folder lacks the weights or the tokenizer.
        """
        folder = Path(path) if path is not None else MODEL_FOLDER
        for name in ("model.onnx", "tokenizer.json"):
            if not (folder / name).is_file():
                raise ModelError(
                    f"no {name} in {folder}; reinstall paperkg, or name a folder that holds"
                    " model.onnx and tokenizer.json"
                )
        return cls(folder)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the weights, from the manifest where there is one."""
        manifest = self.folder / "manifest.json"
        if manifest.is_file():
            files = json.loads(manifest.read_text(encoding="utf-8"))["files"]
            return "+".join(files[name] for name in sorted(files))
        return hashlib.sha256((self.folder / "model.onnx").read_bytes()).hexdigest()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts.

        Args:
            texts: texts of one paper, in any order, repeated or not.

        Returns:
            An array of shape (len(texts), 384), every row of length one.
        """
        if not texts:
            return np.zeros((0, DIMENSION), dtype=np.float32)
        distinct = sorted(set(texts), key=lambda text: (len(text), text))
        rows = [
            self._embed_batch(distinct[start : start + BATCH])
            for start in range(0, len(distinct), BATCH)
        ]
        place = {text: row for row, text in enumerate(distinct)}
        return np.concatenate(rows)[[place[text] for text in texts]]

    def embed_alone(self, texts: Sequence[str], workers: int = 2) -> Vectors:
        """As `embed`, but each text in a call of its own: its vector depends on nothing else.

        Dynamic quantisation scales by the whole tensor, so in one call texts change each other.
        """
        if not texts:
            return self.embed(texts)
        with ThreadPoolExecutor(workers) as pool:
            return np.concatenate(list(pool.map(lambda text: self.embed([text]), texts)))

    def _embed_batch(self, texts: Sequence[str]) -> Vectors:
        tokenizer, session = self._load_engine()
        encodings = tokenizer.encode_batch(list(texts))
        ids = np.array([encoding.ids for encoding in encodings], dtype=np.int64)
        mask = np.array([encoding.attention_mask for encoding in encodings], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        (hidden,) = session.run(None, inputs)
        return _pool(hidden, mask)

    def _load_engine(self) -> "tuple[Tokenizer, Any]":
        with self._lock:
            if self._engine is None:
                self._engine = _open(self.folder)
            return self._engine


def _pool(hidden: Vectors, mask: NDArray[np.int64]) -> Vectors:
    weights = mask[:, :, None].astype(np.float32)
    # Every text has at least [CLS] and [SEP], so no sum of weights is zero.
    mean = (hidden * weights).sum(1) / weights.sum(1)
    unit: Vectors = (mean / np.linalg.norm(mean, axis=1, keepdims=True)).astype(np.float32)
    return unit


def _open(folder: Path) -> "tuple[Tokenizer, Any]":
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    # Papers run in parallel threads: one thread a paper beats two threads on one paper.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # both libraries raise types of their own, or a bare Exception
        raise ModelError(f"the weights in {folder} do not load: {error}") from error
    tokenizer.enable_truncation(MAX_PIECES)
    tokenizer.enable_padding()
    return tokenizer, session
