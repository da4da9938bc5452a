"""Turtle for people: prefixes, one block a subject, `a` first, sorted and streamed.

The blocks are made from sorted N-Triples lines, so memory does not grow with the graph. A local
name is shortened only where all Turtle readers agree on its reading (no `%`, no dot).
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, BinaryIO

from kg import vocab
from kg.export.selection import Selection
from kg.export.triples import Parts, all_triples, iter_subjects

_LOCAL = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")
_TYPED = re.compile(r'("(?:[^"\\]|\\.)*")\^\^<([^>]*)>', re.DOTALL)
_INTEGER = re.compile(r'"[+-]?[0-9]+"')
_DECIMAL = re.compile(r'"[+-]?[0-9]*\.[0-9]+"')
_TYPE = f"<{vocab.term('rdf:type')}>"


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write prefixes, then a block for each subject in the order of IRIs."""
    short = Shortener(selection.graph.base)
    stream.write(short.header().encode())
    for block in blocks(all_triples(selection), short):
        stream.write(block.encode())


def blocks(triples: Iterable[Any], short: "Shortener") -> Iterator[str]:
    """A block for each subject in the order of IRIs."""
    for subject, parts in iter_subjects(triples):
        yield _block(subject, parts, short)


def _block(subject: str, triples: Iterable[Parts], short: "Shortener") -> str:
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


class Shortener:
    """Turns an N-Triples term into its short Turtle form."""

    def __init__(self, base: str) -> None:
        self.prefixes = {"": base, **vocab.PREFIXES}
        self._longest_first = sorted(
            self.prefixes.items(), key=lambda item: len(item[1]), reverse=True
        )

    def header(self) -> str:
        """The prefixes, declared."""
        names = sorted(self.prefixes.items())
        return "".join(f"@prefix {name}: <{namespace}> .\n" for name, namespace in names)

    def __call__(self, value: str) -> str:
        """The short form of a term in the syntax of N-Triples."""
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
