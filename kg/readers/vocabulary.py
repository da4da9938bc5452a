"""Vocabularies to link to: tables of IRI, label and other names, or RDF with labels.

RDF is told by the ending of the file. In a table the first column of IRIs names the concept; the
other columns go by their headings, as Wikidata's query service, SKOS and plain lists have them. A
table without such headings may hold triples, as that of the Computer Science Ontology does.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import pyoxigraph as ox

from kg.errors import FormatError, InputError
from kg.model import Entry
from kg.readers.document import Document, open_document
from kg.readers.parts import COMPRESSIONS
from kg.vocab import PREFIXES, external_iri

_LABELS = {
    PREFIXES["skos"] + "prefLabel", PREFIXES["rdfs"] + "label", PREFIXES["schema"] + "name",
}  # fmt: skip
_ALIASES = {
    PREFIXES["skos"] + "altLabel", PREFIXES["skos"] + "hiddenLabel",
    PREFIXES["schema"] + "alternateName",
}  # fmt: skip
_LABEL_HEADING = re.compile(r"(?!.*alt).*label|name|title|term|preferred ?name", re.IGNORECASE)
_ALIAS_HEADING = re.compile(r".*alt.*|alias(es)?|synonyms?|other ?names?", re.IGNORECASE)
_TABLES = frozenset({"csv", "tsv", "txt"})
#: How the Computer Science Ontology says which of several topics of one meaning is the main one.
_CSO, _MAIN_TOPIC = "cso.kmi.open.ac.uk/schema/cso#", "preferentialEquivalent"
#: A text in a table of triples, as N-Triples have it or with its quotation marks lost.
_LITERAL = re.compile(
    r'"?(?P<text>.*?)"?(?:@(?P<language>[a-z]{2,3}(?:-\w+)*))?(?:\s+\.)?', re.DOTALL
)
#: Between several names in one cell; Wikidata's query service writes commas.
_BETWEEN = re.compile(r"\s*[|;]\s*|,\s+")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A file of somebody else's concepts, not read yet."""

    document: Document
    syntax: ox.RdfFormat | None  # a table if None


def open_vocabulary(path: str | Path) -> Vocabulary:
    """Look at a file, so that a wrong one is known before anything else is done.

    Raises:
        InputError: it cannot be read, or is a table without IRIs or labels.
    """
    try:
        document = open_document(lambda: _open(path), str(path))
    except (OSError, EOFError) as error:
        said = getattr(error, "strerror", None) or error
        raise InputError(f"cannot read {path}: {said}") from error
    ending = Path(document.plain_name).suffix.removeprefix(".").lower()
    syntax = None if ending in _TABLES else ox.RdfFormat.from_extension(ending)
    vocabulary = Vocabulary(document, syntax)
    if next(iter_entries(vocabulary), None) is None:
        raise FormatError(
            f"{path}: nothing to link to; give a table with a column of IRIs and one headed label"
            " (and aliases, if any), or RDF with skos:prefLabel or rdfs:label"
        )
    return vocabulary


def _open(path: str | Path) -> BinaryIO:
    """The bytes of a file, unpacked if it is compressed."""
    with Path(path).open("rb") as stream:
        head = stream.read(8)
    unpack = next((opener for magic, opener in COMPRESSIONS if head.startswith(magic)), open)
    opened: BinaryIO = unpack(path, "rb")
    return opened


def iter_entries(vocabulary: Vocabulary) -> Iterator[Entry]:
    """The concepts, one by one; an IRI may come several times, with a part of its names each.

    Of names in RDF those in English or in no language are taken. Rows without an IRI are none. The
    topics that the Computer Science Ontology has for one meaning are one, called by the main one.

    Raises:
        FormatError: what says it is RDF is not.
    """
    document = vocabulary.document
    if vocabulary.syntax is None and _has_headings(document):
        yield from _from_table(document)
        return
    main = {}
    if _CSO in document.head:
        said = ((s, o) for s, p, o in _triples(vocabulary) if p.endswith(_CSO + _MAIN_TOPIC))
        main = {topic: chosen for topic, chosen in said if topic != chosen}
    for subject, predicate, name in _triples(vocabulary):
        if predicate in _LABELS and subject not in main:
            yield Entry(subject, (name,))
        elif predicate in _LABELS | _ALIASES:
            yield Entry(main.get(subject, subject), (), (name,))


def _triples(vocabulary: Vocabulary) -> Iterator[tuple[str, str, str]]:
    """Subject, predicate, and the IRI or the words, if they are English or in no language."""
    if vocabulary.syntax is not None:
        return _from_rdf(vocabulary.document, vocabulary.syntax)
    return _from_rows(vocabulary.document)


def _from_rdf(document: Document, syntax: ox.RdfFormat) -> Iterator[tuple[str, str, str]]:
    try:
        for quad in ox.parse(document.binary(), syntax, base_iri="urn:vocabulary:"):
            value = quad.object
            if not isinstance(value, ox.Literal | ox.NamedNode):
                continue
            if isinstance(quad.subject, ox.NamedNode) and _is_english(value):
                yield quad.subject.value, quad.predicate.value, value.value
    except (SyntaxError, ValueError) as error:
        raise FormatError(f"{document.name} is not valid {syntax.name}: {error}") from error


def _is_english(term: ox.Literal | ox.NamedNode) -> bool:
    return (getattr(term, "language", None) or "en").partition("-")[0] == "en"


def _from_rows(document: Document) -> Iterator[tuple[str, str, str]]:
    headings, rows = _table(document)
    for row in chain([headings], rows):
        subject, predicate = (*map(external_iri, row[:2]), None, None)[:2]
        if not subject or not predicate or len(row) < 3:
            continue
        said = _LITERAL.fullmatch(row[2].strip())
        iri = external_iri(row[2].strip().removesuffix(" ."))
        if iri or (said and (said["language"] or "en").partition("-")[0] == "en"):
            yield subject, predicate, iri or (said["text"] if said else "")


def _table(document: Document) -> tuple[list[str], Iterator[list[str]]]:
    """The first row and those after it."""
    first_line = document.head.split("\n", 1)[0]
    delimiter = max("\t,;", key=first_line.count)
    csv.field_size_limit(1 << 27)
    rows = csv.reader(_lines(document), delimiter=delimiter)
    return [cell.strip().lstrip("\ufeff") for cell in next(rows, [])], rows


def _lines(document: Document) -> Iterator[str]:
    with document.text() as text:
        yield from text


def _has_headings(document: Document) -> bool:
    return bool(_columns(_table(document)[0], _LABEL_HEADING))


def _columns(headings: Sequence[str], wanted: re.Pattern[str]) -> list[int]:
    return [
        i for i, name in enumerate(headings) if wanted.fullmatch(name) and not external_iri(name)
    ]


def _from_table(document: Document) -> Iterator[Entry]:
    headings, rows = _table(document)
    labels, aliases = (_columns(headings, wanted) for wanted in (_LABEL_HEADING, _ALIAS_HEADING))
    for row in rows:
        iri = next(filter(None, map(external_iri, row)), None)
        names = tuple(row[i].strip() for i in labels[:1] if i < len(row) and row[i].strip())
        if iri and names:
            yield Entry(iri, names, tuple(_several(row, aliases)))


def _several(row: Sequence[str], columns: Sequence[int]) -> Iterator[str]:
    for i in columns:
        if i < len(row):
            yield from filter(None, _BETWEEN.split(row[i].strip()))
