"""The triples of an export as sorted N-Triples lines, the form that all RDF writers share."""

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import pyoxigraph as ox

from kg import vocab
from kg.export.selection import Selection
from kg.graph.sorting import sort_lines
from kg.vocab import term

#: Subject, predicate and object in the syntax of N-Triples.
Parts = tuple[str, str, str]


def named_graphs(selection: Selection) -> Iterator[tuple[Any, Iterable[Any]]]:
    """The graphs of an export, each with its triples: the default graph under None, then others.

    `statements` adds the statements of the evidence graph, `full` all of the evidence graph and
    the graph of runs, so that nothing of the store is missing.
    """
    store, base = selection.graph.store, selection.graph.base
    yield None, store.quads_for_pattern(None, None, None, ox.DefaultGraph())
    evidence = ox.NamedNode(vocab.graph_iri(base, "evidence"))
    if selection.evidence == "statements":
        yield evidence, _statements(store, evidence)
    elif selection.evidence == "full":
        for name in (evidence, ox.NamedNode(vocab.graph_iri(base, "runs"))):
            yield name, store.quads_for_pattern(None, None, None, name)


def all_triples(selection: Selection) -> Iterator[Any]:
    """The triples for a format that has one graph: the default graph and the evidence asked for."""
    runs = ox.NamedNode(vocab.graph_iri(selection.graph.base, "runs"))
    kept = (triples for name, triples in named_graphs(selection) if name != runs)
    return chain.from_iterable(kept)


def sorted_lines(triples: Iterable[Any]) -> Iterator[bytes]:
    """One line a triple, sorted by its UTF-8 bytes, without repeats.

    Lines of one subject, and in them lines of one predicate, stand together.
    """
    for line, _ in groupby(sort_lines(map(line_of, triples))):
        yield line


def sorted_triples(triples: Iterable[Any]) -> Iterator[Any]:
    """The triples in the order of `sorted_lines`."""
    for line in sorted_lines(triples):
        yield next(iter(ox.parse(line, ox.RdfFormat.N_TRIPLES))).triple


def iter_subjects(triples: Iterable[Any]) -> Iterator[tuple[str, Iterator[Parts]]]:
    """Each subject with its triples, sorted."""
    return groupby(map(_split, sorted_lines(triples)), key=itemgetter(0))


def line_of(triple: Any) -> bytes:
    """A triple or quad as an N-Triples line."""
    return f"{triple.subject} {triple.predicate} {triple.object} .\n".encode()


def _split(line: bytes) -> Parts:
    # Neither a subject nor a predicate can hold a blank; an object ends in " .\n".
    subject, predicate, rest = line.decode().split(" ", 2)
    return subject, predicate, rest[:-3]


def _statements(store: ox.Store, graph: ox.NamedNode) -> Iterator[Any]:
    """The statements without the mentions they rest on."""
    statement, evidence = ox.NamedNode(term("rdf:Statement")), ox.NamedNode(term("pkg:evidence"))
    for typed in store.quads_for_pattern(None, ox.NamedNode(term("rdf:type")), statement, graph):
        for quad in store.quads_for_pattern(typed.subject, None, None, graph):
            if quad.predicate != evidence:
                yield quad
