"""What a graph holds and what surrounds a node in it: counts, look-up by name, neighbours."""

import difflib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast
from typing import Literal as OneOf

from pyoxigraph import DefaultGraph, Literal, NamedNode, Store

from kg import vocab
from kg.errors import UsageError
from kg.graph.ask import select
from kg.graph.stream import INTERACTIONS, TYPE_OF
from kg.model import (
    ConceptType,
    Counts,
    Description,
    Neighbour,
    Quote,
    Span,
)
from kg.text import comparison_key, sentence_around

_ORDER = list(INTERACTIONS)
_SUGGESTIONS = 5


def count(store: Store) -> Counts:
    """How much a graph holds, by asking it."""
    numbers: dict[str, Counter[str]] = defaultdict(Counter)
    for row in select(store, "counts"):
        name = _name(row["key"].value) if "key" in row else ""
        numbers[row["what"].value][name] += int(row["n"].value)
    return Counts(
        papers=numbers["paper"].total(),
        concepts=cast(Mapping[ConceptType, int], _sorted(numbers["concept"])),
        links=_sorted(numbers["link"]),
        relations=_sorted(numbers["relation"]),
        triples=numbers["triple"].total(),
        quads=len(store),
    )


def _name(iri: str) -> str:
    """What a predicate or class is called here: `usedFor`, `introduces`, `method`."""
    return TYPE_OF.get(iri) or iri.rpartition("#")[2]


#: What a name may stand for.
Meant = OneOf["node", "concept", "paper"]


def find(store: Store, name: str, base: str, *, kind: Meant = "node") -> NamedNode:
    """The node that a person means by a name: an IRI or CURIE, an id, a label or an alias.

    A preferred label wins over an alias, an equal one over one that is equal up to case, plural
    and hyphens.

    Args:
        kind: what is meant where a paper and a concept are called the same.

    Raises:
        UsageError: nothing or several nodes have that name; the message lists candidates.
    """
    minted = [vocab.concept_iri(base, name), vocab.paper_iri(base, name)]
    if kind == "paper":
        minted.reverse()
    for iri in (name, vocab.expand(name, base), vocab.expand(f":{name}", base), *minted):
        if iri and (found := _existing(store, iri)) is not None:
            return found
    exact = [row for row in _exactly(store, name) if _may_be(kind, row)]
    if (labelled := _by_label(exact, name, base)) is not None:
        return labelled
    # No index knows of plurals and hyphens: all labels are read.
    rows = [(r["node"], r["label"].value, r["given"].value) for r in select(store, "find")]
    meant = [row for row in rows if _may_be(kind, row)]
    # A name that only the others have is found all the same, for the caller to say what is amiss.
    for among in (meant, rows):
        if (labelled := _by_label(among, name, base)) is not None:
            return labelled
    raise UsageError(_unknown(name, [label for _, label, _ in rows]))


#: A node, a label of it, and the property that says so.
_Row = tuple[Any, str, str]


def _may_be(kind: Meant, row: _Row) -> bool:
    return kind == "node" or row[2].endswith("name") == (kind == "paper")


def _exactly(store: Store, name: str) -> Iterator[_Row]:
    """The papers and concepts with just this label."""
    labels = (
        ("skos:prefLabel", Literal(name, language="en")),
        ("skos:altLabel", Literal(name, language="en")),
        ("schema:name", Literal(name)),
    )
    for term, label in labels:
        given = vocab.term(term)
        for quad in store.quads_for_pattern(None, NamedNode(given), label, DefaultGraph()):
            subject = cast(NamedNode, quad.subject)
            if _existing(store, subject.value) is not None:
                yield subject, name, given


def _by_label(rows: Iterable[_Row], name: str, base: str) -> NamedNode | None:
    """The node whose label is like the name, out of rows of node, label and kind of label."""
    for same in (str, str.lower, comparison_key):
        wanted = same(name)
        for given in (("prefLabel", "name"), ("altLabel",)):
            hits = {
                node for node, label, how in rows if how.endswith(given) and same(label) == wanted
            }
            if len(hits) == 1:
                return cast(NamedNode, hits.pop())
            if hits:
                ids = ", ".join(sorted(vocab.curie(hit.value, base)[1:] for hit in hits))
                raise UsageError(f"{name!r} names several nodes; give one of these ids: {ids}")
    return None


def describe(store: Store, iri: NamedNode) -> Description:
    """A paper or concept with its neighbours and the sentences that they rest on."""
    values: dict[str, list[str]] = defaultdict(list)
    for row in select(store, "node", node=iri):
        values[row["property"].value.rpartition("/")[2].rpartition("#")[2]].append(
            row["value"].value
        )
    kinds = [TYPE_OF[value] for value in values["type"] if value in TYPE_OF]
    return Description(
        iri=iri.value,
        label=(values["prefLabel"] + values["name"])[0],
        kind=kinds[0] if kinds else "paper",
        aliases=tuple(sorted(values["altLabel"])),
        text="\n".join(values["abstract"]),
        neighbours=_neighbours(select(store, "neighbours", node=iri)),
        authors=tuple(name for listed in values["authorList"] for name in listed.split("; ")),
        year=int(min(values["year"])) if values["year"] else None,
        venue=", ".join(sorted(values["isPartOf"])),
        identifiers=tuple(sorted(values["identifier"])),
    )


def names_of(store: Store, iris: Sequence[str]) -> list[str]:
    """The labels of concepts, in their order."""
    label = NamedNode(vocab.term("skos:prefLabel"))
    found = (store.quads_for_pattern(NamedNode(iri), label, None, DefaultGraph()) for iri in iris)
    return [cast(Literal, next(quads).object).value for quads in found]


def _neighbours(rows: Iterable[Mapping[str, Any]]) -> tuple[Neighbour, ...]:
    """Roles before relations, the surest first."""
    found: dict[tuple[bool, str, str], Neighbour] = {}
    quotes: dict[tuple[bool, str, str], set[Quote]] = defaultdict(set)
    for row in rows:
        key = (row["outgoing"].value == "true", row["predicate"].value, row["other"].value)
        found[key] = Neighbour(
            relation=(relation := _name(key[1])),
            interaction=INTERACTIONS[relation],
            outgoing=key[0],
            iri=key[2],
            label=row["label"].value,
            confidence=float(row["confidence"].value),
        )
        if "text" in row:
            place = Span(int(row["start"].value), int(row["end"].value))
            quotes[key].add(quote(row["paper"].value, row["text"].value, place))
    complete = [
        replace(
            n, quotes=tuple(sorted(quotes[key], key=lambda q: (q.paper, q.sentence, q.span.start)))
        )
        for key, n in found.items()
    ]

    def rank(n: Neighbour) -> tuple[int, bool, float, str, str]:
        return _ORDER.index(n.relation), n.outgoing, -n.confidence, n.label, n.iri

    return tuple(sorted(complete, key=rank))


def quote(paper: str, text: str, span: Span, *, window: int | None = None) -> Quote:
    """The sentence around a mention, with the place of the mention inside it.

    Args:
        paper: what the quote says of where it is from.
        text: the title or abstract.
        span: the mention in it.
        window: characters to keep at most on each side of the mention.
    """
    around = sentence_around(text, span)
    left, right = around.start, around.end
    if window is not None:
        left, right = max(left, span.start - window), min(right, span.end + window)
    return Quote(paper, text[left:right], Span(span.start - left, span.end - left))


def _existing(store: Store, iri: str) -> NamedNode | None:
    try:
        node = NamedNode(iri)
    except ValueError:
        return None
    kind = NamedNode(vocab.term("rdf:type"))
    for wanted in ("schema:ScholarlyArticle", "skos:Concept"):
        pattern = (node, kind, NamedNode(vocab.term(wanted)), DefaultGraph())
        if any(True for _ in store.quads_for_pattern(*pattern)):
            return node
    return None


def _sorted(counter: Counter[str]) -> dict[str, int]:
    return dict(sorted(counter.items()))


def _unknown(name: str, labels: Iterable[str]) -> str:
    by_key = {label.lower(): label for label in labels}
    near = difflib.get_close_matches(name.lower(), by_key, n=_SUGGESTIONS, cutoff=0.6)
    hint = ", ".join(by_key[key] for key in near)
    remedy = f"near it: {hint}" if hint else "the query papers-by-title finds papers by a word"
    return f"no paper or concept is named {name!r}; {remedy}"
