"""RDF/XML by pyoxigraph's writer, streamed from sorted triples."""

from collections.abc import Iterator
from typing import BinaryIO

import pyoxigraph as ox

from kg import vocab
from kg.export.selection import Selection
from kg.export.text import clean
from kg.export.triples import all_triples, sorted_triples


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write one description a subject; characters that XML cannot hold are dropped."""
    triples = _triples(selection)
    ox.serialize(triples, stream, format=ox.RdfFormat.RDF_XML, prefixes=dict(vocab.PREFIXES))


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
