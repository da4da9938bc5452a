"""Step 2: vectors of word pieces whose means have the cosines that MiniLM gives.

python -m kg.training.static --model FOLDER --gold FOLDER --more FILE --abstracts FILE
    --teacher FILE --out FOLDER

The start is Model2Vec's (Tulkens and van Dongen 2024): each piece read alone, projected, weighed
by rarity (Arora et al. 2017). Then the table is fitted to the teacher's cosines: of papers and
their own concepts above all, of any paper and phrase, of phrases, of papers. TEACHER keeps the
teacher's vectors between runs.
"""

import argparse
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from scipy.stats import spearmanr
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn.functional import normalize
from transformers import BertModel

from kg.extract.static import Vectors
from kg.training.corpora import FURTHER, GoldPaper, held_out, read_further, read_gold, sha256
from kg.training.pretrain import batches, load_tokenizer

WIDTH = 128
#: So many papers teach.
PAPERS = 3000
_RARE = 1e-3


@dataclass(frozen=True, slots=True)
class Lessons:
    """Papers and phrases as pieces, with the teacher's vectors."""

    pieces: tuple[list[int], ...]
    teacher: Tensor  # (texts, 384)
    papers: tuple[tuple[int, tuple[int, ...]], ...]  # row of a paper, rows of its own phrases
    phrases: tuple[int, ...]


class Table(torch.nn.Module):
    """Vectors of pieces; the unit vector of a text is that of their sum."""

    def __init__(self, start: Vectors) -> None:
        super().__init__()
        self.bag = torch.nn.EmbeddingBag.from_pretrained(
            torch.from_numpy(start), mode="sum", freeze=False
        )

    def forward(self, texts: Sequence[Sequence[int]]) -> Tensor:
        """Unit vectors (texts, WIDTH)."""
        starts = np.cumsum([0, *(len(text) for text in texts)])[:-1]
        flat = torch.tensor([piece for text in texts for piece in text])
        return normalize(self.bag(flat, torch.from_numpy(starts)), dim=1)


def text_of(paper: GoldPaper) -> str:
    """Title and abstract."""
    return f"{paper.title}. {paper.abstract}"


def names_of(paper: GoldPaper) -> list[str]:
    """Every form of every concept of a paper."""
    return sorted({name for c in paper.concepts for name in (c["name"], *c["aliases"])})


def lessons(
    papers: Sequence[GoldPaper], tokenizer: Tokenizer, teacher: dict[str, Vectors]
) -> Lessons:
    """The papers with their phrases."""
    texts = [text_of(p) for p in papers]
    phrases = sorted({name for paper in papers for name in names_of(paper)})
    row = {name: len(texts) + i for i, name in enumerate(phrases)}
    every = [*texts, *phrases]
    coded = tokenizer.encode_batch(every, add_special_tokens=False)
    own = tuple((i, tuple(row[n] for n in names_of(p))) for i, p in enumerate(papers) if p.concepts)
    vectors = torch.from_numpy(np.stack([teacher[text] for text in every]))
    return Lessons(tuple(c.ids for c in coded), vectors, own, tuple(row.values()))


def start_of(counts: Vectors, teacher: "Teacher") -> Vectors:
    """The table before it is fitted, (pieces, WIDTH)."""
    first, last = teacher.tokenizer.encode("").ids
    alone = teacher.read([[first, piece, last] for piece in range(len(counts))])
    alone -= alone.mean(0)
    _, _, axes = np.linalg.svd(alone[::7], full_matrices=False)
    weight = _RARE / (_RARE + (counts + 1) / (counts + 1).sum())
    start: Vectors = ((alone @ axes[:WIDTH].T) * weight[:, None]).astype(np.float32)
    return start


def fit(table: Table, told: Lessons, steps: int, seed: int = 0) -> None:
    """Fit the cosines of the table to the teacher's."""
    optimiser, rng = torch.optim.Adam(table.parameters(), lr=3e-3), np.random.default_rng(seed)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * (1 - step / steps)
        loss = _loss(table, told, rng)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 100 == 0:
            print(step, round(float(loss.detach()), 4), flush=True)


def _loss(table: Table, told: Lessons, rng: np.random.Generator) -> Tensor:
    chosen = [told.papers[i] for i in rng.integers(0, len(told.papers), 96)]
    mine = [row for _, own in chosen for row in own]
    owner = [i for i, (_, own) in enumerate(chosen) for _ in own]
    others = [told.phrases[i] for i in rng.integers(0, len(told.phrases), 256)]
    documents, phrases = [row for row, _ in chosen], mine + others
    a, b = table([told.pieces[i] for i in documents]), table([told.pieces[i] for i in phrases])
    wanted_a, wanted_b = told.teacher[documents], told.teacher[phrases]
    across = (a @ b.T - wanted_a @ wanted_b.T) ** 2
    within = across[owner, range(len(mine))]
    return (
        10 * within.mean()
        + 5 * across.mean()
        + 3 * ((b @ b.T - wanted_b @ wanted_b.T) ** 2).mean()
        + 2 * ((a @ a.T - wanted_a @ wanted_a.T) ** 2).mean()
    )


def agreement(table: Table, told: Lessons) -> tuple[float, float]:
    """Mean difference of a cosine from the teacher's, and of the order of phrases of a paper.

    The order is Spearman's rank correlation.
    """
    apart, order = [], []
    with torch.no_grad():
        for row, own in told.papers:
            mine = (table([told.pieces[i] for i in own]) @ table([told.pieces[row]])[0]).numpy()
            teacher = (told.teacher[list(own)] @ told.teacher[row]).numpy()
            apart.append(float(np.abs(mine - teacher).mean()))
            if len(own) > 3:
                order.append(float(spearmanr(mine, teacher).statistic))
    return float(np.mean(apart)), float(np.mean(order))


class Teacher:
    """The untouched MiniLM, whose vectors of texts are kept in a file."""

    def __init__(self, model: Path, kept: Path) -> None:
        self.tokenizer = load_tokenizer(model)
        self.model = BertModel.from_pretrained(model, add_pooling_layer=False).eval()
        self.kept = kept

    def embed(self, texts: Sequence[str]) -> dict[str, Vectors]:
        """The vector of each text; what the file holds is not read again."""
        known: dict[str, Vectors] = {}
        if self.kept.exists():
            with np.load(self.kept) as stored:
                known = dict(zip(stored["texts"].tolist(), stored["vectors"], strict=True))
        missing = sorted(set(texts) - set(known))
        coded = [self.tokenizer.encode(text).ids[:512] for text in missing]
        known |= dict(zip(missing, self.read(coded), strict=True))
        np.savez(self.kept, texts=np.array(list(known)), vectors=np.stack(list(known.values())))
        return known

    def read(self, coded: Sequence[Sequence[int]]) -> Vectors:
        """Unit means (texts, 384) of the last hidden states."""
        out = np.zeros((len(coded), self.model.config.hidden_size), np.float32)
        for batch in batches([len(ids) for ids in coded], 4000, seed=0):
            size = max(len(coded[i]) for i in batch)
            ids = torch.tensor([[*coded[i], *[0] * (size - len(coded[i]))] for i in batch])
            mask = torch.tensor([[row < len(coded[i]) for row in range(size)] for i in batch])
            with torch.inference_mode():
                hidden = self.model(ids, attention_mask=mask).last_hidden_state
            out[batch] = normalize((hidden * mask[..., None]).sum(1), dim=1).numpy()
        return out


def write(table: Table, out: Path, tokenizer: Path, inputs: dict[str, str]) -> None:
    """A byte a number with a scale a piece, the tokenizer, and a manifest with their SHA-256."""
    out.mkdir(parents=True, exist_ok=True)
    vectors = table.bag.weight.detach().numpy()
    scale = (np.abs(vectors).max(1) / 127 + 1e-9).astype(np.float16)
    codes = np.round(vectors / scale.astype(np.float32)[:, None]).clip(-127, 127).astype(np.int8)
    np.savez_compressed(out / "vectors.npz", codes=codes, scale=scale)
    shutil.copyfile(tokenizer, out / "tokenizer.json")
    files = {name: sha256(out / name) for name in ("tokenizer.json", "vectors.npz")}
    manifest = {"name": "paperkg-static", "files": files, "inputs": inputs}
    (out / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """Teach, fit, report on papers that are held out, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("model", "gold", "more", "abstracts", "teacher", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=1200)
    options = parser.parse_args()
    torch.manual_seed(0)
    gold, held = held_out(read_gold(options.gold, "train"))
    further, more = held_out(read_further(options.more, options.abstracts), FURTHER)
    papers, apart = [*gold, *further][:PAPERS], [*held, *more]
    teacher = Teacher(options.model, options.teacher)
    known = teacher.embed([t for p in (*papers, *apart) for t in (text_of(p), *names_of(p))])
    told, test = (lessons(some, teacher.tokenizer, known) for some in (papers, apart))
    pieces = [piece for row, _ in told.papers for piece in told.pieces[row]]
    counts = np.bincount(pieces, minlength=teacher.tokenizer.get_vocab_size()).astype(np.float32)
    table = Table(start_of(counts, teacher))
    fit(table, told, options.steps)
    apart_by, order = agreement(table, test)
    print(f"held-out papers: difference {apart_by:.3f}, order {order:.3f}")
    named = {"gold": options.gold / "train.gold.jsonl", "more": options.more}
    named["teacher"] = options.model / "model.safetensors"
    inputs = {name: sha256(path) for name, path in named.items()}
    write(table, options.out, options.model / "tokenizer.json", inputs)


if __name__ == "__main__":
    main()
