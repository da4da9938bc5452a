"""Files that are either whole or not there."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from kg.errors import KgError


@contextmanager
def atomic_file(path: str | Path) -> Iterator[BinaryIO]:
    """A binary stream whose content appears at `path` only if the block ends well.

    The bytes go to a hidden file beside the target, are synced and renamed over it. If anything
    fails, that file is removed and an older target is as it was. Folders on the way are made.
    What exists and is no regular file, such as /dev/null, is written to directly.

    Raises:
        KgError: the system refuses to write; the message says where and why.
    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            with target.open("wb") as stream:
                yield stream
            return
        target = target.resolve()  # a link keeps pointing; what it points to is replaced
        if target.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        yield from _beside(target)
    except OSError as error:
        raise KgError(f"cannot write {path}: {error.strerror or error}") from error


def _beside(target: Path) -> Iterator[BinaryIO]:
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:80]}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(_mode(target))
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, else those a new file would get."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0o022)
    os.umask(mask)
    return 0o666 & ~mask
