"""Turtle for people: prefixes, one block a subject, `a` first, sorted and streamed.

The blocks are made from sorted N-Triples lines, so memory does not grow with the graph. A local
name is shortened only where all Turtle readers agree on its reading (no `%`, no dot).
"""

import re
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import BinaryIO

from kg import vocab
from kg.export import EvidenceLevel
from kg.export.triples import sorted_lines
from kg.graph.network import Graph

_LOCAL = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")
_TYPED = re.compile(r'("(?:[^"\\]|\\.)*")\^\^<([^>]*)>', re.DOTALL)
_INTEGER = re.compile(r'"[+-]?[0-9]+"')
_DECIMAL = re.compile(r'"[+-]?[0-9]*\.[0-9]+"')
_TYPE = f"<{vocab.term('rdf:type')}>"

Parts = tuple[str, str, str]


def write(graph: Graph, stream: BinaryIO, evidence: EvidenceLevel) -> None:
    """Write prefixes, then a block for each subject in the order of IRIs."""
    short = _Shortener(graph.base)
    for name, namespace in sorted(short.prefixes.items()):
        stream.write(f"@prefix {name}: <{namespace}> .\n".encode())
    lines = map(_split, sorted_lines(graph, evidence))
    for subject, triples in groupby(lines, key=itemgetter(0)):
        stream.write(_block(subject, triples, short).encode())


def _split(line: bytes) -> Parts:
    # Neither a subject nor a predicate can hold a blank; an object ends in " .\n".
    subject, predicate, rest = line.decode().split(" ", 2)
    return subject, predicate, rest[:-3]


def _block(subject: str, triples: Iterable[Parts], short: "_Shortener") -> str:
    predicates = [
        (predicate, [short(value) for _, _, value in group])
        for predicate, group in groupby(triples, key=itemgetter(1))
    ]
    predicates.sort(key=lambda item: item[0] != _TYPE)  # stable: the rest stays sorted
    rows = [
        f"{'a' if name == _TYPE else short(name)} {', '.join(values)}"
        for name, values in predicates
    ]
    return f"\n{short(subject)} " + " ;\n    ".join(rows) + " .\n"


class _Shortener:
    """Turns an N-Triples term into its short Turtle form."""

    def __init__(self, base: str) -> None:
        self.prefixes = {"": base, **vocab.PREFIXES}
        self._longest_first = sorted(
            self.prefixes.items(), key=lambda item: len(item[1]), reverse=True
        )

    def __call__(self, value: str) -> str:
        if value.startswith("<"):
            return self._name(value[1:-1])
        typed = _TYPED.fullmatch(value)
        if typed is None:
            return value
        text, datatype = typed[1], self._name(typed[2])
        plain = {"xsd:integer": _INTEGER, "xsd:decimal": _DECIMAL}.get(datatype)
        if plain and plain.fullmatch(text):
            return text[1:-1]
        return f"{text}^^{datatype}"

    def _name(self, iri: str) -> str:
        for prefix, namespace in self._longest_first:
            if iri.startswith(namespace):
                local = iri[len(namespace) :]
                return f"{prefix}:{local}" if _LOCAL.fullmatch(local) else f"<{iri}>"
        return f"<{iri}>"
