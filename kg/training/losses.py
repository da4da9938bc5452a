"""The losses of one gold paper: spans, required or not, roles, relations, sameness."""

import torch
from torch import Tensor
from torch.nn import functional

from kg.training.model import Reader
from kg.training.pretrain import word_index
from kg.training.samples import ROLE_ROWS, GoldSample

WEIGHTS = {"spans": 1.0, "required": 0.5, "role": 0.7, "relation": 0.5, "same": 0.4}
_SAME_TYPE = torch.tensor([[float(a[0] == b[0]) for b in ROLE_ROWS] for a in ROLE_ROWS])


def pool(vectors: Tensor, rows: tuple[tuple[int, ...], ...]) -> Tensor:
    """The mean of the vectors of each group of rows, (groups, width)."""
    flat = torch.tensor([row for group in rows for row in group])
    owner = torch.tensor([i for i, group in enumerate(rows) for _ in group])
    sums = torch.zeros(len(rows), vectors.shape[1]).index_add(
        0, owner, functional.embedding(flat, vectors)
    )
    return sums / torch.tensor([len(group) for group in rows])[:, None]


def losses(model: Reader, hidden: Tensor, sample: GoldSample) -> dict[str, Tensor]:
    """The losses of one paper by name, not yet weighted; `hidden` is (pieces, 384)."""
    spans = torch.from_numpy(sample.spans)
    vectors, sums = model.span_states(hidden, word_index(sample.coded), spans)
    scores, labels = model.types["gold"](vectors), torch.from_numpy(sample.labels)
    out = {
        "spans": functional.binary_cross_entropy_with_logits(scores, labels, reduction="sum") / 20
    }
    if not sample.concept_rows:
        return out
    pooled = pool(vectors, sample.concept_rows)
    out["required"] = functional.binary_cross_entropy_with_logits(
        model.required(pooled).squeeze(1), torch.tensor(sample.required, dtype=torch.float)
    )
    roles = torch.from_numpy(sample.roles)
    out["role"] = functional.cross_entropy(
        model.role(pooled).masked_fill(roles @ _SAME_TYPE == 0, -1e4), roles
    )
    if len(sample.pairs):
        out["relation"] = _relation_loss(model, pooled, sums, sample)
    if len(sample.form_pairs):
        out["same"] = _sameness_loss(model, pool(vectors, sample.form_rows), sample)
    return out


def _relation_loss(model: Reader, pooled: Tensor, sums: Tensor, sample: GoldSample) -> Tensor:
    gaps = torch.from_numpy(sample.gaps)
    size = (gaps[:, 1] - gaps[:, 0]).clamp(min=1)[:, None]
    between = (functional.embedding(gaps[:, 1], sums) - functional.embedding(gaps[:, 0], sums)) / (
        size
    )
    scores = model.relations(
        pooled, torch.from_numpy(sample.pairs), between, torch.from_numpy(sample.pair_clues)
    )
    loss = functional.binary_cross_entropy_with_logits(
        scores, torch.from_numpy(sample.relations), reduction="none"
    )
    return (loss * torch.from_numpy(sample.allowed)).sum() / 12


def _sameness_loss(model: Reader, forms: Tensor, sample: GoldSample) -> Tensor:
    scores = model.sameness(
        forms, torch.from_numpy(sample.form_pairs), torch.from_numpy(sample.form_clues)
    )
    wanted = torch.from_numpy(sample.same)
    return functional.binary_cross_entropy_with_logits(scores, wanted, reduction="sum") / 12
