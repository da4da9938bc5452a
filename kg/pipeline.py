"""From input to a graph on disk: a list of stages one can read, no logic of its own.

read ─► extract ─► resolve ─► write
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from kg import __version__
from kg.atomic import write_text
from kg.extract import ExtractionCache, ExtractOptions, Extractor
from kg.graph.rdf import RunRecord, graph_quads, run_quads
from kg.graph.store import check_target, new_version, write_store
from kg.model import Extraction, Paper, Report
from kg.readers import ReadResult, read
from kg.resolve import ResolveOptions, resolve
from kg.vocab import DEFAULT_BASE, check_base, check_iri

#: Called with a stage, how much of it is done, and of how much (None: not known).
Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """How to build. All of it goes into the run that the graph remembers.

    Args:
        base: base IRI of the data, ending in `/` or `#`.
        workers: papers read at the same time, one thread each.
        authors: whether persons and venues become nodes.
        license: IRI of the licence that the graph is given under; none is claimed by default.

    Raises:
        UsageError: the base is no absolute IRI that ends in `/` or `#`, or the licence none.
    """

    base: str = DEFAULT_BASE
    workers: int = 2
    authors: bool = True
    license: str = ""
    extract: ExtractOptions = field(default_factory=ExtractOptions)
    resolve: ResolveOptions = field(default_factory=ResolveOptions)

    def __post_init__(self) -> None:
        check_base(self.base)
        if self.license:
            check_iri(self.license)


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
        InputError: nothing usable in the input.
        GraphError: `path` is taken and not `force`, or cannot be written.
    """
    started = time.monotonic()
    check_target(path, force=force)
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
        run = RunRecord(__version__, extractor.models, parameters, reading.report, options.license)
        write_store(
            version,
            graph_quads(papers, resolution, options.base),
            lambda triples: run_quads(run, triples, options.base),
        )
        seconds = round(time.monotonic() - started, 3)
        record = {"version": __version__, **asdict(options), "seconds": seconds}
        write_text(version / "run.json", _json(record))
        write_text(version / "report.json", _json(asdict(reading.report)))
        progress("writing", len(papers), len(papers))
    return reading.report


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
