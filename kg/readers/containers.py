"""Files inside files: compressed ones, zip and tar archives, nested and mixed.

Nothing is written to disk by a name that an archive gives. What needs a place of its own (a
member of a tar, an archive in an archive) lies in a temporary file while it is read. `Limits`
bound what one input may unpack to.
"""

import bz2
import contextlib
import gzip
import io
import lzma
import shutil
import stat
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from kg.model import Failure, Source

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Opener = Callable[[], BinaryIO]
_HEAD = 512
_DAMAGES = (EOFError, OSError, ValueError, RuntimeError, zlib.error, lzma.LZMAError,
            zstd.ZstdError, zipfile.BadZipFile, tarfile.TarError)  # fmt: skip
_COMPRESSIONS: tuple[tuple[bytes, Callable[..., Any]], ...] = (
    (b"\x1f\x8b\x08", gzip.open),
    (b"BZh", bz2.open),
    (b"\xfd7zXZ\x00", lzma.open),
    (b"\x28\xb5\x2f\xfd", zstd.open),
)
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
#: A zip with one of these is a document of its own kind, such as a workbook, and no container.
_DOCUMENT_MARKS = ("[Content_Types].xml", "mimetype")


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


class _Budget:
    """What is left of the limits of one input."""

    def __init__(self, packed: int, limits: Limits) -> None:
        self.limits = limits
        self.bytes = min(limits.total, max(limits.free, packed * limits.ratio))
        self.members = limits.members

    def spend(self, amount: int) -> bool:
        """Whether so many bytes more are within the limits."""
        self.bytes -= amount
        return self.bytes >= 0


_TOO_MUCH = "it unpacks to more than is allowed of a file of its size (a zip bomb?)"
FETCH_AGAIN = "fetch or pack it again"
_UNPACK = "if it is what it should be, unpack it yourself and read the folder"


def unpack(
    part: Part, size: int, limits: Limits | None = None
) -> Generator[Part | Failure, None, None]:
    """Give the files in `part`, or `part` itself where it is no container.

    Each part is to be read before the next is asked for. An archive may end early in a failure;
    what came before is good.

    Args:
        part: what to look into.
        size: the bytes it takes as it lies there; `limits` are relative to it.
    """
    yield from _unpack(part, _Budget(size, limits or Limits()), 0)


def spooled(stream: BinaryIO, name: str) -> contextlib.AbstractContextManager[Part]:
    """Copy a stream that can be read only once, such as standard input, into a temporary file."""
    return _spooled(Part(name, lambda: stream), None)


def _unpack(part: Part, budget: _Budget, depth: int) -> Iterator[Part | Failure]:
    head = part.head()
    opener = next((opener for magic, opener in _COMPRESSIONS if head.startswith(magic)), None)
    is_tar = head[257:262] == b"ustar"
    if opener is None and not is_tar and not head.startswith(_ZIP):
        yield part
    elif depth == budget.limits.depth:
        yield part.fail(f"more than {depth} containers lie in each other", _UNPACK)
    elif opener is not None:
        yield from _unpack(_decompressed(part, opener, budget), budget, depth + 1)
    elif is_tar:
        yield from _guarded(part, budget, _tar_members(part, budget, depth))
    else:
        yield from _guarded(part, budget, _zip_members(part, budget, depth))


def _guarded(
    part: Part, budget: _Budget, members: Iterator[Part | Failure]
) -> Iterator[Part | Failure]:
    """Turn the damage of an archive into a failure, and end where its limits are reached."""
    try:
        for member in members:
            if budget.members < 0:
                yield part.fail(f"it holds more than {budget.limits.members:,} files", _UNPACK)
                return
            yield member
            if budget.bytes < 0:
                yield part.fail(_TOO_MUCH, _UNPACK)
                return
    except _DAMAGES as error:
        yield part.fail(f"the archive is damaged ({_reason(error)})", FETCH_AGAIN)


def _zip_members(part: Part, budget: _Budget, depth: int) -> Iterator[Part | Failure]:
    with contextlib.ExitStack() as stack:
        base = part if part.seekable else stack.enter_context(_spooled(part, budget))
        archive = stack.enter_context(zipfile.ZipFile(stack.enter_context(base.open())))
        names = archive.NameToInfo
        if any(mark in names for mark in _DOCUMENT_MARKS):
            yield part
            return
        for entry in archive.infolist():
            budget.members -= 1
            if entry.is_dir() or _is_hidden(entry.filename):
                continue
            member = _member(part, entry.filename, _opener_of(archive, entry))
            if stat.S_ISLNK(entry.external_attr >> 16):
                continue
            if _leads_out(entry.filename):
                yield _led_out(member)
            elif entry.flag_bits & 1:
                yield member.fail("it is encrypted", "unpack it yourself and read the folder")
            else:
                yield from _unpack(_limited(member, budget), budget, depth + 1)


def _opener_of(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Opener:
    return lambda: cast(BinaryIO, archive.open(entry))


def _tar_members(part: Part, budget: _Budget, depth: int) -> Iterator[Part | Failure]:
    with part.open() as stream, tarfile.open(fileobj=stream, mode="r|") as archive:
        for entry in archive:
            budget.members -= 1
            if not entry.isreg() or _is_hidden(entry.name):
                continue
            content = archive.extractfile(entry)
            assert content is not None  # a regular file has content
            member = _member(part, entry.name, _always(content))
            if _leads_out(entry.name):
                yield _led_out(member)
                continue
            with _spooled(member, budget) as unpacked:
                yield from _unpack(unpacked, budget, depth + 1)
    if part.damage:
        yield part.fail(f"the archive is damaged ({part.damage})", FETCH_AGAIN)


def _always(stream: IO[bytes]) -> Opener:
    return lambda: cast(BinaryIO, stream)


def _led_out(member: Part) -> Failure:
    return member.fail(
        "its name leads out of the archive, so it is not read", "pack it under a plain name"
    )


def _decompressed(part: Part, opener: Callable[..., Any], budget: _Budget) -> Part:
    def raw() -> BinaryIO:
        return cast(BinaryIO, opener(part.open(), "rb"))

    return _limited(Part(part.name, raw, part.archive, seekable=False), budget)


def _member(part: Part, name: str, opener: Opener) -> Part:
    """A file in an archive; its name is made fit to be printed."""
    shown = "".join(c if c.isprintable() else "\ufffd" for c in name)
    return Part(f"{part.name}!{shown}", opener, part.archive or part.name, seekable=False)


def _limited(part: Part, budget: _Budget) -> Part:
    """The same part, ending where it is damaged or beyond the limits; its damage says so."""
    opener, counted = part.open, _Counted()

    def limited() -> BinaryIO:
        return io.BufferedReader(_Unpacking(opener, part, budget, counted), 1 << 16)

    part.open = limited
    return part


class _Counted:
    """How far a part has been read yet: reading it again costs nothing of the budget."""

    furthest = 0


class _Unpacking(io.RawIOBase):
    """A stream of unpacked bytes in which damage is an early end."""

    def __init__(self, opener: Opener, part: Part, budget: _Budget, counted: _Counted) -> None:
        self._part, self._budget, self._counted = part, budget, counted
        self._at = 0
        self._stream: Any = None
        try:
            self._stream = opener()
        except _DAMAGES as error:
            part.damage = _reason(error)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._stream is None or self._budget.bytes < 0:
            return 0
        try:
            # read1 gives what is there: a longer read would lose it where the next piece fails.
            data = self._stream.read1(len(buffer))
        except _DAMAGES as error:
            self._part.damage = _reason(error)
            return 0
        self._at += len(data)
        new = max(0, self._at - self._counted.furthest)
        self._counted.furthest += new
        if not self._budget.spend(new):
            self._part.damage = _TOO_MUCH
            return 0
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()
        super().close()


@contextlib.contextmanager
def _spooled(part: Part, budget: _Budget | None) -> Iterator[Part]:
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


def _copy(stream: BinaryIO, target: IO[bytes], budget: _Budget | None) -> str:
    """Copy what can be copied, and say why the rest cannot."""
    if budget is None:
        shutil.copyfileobj(stream, target, 1 << 20)
        return ""
    try:
        while chunk := stream.read(1 << 16):
            if not budget.spend(len(chunk)):
                return _TOO_MUCH
            target.write(chunk)
    except _DAMAGES as error:
        return _reason(error)
    return ""


def _is_hidden(name: str) -> bool:
    """Whether it is a by-product of a system, as those that a walk through a folder passes over."""
    return any(
        piece == "__MACOSX" or (piece.startswith(".") and piece not in (".", ".."))
        for piece in name.replace("\\", "/").split("/")
    )


def _leads_out(name: str) -> bool:
    pieces = name.replace("\\", "/").split("/")
    return name.startswith(("/", "\\")) or ".." in pieces or pieces[0].endswith(":")


def _reason(error: BaseException) -> str:
    return str(error).rstrip(".") or type(error).__name__
