"""JSON-LD 1.1, compact: the context stands in the file, so nothing is fetched to read it.

One line a node. Keys are the local names of properties; those that may have several values always
hold a list, so that a page can loop without asking.
"""

import json
import re
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any, BinaryIO

import pyoxigraph as ox

from kg.export.json_text import to_json
from kg.export.selection import Selection
from kg.export.triples import all_triples, sorted_triples
from kg.vocab import PREFIXES, curie

#: An integer that a number in JSON stands for.
_CANONICAL = re.compile(r"0|-?[1-9][0-9]{0,14}")
#: The prefix of the data itself; JSON-LD has no empty one.
_DATA = "data"
_LITERALS = {
    "dcterms": "title",
    "oa": "exact start end",
    "pkg": "year authorList confidence salience support field",
    "rdf": "value",
    "schema": "name abstract datePublished identifier keywords",
    "skos": "prefLabel altLabel hiddenLabel",
}
_LINKS = {
    "oa": "hasSource hasSelector",
    "pkg": "introduces uses comparesWith addresses mentions usedFor partOf evaluatedWith"
    " trainedWith benchmarkFor contrastedWith evidence",
    "prov": "wasDerivedFrom",
    "rdf": "subject predicate object",
    "schema": "author isPartOf url sameAs",
    "skos": "inScheme broader exactMatch closeMatch",
}
_DATATYPES = {
    "pkg:year": "integer", "pkg:support": "integer", "oa:start": "integer", "oa:end": "integer",
    "pkg:confidence": "decimal", "pkg:salience": "decimal",
}  # fmt: skip
#: Properties of which a node has one value at most.
_SINGLE = frozenset(
    "title exact start end year authorList confidence salience support field value name abstract"
    " datePublished prefLabel hasSource hasSelector subject predicate object isPartOf"
    " inScheme url".split()
)


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write the context, then one object a subject in the order of IRIs."""
    base = selection.graph.base
    defined = context(base)
    keys = {d["@id"]: key for key, d in defined.items() if isinstance(d, dict)}
    stream.write(b'{"@context": ' + json.dumps(defined, indent=1).encode())
    stream.write(b',\n"@graph": [')
    by_subject = groupby(sorted_triples(all_triples(selection)), key=attrgetter("subject"))
    for number, (subject, triples) in enumerate(by_subject):
        node = {"id": _name(subject.value, base), **_properties(triples, keys, defined, base)}
        stream.write(((",\n" if number else "\n") + to_json(node)).encode())
    stream.write(b"\n]}\n")


def context(base: str) -> dict[str, Any]:
    """The context: what each key stands for, and of what kind its values are."""
    terms: dict[str, Any] = {"@version": 1.1, "id": "@id", **PREFIXES}
    terms[_DATA] = {"@id": base, "@prefix": True}
    terms["type"] = {"@id": "@type", "@container": "@set"}
    for prefix, names in _LITERALS.items():
        for name in names.split():
            terms[name] = _definition(prefix, name)
    for prefix, names in _LINKS.items():
        for name in names.split():
            terms[name] = {**_definition(prefix, name), "@type": "@id"}
    return terms


def _definition(prefix: str, name: str) -> dict[str, str]:
    defined = {"@id": f"{prefix}:{name}"}
    if datatype := _DATATYPES.get(defined["@id"]):
        defined["@type"] = f"xsd:{datatype}"
    if name in ("prefLabel", "altLabel", "hiddenLabel"):
        defined["@language"] = "en"
    if name not in _SINGLE:
        defined["@container"] = "@set"
    return defined


def _properties(
    triples: Iterable[Any], keys: dict[str, str], defined: dict[str, Any], base: str
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for predicate, group in groupby(triples, key=attrgetter("predicate")):
        short = curie(predicate.value)
        if short == "rdf:type":
            found["type"] = [_name(triple.object.value, base) for triple in group]
            continue
        key = keys.get(short, short)
        values = [_value(triple.object, defined.get(key, {}), base) for triple in group]
        found[key] = values[0] if len(values) == 1 and key in _SINGLE else values
    return found


def _value(value: Any, defined: dict[str, str], base: str) -> Any:
    """A value as short as the definition of its key allows."""
    if isinstance(value, ox.NamedNode):
        name = _name(value.value, base)
        return name if defined.get("@type") == "@id" else {"id": name}
    if value.language:
        plain = defined.get("@language") == value.language
        return value.value if plain else {"@value": value.value, "@language": value.language}
    datatype = curie(value.datatype.value)
    expected = defined.get("@type", "xsd:string")
    if datatype != expected or "@language" in defined:
        return {"@value": value.value, "@type": datatype}
    is_number = datatype == "xsd:integer" and _CANONICAL.fullmatch(value.value)
    return int(value.value) if is_number else value.value


def _name(iri: str, base: str) -> str:
    """The short form of an IRI where JSON-LD reads it back as the same."""
    if iri.startswith(base):
        return f"{_DATA}:{iri[len(base) :]}"
    short = curie(iri)
    return short if short.partition(":")[0] in PREFIXES else iri
