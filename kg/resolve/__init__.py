"""Per corpus, pure: entities of papers become concepts. Deciding is apart from applying."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kg.model import Extraction, Paper, Resolution
from kg.resolve.align import align
from kg.resolve.apply import apply
from kg.resolve.decide import ResolveOptions, decide
from kg.resolve.rules import Rules, obeyed, read_rules, to_plain, with_different, with_same

__all__ = [
    "ResolveOptions",
    "Rules",
    "align",
    "read_rules",
    "resolve",
    "resolve_kept",
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
    resolution = resolve_kept(papers, lambda: gathered, embed, options)
    links, explanations = tuple(resolution.links), tuple(resolution.explanations)
    return replace(resolution, links=links, explanations=explanations)


def resolve_kept(
    papers: Iterable[Paper],
    extractions: Callable[[], Iterable[Extraction]],
    embed: Callable[[Sequence[str]], Any] | None = None,
    options: ResolveOptions | None = None,
) -> Resolution:
    """Resolve extractions that are kept elsewhere, so that memory grows with the names in them.

    Args:
        extractions: goes through them anew each time it is called, in the order of the ids of
            their papers; twice here, and once for each time that the links are read.

    Returns:
        What `resolve` returns; its links and explanations are made while they are read.
    """
    options = options or ResolveOptions()
    apart = options.rules.apart()

    def obedient() -> Iterator[Extraction]:
        return (obeyed(extraction, apart) for extraction in extractions())

    return apply(decide(papers, obedient(), embed, options), obedient)
