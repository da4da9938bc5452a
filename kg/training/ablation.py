"""What each part adds to keep-or-drop: the same decision fitted on fewer clues.

    python -m kg.training.ablation CASES

CASES is what `kg.training.tune --cases` keeps. Each row is fitted on the further papers that are
held out and judged on the held-out gold papers and on dev, by concept F1.
"""

import pickle
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from kg.extract.neural.decide import CLUES
from kg.training.tune import Case, evaluate, fit

#: The clues that each row may see.
ROWS = {
    "all": CLUES,
    "all but salience": tuple(name for name in CLUES if name != "salience"),
    "all but double": tuple(name for name in CLUES if name != "double"),
    "the tagger's probability alone": ("logit",),
    "salience alone": ("salience",),
}


def seeing(cases: Sequence[Case], clues: Sequence[str]) -> list[Case]:
    """The cases with every other clue at zero."""
    seen = np.array([name in clues for name in CLUES], np.float32)
    return [replace(c, judged=replace(c.judged, clues=c.judged.clues * seen)) for c in cases]


def main(path: Path) -> None:
    """Print the table."""
    plain, titled, dev, more = pickle.loads(path.read_bytes())
    print("| clues | held-out, no titles | held-out, titles | dev |\n|---|---|---|---|")
    for name, clues in ROWS.items():
        decision = fit(seeing(more, clues))
        told = [
            evaluate(seeing(c, clues), decision).concepts["all"].f1 for c in (plain, titled, dev)
        ]
        print(f"| {name} | {' | '.join(f'{f1:.3f}' for f1 in told)} |", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
