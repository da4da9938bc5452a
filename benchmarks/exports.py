"""Peak memory and processor time of each export, on graphs of several sizes.

    python benchmarks/exports.py GRAPH... [--formats turtle] [--evidence full] [--lines 25000]

Each export is a process of its own that opens the graph and writes to a temporary place. Memory is
the most that it held, less what it held after its imports (read from /proc, so on Linux only).
Where an export streams, it does not grow from one graph to the next as the triples do. A sort holds
up to 250,000 lines, so graphs of a million quads grow until it is full; with fewer `--lines` it is
full on smaller graphs too, and what still grows is seen on them. The row `(reading)` is the store
read through with nothing written: Oxigraph's own caches grow too, until they are full.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

from store import peak

#: Stands among the formats for the store read through and nothing written.
READING = "(reading)"


def export(graph: str, format: str, evidence: str, lines: int) -> None:
    """Print the MiB and the seconds that one export took."""
    import kg
    from kg import registry
    from kg.export import FORMATS
    from kg.graph import sorting

    sorting.LINES_IN_MEMORY = lines
    if format != READING:
        registry.load(FORMATS, format, "export format")  # its libraries are no part of the figure
    opened = kg.open(graph)
    before, start = peak(), time.process_time()
    if format == READING:
        deque(opened.store, maxlen=0)
    else:
        with tempfile.TemporaryDirectory() as folder:
            opened.export(format, Path(folder) / "out", evidence)
    print((peak() - before) / 1024, time.process_time() - start)


def main() -> None:
    from kg.export import FORMATS
    from kg.graph.sorting import LINES_IN_MEMORY

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graphs", nargs="+", metavar="GRAPH")
    parser.add_argument(
        "--formats", nargs="+", default=[READING, *sorted(FORMATS)], metavar="FORMAT"
    )
    parser.add_argument("--evidence", default="full", choices=["none", "statements", "full"])
    parser.add_argument("--lines", type=int, default=LINES_IN_MEMORY, help="that a sort holds")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        export(options.graphs[0], options.formats[0], options.evidence, options.lines)
        return
    columns = [f"{Path(graph).stem}, MiB | s" for graph in options.graphs]
    print(f"| format | {' | '.join(columns)} |\n|---|{'---|---|' * len(columns)}")
    for format in options.formats:
        cells = [cell(graph, format, options.evidence, options.lines) for graph in options.graphs]
        print(f"| `{format}` | {' | '.join(cells)} |", flush=True)


def cell(graph: str, format: str, evidence: str, lines: int) -> str:
    command = [sys.executable, __file__, graph, "--formats", format, "--evidence", evidence]
    command += ["--lines", str(lines), "--one"]
    memory, spent = map(float, subprocess.check_output(command, text=True).split())
    return f"{memory:,.0f} | {spent:.1f}"


if __name__ == "__main__":
    main()
