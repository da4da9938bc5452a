"""The network: an encoder read once, and small heads over its words, spans and pairs."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import (
    embedding,  # gathers rows; its gradient is far faster than indexing's
)
from transformers import BertModel

from kg.extract.neural.encoding import MAX_WORDS, SHAPES
from kg.extract.neural.pairs import FEATURES

HIDDEN = 384
PAIR = 128
ROLES = 7  # introduced, used, compared | addressed, mentioned | introduced, used
RELATIONS = 8


def half_precision() -> torch.autocast:
    """bfloat16 where the processor computes in it; elsewhere emulation is ten times slower."""
    native = bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    return torch.autocast("cpu", torch.bfloat16, enabled=native)


class FastDropout(nn.Module):
    """Dropout whose mask is cut from one drawn pool: drawing fresh ones halves CPU speed."""

    pool: Tensor | None = None

    def __init__(self, rate: float = 0.1) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, x: Tensor) -> Tensor:
        """Drop in training, pass in evaluation."""
        if not self.training or not self.rate:
            return x
        size = x.numel()
        if FastDropout.pool is None or FastDropout.pool.numel() < 2 * size:
            FastDropout.pool = torch.rand(max(1 << 22, 2 * size)).to(torch.bfloat16)
        start = int(torch.randint(0, FastDropout.pool.numel() - size, (1,)))
        mask = FastDropout.pool[start : start + size].view(x.shape) > self.rate
        return x * mask.to(x.dtype) / (1 - self.rate)


class Trunk(nn.Module):
    """The encoder with an added embedding of the case shape of each piece."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.bert = BertModel.from_pretrained(
            folder, add_pooling_layer=False, attn_implementation="sdpa"
        )
        self.bert.config.attention_probs_dropout_prob = 0.0
        for name, module in list(self.bert.named_modules()):
            for child, layer in list(module.named_children()):
                if isinstance(layer, nn.Dropout):
                    rate = 0.0 if "attention.self" in name else 0.1
                    setattr(module, child, FastDropout(rate) if rate else nn.Dropout(0.0))
        self.shape = nn.Embedding(2 * SHAPES, HIDDEN)
        nn.init.normal_(self.shape.weight, std=0.005)

    def forward(self, ids: Tensor, shapes: Tensor, mask: Tensor | None = None) -> Tensor:
        """Hidden states (papers, pieces, 384)."""
        embedded = self.bert.embeddings.word_embeddings(ids) + self.shape(shapes)
        return self.bert(inputs_embeds=embedded, attention_mask=mask).last_hidden_state


class Reader(nn.Module):
    """Trunk and heads. Each corpus has its own row of type scores; the gold row ships."""

    def __init__(self, folder: Path, corpora: tuple[str, ...]) -> None:
        super().__init__()
        self.trunk = Trunk(folder)
        self.start = nn.Linear(HIDDEN, HIDDEN)
        self.end = nn.Linear(HIDDEN, HIDDEN, bias=False)
        self.inner = nn.Linear(HIDDEN, HIDDEN, bias=False)
        self.whole = nn.Linear(HIDDEN, HIDDEN, bias=False)
        self.width = nn.Embedding(MAX_WORDS + 1, HIDDEN)
        nn.init.normal_(self.width.weight, std=0.02)
        self.types = nn.ModuleDict({name: nn.Linear(HIDDEN, 3) for name in corpora})
        for head in self.types.values():
            nn.init.constant_(head.bias, -4.0)
        self.required = nn.Linear(HIDDEN, 1)
        self.role = nn.Linear(HIDDEN, ROLES)
        self.left = nn.Linear(HIDDEN, PAIR)
        self.right = nn.Linear(HIDDEN, PAIR)
        self.key = nn.Linear(HIDDEN, PAIR)
        self.query = nn.Linear(HIDDEN, PAIR)
        self.product = nn.Linear(PAIR, PAIR, bias=False)
        self.between = nn.Linear(HIDDEN, PAIR, bias=False)
        self.clues = nn.Linear(FEATURES, PAIR)
        self.relation = nn.Linear(PAIR, RELATIONS)
        nn.init.constant_(self.relation.bias, -3.0)
        self.same_key = nn.Linear(HIDDEN, PAIR)
        self.same_clues = nn.Linear(FEATURES, PAIR)
        self.same_mix = nn.Linear(2 * PAIR, PAIR)
        self.same = nn.Linear(PAIR, 1)
        self.drop = FastDropout(0.15)

    def span_states(self, hidden: Tensor, words: Tensor, spans: Tensor) -> tuple[Tensor, Tensor]:
        """Span vectors (spans, 384) of one paper, and its running word sums.

        Args:
            hidden: (pieces, 384); words: (words, 2) first and last piece;
            spans: (spans, 2) first and last word.
        """
        first, last = embedding(words[:, 0], hidden), embedding(words[:, 1], hidden)
        middle = (first + last) / 2
        sums = torch.cat([torch.zeros(1, HIDDEN), middle.cumsum(0)])
        size = spans[:, 1] - spans[:, 0] + 1
        inner = self.inner(sums)  # linear, so means of projections are projections of means
        state = (
            embedding(spans[:, 0], self.start(first) + self.whole(hidden.mean(0)))
            + embedding(spans[:, 1], self.end(last))
            + (embedding(spans[:, 1] + 1, inner) - embedding(spans[:, 0], inner)) / size[:, None]
            + self.width(size)
        )
        return self.drop(torch.relu(state)), sums

    def relations(self, pooled: Tensor, pairs: Tensor, between: Tensor, clues: Tensor) -> Tensor:
        """Relation scores (pairs, 8) for ordered pairs of pooled entities."""
        head, tail = pairs[:, 0], pairs[:, 1]
        product = embedding(head, self.key(pooled)) * embedding(tail, self.query(pooled))
        state = (
            embedding(head, self.left(pooled))
            + embedding(tail, self.right(pooled))
            + self.product(product)
            + self.between(between)
            + self.clues(clues)
        )
        return self.relation(self.drop(torch.relu(state)))

    def sameness(self, pooled: Tensor, pairs: Tensor, clues: Tensor) -> Tensor:
        """Scores (pairs,) that two forms name one concept; symmetric but for the clues."""
        key = self.same_key(pooled)
        left, right = embedding(pairs[:, 0], key), embedding(pairs[:, 1], key)
        mixed = self.same_mix(torch.cat([left * right, (left - right).abs()], 1))
        return self.same(torch.relu(mixed + self.same_clues(clues))).squeeze(1)


def layer_rates(model: Reader, rate: float, heads: float, decay: float) -> list[dict[str, Any]]:
    """Parameter groups: lower layers learn more slowly, heads faster; no decay on vectors."""
    groups: dict[tuple[float, float], list[nn.Parameter]] = {}
    layers = len(model.trunk.bert.encoder.layer)
    for name, parameter in model.named_parameters():
        if name.startswith("trunk.bert.encoder.layer."):
            speed = rate * decay ** (layers - 1 - int(name.split(".")[4]))
        elif name.startswith("trunk.bert"):
            speed = rate * decay**layers
        else:
            speed = heads
        weight = 0.01 if parameter.ndim > 1 else 0.0
        groups.setdefault((speed, weight), []).append(parameter)
    return [
        {"params": members, "lr": speed, "peak": speed, "weight_decay": weight}
        for (speed, weight), members in groups.items()
    ]
