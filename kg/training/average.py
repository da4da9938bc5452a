"""Step 3c: the mean of the weights of readers that were trained one from the other.

    python -m kg.training.average --weights FILE… --out FILE

Points along one training lie in one valley, and their mean reads better than the last of them
(Izmailov et al. 2018, Averaging Weights Leads to Wider Optima and Better Generalization).
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor

from kg.training.corpora import write_record

Weights = dict[str, Tensor]


def mean(states: Sequence[Weights]) -> Weights:
    """The mean of each tensor of numbers; counters and the like are those of the last state."""
    last = states[-1]
    return {
        name: torch.stack([state[name] for state in states]).mean(0)
        if value.is_floating_point()
        else value
        for name, value in last.items()
    }


def main() -> None:
    """Read, average, store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.save(mean([torch.load(path) for path in options.weights]), options.out)
    write_record(options.out, vars(options), options.weights)


if __name__ == "__main__":
    main()
