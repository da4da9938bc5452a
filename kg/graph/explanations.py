"""Why each concept is what it is, on disk beside the store: one JSON line a concept."""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kg.atomic import replacing
from kg.errors import GraphError
from kg.model import Explanation, Match, Proposal, Resolution

_FILE = "resolution.jsonl"


def write_explanations(version: Path, resolution: Resolution) -> None:
    """Write explanations and proposals into a version of a graph folder.

    Raises:
        OSError: the file cannot be written.
    """
    proposals: dict[str, list[Proposal]] = defaultdict(list)
    for proposal in resolution.proposals:
        for end in (proposal.narrower, proposal.broader):
            proposals[end].append(proposal)
    with replacing(version / _FILE) as stream:
        for item in resolution.explanations:
            row = {**asdict(item), "proposals": [asdict(p) for p in proposals[item.concept]]}
            line = json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n"
            stream.write(line.encode("utf-8"))


def read_explanation(
    version: Path, concept: str
) -> tuple[Explanation, tuple[Proposal, ...]] | None:
    """The explanation of a concept, by its id, and proposals with it at one end.

    Raises:
        GraphError: the graph was built by a version of kg that kept none, or is damaged.
    """
    wanted = json.dumps({"concept": concept}, ensure_ascii=False, sort_keys=True)[:-1]
    file = version / _FILE
    try:
        with file.open(encoding="utf-8") as stream:
            for line in stream:
                if line.startswith(wanted):
                    return _parsed(json.loads(line))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise GraphError(f"{file} is not readable: {error}; build the graph again") from error
    return None


def _parsed(row: Mapping[str, Any]) -> tuple[Explanation, tuple[Proposal, ...]]:
    explanation = Explanation(
        concept=row["concept"],
        forms=tuple((form, tuple(papers)) for form, papers in row["forms"]),
        votes=tuple((kind, votes) for kind, votes in row["votes"]),
        matches=tuple(_with_reasons(Match, m) for m in row["matches"]),
    )
    return explanation, tuple(_with_reasons(Proposal, p) for p in row["proposals"])


def _with_reasons(kind: Any, row: Mapping[str, Any]) -> Any:
    return kind(**{**row, "reasons": tuple(row["reasons"])})
