"""Per corpus, pure: entities of papers become concepts. Deciding is apart from applying."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kg.model import Extraction, Paper, Resolution
from kg.resolve.apply import apply
from kg.resolve.decide import ResolveOptions, decide
from kg.resolve.rules import Rules, read_rules, to_plain, with_different, with_same

__all__ = [
    "ResolveOptions",
    "Rules",
    "read_rules",
    "resolve",
    "to_plain",
    "with_different",
    "with_same",
]


def resolve(
    papers: Iterable[Paper],
    extractions: Iterable[Extraction],
    embed: Callable[[Sequence[str]], Any] | None = None,
    options: ResolveOptions | None = None,
) -> Resolution:
    """Resolve the entities of a corpus into concepts.

    The result does not depend on the order of either argument; every concept is linked, and
    no relation ends outside the concepts.

    Args:
        papers: the papers, each id once; the abbreviations that they define are evidence.
        extractions: theirs, in any order.
        embed: vectors of length one for names, each a function of its name alone; without it
            nothing is joined by likeness.
        options: when one name stays two concepts, and what the user rules.

    >>> resolve([], [Extraction("p")]).concepts
    ()
    """
    gathered = sorted(extractions, key=lambda extraction: extraction.paper_id)
    return apply(decide(papers, gathered, embed, options or ResolveOptions()))
