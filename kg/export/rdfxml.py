"""RDF/XML by pyoxigraph's writer, streamed from sorted triples."""

import io
from collections.abc import Iterator
from typing import Any, BinaryIO

import pyoxigraph as ox

from kg import vocab
from kg.export.selection import Selection
from kg.export.text import clean
from kg.export.triples import all_triples, sorted_triples


class _Returns(io.BytesIO):
    """Writes carriage returns as references: a parser makes line feeds of the others."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream

    def write(self, data: Any) -> int:
        self._stream.write(bytes(data).replace(b"\r", b"&#13;"))
        return len(data)


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write one description a subject; characters that XML cannot hold are dropped."""
    triples = _triples(selection)
    prefixes = dict(vocab.PREFIXES)
    ox.serialize(triples, _Returns(stream), format=ox.RdfFormat.RDF_XML, prefixes=prefixes)


def _triples(selection: Selection) -> Iterator[ox.Triple]:
    for triple in sorted_triples(all_triples(selection)):
        yield ox.Triple(triple.subject, triple.predicate, _writable(triple.object))


def _writable(value: ox.NamedNode | ox.Literal) -> ox.NamedNode | ox.Literal:
    if isinstance(value, ox.NamedNode):
        return value
    text = clean(value.value)
    if value.language:
        return ox.Literal(text, language=value.language)
    return ox.Literal(text, datatype=value.datatype)
