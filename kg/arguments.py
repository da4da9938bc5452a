"""Arguments of the Python API, looked at where a call begins: a wrong type is told in words."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kg.errors import UsageError

_SHOWN = 60


def checked(value: Any, kinds: Any, what: str, wanted: str) -> Any:
    """The value, if it is of one of these types.

    Args:
        kinds: what `isinstance` takes.
        what: the name of the argument.
        wanted: what it should be, in words.

    Raises:
        UsageError: it is of another type.

    >>> checked("BERT", str, "name", "a text")
    'BERT'
    """
    if isinstance(value, kinds):
        return value
    shown = repr(value)
    shown = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
    raise UsageError(f"{what} must be {wanted}, not {shown} ({type(value).__name__})")


def checked_path(value: Any, what: str = "path") -> Path:
    """A path given as text or as any path object.

    Raises:
        UsageError: it is neither, or empty.
    """
    path = os.fspath(checked(value, str | os.PathLike, what, "the path of a file or folder"))
    if not isinstance(path, str) or not path:
        raise UsageError(f"{what} must be the path of a file or folder, not {path!r}")
    return Path(path)


def checked_texts(values: Any, what: str, wanted: str) -> tuple[str, ...]:
    """Several texts or paths, as texts; one alone is no mistake.

    Raises:
        UsageError: something else, or something else among them.

    >>> checked_texts(["a", Path("b")], "names", "names"), checked_texts("ab", "names", "names")
    (('a', 'b'), ('ab',))
    """
    if isinstance(values, str | os.PathLike):
        values = (values,)
    if isinstance(values, bytes | Mapping):
        values = checked(values, (), what, wanted)
    items = checked(values, Iterable, what, wanted)
    return tuple(
        str(checked(item, str | os.PathLike, f"each of {what}", "a text")) for item in items
    )
