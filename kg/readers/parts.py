"""Files inside files as streams: what each may unpack to, and where its damage begins."""

import bz2
import contextlib
import gzip
import io
import lzma
import shutil
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO

from kg.model import Failure, Source

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Opener = Callable[[], BinaryIO]
_HEAD = 512
DAMAGES = (EOFError, OSError, ValueError, RuntimeError, zlib.error, lzma.LZMAError,
            zstd.ZstdError, zipfile.BadZipFile, tarfile.TarError)  # fmt: skip
#: How compressed files begin, and what opens them.
COMPRESSIONS: tuple[tuple[bytes, Callable[..., Any]], ...] = (
    (b"\x1f\x8b\x08", gzip.open),
    (b"BZh", bz2.open),
    (b"\xfd7zXZ\x00", lzma.open),
    (b"\x28\xb5\x2f\xfd", zstd.open),
)
TOO_MUCH = "it unpacks to more than is allowed of a file of its size (a zip bomb?)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one input may unpack to before it is taken for a bomb.

    Args:
        free: bytes that are always allowed.
        ratio: beyond those, how many times its own size.
        total: bytes that are never exceeded.
        members: files in all.
        depth: containers inside each other.
    """

    free: int = 256 << 20
    ratio: int = 200
    total: int = 64 << 30
    members: int = 100_000
    depth: int = 5


class Part:
    """A file, or a file inside another: opened from its start as often as need be.

    Args:
        name: what to call it: its path, or `archive!member`.
        opener: opens its bytes from the start.
        archive: the name of the outermost archive that it lies in.
        seekable: whether one can go to and fro in what `opener` gives at no cost.

    `damage` says, once it has been read, why its end is missing, if it is.
    """

    def __init__(
        self, name: str, opener: Opener, archive: str = "", *, seekable: bool = True
    ) -> None:
        self.name = name
        self.open = opener
        self.archive = archive
        self.seekable = seekable
        self.damage = ""

    def size(self) -> int:
        """Its bytes, for a part that is seekable."""
        with self.open() as stream:
            return stream.seek(0, io.SEEK_END)

    def head(self) -> bytes:
        """Its first bytes; none where it cannot be opened."""
        try:
            with self.open() as stream:
                return stream.read(_HEAD)
        except OSError:
            return b""

    def fail(self, error: str, remedy: str, *, raw: str = "") -> Failure:
        """A failure of the part as a whole."""
        return Failure(Source(self.name, 0), raw, error, remedy)


class Budget:
    """What is left of the limits of one input."""

    def __init__(self, packed: int, limits: Limits) -> None:
        self.limits = limits
        self.bytes = min(limits.total, max(limits.free, packed * limits.ratio))
        self.members = limits.members

    def spend(self, amount: int) -> bool:
        """Whether so many bytes more are within the limits."""
        self.bytes -= amount
        return self.bytes >= 0


def spooled(stream: BinaryIO, name: str) -> contextlib.AbstractContextManager[Part]:
    """Copy a stream that can be read only once, such as standard input, into a temporary file."""
    return spooled_within(Part(name, lambda: stream), None)


def limited(part: Part, budget: Budget) -> Part:
    """The same part, ending where it is damaged or beyond the limits; its damage says so."""
    opener, counted = part.open, _Counted()

    def opened() -> BinaryIO:
        return io.BufferedReader(_Unpacking(opener, part, budget, counted), 1 << 16)

    part.open = opened
    return part


class _Counted:
    """How far a part has been read yet: reading it again costs nothing of the budget."""

    furthest = 0


class _Unpacking(io.RawIOBase):
    """A stream of unpacked bytes in which damage is an early end."""

    def __init__(self, opener: Opener, part: Part, budget: Budget, counted: _Counted) -> None:
        self._part, self._budget, self._counted = part, budget, counted
        self._at = 0
        self._stream: Any = None
        try:
            self._stream = opener()
        except DAMAGES as error:
            part.damage = reason_of(error)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._stream is None or self._budget.bytes < 0:
            return 0
        try:
            # read1 gives what is there: a longer read would lose it where the next piece fails.
            data = self._stream.read1(len(buffer))
        except DAMAGES as error:
            self._part.damage = reason_of(error)
            return 0
        self._at += len(data)
        new = max(0, self._at - self._counted.furthest)
        self._counted.furthest += new
        if not self._budget.spend(new):
            self._part.damage = TOO_MUCH
            return 0
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()
        super().close()


@contextlib.contextmanager
def spooled_within(part: Part, budget: Budget | None) -> Iterator[Part]:
    """The part in a temporary file, for as long as the block runs."""
    handle = tempfile.NamedTemporaryFile(prefix="kg-", delete=False)  # noqa: SIM115
    path = Path(handle.name)
    try:
        unpacked = Part(part.name, lambda: path.open("rb"), part.archive)
        with handle, part.open() as stream:
            unpacked.damage = _copy(stream, handle, budget) or part.damage
        yield unpacked
    finally:
        path.unlink(missing_ok=True)


def _copy(stream: BinaryIO, target: IO[bytes], budget: Budget | None) -> str:
    """Copy what can be copied, and say why the rest cannot."""
    if budget is None:
        shutil.copyfileobj(stream, target, 1 << 20)
        return ""
    try:
        while chunk := stream.read(1 << 16):
            if not budget.spend(len(chunk)):
                return TOO_MUCH
            target.write(chunk)
    except DAMAGES as error:
        return reason_of(error)
    return ""


def reason_of(error: BaseException) -> str:
    """What an error says, fit to stand in brackets."""
    return str(error).rstrip(".") or type(error).__name__
