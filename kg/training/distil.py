"""Step 3b: label unlabelled abstracts with a trained reader, for a student to learn from.

    python -m kg.training.distil --model FOLDER --weights FILE --abstracts FILE --gold FOLDER
        --out FILE

The soft type scores of the teacher, which sees title and abstract, are the labels; the student
sees each abstract with or without its title. `train --extra FILE` mixes them with gold.
"""

import argparse
import hashlib
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer

from kg.extract.neural.encoding import candidate_spans, encode
from kg.extract.neural.heads import Heads, WordReading
from kg.extract.neural.pairs import FEATURES
from kg.text import clean_text
from kg.training.corpora import read_lines
from kg.training.model import RELATIONS, Reader, half_precision
from kg.training.pretrain import CORPORA, batches, load_tokenizer, padded
from kg.training.samples import GoldSample
from kg.training.tune import head_weights


def choose(path: Path, gold: Path, size: int, seed: int = 5) -> list[dict[str, Any]]:
    """`size` abstracts by a hash of their id, none of them a gold paper."""
    known = set()
    for name in ("train", "dev"):
        for item in read_lines(gold / f"{name}.papers.jsonl"):
            known.add(item["abstract"][:60].lower())
            known.add((item.get("title") or "-").lower())
    items = [
        item
        for item in read_lines(path)
        if len(item.get("abstract") or "") > 400
        and item["abstract"][:60].lower() not in known
        and (item.get("title") or "").lower() not in known
    ]
    items.sort(key=lambda item: hashlib.sha256(f"{seed}:{item['id']}".encode()).hexdigest())
    return items[:size]


def blank_sample(name: str, coded: Any, spans: Any, labels: Any) -> GoldSample:
    """A sample with span labels alone."""
    none = np.zeros((0, 2), np.int64)
    clues = np.zeros((0, FEATURES), np.float32)
    relations = np.zeros((0, RELATIONS), np.float32)
    return GoldSample(
        id=name, coded=coded, spans=spans, labels=labels, keys=(), concept_rows=(), roles=(),
        required=(), pairs=none, relations=relations, allowed=relations > 0, pair_clues=clues,
        gaps=none, form_rows=(), form_pairs=none, same=np.zeros(0, np.float32),
        form_clues=clues,
    )  # fmt: skip


def label(
    items: list[dict[str, Any]], model: Reader, tokenizer: Tokenizer, heads: Heads
) -> list[list[GoldSample]]:
    """Both views of each abstract, labelled by the teacher."""
    texts = [(clean_text(i.get("title") or "").text, clean_text(i["abstract"]).text) for i in items]
    coded = [encode(tokenizer, [("title", t), ("abstract", a)])[0] for t, a in texts]
    views: list[list[GoldSample]] = [[] for _ in items]
    model.eval()
    done = 0
    for batch in batches([len(c.ids) for c in coded], 4000, seed=0):
        ids, shapes, mask = padded([coded[i] for i in batch])
        with torch.inference_mode(), half_precision():
            hidden = model.trunk(ids, shapes, mask).float().numpy()
        for row, index in enumerate(batch):
            window = coded[index]
            states = hidden[row, : len(window.ids)]
            spans = candidate_spans(window)
            if len(spans) == 0:
                continue
            words = WordReading(
                states[[w.first for w in window.words]],
                states[[w.last for w in window.words]],
                states.mean(0),
            )
            types = heads.read_spans(words, spans).types
            views[index] = _views(
                items[index]["id"], texts[index], window, (spans, types), tokenizer
            )
        done += len(batch)
        if done % 200 < len(batch):
            print(done, flush=True)
    return [view for view in views if view]


def _views(
    name: str, texts: tuple[str, str], window: Any, read: Any, tokenizer: Tokenizer
) -> list[GoldSample]:
    spans, types = read
    titled = blank_sample(name, window, spans, types)
    plain = encode(tokenizer, [("title", ""), ("abstract", texts[1])])[0]
    wanted = {
        (window.words[a].field, window.words[a].start, window.words[b].end): row
        for row, (a, b) in enumerate(spans.tolist())
    }
    mine = candidate_spans(plain)
    rows = [
        wanted.get((plain.words[a].field, plain.words[a].start, plain.words[b].end), -1)
        for a, b in mine.tolist()
    ]
    known = [i for i, row in enumerate(rows) if row >= 0]
    if not known:
        return [titled]
    return [titled, blank_sample(name, plain, mine[known], types[[rows[i] for i in known]])]


def main() -> None:
    """Choose, label, store."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("model", "weights", "abstracts", "gold", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--size", type=int, default=2400)
    options = parser.parse_args()
    tokenizer = load_tokenizer(options.model)
    model = Reader(options.model, CORPORA)
    model.load_state_dict(torch.load(options.weights), strict=False)
    items = choose(options.abstracts, options.gold, options.size)
    views = label(items, model, tokenizer, Heads(head_weights(model)))
    with options.out.open("wb") as file:
        pickle.dump(views, file)
    print(len(views), "abstracts labelled")


if __name__ == "__main__":
    main()
