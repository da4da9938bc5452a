"""An answer as a table for people, in the W3C's four result formats, and as Turtle."""

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import pyoxigraph as ox

from kg.errors import UsageError
from kg.query.run import Answer, Term
from kg.vocab import DEFAULT_BASE, PREFIXES, curie, term

_LABELS = (term("skos:prefLabel"), term("schema:name"), term("rdfs:label"))
_XSD_STRING = term("xsd:string")
_RESULTS = "http://www.w3.org/2005/sparql-results#"
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
#: What no XML 1.0 document may hold, not even as a reference.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Table:
    """Headings and cells as text. No cell is cut: width is for whoever prints."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def to_table(
    answer: Answer, labels: Mapping[str, str] | None = None, base: str = DEFAULT_BASE
) -> Table:
    """The answer in words: CURIEs for IRIs, followed by the label where `labels` has one.

    A label that has a cell of its own in the row is not said twice.

    Args:
        answer: what `run` gave.
        labels: IRI -> label, as from `find_labels`.
        base: the graph's base, which the empty prefix stands for.
    """
    names = labels or {}
    columns, rows = _cells(answer)
    return Table(columns, tuple(_texts(row, names, base) for row in rows))


def find_labels(store: ox.Store, answer: Answer) -> dict[str, str]:
    """The labels in the store's default graph of all IRIs of an answer."""
    _, rows = _cells(answer)
    iris = {cell for row in rows for cell in row if isinstance(cell, ox.NamedNode)}
    return {iri.value: label for iri in iris if (label := _label(store, iri))}


def to_csv(answer: Answer) -> str:
    """The answer as CSV: SPARQL 1.1 Query Results CSV for rows, the same shape otherwise.

    >>> to_csv(Answer(("n",), ((ox.Literal(5),),)))
    'n\\r\\n5\\r\\n'
    """
    columns, rows = _cells(answer)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_value(cell) for cell in row] for row in rows)
    return out.getvalue()


def to_json(answer: Answer) -> str:
    """The answer as SPARQL 1.1 Query Results JSON; triples as rows of three variables."""
    if answer.boolean is not None:
        return json.dumps({"head": {}, "boolean": answer.boolean})
    columns, rows = _cells(answer)
    bindings = [
        {name: _json(cell) for name, cell in zip(columns, row, strict=True) if cell is not None}
        for row in rows
    ]
    document = {"head": {"vars": list(columns)}, "results": {"bindings": bindings}}
    return json.dumps(document, ensure_ascii=False, indent=1)


def to_tsv(answer: Answer) -> str:
    """The answer as SPARQL 1.1 Query Results TSV: whole terms, nothing lost.

    >>> to_tsv(Answer(("n",), ((ox.Literal("a"),),)))
    '?n\\n"a"\\n'
    """
    columns, rows = _cells(answer)
    lines = ["\t".join(f"?{name}" for name in columns)]
    lines += ["\t".join("" if cell is None else str(cell) for cell in row) for row in rows]
    return "".join(line + "\n" for line in lines)


def to_xml(answer: Answer) -> str:
    """The answer as SPARQL Query Results XML; triples as rows of three variables."""
    root = ElementTree.Element("sparql", xmlns=_RESULTS)
    head = ElementTree.SubElement(root, "head")
    if answer.boolean is not None:
        ElementTree.SubElement(root, "boolean").text = "true" if answer.boolean else "false"
    else:
        columns, rows = _cells(answer)
        for name in columns:
            ElementTree.SubElement(head, "variable", name=name)
        results = ElementTree.SubElement(root, "results")
        for row in rows:
            result = ElementTree.SubElement(results, "result")
            for name, cell in zip(columns, row, strict=True):
                if cell is not None:
                    _add_xml(ElementTree.SubElement(result, "binding", name=name), cell)
    ElementTree.indent(root, " ")
    # A parser makes a line feed of a carriage return that stands there as itself.
    written = ElementTree.tostring(root, "unicode").replace("\r", "&#13;")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{written}\n'


def to_turtle(answer: Answer, base: str = DEFAULT_BASE) -> str:
    """The triples of an answer as Turtle.

    Raises:
        UsageError: the answer has rows or a boolean.
    """
    if answer.triples is None:
        raise UsageError("turtle is for CONSTRUCT and DESCRIBE; this query gives no triples")
    prefixes = {**PREFIXES, "": base}
    text = ox.serialize(answer.triples, format=ox.RdfFormat.TURTLE, prefixes=prefixes)
    return (text or b"").decode()


def _cells(answer: Answer) -> tuple[tuple[str, ...], Sequence[Sequence[Term | None]]]:
    if answer.boolean is not None:
        return ("boolean",), [[ox.Literal(answer.boolean)]]
    if answer.triples is not None:
        triples = [[triple.subject, triple.predicate, triple.object] for triple in answer.triples]
        return ("subject", "predicate", "object"), triples
    return answer.variables, answer.rows


def _label(store: ox.Store, iri: ox.NamedNode) -> str:
    for predicate in _LABELS:
        found = store.quads_for_pattern(iri, ox.NamedNode(predicate), None, ox.DefaultGraph())
        values = sorted(q.object.value for q in found if isinstance(q.object, ox.Literal))
        if values:
            return values[0]
    return ""


def _texts(row: Sequence[Term | None], labels: Mapping[str, str], base: str) -> tuple[str, ...]:
    said = {cell.value for cell in row if isinstance(cell, ox.Literal)}

    def text(cell: Term | None) -> str:
        if not isinstance(cell, ox.NamedNode):
            return _value(cell)
        label = labels.get(cell.value)
        short = curie(cell.value, base)
        return short if not label or label in said else f"{short} ({label})"

    return tuple(map(text, row))


def _value(cell: Term | None) -> str:
    if cell is None:
        return ""
    if isinstance(cell, ox.Literal | ox.NamedNode):
        return cell.value
    return str(cell)


def _json(cell: Term) -> dict[str, Any]:
    if isinstance(cell, ox.NamedNode):
        return {"type": "uri", "value": cell.value}
    if isinstance(cell, ox.BlankNode):
        return {"type": "bnode", "value": cell.value}
    if isinstance(cell, ox.Triple):
        parts = {"subject": cell.subject, "predicate": cell.predicate, "object": cell.object}
        return {"type": "triple", "value": {name: _json(part) for name, part in parts.items()}}
    literal: dict[str, Any] = {"type": "literal", "value": cell.value}
    if cell.language:
        literal["xml:lang"] = cell.language
    elif cell.datatype.value != _XSD_STRING:
        literal["datatype"] = cell.datatype.value
    return literal


def _add_xml(parent: ElementTree.Element, cell: Term) -> None:
    if isinstance(cell, ox.Triple):
        triple = ElementTree.SubElement(parent, "triple")
        parts = {"subject": cell.subject, "predicate": cell.predicate, "object": cell.object}
        for name, part in parts.items():
            _add_xml(ElementTree.SubElement(triple, name), part)
        return
    kinds = {ox.NamedNode: "uri", ox.BlankNode: "bnode", ox.Literal: "literal"}
    element = ElementTree.SubElement(parent, kinds[type(cell)])
    element.text = _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", cell.value)
    if isinstance(cell, ox.Literal) and cell.language:
        element.set(_XML_LANG, cell.language)
    elif isinstance(cell, ox.Literal) and cell.datatype.value != _XSD_STRING:
        element.set("datatype", cell.datatype.value)
