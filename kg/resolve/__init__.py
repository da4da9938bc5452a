"""Per corpus, pure: entities of papers become concepts. Deciding is apart from applying."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kg.model import Extraction, Paper, Resolution
from kg.resolve.align import align
from kg.resolve.apply import apply
from kg.resolve.decide import Cluster, ResolveOptions, decide

__all__ = ["Cluster", "ResolveOptions", "align", "apply", "decide", "resolve"]


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
        embed: vectors of names; this first resolution goes by form alone and does not call it.
        options: when one name stays two concepts.

    >>> resolve([], [Extraction("p")]).concepts
    ()
    """
    gathered = sorted(extractions, key=lambda extraction: extraction.paper_id)
    clusters = decide(papers, gathered, options or ResolveOptions())
    return apply(clusters, gathered)
