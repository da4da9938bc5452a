"""Step 3: train the reader on gold: mentions, roles, relations, sameness of forms.

python -m kg.training.train --model FOLDER --init FILE --gold FOLDER --out FILE
"""

import argparse
import pickle
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kg.training.corpora import FURTHER, GoldPaper, held_out, read_further, read_gold, write_record
from kg.training.losses import WEIGHTS, losses
from kg.training.model import Reader, half_precision, layer_rates
from kg.training.pretrain import CORPORA, batches, load_tokenizer, padded, set_rates
from kg.training.samples import GoldSample
from kg.training.views import cached_views, epoch_views


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


@dataclass(frozen=True, slots=True)
class Epoch:
    """The samples of an epoch and the batches in which they come."""

    samples: Sequence[GoldSample]
    batches: Sequence[Sequence[int]]

    @classmethod
    def of(cls, samples: Sequence[GoldSample], budget: int, seed: int) -> "Epoch":
        """Samples of like length together."""
        return cls(samples, batches([len(s.coded.ids) for s in samples], budget, seed))


class Run:
    """A training that can stop after any epoch and go on from the file of its state."""

    def __init__(self, model: Reader, rate: float, out: Path) -> None:
        self.model, self.out = model, out
        self.optimiser = torch.optim.AdamW(layer_rates(model, rate, 1e-3, 0.9), fused=True)
        self.average = Average(model, 0.997)
        self.done = 0  # epochs
        self._state = out.with_suffix(".state")
        if self._state.exists():
            state = torch.load(self._state)
            model.load_state_dict(state["model"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.average.state, self.average.steps = state["average"], state["steps"]
            self.done = state["epoch"]

    def train(self, epochs: Sequence[Epoch]) -> None:
        """The epochs not yet done; average weights are written after each."""
        total = sum(len(epoch.batches) for epoch in epochs)
        step = sum(len(epoch.batches) for epoch in epochs[: self.done])
        for number, epoch in enumerate(epochs[self.done :], start=self.done + 1):
            self.model.train()
            sums: dict[str, float] = {}
            for batch in epoch.batches:
                step += 1
                set_rates(self.optimiser, step, total)
                for name, value in self._step([epoch.samples[i] for i in batch]).items():
                    sums[name] = sums.get(name, 0.0) + value / len(epoch.samples)
                if step % 20 == 0:
                    print(f"{step}/{total} {time.strftime('%H:%M:%S')}", flush=True)
            told = " ".join(f"{name} {value:.3f}" for name, value in sums.items())
            print(f"epoch {number} {told}", flush=True)
            self._write(number)

    def _step(self, samples: Sequence[GoldSample]) -> dict[str, float]:
        """One step of the optimiser; the sums of the losses of its samples."""
        ids, shapes, mask = padded([sample.coded for sample in samples])
        with half_precision():
            hidden = self.model.trunk(ids, shapes, mask)
        hidden = hidden.float()
        loss: Tensor = torch.zeros(())
        sums: dict[str, float] = {}
        for row, sample in enumerate(samples):
            read = hidden[row, : len(sample.coded.ids)]
            for name, part in losses(self.model, read, sample).items():
                loss = loss + WEIGHTS[name] * part
                sums[name] = sums.get(name, 0.0) + float(part.detach())
        (loss / len(samples)).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.average.update(self.model)
        return sums

    def _write(self, epoch: int) -> None:
        torch.save(self.average.state, self.out)
        state = {
            "model": self.model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "average": self.average.state,
            "steps": self.average.steps,
            "epoch": epoch,
        }
        torch.save(state, self._state)


def plan(options: Any, papers: Sequence[GoldPaper]) -> list[Epoch]:
    """What each epoch reads; the last ones read names as printed and nothing a teacher labelled."""
    views = cached_views(papers, load_tokenizer(options.model), options.views)
    extra = pickle.loads(options.extra.read_bytes()) if options.extra else []
    epochs = []
    for number in range(options.epochs):
        seed, last = options.seed * 1000 + number, number >= options.epochs - options.last
        chosen = epoch_views(views, seed, plain=last)
        if extra and not last:
            chosen += epoch_views([(view, []) for view in extra[number % 2 :: 2]], seed=77 + number)
        epochs.append(Epoch.of(chosen, options.budget, seed))
    epochs[-1] = replace(epochs[-1], batches=epochs[-1].batches[: options.stop])
    return epochs


def read_options() -> Any:
    """The options of the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("model", "gold", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--init", type=Path)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--budget", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="the start has never seen gold: take over SciREX scores",
    )
    parser.add_argument("--more", type=Path, help="further annotations, of --abstracts")
    parser.add_argument("--abstracts", type=Path, help="the texts that they annotate")
    parser.add_argument("--extra", type=Path, help="abstracts labelled by a teacher")
    parser.add_argument("--last", type=int, default=1, help="plain epochs at the end")
    parser.add_argument("--stop", type=int, help="end the last epoch after so many steps")
    parser.add_argument("--views", type=Path, help="where the samples are kept between runs")
    return parser.parse_args()


def main() -> None:
    """Read gold, train, write the averaged weights."""
    options = read_options()
    torch.manual_seed(options.seed)
    papers, _ = held_out(read_gold(options.gold, "train"))
    inputs = [options.gold / f"train.{name}.jsonl" for name in ("gold", "papers")]
    if options.more:
        further, _ = held_out(read_further(options.more, options.abstracts), FURTHER)
        papers += further
    print(len(papers), "papers", flush=True)
    model = Reader(options.model, CORPORA)
    if options.init:
        model.load_state_dict(torch.load(options.init), strict=False)
        if options.fresh:
            model.types["gold"].load_state_dict(model.types["scirex"].state_dict())
    Run(model, options.rate, options.out).train(plan(options, papers))
    given = (options.init, options.more, options.abstracts, options.extra)
    write_record(options.out, vars(options), [*inputs, *filter(None, given)])


if __name__ == "__main__":
    main()
