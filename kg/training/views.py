"""The views of a gold paper that an epoch draws from: with and without title, replaced, lowered."""

import pickle
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from kg.training.corpora import GoldPaper
from kg.training.replace import Donors, replaced
from kg.training.samples import GoldSample, sample_of

#: How often an epoch reads a paper in lower case, and with its names replaced.
LOWERED, REPLACED = 0.04, 0.25
Views = tuple[list[GoldSample], list[GoldSample]]  # as printed, with names replaced


def cached_views(
    papers: Sequence[GoldPaper], tokenizer: Tokenizer, path: Path | None
) -> list[Views]:
    """Each paper with and without its title; kept in a file, since making them takes minutes."""
    if path is not None and path.exists():
        loaded: list[Views] = pickle.loads(path.read_bytes())
        return loaded
    make = partial(_views, donors=Donors.of(papers), tokenizer=tokenizer)
    with ProcessPoolExecutor(max_workers=2) as pool:
        views = [made for made in pool.map(make, papers, chunksize=100) if made[0]]
    if path is not None:
        path.write_bytes(pickle.dumps(views))
    return views


def _views(paper: GoldPaper, donors: Donors, tokenizer: Tokenizer) -> Views:
    other = replaced(paper, donors, random.Random(paper.id))
    return _samples(paper, tokenizer), _samples(other, tokenizer)


def _samples(paper: GoldPaper, tokenizer: Tokenizer) -> list[GoldSample]:
    both = sample_of(paper, tokenizer), sample_of(paper, tokenizer, with_title=False)
    return [sample for sample in both if sample is not None]


def lowered(sample: GoldSample) -> GoldSample:
    """The sample as if it had been written in lower case: nothing may rest on case alone."""
    shapes = sample.coded.shapes.copy()
    cased = np.isin(shapes % 10, (2, 3, 4, 8))
    shapes[cased] -= shapes[cased] % 10 - 1
    return replace(sample, coded=replace(sample.coded, shapes=shapes))


def epoch_views(views: Sequence[Views], seed: int, plain: bool = False) -> list[GoldSample]:
    """One view of each paper for an epoch; `plain` leaves out replaced names."""
    draw = random.Random(seed)
    chosen = []
    for printed, other in views:
        swap = draw.random() < REPLACED and other and not plain
        sample = draw.choice(other if swap else printed)
        chosen.append(lowered(sample) if draw.random() < LOWERED else sample)
    return chosen
