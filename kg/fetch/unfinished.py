"""The files of a run that is not finished, from which the next one goes on.

Beside `papers.jsonl` they are `.papers.jsonl.part`, the records so far, and
`.papers.jsonl.state`, which says how many bytes of it count and where the next page begins. They
are hidden ones, since a folder of papers is read without those.
"""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kg.atomic import write_text
from kg.errors import FetchError, UsageError
from kg.fetch.source import Record


class Unfinished:
    """Records on their way to a file, each once."""

    def __init__(self, output: Path, task: Mapping[str, Any], identifier: str) -> None:
        self.output = output.resolve()
        self._part = self.output.with_name(f".{self.output.name}.part")
        self._state = self.output.with_name(f".{self.output.name}.state")
        self._task, self._identifier = dict(task), identifier
        self._seen: set[str] = set()
        self._bytes = 0
        self.position: str | None = ""
        self.records = 0
        self.repeated = 0

    def begin(self, *, restart: bool = False) -> None:
        """Take up what an interrupted run has left, if it had the same task.

        Raises:
            UsageError: it had another one.
            FetchError: its files are damaged.
            OSError: the folder cannot be made or written to.
        """
        self.output.parent.mkdir(parents=True, exist_ok=True)
        if restart:
            self._state.unlink(missing_ok=True)
        if not (self._state.exists() and self._part.exists()):
            return
        try:
            state = json.loads(self._state.read_bytes())
            task, position, size = state["task"], state["next"], int(state["bytes"])
            repeated = int(state["repeated"])
            stored = self._part.read_bytes()[:size]
            if len(stored) < size:
                raise ValueError(f"{self._part.name} has lost records")
            seen = [self._identity(json.loads(line)) for line in stored.splitlines()]
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise FetchError(
                f"{self._state}: cannot go on from it ({error}); begin anew by --restart"
            ) from error
        if task != self._task:
            raise UsageError(
                f"{self.output.name} is the unfinished output of another fetch"
                f" ({task.get('source')} {task.get('query')!r}):"
                " finish that, name another file, or begin anew by --restart"
            )
        self.position, self._bytes, self.repeated = position, size, repeated
        self._seen, self.records = set(seen), len(seen)

    def add(self, records: Iterable[Record], following: str | None, room: int | None) -> None:
        """Store the new ones among the records, `room` at most, then that the page is done."""
        fresh: dict[str, Record] = {}
        for record in records:
            if len(fresh) == room:
                break
            identity = self._identity(record)
            if identity in self._seen or identity in fresh:
                self.repeated += 1
            else:
                fresh[identity] = record
        lines = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in fresh.values())
        self._append(lines.encode("utf-8", "backslashreplace"))
        self._seen.update(fresh)
        self.records += len(fresh)
        self.position = following
        state = {"task": self._task, "next": following, "bytes": self._bytes,
                 "repeated": self.repeated}  # fmt: skip
        write_text(self._state, json.dumps(state, ensure_ascii=False, indent=1) + "\n")

    def finish(self) -> None:
        """Put the records in their place."""
        self._part.replace(self.output)
        self._state.unlink()

    def _append(self, lines: bytes) -> None:
        with self._part.open("r+b" if self._bytes else "wb") as stream:
            stream.truncate(self._bytes)  # half a page, if the last run broke off in it
            stream.seek(self._bytes)
            stream.write(lines)
            stream.flush()
            os.fsync(stream.fileno())
        self._bytes += len(lines)

    def _identity(self, record: Record) -> str:
        own = record.get(self._identifier)
        return str(own) if own else json.dumps(record, sort_keys=True)
