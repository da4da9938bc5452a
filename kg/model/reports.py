"""What became of the input: kept, merged, skipped, and what to know about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kg.model.papers import Source


@dataclass(frozen=True, slots=True)
class Failure:
    """A record that could not be used: where it stood, what it looked like, why, what to do."""

    source: Source
    raw: str
    error: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.source}: {self.error}" + (f"; {self.remedy}" if self.remedy else "")


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a reader of the report should know about a record that was kept."""

    source: Source | None
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the input: `entries == kept + merged + len(skipped)`.

    `repairs` counts by kind what cleaning mended in titles and abstracts, `traits` the papers
    kept that have something a reader of the graph should know, such as a title alone.
    """

    entries: int
    kept: int
    merged: int
    skipped: tuple[Failure, ...] = ()
    notices: tuple[Notice, ...] = ()
    files: tuple[tuple[str, str], ...] = ()  # (name, sha256), sorted
    repairs: Mapping[str, int] = field(default_factory=dict)
    traits: Mapping[str, int] = field(default_factory=dict)
