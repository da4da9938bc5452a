"""Files inside files: compressed ones, zip and tar archives, nested and mixed.

Nothing is written to disk by a name that an archive gives. What needs a place of its own (a
member of a tar, an archive in an archive) lies in a temporary file while it is read. `Limits`
bound what one input may unpack to.
"""

import contextlib
import stat
import tarfile
import zipfile
from collections.abc import Callable, Generator, Iterator
from typing import IO, Any, BinaryIO, cast

from kg.model import Failure
from kg.readers.parts import (
    COMPRESSIONS,
    DAMAGES,
    TOO_MUCH,
    Budget,
    Limits,
    Opener,
    Part,
    limited,
    reason_of,
    spooled_within,
)

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
#: A zip with one of these is a document of its own kind, such as a workbook, and no container.
_DOCUMENT_MARKS = ("[Content_Types].xml", "mimetype")
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
    yield from _unpack(part, Budget(size, limits or Limits()), 0)


def _unpack(part: Part, budget: Budget, depth: int) -> Iterator[Part | Failure]:
    head = part.head()
    opener = next((opener for magic, opener in COMPRESSIONS if head.startswith(magic)), None)
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
    part: Part, budget: Budget, members: Iterator[Part | Failure]
) -> Iterator[Part | Failure]:
    """Turn the damage of an archive into a failure, and end where its limits are reached."""
    try:
        for member in members:
            if budget.members < 0:
                yield part.fail(f"it holds more than {budget.limits.members:,} files", _UNPACK)
                return
            yield member
            if budget.bytes < 0:
                yield part.fail(TOO_MUCH, _UNPACK)
                return
    except DAMAGES as error:
        yield part.fail(f"the archive is damaged ({reason_of(error)})", FETCH_AGAIN)


def _zip_members(part: Part, budget: Budget, depth: int) -> Iterator[Part | Failure]:
    with contextlib.ExitStack() as stack:
        base = part if part.seekable else stack.enter_context(spooled_within(part, budget))
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
                yield from _unpack(limited(member, budget), budget, depth + 1)


def _opener_of(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Opener:
    return lambda: cast(BinaryIO, archive.open(entry))


def _tar_members(part: Part, budget: Budget, depth: int) -> Iterator[Part | Failure]:
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
            with spooled_within(member, budget) as unpacked:
                yield from _unpack(unpacked, budget, depth + 1)
    if part.damage:
        yield part.fail(f"the archive is damaged ({part.damage})", FETCH_AGAIN)


def _always(stream: IO[bytes]) -> Opener:
    return lambda: cast(BinaryIO, stream)


def _led_out(member: Part) -> Failure:
    return member.fail(
        "its name leads out of the archive, so it is not read", "pack it under a plain name"
    )


def _decompressed(part: Part, opener: Callable[..., Any], budget: Budget) -> Part:
    def raw() -> BinaryIO:
        return cast(BinaryIO, opener(part.open(), "rb"))

    return limited(Part(part.name, raw, part.archive, seekable=False), budget)


def _member(part: Part, name: str, opener: Opener) -> Part:
    """A file in an archive; its name is made fit to be printed."""
    shown = "".join(c if c.isprintable() else "\ufffd" for c in name)
    return Part(f"{part.name}!{shown}", opener, part.archive or part.name, seekable=False)


def _is_hidden(name: str) -> bool:
    """Whether it is a by-product of a system, as those that a walk through a folder passes over."""
    return any(
        piece == "__MACOSX" or (piece.startswith(".") and piece not in (".", ".."))
        for piece in name.replace("\\", "/").split("/")
    )


def _leads_out(name: str) -> bool:
    pieces = name.replace("\\", "/").split("/")
    return name.startswith(("/", "\\")) or ".." in pieces or pieces[0].endswith(":")
