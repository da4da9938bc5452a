"""An answer as a table for people, as CSV and as W3C SPARQL results JSON."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyoxigraph as ox

from kg.query.run import Answer, Term
from kg.vocab import DEFAULT_BASE, curie, term

_LABELS = (term("skos:prefLabel"), term("schema:name"), term("rdfs:label"))
_XSD_STRING = term("xsd:string")


@dataclass(frozen=True, slots=True)
class Table:
    """Headings and cells as text. No cell is cut: width is for whoever prints."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def to_table(
    answer: Answer, labels: Mapping[str, str] | None = None, base: str = DEFAULT_BASE
) -> Table:
    """The answer in words: CURIEs for IRIs, followed by the label where `labels` has one.

    Args:
        answer: what `run` gave.
        labels: IRI -> label, as from `find_labels`.
        base: the graph's base, which the empty prefix stands for.
    """
    names = labels or {}
    columns, rows = _cells(answer)
    texts = tuple(tuple(_text(cell, names, base) for cell in row) for row in rows)
    return Table(columns, texts)


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


def _text(cell: Term | None, labels: Mapping[str, str], base: str) -> str:
    if isinstance(cell, ox.NamedNode):
        label = labels.get(cell.value)
        return f"{curie(cell.value, base)} ({label})" if label else curie(cell.value, base)
    return _value(cell)


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
