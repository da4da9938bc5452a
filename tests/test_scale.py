"""More papers than a person reads: memory stays bounded, numbers stay equal."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.heavy

PAPERS = 3_000
#: Of it some 400 MB are libraries and weights; 7,500 documents took all memory elsewhere.
MOST_MEGABYTES = 1_200


def test_thousands_of_papers_in_bounded_memory(tmp_path: Path) -> None:
    trees = ["Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch", "Maple", "Oak", "Pine", "Rowan"]
    with (tmp_path / "many.jsonl").open("w", encoding="utf-8") as stream:
        for i in range(PAPERS):
            a, b = trees[i % 10], trees[(i // 10) % 10]
            text = (
                f"We propose {a}Net-{i}, a graph neural network for link prediction in case {i}. "
                f"It outperforms {b}BERT on the {b}Bench dataset."
            )
            stream.write(json.dumps({"id": f"p{i}", "title": f"Tree {i}", "abstract": text}) + "\n")
    code = """
import resource, sys, kg
graph = kg.build(sys.argv[1], sys.argv[2])
counts = graph.counts()
assert counts.papers == 3000, counts
mine = graph.to_networkx()
assert mine.number_of_edges() == sum(counts.links.values()) + sum(counts.relations.values())
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
    arguments = [sys.executable, "-c", code, str(tmp_path / "many.jsonl"), str(tmp_path / "g.kg")]
    done = subprocess.run(arguments, capture_output=True, check=True)
    assert int(done.stdout) < MOST_MEGABYTES
