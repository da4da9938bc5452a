"""Sorting more than memory holds: sorted runs in temporary files, merged as they are read."""

import heapq
import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import groupby, islice
from typing import Any, BinaryIO

#: Lines held in memory at once; what has more is sorted through temporary files.
LINES_IN_MEMORY = 250_000

#: What rows are sorted by: texts without tabs and line ends, such as IRIs.
Key = tuple[str, ...]


def sort_lines(lines: Iterable[bytes], in_memory: int | None = None) -> Iterator[bytes]:
    """Sort lines by their bytes in bounded memory.

    Args:
        in_memory: how many lines are held at once; LINES_IN_MEMORY unless given.

    >>> list(sort_lines([b"b\\n", b"a\\n", b"c\\n"], in_memory=1))
    [b'a\\n', b'b\\n', b'c\\n']
    """
    source, in_memory = iter(lines), in_memory or LINES_IN_MEMORY
    chunk = sorted(islice(source, in_memory))
    if len(chunk) < in_memory:
        yield from chunk
        return
    with ExitStack() as stack:
        runs: list[BinaryIO] = []
        while chunk:
            run = stack.enter_context(tempfile.TemporaryFile())
            run.writelines(chunk)
            chunk.clear()  # before the next is read, so that memory holds one
            run.seek(0)
            runs.append(run)
            chunk = sorted(islice(source, in_memory))
        yield from heapq.merge(*runs)


def group_rows(rows: Iterable[tuple[Key, Any]]) -> Iterator[tuple[Key, list[Any]]]:
    """The values of each key together, sorted, keys in order; memory holds one group.

    Args:
        rows: read once; keys of one length, values that JSON can write.

    >>> list(group_rows([(("b", "x"), 1), (("a", "y"), [3]), (("b", "x"), 0)]))
    [(('a', 'y'), [[3]]), (('b', 'x'), [0, 1])]
    """
    # A tab sorts before all that a key can hold, so lines sort as the tuples would.
    lines = ("\t".join((*key, json.dumps(value))).encode() + b"\n" for key, value in rows)
    for head, group in groupby(sort_lines(lines), key=lambda line: line[: line.rindex(b"\t")]):
        values = [json.loads(line[len(head) + 1 :]) for line in group]
        yield tuple(head.decode().split("\t")), values


def left_join(
    left: Iterable[tuple[Key, Any]], right: Iterable[tuple[Key, Any]]
) -> Iterator[tuple[Any, Any]]:
    """Each value of `left` with that of `right` under the same key, or None; both sorted.

    >>> list(left_join([(("a",), 1), (("c",), 2)], [(("b",), 8), (("c",), 9)]))
    [(1, None), (2, 9)]
    """
    others = iter(right)
    other = next(others, None)
    for key, value in left:
        while other is not None and other[0] < key:
            other = next(others, None)
        yield value, other[1] if other is not None and other[0] == key else None
