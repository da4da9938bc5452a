"""Static vectors of word pieces: the mean over a text stands in for a pass of MiniLM.

KeyBERT asks for the vector of a paper and of each candidate. A table that was fitted to MiniLM's
own cosines (kg.training.static, after Model2Vec, Tulkens and van Dongen 2024) gives them in a
millisecond, where the network takes two passes a paper. A vector depends on its own text alone.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from kg.errors import ModelError
from kg.extract.weights import fingerprint, model_folder

if TYPE_CHECKING:
    from tokenizers import Tokenizer

STATIC_FOLDER = Path(__file__).parents[1] / "models" / "static"
_FILES = ("vectors.npz", "tokenizer.json", "manifest.json")

#: Vectors of so many texts are kept.
_KEPT = 1 << 12

Vectors = NDArray[np.float32]


class StaticEncoder:
    """The table; it is read on the first `embed`, safely from any thread.

    >>> paper, near, far = StaticEncoder.load().embed(
    ...     ["We train a graph neural network on molecules.", "graph network", "speech"]
    ... )
    >>> bool(paper @ near > paper @ far)
    True
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()
        self._table: tuple[Tokenizer, Vectors] | None = None
        # A paper and its concepts are asked for twice: as a clue, and by KeyBERT.
        self._vector = lru_cache(maxsize=_KEPT)(self._sum)

    @classmethod
    def load(cls, path: str | Path | None = None) -> Self:
        """The vectors in a folder, the shipped ones by default.

        Raises:
            ModelError: the folder lacks a file.
        """
        return cls(model_folder(path or STATIC_FOLDER, _FILES))

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the files, from the manifest."""
        return fingerprint(self.folder)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts, (len(texts), 128), of length one; zero where a text has no piece."""
        width = self._load()[1].shape[1]
        return np.array([self._vector(text) for text in texts], np.float32).reshape(-1, width)

    def closeness(self, text: str, groups: Sequence[Sequence[str]]) -> Vectors:
        """For each group of forms the highest cosine of one of them to the text, (groups,)."""
        forms = [form for group in groups for form in group]
        vectors = self.embed([text, *forms])
        starts = np.cumsum([0, *(len(group) for group in groups)])[:-1]
        if not forms:
            return np.zeros(len(groups), np.float32)
        highest: Vectors = np.maximum.reduceat(vectors[1:] @ vectors[0], starts)
        return highest

    def _sum(self, text: str) -> Vectors:
        tokenizer, table = self._load()
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        total = table[ids].sum(0)
        unit: Vectors = (total / max(float(np.linalg.norm(total)), 1e-9)).astype(np.float32)
        return unit

    def _load(self) -> "tuple[Tokenizer, Vectors]":
        with self._lock:
            if self._table is None:
                self._table = _open(self.folder)
            return self._table


def _open(folder: Path) -> "tuple[Tokenizer, Vectors]":
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        with np.load(folder / "vectors.npz") as stored:
            table = stored["codes"].astype(np.float32) * stored["scale"].astype(np.float32)[:, None]
    except Exception as error:  # tokenizers raises a bare Exception
        raise ModelError(f"the vectors in {folder} do not load: {error}") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer, table
