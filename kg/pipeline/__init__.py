"""From input to a graph on disk: a list of stages one can read, no logic of its own.

read ─► extract ─► resolve ─► align ─► write
"""

import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from kg import __version__
from kg.atomic import to_json, write_text
from kg.errors import GraphError, InputError, UsageError
from kg.extract import Extractor
from kg.graph.explanations import write_explanations
from kg.graph.rdf import RunRecord, alignment_quads, graph_quads, run_quads
from kg.graph.store import EXTRACTIONS, check_target, current_version, new_version, write_store
from kg.model import Paper, Report
from kg.pipeline.extractions import drop_old_caches, extract_papers, kept_extractions
from kg.pipeline.links import align_all, files_of, link
from kg.pipeline.options import (
    BuildOptions,
    Progress,
    from_home,
    load_rules,
    no_progress,
    stored_fields,
    stored_options,
    with_rules,
    write_rules,
)
from kg.pipeline.reports import joined_reports, report_without, stored_report
from kg.readers import Reading, ReadResult, read
from kg.readers.codec import read_records, write_records
from kg.readers.identity import settle, without_repeats
from kg.readers.papers import Read
from kg.readers.vocabulary import open_vocabulary
from kg.resolve import Rules, resolve_kept
from kg.vocab import paper_iri

__all__ = ["BuildOptions", "Inputs", "Progress", "add", "build", "link", "load_rules",
           "no_progress", "read_inputs", "remove", "rule"]  # fmt: skip

#: What the graph was built from, in a version of the graph folder.
RECORDS = "records.jsonl.gz"


@dataclass(frozen=True, slots=True)
class Inputs:
    """What to read, and how.

    Args:
        names: files, folders, and `-` for the stream.
        stream: standard input, or what takes its place.
        fields: our field -> the column or field that holds it, where its name does not tell.
        strict: whether a skipped record is an error.
    """

    names: tuple[str, ...]
    stream: BinaryIO | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Content:
    """What a version of a graph is made of: records, the papers that they are, their report."""

    records: tuple[Read, ...]
    papers: tuple[Paper, ...]
    report: Report
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Clock:
    """Whom to tell how far it is, and when it began."""

    progress: Progress
    started: float

    def seconds(self) -> float:
        """Seconds since then."""
        return round(time.monotonic() - self.started, 3)


def read_inputs(inputs: Inputs, progress: Progress = no_progress) -> ReadResult:
    """Read and clean all papers.

    Raises:
        InputError: nothing usable in the input, or something skipped where that is forbidden.
    """
    end = 0

    def tell(at: Reading) -> None:
        nonlocal end
        end = at.total or at.done  # a small file is done only after its last record is told
        progress("reading", at.done, at.total)

    result = read(inputs.names, fields=inputs.fields, stdin=inputs.stream, on_progress=tell)
    progress("reading", end, end)
    skipped = result.report.skipped
    if inputs.strict and skipped:
        raise InputError(
            f"{len(skipped):,} of {result.report.entries:,} entries would be skipped, and strict"
            f" reading forbids it; the first: {skipped[0]}",
            result.report,
        )
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

    A file of rulings that lies in the graph (merges.yaml) is obeyed where `options` brings none.

    Raises:
        InputError: nothing usable in the input, or in a vocabulary to link to.
        GraphError: `path` is taken and not `force`, or cannot be written.
    """
    started = time.monotonic()
    check_target(path, force=force)
    for name in options.vocabularies:  # before the long work, not after it
        open_vocabulary(name)
    reading = read_inputs(inputs, progress)
    with new_version(path, force=force) as version:
        chosen = with_rules(options, version.parent)
        records = without_repeats(reading.records)
        content = Content(records, reading.papers, reading.report, inputs.fields)
        _write(version, content, chosen, Clock(progress, started))
    return reading.report


def add(path: Path, inputs: Inputs, progress: Progress = no_progress) -> Report:
    """Add papers to a graph: what is in force afterwards is what a build of all would give.

    Only papers that the graph has not seen are read by the models.

    Raises:
        InputError: nothing usable in the input.
        GraphError: `path` is no graph, or cannot be written.
    """
    started = time.monotonic()
    current_version(path)  # refuses what is no graph before anything is read
    reading = read_inputs(inputs, progress)
    with new_version(path, force=True) as version:
        before = current_version(path)
        report, options = stored_report(before), with_rules(stored_options(before), path)
        known = _stored_records(before)
        records = without_repeats((*known, *reading.records))
        settled = settle(records)
        joined = joined_reports(report, reading.report, settled)
        fields = {**stored_fields(before), **inputs.fields}
        content = Content(records, settled.papers, joined, fields)
        _write(version, content, options, Clock(progress, started))
    return reading.report


def remove(path: Path, iris: Sequence[str], progress: Progress = no_progress) -> Report:
    """Take papers out of a graph with all that only they gave it.

    Args:
        iris: the papers, by IRI.

    Raises:
        UsageError: an IRI that no paper has, or all papers would go.
        GraphError: `path` is no graph, or cannot be written.
    """
    started = time.monotonic()
    current_version(path)
    with new_version(path, force=True) as version:
        before = current_version(path)
        options = with_rules(stored_options(before), path)
        settled = settle(_stored_records(before))
        ids = {paper_iri(options.base, paper_id): paper_id for paper_id in settled.records}
        if unknown := sorted(set(iris) - ids.keys()):
            raise UsageError(f"{unknown[0]} is no paper of {path}; only papers can be removed")
        gone = {ids[iri] for iri in iris}
        kept = tuple(
            record
            for paper_id, records in settled.records.items()
            if paper_id not in gone
            for record in records
        )
        if not kept:
            raise UsageError(f"that would leave no paper in {path}; delete the folder instead")
        after = settle(kept)
        report = report_without(stored_report(before), settled, gone)
        content = Content(kept, after.papers, report, stored_fields(before))
        _write(version, content, options, Clock(progress, started))
    return report


def rule(path: Path, change: Callable[[Rules], Rules], progress: Progress = no_progress) -> Rules:
    """Change the rulings of a graph and resolve its papers anew.

    Args:
        change: from the rulings in force to those wanted.

    Returns:
        The rulings now in force.

    Raises:
        GraphError: `path` is no graph, or cannot be written.
    """
    started = time.monotonic()
    current_version(path)
    with new_version(path, force=True) as version:
        before = current_version(path)
        options = with_rules(stored_options(before), path)
        rules = change(options.resolve.rules)
        options = replace(options, resolve=replace(options.resolve, rules=rules))
        records = _stored_records(before)
        report = stored_report(before)
        content = Content(records, settle(records).papers, report, stored_fields(before))
        _write(version, content, options, Clock(progress, started))
    return rules


def _stored_records(version: Path) -> tuple[Read, ...]:
    """What a version was built from.

    Raises:
        GraphError: the file is missing or damaged.
    """
    file = version / RECORDS
    try:
        return tuple(read_records(file))
    # What a cut or changed gzip file gives is not always an OSError.
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError) as error:
        raise GraphError(f"{file} is not readable: {error}; build the graph again") from error


def _write(version: Path, content: Content, options: BuildOptions, clock: Clock) -> None:
    """Extract, resolve, and write all that a version of a graph holds."""
    progress, total = clock.progress, len(content.papers)
    vocabularies = list(map(open_vocabulary, options.vocabularies))
    papers = [paper if options.authors else _anonymous(paper) for paper in content.papers]
    papers.sort(key=lambda paper: paper.id)
    extractor = Extractor(options.extract)
    caches = version.parent / EXTRACTIONS
    extract_papers(papers, extractor, caches, options.workers, progress)
    progress("resolving", 0, total)
    resolution = resolve_kept(
        papers,
        lambda: kept_extractions(papers, caches, extractor.fingerprint),
        extractor.vectors.embed,
        options.resolve,
    )
    progress("resolving", total, total)
    progress("writing", 0, total)
    named = tuple(from_home(name, version.parent) for name in options.vocabularies)
    told, files = asdict(replace(options, vocabularies=named)), files_of(vocabularies)
    run = RunRecord(
        __version__, extractor.models, to_json(told), content.report, files, options.license
    )
    links = alignment_quads(align_all(resolution.concepts, vocabularies), options.base)
    write_store(
        version,
        chain(graph_quads(papers, resolution, options.base), links),
        lambda triples: run_quads(run, triples, options.base),
    )
    write_explanations(version, resolution)
    write_records(version / RECORDS, content.records)
    how = {**told, "fields": dict(content.fields), "seconds": clock.seconds()}
    record = {"version": __version__, **how}
    write_text(version / "run.json", to_json(record))
    write_text(version / "report.json", to_json(asdict(content.report)))
    # Last, as it changes the graph itself: what fails before must not leave rulings behind.
    write_rules(version.parent, options.resolve.rules)
    drop_old_caches(caches, extractor.fingerprint)
    progress("writing", total, total)


def _anonymous(paper: Paper) -> Paper:
    return replace(paper, authors=(), persons=(), venue="")
