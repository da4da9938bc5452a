"""Step 3: train the reader on gold: mentions, roles, relations, sameness of forms.

python -m kg.training.train --model FOLDER --init FILE --targets FILE --gold FOLDER --out FILE
"""

import argparse
import json
import pickle
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from kg.training.corpora import GoldPaper, held_out, read_gold, sha256
from kg.training.model import Reader, half_precision, layer_rates
from kg.training.pretrain import CORPORA, batches, load_tokenizer, padded, set_rates, word_index
from kg.training.samples import ROLE_ROWS, GoldSample, sample_of

_ROLE_MASK = torch.tensor([[a[0] == b[0] for b in ROLE_ROWS] for a in ROLE_ROWS])


class Targets:
    """Embeddings of documents and forms by the untouched encoder."""

    def __init__(self, path: Path) -> None:
        loaded = np.load(path)
        self.documents = dict(
            zip(
                loaded["document_names"].tolist(),
                torch.from_numpy(loaded["documents"]),
                strict=True,
            )
        )
        self.forms = dict(
            zip(
                map(str.lower, loaded["form_names"].tolist()),
                torch.from_numpy(loaded["forms"]),
                strict=True,
            )
        )


def pool(vectors: Tensor, rows: tuple[tuple[int, ...], ...]) -> Tensor:
    """The mean of the vectors of each group of rows, (groups, width)."""
    flat = torch.tensor([row for group in rows for row in group])
    owner = torch.tensor([i for i, group in enumerate(rows) for _ in group])
    sums = torch.zeros(len(rows), vectors.shape[1]).index_add(
        0, owner, functional.embedding(flat, vectors)
    )
    return sums / torch.tensor([len(group) for group in rows])[:, None]


def losses(
    model: Reader, hidden: Tensor, sample: GoldSample, targets: Targets | None
) -> dict[str, Tensor]:
    """The losses of one paper, not yet weighted."""
    spans = torch.from_numpy(sample.spans)
    vectors, sums = model.span_states(hidden, word_index(sample.coded), spans)
    out = {
        "spans": functional.binary_cross_entropy_with_logits(
            model.types["gold"](vectors), torch.from_numpy(sample.labels), reduction="sum"
        )
        / 20
    }
    if not sample.concept_rows:
        return out
    pooled = pool(vectors, sample.concept_rows)
    out["required"] = functional.binary_cross_entropy_with_logits(
        model.required(pooled).squeeze(1), torch.tensor(sample.required, dtype=torch.float)
    )
    roles = torch.tensor(sample.roles)
    out["role"] = functional.cross_entropy(
        model.role(pooled).masked_fill(~_ROLE_MASK[roles], -1e4), roles
    )
    if len(sample.pairs):
        gaps = torch.from_numpy(sample.gaps)
        size = (gaps[:, 1] - gaps[:, 0]).clamp(min=1)[:, None]
        between = (
            functional.embedding(gaps[:, 1], sums) - functional.embedding(gaps[:, 0], sums)
        ) / size
        scores = model.relations(
            pooled, torch.from_numpy(sample.pairs), between, torch.from_numpy(sample.pair_clues)
        )
        loss = functional.binary_cross_entropy_with_logits(
            scores, torch.from_numpy(sample.relations), reduction="none"
        )
        out["relation"] = (loss * torch.from_numpy(sample.allowed)).sum() / 12
    forms = pool(vectors, sample.form_rows)
    if len(sample.form_pairs):
        scores = model.sameness(
            forms, torch.from_numpy(sample.form_pairs), torch.from_numpy(sample.form_clues)
        )
        out["same"] = (
            functional.binary_cross_entropy_with_logits(
                scores, torch.from_numpy(sample.same), reduction="sum"
            )
            / 12
        )
    if targets is not None:
        out["embed"] = embedding_loss(model, hidden, sums, sample, targets)
    return out


def embedding_loss(
    model: Reader, hidden: Tensor, sums: Tensor, sample: GoldSample, targets: Targets
) -> Tensor:
    """One minus the cosine to the untouched encoder, for the document and for its forms."""
    titled = any(word.field == "title" for word in sample.coded.words)
    wanted = targets.documents[sample.id + ("+title" if titled else "")]
    document = 1 - functional.cosine_similarity(model.embed(hidden.mean(0)), wanted, dim=0)
    ends = torch.from_numpy(sample.spans)
    means = (
        functional.embedding(ends[:, 1] + 1, sums) - functional.embedding(ends[:, 0], sums)
    ) / (ends[:, 1] - ends[:, 0] + 1)[:, None]
    known = [i for i, text in enumerate(sample.form_texts) if text.lower() in targets.forms]
    if not known:
        return document
    wanted = torch.stack([targets.forms[sample.form_texts[i].lower()] for i in known])
    forms = model.embed_span(pool(means, tuple(sample.form_rows[i] for i in known)))
    return document + (1 - functional.cosine_similarity(forms, wanted)).mean()


WEIGHTS = {"spans": 1.0, "required": 0.5, "role": 0.7, "relation": 0.5, "same": 0.4, "embed": 0.5}


def lowered(sample: GoldSample) -> GoldSample:
    """The sample as if it had been written in lower case: nothing may rest on case alone."""
    shapes = sample.coded.shapes.copy()
    shapes[np.isin(shapes % 10, (2, 3, 4, 8))] -= (
        shapes[np.isin(shapes % 10, (2, 3, 4, 8))] % 10 - 1
    )
    return replace(sample, coded=replace(sample.coded, shapes=shapes))


def epoch_views(views: list[list[GoldSample]], seed: int) -> list[GoldSample]:
    """One view of each paper for an epoch: with or without its title, now and then lowered."""
    draw = random.Random(seed)
    chosen = [draw.choice(options) for options in views]
    return [lowered(s) if draw.random() < 0.04 else s for s in chosen]


def with_extra(
    chosen: list[GoldSample], extra: list[list[GoldSample]], epoch: int
) -> list[GoldSample]:
    """Gold views and, in turn, one half of the abstracts that a teacher has labelled."""
    half = extra[epoch % 2 :: 2]
    return chosen + epoch_views(half, seed=77 + epoch)


class Average:
    """Exponential moving average of the weights, which is what is kept."""

    def __init__(self, model: torch.nn.Module, decay: float) -> None:
        self.decay, self.steps = decay, 0
        self.state = {k: v.detach().clone() for k, v in model.state_dict().items()}

    def update(self, model: torch.nn.Module) -> None:
        """Move towards the present weights."""
        self.steps += 1
        decay = min(self.decay, self.steps / (self.steps + 10))
        for name, value in model.state_dict().items():
            if value.is_floating_point():
                self.state[name].lerp_(value.detach(), 1 - decay)


def train(
    model: Reader,
    views: list[list[GoldSample]],
    extra: list[list[GoldSample]],
    options: Any,
    targets: Targets | None,
) -> None:
    """Run the epochs; average weights are written after each, resumable state with them."""
    optimiser = torch.optim.AdamW(layer_rates(model, options.rate, 1e-3, 0.9), fused=True)
    plans = []
    for epoch in range(options.epochs):
        chosen = epoch_views(views, options.seed * 1000 + epoch)
        if epoch < options.epochs - options.last:
            chosen = with_extra(chosen, extra, epoch)
        plans.append(
            (
                chosen,
                batches(
                    [len(s.coded.ids) for s in chosen], options.budget, options.seed * 1000 + epoch
                ),
            )
        )
    total = sum(len(plan) for _, plan in plans)
    step, average, seen, begin = 0, Average(model, 0.997), 0, time.time()
    state_file, first = options.out.with_suffix(".state"), 0
    if state_file.exists():
        state = torch.load(state_file)
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        average.state, average.steps, first = state["average"], state["steps"], state["epoch"]
    for epoch, (chosen, plan) in enumerate(plans):
        if epoch < first:
            step += len(plan)
            continue
        model.train()
        sums: dict[str, float] = {}
        for batch in plan:
            step += 1
            set_rates(optimiser, step, total)
            samples = [chosen[i] for i in batch]
            ids, shapes, mask = padded([s.coded for s in samples])
            with half_precision():
                hidden = model.trunk(ids, shapes, mask)
            hidden = hidden.float()
            loss = torch.zeros(())
            for row, sample in enumerate(samples):
                parts = losses(
                    model,
                    hidden[row, : len(sample.coded.ids)],
                    sample,
                    targets if options.embed else None,
                )
                for name, part in parts.items():
                    loss = loss + WEIGHTS[name] * part
                    sums[name] = sums.get(name, 0.0) + float(part.detach()) / len(chosen)
            (loss / len(batch)).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            average.update(model)
            seen += int(mask.sum())
            if step % 20 == 0:
                print(f"{step}/{total} {seen / (time.time() - begin):.0f} pieces/s", flush=True)
        print(
            f"epoch {epoch + 1} " + " ".join(f"{k} {v:.3f}" for k, v in sums.items()),
            time.strftime("%H:%M"),
            flush=True,
        )
        torch.save(average.state, options.out)
        torch.save(
            {
                "model": model.state_dict(),
                "optimiser": optimiser.state_dict(),
                "average": average.state,
                "steps": average.steps,
                "epoch": epoch + 1,
            },
            state_file,
        )


def cached_views(
    papers: list[GoldPaper], tokenizer: Tokenizer, path: Path | None
) -> list[list[GoldSample]]:
    """Each paper with and without its title; kept in a file, since making them takes minutes."""
    if path is not None and path.exists():
        with path.open("rb") as file:
            loaded: list[list[GoldSample]] = pickle.load(file)
        return loaded
    views = []
    for paper in papers:
        both = [sample_of(paper, tokenizer), sample_of(paper, tokenizer, with_title=False)]
        views.append([s for s in both if s is not None])
    if path is not None:
        with path.open("wb") as file:
            pickle.dump(views, file)
    return views


def main() -> None:
    """Read gold, train, write the averaged weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("model", "gold", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--init", type=Path)
    parser.add_argument("--targets", type=Path)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--budget", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int)
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="the start has never seen gold: take over SciREX scores",
    )
    parser.add_argument("--extra", type=Path, help="abstracts labelled by a teacher")
    parser.add_argument("--last", type=int, default=1, help="epochs of gold alone at the end")
    parser.add_argument("--views", type=Path, help="where the samples are kept between runs")
    options = parser.parse_args()
    options.embed = options.targets is not None
    torch.manual_seed(options.seed)
    tokenizer = load_tokenizer(options.model)
    papers, _ = held_out(read_gold(options.gold, "train"))
    views = cached_views(papers[: options.limit], tokenizer, options.views)
    model = Reader(options.model, CORPORA)
    if options.init:
        model.load_state_dict(torch.load(options.init), strict=False)
        if options.fresh:
            model.types["gold"].load_state_dict(model.types["scirex"].state_dict())
    print(len(views), "papers", sha256(options.gold / "train.gold.jsonl"), flush=True)
    extra = pickle.loads(options.extra.read_bytes()) if options.extra else []
    train(
        model,
        [v for v in views if v],
        extra,
        options,
        Targets(options.targets) if options.embed else None,
    )
    options.out.with_suffix(".json").write_text(json.dumps(vars(options), default=str))


if __name__ == "__main__":
    main()
