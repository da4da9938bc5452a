"""paperkg: a pile of research papers in, a knowledge graph out.

    import kg

    graph = kg.build(["papers.bib"], "papers.kg")
    graph.query("methods-by-papers")
    graph.view("papers.html")

The names below are the public face; each is loaded when it is first asked for, so that
`import kg` is cheap and reads no model.
"""

from typing import TYPE_CHECKING, Any

from kg.registry import load

__version__ = "0.1.0"

if TYPE_CHECKING:
    from kg.changes import add as add
    from kg.changes import build as build
    from kg.changes import iter_extractions as iter_extractions
    from kg.changes import link as link
    from kg.changes import merge as merge
    from kg.changes import remove as remove
    from kg.changes import split as split
    from kg.errors import KgError as KgError
    from kg.extract import ExtractOptions as ExtractOptions
    from kg.graph.push import PushOptions as PushOptions
    from kg.graph.push import push as push
    from kg.knowledge_graph import KnowledgeGraph as KnowledgeGraph
    from kg.knowledge_graph import open as open
    from kg.model import Concept as Concept
    from kg.model import Extraction as Extraction
    from kg.model import Paper as Paper
    from kg.pipeline import BuildOptions as BuildOptions
    from kg.pipeline import Inputs as Inputs
    from kg.query import Answer as Answer
    from kg.query import queries as queries
    from kg.readers import read as read
    from kg.view import PageOptions as PageOptions

_FACE = {
    "Answer": "kg.query:Answer",
    "BuildOptions": "kg.pipeline:BuildOptions",
    "Concept": "kg.model:Concept",
    "ExtractOptions": "kg.extract:ExtractOptions",
    "Extraction": "kg.model:Extraction",
    "Inputs": "kg.pipeline:Inputs",
    "KgError": "kg.errors:KgError",
    "KnowledgeGraph": "kg.knowledge_graph:KnowledgeGraph",
    "PageOptions": "kg.view:PageOptions",
    "Paper": "kg.model:Paper",
    "PushOptions": "kg.graph.push:PushOptions",
    "add": "kg.changes:add",
    "build": "kg.changes:build",
    "iter_extractions": "kg.changes:iter_extractions",
    "link": "kg.changes:link",
    "merge": "kg.changes:merge",
    "open": "kg.knowledge_graph:open",
    "push": "kg.graph.push:push",
    "queries": "kg.query:queries",
    "read": "kg.readers:read",
    "remove": "kg.changes:remove",
    "split": "kg.changes:split",
}

__all__ = [*_FACE, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _FACE:
        raise AttributeError(f"module 'kg' has no attribute {name!r}")
    return load(_FACE, name, "name")


def __dir__() -> list[str]:
    return sorted(__all__)
