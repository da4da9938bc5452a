"""Terms in a query that no graph has: a name that is wrong finds nothing and says nothing."""

from kg import vocab
from kg.query.tokens import tokenize

_PREFIX = "pkg"
#: What people write, and what the graph has in its place.
_INSTEAD = {
    "Paper": "schema:ScholarlyArticle",
    "Concept": "skos:Concept",
    "Author": "schema:Person",
    "Venue": "schema:Periodical",
    "title": "schema:name",
    "label": "skos:prefLabel",
}


def unknown_terms(text: str) -> tuple[str, ...]:
    """What to say of the names with `pkg:` that the vocabulary lacks, a sentence for each.

    Empty where the query declares the prefix itself, since it may then stand for anything.

    >>> unknown_terms("SELECT ?p { ?p a pkg:Paper }")
    ('pkg:Paper is no term of the graph; papers are schema:ScholarlyArticle',)
    """
    solid = [token for token in tokenize(text) if token.kind not in {"space", "comment"}]
    found: dict[str, None] = {}
    for before, token in zip([None, *solid], solid, strict=False):
        prefix, _, name = token.text.rstrip(".").partition(":")
        if token.kind != "name" or prefix != _PREFIX:
            continue
        if before is not None and before.text.upper() == "PREFIX":
            return ()
        if name not in vocab.TERMS[_PREFIX]:
            found[name] = None
    return tuple(_sentence(name) for name in found)


def _sentence(name: str) -> str:
    near = _INSTEAD.get(name)
    plural = f"{name.lower()}s are {near}" if near else "docs/reference/rdf-model.md lists them"
    return f"{_PREFIX}:{name} is no term of the graph; {plural}"
