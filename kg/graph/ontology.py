"""The reference page of the ontology, made from ontology.ttl so that there is one text to keep.

`python -m kg.graph.ontology` prints it; docs/reference/ontology.md is what it printed last.
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

import pyoxigraph as ox

from kg.vocab import PREFIXES

_RDFS, _SKOS = PREFIXES["rdfs"], PREFIXES["skos"]
#: How a term stands to one of another vocabulary -> in words.
_ALIGNMENTS: Mapping[str, str] = {
    _RDFS + "subClassOf": "kind of",
    _RDFS + "subPropertyOf": "kind of",
    _SKOS + "exactMatch": "same as",
    _SKOS + "closeMatch": "close to",
    _SKOS + "broadMatch": "narrower than",
    _SKOS + "narrowMatch": "broader than",
    _SKOS + "relatedMatch": "related to",
    _RDFS + "seeAlso": "see",
}
_INTRODUCTION = """\
# The ontology

Made from [`kg/graph/ontology.ttl`](../../kg/graph/ontology.ttl) by `make reference`; change that
file, not this page. How the terms make a graph is in [the RDF model](rdf-model.md).
"""

Properties = Mapping[str, Sequence[str]]


def ontology_page() -> str:
    """The ontology as Markdown: classes and properties of ours, uses of others' terms, prefixes.

    >>> ontology_page().splitlines()[0]
    '# The ontology'
    """
    reader = ox.parse(files("kg.graph").joinpath("ontology.ttl").read_bytes(), ox.RdfFormat.TURTLE)
    terms = _by_subject(quad.triple for quad in reader)
    prefixes = dict(sorted(reader.prefixes.items()))
    ours = {iri: facts for iri, facts in terms.items() if iri.startswith(PREFIXES["pkg"])}
    kind = PREFIXES["rdf"] + "type"
    sections = (
        _INTRODUCTION,
        _our_terms("Classes", ours, _RDFS + "Class", prefixes),
        _our_terms("Properties", ours, PREFIXES["rdf"] + "Property", prefixes),
        _table(
            "Terms of other vocabularies",
            ("term", "stands for"),
            ((_code(iri, prefixes), _text(facts, _SKOS + "scopeNote"))
             for iri, facts in terms.items() if kind not in facts),
        ),
        _table("Prefixes", ("prefix", "namespace"),
               ((f"`{name}:`", f"`{iri}`") for name, iri in prefixes.items())),
    )  # fmt: skip
    return "\n".join(sections)


def _by_subject(triples: Iterable[Any]) -> Mapping[str, Properties]:
    """Each subject with its properties, in the order of the file."""
    terms: dict[str, dict[str, list[str]]] = {}
    for triple in triples:
        facts = terms.setdefault(triple.subject.value, {})
        facts.setdefault(triple.predicate.value, []).append(triple.object.value)
    return terms


def _our_terms(
    title: str, terms: Mapping[str, Properties], kind: str, prefixes: Mapping[str, str]
) -> str:
    rows = (
        (
            _code(iri, prefixes),
            _text(facts, _RDFS + "label"),
            _text(facts, _RDFS + "comment"),
            _text(facts, _SKOS + "scopeNote"),
            "; ".join(
                f"{words} {_code(other, prefixes)}"
                for predicate, words in _ALIGNMENTS.items()
                for other in facts.get(predicate, ())
            ),
        )
        for iri, facts in terms.items()
        if kind in facts[PREFIXES["rdf"] + "type"]
    )
    return _table(title, ("term", "label", "means", "where", "in other terms"), rows)


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"## {title}", "", _row(columns), _row(["---"] * len(columns)), *map(_row, rows)]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(facts: Properties, predicate: str) -> str:
    return " ".join(facts[predicate]).replace("|", "\\|")


def _code(iri: str, prefixes: Mapping[str, str]) -> str:
    """The IRI in short; of two namespaces that both fit, the longer says more."""
    fitting = [(len(space), name) for name, space in prefixes.items() if iri.startswith(space)]
    if not fitting:
        return f"`{iri}`"
    length, name = max(fitting)
    return f"`{name}:{iri[length:]}`"


if __name__ == "__main__":
    print(ontology_page(), end="")
