"""Vocabularies to link to: tables of IRI, label and other names, or RDF with labels.

RDF is told by the ending of the file. In a table the first column of IRIs names the concept; the
other columns go by their headings, as Wikidata's query service, SKOS and plain lists have them.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from kg.errors import FormatError, InputError
from kg.model import Entry
from kg.readers.document import Document, open_document
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
        document = open_document(lambda: open(path, "rb"), str(path))  # noqa: SIM115, PTH123
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error
    ending = Path(path).suffix.removeprefix(".").lower()
    syntax = None if ending in _TABLES else ox.RdfFormat.from_extension(ending)
    vocabulary = Vocabulary(document, syntax)
    if next(iter_entries(vocabulary), None) is None:
        raise FormatError(
            f"{path}: nothing to link to; give a table with a column of IRIs and one headed label"
            " (and aliases, if any), or RDF with skos:prefLabel or rdfs:label"
        )
    return vocabulary


def iter_entries(vocabulary: Vocabulary) -> Iterator[Entry]:
    """The concepts, one by one; an IRI may come several times, with a part of its names each.

    Of names in RDF those in English or in no language are taken. Rows without an IRI are none.

    Raises:
        FormatError: what says it is RDF is not.
    """
    if vocabulary.syntax is not None:
        return _from_rdf(vocabulary.document, vocabulary.syntax)
    return _from_table(vocabulary.document)


def _from_rdf(document: Document, syntax: ox.RdfFormat) -> Iterator[Entry]:
    try:
        for quad in ox.parse(document.binary(), syntax, base_iri="urn:vocabulary:"):
            value, predicate = quad.object, quad.predicate.value
            if not isinstance(value, ox.Literal) or not isinstance(quad.subject, ox.NamedNode):
                continue
            if (value.language or "en").partition("-")[0] != "en":
                continue
            if predicate in _LABELS:
                yield Entry(quad.subject.value, (value.value,))
            elif predicate in _ALIASES:
                yield Entry(quad.subject.value, (), (value.value,))
    except (SyntaxError, ValueError) as error:
        raise FormatError(f"{document.name} is not valid {syntax.name}: {error}") from error


def _from_table(document: Document) -> Iterator[Entry]:
    first_line = document.head.split("\n", 1)[0]
    delimiter = max("\t,;", key=first_line.count)
    csv.field_size_limit(1 << 27)
    with document.text() as text:
        rows = csv.reader(text, delimiter=delimiter)
        headings = [cell.strip().lstrip("\ufeff") for cell in next(rows, [])]
        labels = [i for i, name in enumerate(headings) if _LABEL_HEADING.fullmatch(name)]
        aliases = [i for i, name in enumerate(headings) if _ALIAS_HEADING.fullmatch(name)]
        for row in rows:
            iri = next(filter(None, map(external_iri, row)), None)
            names = tuple(row[i].strip() for i in labels[:1] if i < len(row) and row[i].strip())
            if iri and names:
                yield Entry(iri, names, tuple(_several(row, aliases)))


def _several(row: Sequence[str], columns: Sequence[int]) -> Iterator[str]:
    for i in columns:
        if i < len(row):
            yield from filter(None, _BETWEEN.split(row[i].strip()))
