"""Step 1: teach the trunk where concepts begin and end on SciREX, SciERC and TDMSci.

    python -m kg.training.pretrain --model FOLDER --corpora FOLDER --out FILE

All three are Apache-2.0. Each corpus has its own type scores, and types that a corpus does
not label are masked, never counted as "no concept". Interrupted runs go on where they stood.
"""

import argparse
import random
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from kg.extract.neural.encoding import Encoded, Ints, candidate_spans, encode
from kg.model import CONCEPT_TYPES
from kg.training.corpora import Passage, read_passages, write_record
from kg.training.model import Reader, half_precision, layer_rates

CORPORA = ("scirex", "scierc", "tdmsci", "gold")


@dataclass(frozen=True, slots=True)
class Sample:
    """One input with the types of its candidate spans."""

    corpus: str
    coded: Encoded
    spans: Ints
    labels: "np.typing.NDArray[np.float32]"  # (spans, 3)
    known: tuple[bool, bool, bool]


def load_tokenizer(folder: Path) -> Tokenizer:
    """The tokenizer of a model folder, which neither cuts nor pads."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def samples_of(passage: Passage, tokenizer: Tokenizer) -> list[Sample]:
    """The windows of a passage as samples."""
    out = []
    for coded in encode(tokenizer, [("abstract", passage.text)]):
        spans = candidate_spans(coded)
        if len(spans) == 0:
            continue
        starts = {word.start: i for i, word in enumerate(coded.words)}
        ends = {word.end: i for i, word in enumerate(coded.words)}
        rows = {tuple(span): i for i, span in enumerate(spans.tolist())}
        labels = np.zeros((len(spans), 3), np.float32)
        for start, end, kind in passage.spans:
            row = rows.get((starts.get(start, -1), ends.get(end, -1)))
            if row is not None:
                labels[row, CONCEPT_TYPES.index(kind)] = 1
        method, task, dataset = (kind in passage.types for kind in CONCEPT_TYPES)
        out.append(Sample(passage.corpus, coded, spans, labels, (method, task, dataset)))
    return out


def batches(lengths: list[int], budget: int, seed: int) -> list[list[int]]:
    """Indices in batches of like lengths with at most `budget` padded pieces, shuffled."""
    draw = random.Random(seed)
    order = sorted(range(len(lengths)), key=lambda i: lengths[i] + draw.random() * 40)
    out: list[list[int]] = [[]]
    for index in order:
        if (
            out[-1]
            and max(lengths[index], max(lengths[i] for i in out[-1])) * (len(out[-1]) + 1) > budget
        ):
            out.append([])
        out[-1].append(index)
    draw.shuffle(out)
    return out


def padded(coded: list[Encoded]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, shapes and mask of a batch."""
    size = max(len(c.ids) for c in coded)
    ids, shapes, mask = (torch.zeros(len(coded), size, dtype=torch.long) for _ in range(3))
    for row, c in enumerate(coded):
        ids[row, : len(c.ids)] = torch.from_numpy(c.ids)
        shapes[row, : len(c.ids)] = torch.from_numpy(c.shapes)
        mask[row, : len(c.ids)] = 1
    return ids, shapes, mask


def word_index(coded: Encoded) -> Tensor:
    """First and last piece of each word, (words, 2)."""
    return torch.tensor([(w.first, w.last) for w in coded.words], dtype=torch.long)


def set_rates(optimiser: torch.optim.Optimizer, step: int, total: int) -> None:
    """Linear warm-up over a tenth, then linear decay to a fiftieth."""
    share = step / total
    factor = share / 0.08 if share < 0.08 else max(0.02, (1 - share) / 0.92)
    for group in optimiser.param_groups:
        group["lr"] = group["peak"] * factor


def train(model: Reader, samples: list[Sample], out: Path, budget: int, stop: int | None) -> None:
    """One epoch, or its first `stop` steps; a state every 150 steps lets it go on where it was."""
    optimiser = torch.optim.AdamW(layer_rates(model, 2e-4, 1e-3, 0.9), fused=True)
    plan = batches([len(s.coded.ids) for s in samples], budget, seed=0)
    state_file, done = out.with_suffix(".state"), 0
    if state_file.exists():
        state = torch.load(state_file)
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        done = state["step"]
    mean, begin = 0.0, time.time()
    for step, batch in enumerate(plan[:stop], start=1):
        if step <= done:
            continue
        set_rates(optimiser, step, len(plan))
        loss = batch_loss(model, [samples[i] for i in batch])
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        mean = 0.98 * mean + 0.02 * float(loss.detach()) if mean else float(loss.detach())
        if step % 20 == 0:
            print(f"{step}/{len(plan)} loss {mean:.3f}, {time.time() - begin:.0f} s", flush=True)
        if step % 150 == 0:
            weights = {"model": model.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save({**weights, "step": step}, state_file)
    torch.save(model.state_dict(), out)
    state_file.unlink(missing_ok=True)


def batch_loss(model: Reader, samples: list[Sample]) -> Tensor:
    """The span loss of a batch; types that a corpus does not label do not count."""
    ids, shapes, mask = padded([sample.coded for sample in samples])
    with half_precision():
        hidden = model.trunk(ids, shapes, mask)
    hidden = hidden.float()
    loss = torch.zeros(())
    for row, sample in enumerate(samples):
        vectors, _ = model.span_states(
            hidden[row, : len(sample.coded.ids)],
            word_index(sample.coded),
            torch.from_numpy(sample.spans),
        )
        known = torch.tensor(sample.known)
        loss = loss + functional.binary_cross_entropy_with_logits(
            model.types[sample.corpus](vectors)[:, known],
            torch.from_numpy(sample.labels)[:, known],
            reduction="sum",
        )
    return loss / len(samples) / 20


def main() -> None:
    """Read the corpora, train, write the weights and the names of the inputs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scirex-tokens", type=int, default=2500)
    parser.add_argument("--stop", type=int, help="end after so many steps of the one epoch")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    tokenizer = load_tokenizer(options.model)
    samples, inputs = [], [options.model / "model.safetensors"]
    for name, repeat in (("scirex", 1), ("scierc", 2), ("tdmsci", 2)):
        path = options.corpora / f"{name}.jsonl.gz"
        found = [
            s for p in read_passages(path, options.scirex_tokens) for s in samples_of(p, tokenizer)
        ]
        samples += found * repeat
        inputs.append(path)
        print(name, len(found), sum(len(s.coded.ids) for s in found), flush=True)
    train(Reader(options.model, CORPORA), samples, options.out, 3000, options.stop)
    write_record(options.out, vars(options), inputs)


if __name__ == "__main__":
    main()
