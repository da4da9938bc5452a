"""Load rate and peak memory of the store of a graph folder, against rdflib, on the same file.

    python benchmarks/store.py GRAPH

The quads of GRAPH are written as N-Quads and read back, each time in a process of its own: into a
store on disk as a build writes it, by Oxigraph alone onto disk and into memory (in bulk, and in one
transaction), and into rdflib, which has memory only. Every one parses the file. Processor time
counts all threads. Memory is the most that the process held, less what it held after its imports
(read from /proc, so on Linux only).
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path


def peak() -> int:
    """The most memory this process has held, in KiB; getrusage would count its parent's too."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0])


ENGINES = (
    "kg, disk", "Oxigraph, disk, bulk_load", "Oxigraph, memory, bulk_load",
    "Oxigraph, memory, load", "rdflib, memory",
)  # fmt: skip


def load(engine: str, file: Path) -> None:
    """Print the seconds and the MiB that it took."""
    import pyoxigraph as ox
    import rdflib

    from kg.graph.store import write_store

    with tempfile.TemporaryDirectory() as folder:
        ways: dict[str, Callable[[], object]] = {
            "kg, disk": lambda: write_store(Path(folder), ox.parse(path=file), lambda _: ()),
            "Oxigraph, disk, bulk_load": lambda: ox.Store(folder).bulk_load(path=file),
            "Oxigraph, memory, bulk_load": lambda: ox.Store().bulk_load(path=file),
            "Oxigraph, memory, load": lambda: ox.Store().load(path=file),
            "rdflib, memory": lambda: rdflib.Dataset().parse(file, format="nquads"),
        }
        before, start = peak(), time.process_time()
        ways[engine]()
        print(time.process_time() - start, (peak() - before) / 1024)


def main(graph: str) -> None:
    import kg

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "graph.nq"
        store = kg.open(graph).store
        store.dump(file)
        print(f"{len(store):,} quads\n\n| engine | quads/s | memory, MiB |\n|---|---|---|")
        for engine in ENGINES:
            command = [sys.executable, "-W", "ignore", __file__, engine, str(file)]
            spent, memory = map(float, subprocess.check_output(command, text=True).split())
            print(f"| {engine} | {len(store) / spent:,.0f} | {memory:,.0f} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        load(sys.argv[1], Path(sys.argv[2]))
    else:
        main(sys.argv[1])
