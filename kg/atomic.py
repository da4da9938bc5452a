"""Files that are there whole or not at all: written beside their place, then renamed."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of `path` when the block ends without error.

    Raises:
        OSError: the folder is missing, the disk is full; what stood at `path` stays.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent or ".")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        # mkstemp makes files private; a result file is as readable as any other.
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, atomically."""
    with replacing(path) as stream:
        stream.write(text.encode("utf-8"))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
