"""KeyBERT with our encoder and our candidates: salience, and a diverse choice by MMR.

KeyBERT (Grootendorst 2020) ranks candidates by the cosine of their vector to that of the whole
text; maximal marginal relevance (Carbonell and Goldstein 1998) takes off what a candidate shares
with those already chosen.

Three habits of keybert 0.9 are kept out here: its own vectorizer lower-cases, breaks hyphens and
joins words across punctuation; a list with one document returns another shape than one with two;
and any ValueError comes back as an empty answer. So the vectorizer is ours, a call always has one
document, and an answer of the wrong length is an error.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from keybert import KeyBERT
from keybert.backend import BaseEmbedder
from numpy.typing import NDArray

from kg.errors import ModelError

if TYPE_CHECKING:
    from kg.extract.static import Vectors


class TextEncoder(Protocol):
    """What turns texts into unit vectors."""

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """Vectors of texts, (texts, width), in their order."""


class EncoderBackend(BaseEmbedder):  # type: ignore[misc]  # keybert has no types
    """Our encoder in the place where KeyBERT expects sentence-transformers."""

    def __init__(self, encoder: TextEncoder) -> None:
        super().__init__()
        self.encoder = encoder

    def embed(self, documents: Iterable[str], verbose: bool = False) -> "Vectors":
        """Vectors of documents or candidates; nothing is ever printed."""
        return self.encoder.embed([str(document) for document in documents])


class CandidateVectorizer:
    """Candidates given beforehand, all of them in every document, their case untouched.

    The three methods are what KeyBERT asks of scikit-learn's CountVectorizer.
    """

    def __init__(self, candidates: Sequence[str]) -> None:
        self.candidates = np.array(candidates, dtype=object)

    def fit(self, documents: Sequence[str]) -> "CandidateVectorizer":
        """Learn nothing."""
        return self

    def get_feature_names_out(self) -> NDArray[Any]:
        """The candidates in the order of the columns."""
        return self.candidates

    def transform(self, documents: Sequence[str]) -> NDArray[np.int8]:
        """Ones of shape (documents, 1, candidates).

        KeyBERT takes row i and asks for the columns of its nonzero entries, as a sparse matrix
        has them; the middle axis makes each row such a matrix.
        """
        return np.ones((len(documents), 1, len(self.candidates)), dtype=np.int8)


class Ranker:
    """Ranks the candidates of one paper at a time; may be shared by threads."""

    def __init__(self, encoder: TextEncoder) -> None:
        self._keybert = KeyBERT(EncoderBackend(encoder))

    def salience(self, text: str, candidates: Iterable[str]) -> dict[str, float]:
        """Cosine of each distinct candidate to the text, in [0, 1], to four places.

        Args:
            text: the whole paper; where it is blank nothing is salient and the answer is empty.
            candidates: surface forms, in any order, repeated or not.
        """
        distinct = _distinct(candidates)
        return dict(self._rank(text, distinct, len(distinct), None))

    def choose(
        self, text: str, candidates: Iterable[str], top: int, diversity: float
    ) -> tuple[str, ...]:
        """The `top` candidates by maximal marginal relevance, the most salient first.

        Args:
            text: the whole paper.
            candidates: surface forms, in any order, repeated or not.
            top: how many to choose; fewer come back where there are fewer.
            diversity: 0 looks at relevance alone, 1 at difference alone.
        """
        distinct = _distinct(candidates)
        chosen = self._rank(text, distinct, min(top, len(distinct)), diversity)
        return tuple(candidate for candidate, _ in chosen)

    def _rank(
        self, text: str, candidates: Sequence[str], top: int, diversity: float | None
    ) -> list[tuple[str, float]]:
        if not text.strip() or not candidates or top < 1:
            return []
        ranked = self._keybert.extract_keywords(
            text,
            vectorizer=CandidateVectorizer(candidates),
            top_n=top,
            use_mmr=diversity is not None,
            diversity=diversity or 0.0,
        )
        if len(ranked) != top:
            raise ModelError(f"KeyBERT ranked {len(ranked)} of {top} candidates")
        clipped = [(str(name), min(1.0, max(0.0, cosine))) for name, cosine in ranked]
        return sorted(clipped, key=lambda pair: (-pair[1], pair[0]))


def _distinct(candidates: Iterable[str]) -> list[str]:
    return sorted({candidate for candidate in candidates if candidate.strip()})
