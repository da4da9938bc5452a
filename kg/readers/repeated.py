"""JSON objects in which a key stands more than once."""

from typing import Any


class RepeatedKeys(dict[str, Any]):
    """An object in whose text some keys stand more than once; it holds their first values."""

    repeated: tuple[str, ...] = ()


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """What a JSON parser is to make of an object: `json` itself would keep the last of a key."""
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    first = RepeatedKeys(reversed(pairs))
    seen = [key for key, _ in pairs]
    first.repeated = tuple(key for key in value if seen.count(key) > 1)
    return first
