"""A registry is a table `name -> "module:attribute"`; nothing is imported before it is asked."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from kg.errors import UsageError


def load(table: Mapping[str, str], name: str, what: str) -> Any:
    """Import and return the entry `name` of `table`.

    Raises:
        UsageError: no such entry; the message lists those there are.

    >>> load({"sqrt": "math:sqrt"}, "sqrt", "function")(9.0)
    3.0
    """
    if name not in table:
        raise UsageError(f"unknown {what} {name!r}; choose one of: {', '.join(sorted(table))}")
    module, _, attribute = table[name].partition(":")
    return getattr(import_module(module), attribute)
