"""Questions that kg itself asks of a store: .rq files beside the module that asks."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from pyoxigraph import DefaultGraph, NamedNode, QuerySolutions, Store, Variable


@cache
def query_text(name: str, package: str = "kg.graph") -> str:
    """The text of `name`.rq in a package."""
    return files(package).joinpath(f"{name}.rq").read_text("utf-8")


def select(
    store: Store,
    name: str,
    *,
    package: str = "kg.graph",
    graph: str | None = None,
    **bound: NamedNode,
) -> Iterator[dict[str, Any]]:
    """The rows of a query of ours as dicts of terms; unbound variables are absent.

    Args:
        package: where `name`.rq lies.
        graph: IRI of the graph that stands for the default graph, if it is another.
        bound: terms for variables of the query, which must be in its projection (a limit of
            pyoxigraph's substitutions).
    """
    substitutions: dict[Variable, Any] = {Variable(k): value for k, value in bound.items()}
    answer = store.query(
        query_text(name, package),
        substitutions=substitutions,
        default_graph=NamedNode(graph) if graph else DefaultGraph(),
    )
    assert isinstance(answer, QuerySolutions)
    names = [variable.value for variable in answer.variables]
    for row in answer:
        values = zip(names, row, strict=True)
        yield {name: value for name, value in values if value is not None}


def select_text(
    store: Store, name: str, *, package: str = "kg.graph", graph: str | None = None
) -> Iterator[dict[str, str]]:
    """`select` with the text of each term alone: IRIs and literals without type or language."""
    for row in select(store, name, package=package, graph=graph):
        yield {name: value.value for name, value in row.items()}
