"""From input to a graph on disk: a list of stages one can read, no logic of its own.

read ─► extract ─► resolve ─► align ─► write
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from pyoxigraph import DefaultGraph, NamedNode

from kg import __version__
from kg.atomic import write_text
from kg.extract import ExtractionCache, ExtractOptions, Extractor
from kg.graph.rdf import (
    RunRecord,
    alignment_quads,
    graph_quads,
    relinked_run_quads,
    run_quads,
)
from kg.graph.store import (
    check_target,
    current_version,
    new_version,
    open_store,
    read_json,
    write_store,
)
from kg.graph.stream import iter_concepts
from kg.model import Alignment, Concept, Extraction, Paper, Report
from kg.readers import ReadResult, read
from kg.readers.vocabulary import Vocabulary, iter_entries, open_vocabulary
from kg.resolve import ResolveOptions, align, resolve
from kg.vocab import DEFAULT_BASE, check_base, graph_iri

#: Called with a stage, how much of it is done, and of how much (None: not known).
Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """How to build. All of it goes into the run that the graph remembers.

    Args:
        base: base IRI of the data, ending in `/` or `#`.
        workers: papers read at the same time, one thread each.
        authors: whether persons and venues become nodes.
        vocabularies: files of other people's concepts to link to, as `kg.link` takes them.

    Raises:
        UsageError: the base is no absolute IRI that ends in `/` or `#`.
    """

    base: str = DEFAULT_BASE
    workers: int = 2
    authors: bool = True
    vocabularies: tuple[str, ...] = ()
    extract: ExtractOptions = field(default_factory=ExtractOptions)
    resolve: ResolveOptions = field(default_factory=ResolveOptions)

    def __post_init__(self) -> None:
        check_base(self.base)


def no_progress(stage: str, done: int, total: int | None) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """What to read: files, folders, and `-` for the stream."""

    names: tuple[str, ...]
    stream: BinaryIO | None = None


def read_inputs(inputs: Inputs, progress: Progress = no_progress) -> ReadResult:
    """Read and clean all papers.

    Raises:
        InputError: nothing usable in the input.
    """
    result = read(
        inputs.names,
        stdin=inputs.stream,
        on_progress=lambda _, done: progress("reading", done, None),
    )
    entries = result.report.entries
    progress("reading", entries, entries)
    return result


def build(
    inputs: Inputs,
    path: Path,
    options: BuildOptions,
    *,
    force: bool = False,
    progress: Progress = no_progress,
) -> Report:
    """Build a graph folder from papers; what stood at `path` stays until all is well.

    Raises:
        InputError: nothing usable in the input, or in a vocabulary to link to.
        GraphError: `path` is taken and not `force`, or cannot be written.
    """
    started = time.monotonic()
    check_target(path, force=force)
    vocabularies = list(map(open_vocabulary, options.vocabularies))
    reading = read_inputs(inputs, progress)
    papers = [paper if options.authors else _anonymous(paper) for paper in reading.papers]
    extractor = Extractor(options.extract)
    with new_version(path, force=force) as version:
        extractions = list(_extract(papers, extractor, version.parent, options, progress))
        progress("resolving", 0, len(papers))
        resolution = resolve(papers, extractions, extractor.encoder.embed, options.resolve)
        progress("resolving", len(papers), len(papers))
        progress("writing", 0, len(papers))
        parameters = _json(asdict(options))
        run = RunRecord(
            __version__, extractor.models, parameters, reading.report, _files(vocabularies)
        )
        alignments = _align(resolution.concepts, vocabularies)
        write_store(
            version,
            chain(
                graph_quads(papers, resolution, options.base),
                alignment_quads(alignments, options.base),
            ),
            lambda triples: run_quads(run, triples, options.base),
        )
        seconds = round(time.monotonic() - started, 3)
        record = {"version": __version__, **asdict(options), "seconds": seconds}
        write_text(version / "run.json", _json(record))
        write_text(version / "report.json", _json(asdict(reading.report)))
        progress("writing", len(papers), len(papers))
    return reading.report


def link(path: Path, names: Sequence[str]) -> tuple[Alignment, ...]:
    """Link the concepts of a graph to other vocabularies; the rest stays, and all if this fails.

    Returns:
        The links of this call. Links of earlier calls stay, unless they are between the same two.

    Raises:
        InputError: a vocabulary cannot be read or holds nothing.
        GraphError: `path` is no graph, or is being written.
    """
    vocabularies = list(map(open_vocabulary, names))
    old = current_version(path)
    store, base = open_store(old), read_json(old, "run.json")["base"]
    alignments = _align(iter_concepts(store, base), vocabularies)
    new = list(alignment_quads(alignments, base))
    runs = NamedNode(graph_iri(base, "runs"))
    replaced = {quad.subject for quad in new if quad.graph_name != DefaultGraph()}
    kept = (q for q in store if q.graph_name != runs and q.subject not in replaced)
    before = list(store.quads_for_pattern(None, None, None, runs))
    with new_version(path, force=True) as version:
        write_store(
            version,
            chain(kept, new),
            lambda triples: relinked_run_quads(before, triples, _files(vocabularies), base),
        )
        for name in ("run.json", "report.json"):
            write_text(version / name, (old / name).read_text("utf-8"))
    return alignments


def _align(
    concepts: Iterable[Concept], vocabularies: Iterable[Vocabulary]
) -> tuple[Alignment, ...]:
    """The matches in each vocabulary, one after the other: each has its own ambiguities."""
    ours = tuple(concepts)
    found = (align(ours, iter_entries(vocabulary)) for vocabulary in vocabularies)
    return tuple(chain.from_iterable(found))


def _files(vocabularies: Iterable[Vocabulary]) -> tuple[tuple[str, str], ...]:
    return tuple((v.document.name, v.document.sha256) for v in vocabularies)


def _extract(
    papers: Sequence[Paper],
    extractor: Extractor,
    home: Path,
    options: BuildOptions,
    progress: Progress,
) -> Iterator[Extraction]:
    """What each paper gives, in the order of the papers; from the cache where it is known."""
    with ExtractionCache(home / "extractions", extractor.fingerprint) as cache:
        # Asked before any is added: papers of one content would else come out of step with `new`.
        known = {paper.id for paper in papers if paper in cache}
        new = extractor.extract_all((p for p in papers if p.id not in known), options.workers)
        for done, paper in enumerate(papers, start=1):
            if paper.id in known:
                extraction = cache.get(paper)
            else:
                extraction = next(new)
                cache.put(paper, extraction)
            progress("extracting", done, len(papers))
            if extraction is not None:
                yield extraction


def _anonymous(paper: Paper) -> Paper:
    return replace(paper, authors=(), venue="")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
