"""An input file as readers see it: a name, bytes, and text in whatever encoding it was."""

import contextlib
import hashlib
import io
import shutil
import tempfile
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, TextIO

Opener = Callable[[], BinaryIO]
_HEAD_BYTES = 1 << 16
_CHUNK = 1 << 20
_BOMS = (
    (BOM_UTF32_LE, "utf-32"),
    (BOM_UTF32_BE, "utf-32"),
    (BOM_UTF8, "utf-8-sig"),
    (BOM_UTF16_LE, "utf-16"),
    (BOM_UTF16_BE, "utf-16"),
)
#: How binary formats begin: their head is shown byte by byte, and no encoding is asked for.
_BINARY = (b"PK\x03\x04", b"PAR1", b"%PDF-", b"\xd0\xcf\x11\xe0", b"7z\xbc\xaf", b"Rar!")
_PACKED_SUFFIXES = (".gz", ".bz2", ".xz", ".zst")


@dataclass(frozen=True, slots=True)
class Document:
    """One input. Open it as `text()` or, for binary formats, as `binary()`; each starts anew."""

    name: str
    sha256: str
    size: int
    encoding: str
    exact: bool
    head: str
    _open: Opener

    @property
    def plain_name(self) -> str:
        """The name without the suffix of a compression."""
        suffix = next((s for s in _PACKED_SUFFIXES if self.name.lower().endswith(s)), "")
        return self.name[: len(self.name) - len(suffix)]

    def binary(self) -> BinaryIO:
        """The bytes from the start."""
        return self._open()

    @contextlib.contextmanager
    def file(self) -> Iterator[BinaryIO]:
        """The bytes as a file with a descriptor in which one can seek; a copy where need be."""
        with self.binary() as stream:
            try:
                stream.fileno()
            except OSError:
                with tempfile.TemporaryFile(prefix="kg-") as copy:
                    shutil.copyfileobj(stream, copy, _CHUNK)
                    copy.seek(0)
                    yield copy
            else:
                yield stream

    def text(self) -> TextIO:
        """The text from the start, without byte order mark, lines ending in a bare newline."""
        return io.TextIOWrapper(self.binary(), self.encoding, errors="replace", newline=None)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing but blanks in it."""
        return self.size < _HEAD_BYTES and not self.head.strip("\ufeff \t\r\n\x00")


def open_document(source: Opener | bytes, name: str) -> Document:
    """Read `source` through once, for its hash and its encoding.

    Args:
        source: the bytes, or what opens them from the start each time it is called.
        name: what to call it.

    Raises:
        OSError: the file cannot be read.
    """
    opener = _opener(source) if isinstance(source, bytes) else source
    digest, size, head, decodes = hashlib.sha256(), 0, b"", _Utf8Check()
    with opener() as stream:
        while chunk := stream.read(_CHUNK):
            head += chunk[: _HEAD_BYTES - len(head)]
            size += len(chunk)
            digest.update(chunk)
            decodes.feed(chunk)
    encoding, exact = _encoding(head, decodes)
    return Document(
        name=name,
        sha256=digest.hexdigest(),
        size=size,
        encoding=encoding,
        exact=exact,
        head=_decode_head(head, encoding),
        _open=opener,
    )


def _opener(content: bytes) -> Opener:
    return lambda: io.BytesIO(content)


class _Utf8Check:
    """Counts, chunk by chunk, the bytes that are no UTF-8, and the characters that must be."""

    def __init__(self) -> None:
        self.bad = 0
        self.multibyte = 0
        self._rest = b""

    def feed(self, chunk: bytes) -> None:
        if chunk.isascii() and not self._rest:
            return
        data = self._rest + chunk
        cut = next((i for i in range(1, min(4, len(data)) + 1) if data[-i] >= 0xC0), 0)
        data, self._rest = (data[:-cut], data[-cut:]) if cut else (data, b"")
        text = data.decode("utf-8", "replace")
        self.bad += text.count("\ufffd") - data.count("\ufffd".encode())
        self.multibyte += len(text) - len(text.encode("ascii", "ignore"))

    def finish(self) -> None:
        self.bad += "\ufffd" in self._rest.decode("utf-8", "replace")


def _encoding(head: bytes, check: _Utf8Check) -> tuple[str, bool]:
    """Name the encoding, and whether the text is certain to be what its author wrote."""
    if head.startswith(_BINARY):
        return "latin-1", True
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            return encoding, True
    sample = head[:4096]
    nuls = sample.count(0)
    if nuls * 3 > len(sample) and len(sample) > 3:
        return ("utf-16-le" if sample[1::2].count(0) * 2 >= nuls else "utf-16-be"), False
    check.finish()
    if not check.bad:
        return "utf-8", True
    # A few bad bytes in a UTF-8 file, or a file in the Western European code page?
    return ("utf-8" if check.multibyte - check.bad > check.bad else "cp1252"), False


def _decode_head(head: bytes, encoding: str) -> str:
    text = head.decode(encoding, "replace").lstrip("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")
