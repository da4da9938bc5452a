"""Questions that kg itself asks of a store: .rq files beside this module."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from pyoxigraph import NamedNode, QuerySolutions, Store, Variable


@cache
def query_text(name: str, package: str = "kg.graph") -> str:
    """The text of `name`.rq in a package."""
    return files(package).joinpath(f"{name}.rq").read_text("utf-8")


def select(
    store: Store, name: str, *, package: str = "kg.graph", **bound: NamedNode
) -> Iterator[dict[str, Any]]:
    """The rows of a query of ours as dicts of terms; unbound variables are absent.

    Args:
        bound: terms for variables of the query, which must be in its projection (a limit of
            pyoxigraph's substitutions).
    """
    substitutions: dict[Variable, Any] = {Variable(k): value for k, value in bound.items()}
    answer = store.query(query_text(name, package), substitutions=substitutions)
    assert isinstance(answer, QuerySolutions)
    names = [variable.value for variable in answer.variables]
    for row in answer:
        yield {key: row[key] for key in names if row[key] is not None}
