"""Linking concepts to those of other vocabularies: while a graph is built, or afterwards."""

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from pyoxigraph import DefaultGraph, NamedNode

from kg.atomic import to_json, write_text
from kg.graph.rdf import alignment_quads, relinked_run_quads
from kg.graph.store import (
    current_version,
    new_version,
    open_store,
    read_json,
    stored_base,
    write_store,
)
from kg.graph.stream import iter_concepts
from kg.model import Alignment, Concept
from kg.pipeline.options import from_home
from kg.readers.vocabulary import Vocabulary, iter_entries, open_vocabulary
from kg.resolve import align
from kg.vocab import graph_iri


def link(path: Path, names: Sequence[str]) -> tuple[Alignment, ...]:
    """Link the concepts of a graph to other vocabularies; the rest stays, and all if this fails.

    The names of the files are remembered with the options of the graph, so that papers added or
    removed later find the links again.

    Returns:
        The links of this call. Links of earlier calls stay, unless they are between the same two.

    Raises:
        InputError: a vocabulary cannot be read or holds nothing.
        GraphError: `path` is no graph, or is being written.
    """
    vocabularies = list(map(open_vocabulary, names))
    current_version(path)  # refuses what is no graph before a folder is made
    with new_version(path, force=True) as version:
        old = current_version(path)  # under the lock: what others have added by now stays
        alignments = _write_linked(old, version, vocabularies)
        for file in sorted(old.iterdir()):
            if file.is_file() and file.name != "run.json":
                (version / file.name).write_bytes(file.read_bytes())
        write_text(version / "run.json", _with_vocabularies(old, names))
    return alignments


def _write_linked(
    old: Path, version: Path, vocabularies: Sequence[Vocabulary]
) -> tuple[Alignment, ...]:
    """Write the store of a version anew with the links of its concepts."""
    store, base = open_store(old), stored_base(old)
    alignments = align_all(iter_concepts(store, base), vocabularies)
    new = list(alignment_quads(alignments, base))
    runs = NamedNode(graph_iri(base, "runs"))
    replaced = {quad.subject for quad in new if quad.graph_name != DefaultGraph()}
    kept = (q for q in store if q.graph_name != runs and q.subject not in replaced)
    before = list(store.quads_for_pattern(None, None, None, runs))
    write_store(
        version,
        chain(kept, new),
        lambda triples: relinked_run_quads(before, triples, files_of(vocabularies), base),
    )
    return alignments


def align_all(
    concepts: Iterable[Concept], vocabularies: Iterable[Vocabulary]
) -> tuple[Alignment, ...]:
    """The matches in each vocabulary, one after the other: each has its own ambiguities."""
    ours = tuple(concepts)
    found = (align(ours, iter_entries(vocabulary)) for vocabulary in vocabularies)
    return tuple(chain.from_iterable(found))


def files_of(vocabularies: Iterable[Vocabulary]) -> tuple[tuple[str, str], ...]:
    """Name and SHA-256 of each."""
    return tuple((v.document.name, v.document.sha256) for v in vocabularies)


def _with_vocabularies(old: Path, names: Sequence[str]) -> str:
    run = dict(read_json(old, "run.json"))
    new = (from_home(name, old.parent) for name in names)
    run["vocabularies"] = list(dict.fromkeys([*run.get("vocabularies", ()), *new]))
    return to_json(run)
