"""Papers a second: the whole extraction of kg against the plain KeyBERT loop, in one run.

    python benchmarks/extract.py PAPERS --peer PYTHON --model FOLDER [--papers N] [--rounds N]

PAPERS: JSON lines with title and abstract. PYTHON: an interpreter of another environment with
keybert, sentence-transformers and torch; FOLDER: all-MiniLM-L6-v2 as sentence-transformers keeps
it. The loop takes phrases of one to three words by MMR, one paper at a time, as KeyBERT's own
documentation does; kg gives typed concepts with spans, roles, relations and salience. Both run in
processes of their own, by turns, models loaded before the clock starts.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any


def texts_of(path: Path, count: int) -> list[tuple[str, str]]:
    import gzip

    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for _, line in zip(range(count), stream, strict=False)]
    return [(row.get("title") or "", row.get("abstract") or "") for row in rows]


def loop(texts: list[tuple[str, str]], model: str) -> float:
    """Seconds of the plain loop."""
    from keybert import KeyBERT
    from sentence_transformers import SentenceTransformer

    keybert = KeyBERT(SentenceTransformer(model, device="cpu"))
    keybert.extract_keywords(" ".join(texts[0]))
    begin = time.perf_counter()
    for title, abstract in texts:
        keybert.extract_keywords(f"{title}. {abstract}", keyphrase_ngram_range=(1, 3),
                                 stop_words="english", use_mmr=True, top_n=10)  # fmt: skip
    return time.perf_counter() - begin


def ours(texts: list[tuple[str, str]], workers: int) -> float:
    """Seconds of the extraction of kg."""
    from kg.extract import ExtractOptions, Extractor
    from kg.model import Paper

    extractor = Extractor(ExtractOptions())
    papers = [Paper(f"p{i}", title, abstract) for i, (title, abstract) in enumerate(texts)]
    list(extractor.extract_all(papers[:2], workers))
    begin = time.perf_counter()
    list(extractor.extract_all(papers, workers))
    return time.perf_counter() - begin


def in_process(python: str, arguments: list[str]) -> dict[str, Any]:
    command = [python, __file__, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("papers", type=Path)
    parser.add_argument("--peer", default=sys.executable)
    parser.add_argument("--model", default="sentence-transformers/all-MiniLM-L6-v2")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--only", choices=("loop", "kg"), help="one side, in this process")
    options = parser.parse_args()
    if options.only:
        texts = texts_of(options.papers, options.count)
        seconds = (
            loop(texts, options.model) if options.only == "loop" else ours(texts, options.workers)
        )
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(json.dumps({"rate": len(texts) / seconds, "peak MB": peak}))
        return
    base = [str(options.papers), "--count", str(options.count), "--model", options.model,
            "--workers", str(options.workers)]  # fmt: skip
    rows: dict[str, list[dict[str, Any]]] = {"loop": [], "kg": []}
    for _ in range(options.rounds):
        rows["loop"].append(in_process(options.peer, [*base, "--only", "loop"]))
        rows["kg"].append(in_process(sys.executable, [*base, "--only", "kg"]))
    for name, found in rows.items():
        rates = [row["rate"] for row in found]
        print(f"{name:5} {median(rates):7.2f} papers/s (from {min(rates):.2f} to {max(rates):.2f}),"
              f" peak {max(row['peak MB'] for row in found)} MB")  # fmt: skip
    ratios = [b["rate"] / a["rate"] for a, b in zip(rows["loop"], rows["kg"], strict=True)]
    print(f"ratio {median(ratios):.1f} (from {min(ratios):.1f} to {max(ratios):.1f})")


if __name__ == "__main__":
    main()
