"""Exports hold little of a graph at once: neither the writers, nor the store that is asked."""

import tracemalloc
from pathlib import Path

import pytest

from kg import vocab
from kg.export import FORMATS, write
from kg.graph import sorting
from kg.graph.ask import query_text
from tests.graphs import BASE, StoredGraph, synthetic_graph
from tests.plans import OXIGRAPH, on_disk, plan

#: What nodes, edges and evidence are read by, and whether from the evidence graph.
STREAMS = {
    "project-nodes": False, "project-aliases": False, "project-links": False,
    "project-iris": False, "project-edges": False, "project-statements": True,
    "stream-papers": False, "stream-quotes": True,
}  # fmt: skip
#: Steps that give a row as soon as they have read it. Those that hold rows are the hash joins,
#: sorting, grouping and what makes rows distinct.
STREAMING = frozenset(
    "Project Lateral QuadPattern Union Extend StaticBindings ForLoopLeftJoin Filter Path".split()
)


@pytest.fixture(scope="module")
def graphs() -> tuple[StoredGraph, StoredGraph]:
    """A graph, and one of the same concepts with ten times the papers."""
    return synthetic_graph(8, 60), synthetic_graph(80, 60)


def traced(name: str, graph: StoredGraph, path: Path) -> tuple[int, int]:
    """How many bytes an export writes, and how many it holds at most."""
    tracemalloc.start()
    write(name, graph, path, "full")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files), most


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_memory_grows_by_less_than_what_is_written(
    name: str,
    graphs: tuple[StoredGraph, StoredGraph],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sorting, "LINES_IN_MEMORY", 400)
    monkeypatch.setattr("kg.export.parquet._GROUP", 100)
    small, large = graphs
    write(name, small, tmp_path / "first", "full")  # what is imported and cached is no growth
    written, held = traced(name, small, tmp_path / "small")
    more_written, more_held = traced(name, large, tmp_path / "large")
    assert more_held - held < more_written - written


@pytest.mark.skipif(OXIGRAPH is None, reason="the command oxigraph is not installed")
def test_no_query_of_an_export_holds_the_rows_it_gives(
    graphs: tuple[StoredGraph, StoredGraph], tmp_path: Path
) -> None:
    evidence = f"FROM <{vocab.graph_iri(BASE, 'evidence')}> WHERE {{"
    folder = on_disk(graphs[0].store, tmp_path / "store")
    for name, of_evidence in STREAMS.items():
        text = query_text(name)
        asked = text.replace("WHERE {", evidence, 1) if of_evidence else text
        steps = plan(folder, asked, BASE)
        assert steps[0][1] > 0, name
        assert {step.partition("(")[0] for step, _ in steps} <= STREAMING, name
