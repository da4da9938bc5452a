"""XML, record by record: each is cut out of the text and parsed alone.

A record that is not well-formed costs only itself, memory is bounded by the largest record, and
several documents in one file are as good as one. No document type is ever parsed, so there are
no entities to expand and nothing to fetch: the named characters of HTML are known, any other
entity stays as it is written.
"""

import io
import re
from codecs import lookup
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html.entities import html5
from typing import Any, TextIO
from xml.etree.ElementTree import Element, ParseError, fromstring

from kg.model import Failure, RawRecord, Source
from kg.readers.document import Document
from kg.readers.papers import excerpt
from kg.readers.xml.cut import Cutter, Piece

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_CONTROL_REFERENCE = re.compile(
    r"&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcefBCEF]|1[0-9a-fA-F]));"
)
_AMPERSAND = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);|#\d{1,7};|#x[0-9a-fA-F]{1,6};)([A-Za-z][\w.-]*;)?"
)
_PREFIX = re.compile(r"[<\s/]([A-Za-z_][\w.-]*):[A-Za-z_][\w.-]*(?=[\s/>=])")
_ENCODING = re.compile(r"\s*<\?xml[^<>]*?encoding\s*=\s*[\"']([\w.:-]+)", re.I)


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why an element is no paper, and what its owner can do about it."""

    error: str
    remedy: str


FieldsOf = Callable[[Element], Mapping[str, Any] | Rejection]


def starts_as_xml(head: str) -> bool:
    """Whether text begins with a tag, a declaration, a comment or a document type."""
    return bool(re.match(r"[\s\x00]*<[?!A-Za-z]", head))


def has_element(head: str, *names: str) -> bool:
    """Whether an element of one of these names begins in the text."""
    return bool(re.search(rf"<(?:[\w.-]+:)?(?:{'|'.join(names)})[\s/>]", head))


def read_elements(
    document: Document, names: tuple[str, ...], fields_of: FieldsOf
) -> Iterator[RawRecord | Failure]:
    """Give each element of these names with the fields that `fields_of` makes of it."""
    for number, piece in enumerate(pieces(document, names), start=1):
        yield record_of(piece, Source(document.name, number, piece.line), fields_of)


def pieces(
    document: Document, names: tuple[str, ...], marks: tuple[str, ...] = (), inner: str = ""
) -> Iterator[Piece]:
    """Cut a document into elements of these names, and the start tags of `marks` between them.

    What stands right inside of a tag called `inner` is part of the element around it.
    """
    with _open(document) as stream:
        yield from Cutter(stream, names, marks, inner).pieces()


def record_of(piece: Piece, source: Source, fields_of: FieldsOf) -> RawRecord | Failure:
    """Parse a piece on its own and give its fields, or say why it is no paper."""
    raw = piece.text[:400]
    if piece.fault:
        return Failure(source, excerpt(raw), piece.fault, "mend its tags")
    text, notes = _mended(piece.text)
    try:
        fields = fields_of(_parse(text))
    except ParseError as error:
        line, reason = piece.line + error.position[0] - 1, str(error).partition(":")[0]
        return Failure(source, excerpt(raw), f"it is not well-formed XML ({reason}, line {line})",
                       "mend its tags")  # fmt: skip
    except RecursionError:
        return Failure(source, excerpt(raw), "its tags are nested too deeply", "mend its tags")
    if isinstance(fields, Rejection):
        return Failure(source, excerpt(raw), fields.error, fields.remedy)
    return RawRecord(fields, source, notes)


def _parse(text: str) -> Element:
    """An element with the local names of its tags alone.

    Raises:
        ParseError: the text is not well-formed.
    """
    try:
        element = fromstring(text)
    except ParseError as error:
        if not str(error).startswith("unbound prefix"):
            raise
        # Declared further up in the document, from which the record was cut out.
        prefixes = set(_PREFIX.findall(text)) - {"xml", "xmlns"}
        declared = "".join(f' xmlns:{prefix}="urn:{prefix}"' for prefix in sorted(prefixes))
        element = fromstring(f"<_{declared}>{text}</_>")[0]
    for inner in element.iter():
        inner.tag = inner.tag.rpartition("}")[2]
    return element


def _mended(text: str) -> tuple[str, tuple[str, ...]]:
    """Text without what no XML may hold, and notes on what was taken for what."""
    notes: dict[str, None] = {}

    def removed(match: re.Match[str]) -> str:
        notes["control characters were removed"] = None
        return "" if match[0] == "\x00" else " "

    def character(match: re.Match[str]) -> str:
        name = match[1]
        if name in html5:
            return html5[name].replace("&", "&amp;").replace("<", "&lt;")
        if name:
            notes[f"it uses the entity &{name}, which is not expanded"] = None
        else:
            notes["a bare & in it was read as an ampersand"] = None
        return "&amp;" + (name or "")

    text = _CONTROL.sub(removed, text)
    if "&" in text:
        text = _AMPERSAND.sub(character, _CONTROL_REFERENCE.sub(removed, text))
    return text, tuple(notes)


def _open(document: Document) -> TextIO:
    """The text of a document, in the encoding that its first line declares unless it is UTF-8."""
    declared = _ENCODING.match(document.head)
    if declared and not document.exact:
        try:
            encoding = lookup(declared[1]).name
        except LookupError:
            return document.text()
        if not encoding.startswith("utf"):
            return io.TextIOWrapper(document.binary(), encoding, errors="replace")
    return document.text()
