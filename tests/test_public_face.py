import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import kg

FACE = {
    "Answer", "BuildOptions", "Concept", "ExtractOptions", "Extraction", "Inputs", "KgError",
    "KnowledgeGraph", "PageOptions", "Paper", "PushOptions", "__version__", "add", "build",
    "iter_extractions", "link", "merge", "open", "push", "queries", "read", "remove", "split",
}  # fmt: skip


def test_the_public_face_is_this() -> None:
    assert set(kg.__all__) == FACE
    assert all(getattr(kg, name) is not None for name in FACE)


def test_a_knowledge_graph_offers_this() -> None:
    offered = {name for name in vars(kg.KnowledgeGraph) if not name.startswith("_")}
    assert offered == {
        "concepts", "counts", "describe", "explain", "export", "papers", "part", "projection",
        "query", "report", "run", "to_networkx", "to_pandas", "to_pyvis", "to_rdflib", "verify",
        "view",
    }  # fmt: skip


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = kg.nonsense


def test_the_wheel_carries_no_data_of_the_training() -> None:
    root = Path(kg.__file__).parents[1]
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    files = (file for file in (root / "kg" / "training").iterdir() if file.is_file())
    data = {file.relative_to(root).as_posix() for file in files if file.suffix != ".py"}
    assert data == set(settings["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"])


def test_importing_kg_loads_nothing_heavy_and_no_torch_ever() -> None:
    code = """
import sys, kg
heavy = {"torch", "rdflib", "networkx", "onnxruntime", "keybert", "pyoxigraph", "sklearn"}
assert not heavy & set(sys.modules), heavy & set(sys.modules)
import kg.extract, kg.cli.app
kg.KnowledgeGraph, kg.ExtractOptions, kg.PageOptions
assert not {"keybert", "sklearn", "onnxruntime"} & set(sys.modules), "only reading needs them"
assert "httpx" not in sys.modules, "only fetching needs it"
from keybert import KeyBERT
assert "torch" not in sys.modules and "sentence_transformers" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_asking_a_graph_loads_nothing_that_only_building_needs() -> None:
    code = """
import sys, kg, kg.cli.app, kg.query
kg.open, kg.queries
dear = {"networkx", "numpy", "ftfy", "httpx", "pandas", "kg.pipeline", "kg.readers", "kg.resolve"}
assert not dear & set(sys.modules), dear & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
