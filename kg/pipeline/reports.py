"""What became of the input, over several runs: `entries == kept + merged + skipped` throughout."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kg.errors import GraphError
from kg.graph.store import read_json
from kg.model import Failure, Notice, Report, Source
from kg.readers.identity import Settled
from kg.readers.report import traits


def stored_report(version: Path) -> Report:
    """The report of a version.

    Raises:
        GraphError: its report.json is missing or damaged.
    """
    raw = read_json(version, "report.json")
    try:
        return Report(
            entries=raw["entries"],
            kept=raw["kept"],
            merged=raw["merged"],
            skipped=tuple(Failure(**{**row, "source": _source(row)}) for row in raw["skipped"]),
            notices=tuple(Notice(_source(row), row["message"]) for row in raw["notices"]),
            files=tuple((name, sha256) for name, sha256 in raw["files"]),
            repairs=raw.get("repairs", {}),
            traits=raw.get("traits", {}),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise GraphError(
            f"{version / 'report.json'} is of another version of kg: {error!r};"
            " build the graph again"
        ) from error


def joined_reports(before: Report, new: Report, settled: Settled) -> Report:
    """The report of a graph to which papers were added."""
    entries = before.entries + new.entries
    skipped = (*before.skipped, *new.skipped)
    kept = len(settled.papers)
    # What is settled is the whole graph, so much of what it tells was told by an earlier run.
    told = {*before.notices, *new.notices}
    about_all = (notice for notice in settled.notices if notice not in told)
    return Report(
        entries=entries,
        kept=kept,
        merged=entries - kept - len(skipped),
        skipped=skipped,
        notices=(*before.notices, *new.notices, *about_all),
        files=tuple(sorted({*before.files, *new.files})),
        repairs=dict(sorted((Counter(before.repairs) + Counter(new.repairs)).items())),
        traits=traits(settled.papers),
    )


def since(before: Mapping[str, Any], after: Mapping[str, Any]) -> Mapping[str, Any]:
    """What one run found: the report of a graph less that of the graph it added papers to."""
    fresh = {name: after[name][len(before[name]) :] for name in ("skipped", "notices")}
    numbers = {name: Counter(after[name]) - Counter(before[name]) for name in ("repairs", "traits")}
    entries = after["entries"] - before["entries"]
    # One record may show that two papers of the graph are one.
    kept = max(0, after["kept"] - before["kept"])
    merged = entries - kept - len(fresh["skipped"])
    return {**after, **fresh, **numbers, "entries": entries, "kept": kept, "merged": merged}


def report_without(report: Report, settled: Settled, gone: Collection[str]) -> Report:
    """The report of a graph from which papers were taken, each with all its records."""
    records = sum(len(settled.records[paper_id]) for paper_id in gone)
    # Repeats of a record are kept once but were counted as entries; they go as merged ones.
    merged = max(0, report.merged - (records - len(gone)))
    kept = report.kept - len(gone)
    left = [paper for paper in settled.papers if paper.id not in gone]
    entries = kept + merged + len(report.skipped)
    return replace(report, entries=entries, kept=kept, merged=merged, traits=traits(left))


def _source(row: dict[str, Any]) -> Any:
    return Source(**row["source"]) if row["source"] else None
