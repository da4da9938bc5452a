"""What each paper gave, kept by content and models, so that nothing is extracted twice.

One SQLite file a set of models in `GRAPH/extractions/`; a row a paper. It is a cache: losing it
costs time, never content.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from kg.extract.codec import from_record, to_record
from kg.extract.extractor import rename
from kg.model import Extraction, Paper
from kg.vocab import digest

_SCHEMA = "CREATE TABLE IF NOT EXISTS extraction (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID"
_COMMIT_EVERY = 200


class ExtractionCache:
    """A table from the content of a paper to its extraction, for one fingerprint of the models.

    Raises:
        OSError: the file cannot be opened, read or written.
    """

    def __init__(self, folder: Path, fingerprint: str) -> None:
        folder.mkdir(exist_ok=True)
        self._pending = 0
        with _as_os_error(folder):
            self._db = sqlite3.connect(folder / f"{fingerprint}.sqlite")
            self._db.execute(_SCHEMA)
        self._folder = folder

    def __contains__(self, paper: Paper) -> bool:
        return self._value(paper) is not None

    def get(self, paper: Paper) -> Extraction | None:
        """The extraction of a paper with this content, if it was read before."""
        value = self._value(paper)
        # Papers may share a content, so the id is the asking paper's own.
        return rename(from_record(json.loads(value)), paper.id) if value else None

    def put(self, paper: Paper, extraction: Extraction) -> None:
        """Keep what a paper gave; committed every few hundred papers."""
        with _as_os_error(self._folder):
            self._db.execute(
                "INSERT OR REPLACE INTO extraction VALUES (?, ?)",
                (content_key(paper), json.dumps(to_record(extraction), ensure_ascii=False)),
            )
            self._pending += 1
            if self._pending >= _COMMIT_EVERY:
                self._db.commit()
                self._pending = 0

    def _value(self, paper: Paper) -> str | None:
        query = "SELECT value FROM extraction WHERE key = ?"
        with _as_os_error(self._folder):
            row = self._db.execute(query, (content_key(paper),)).fetchone()
        return row[0] if row else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Commit even when the block failed: what was read stays read.
        try:
            with _as_os_error(self._folder) if error is None else suppress(sqlite3.Error):
                self._db.commit()
        finally:
            self._db.close()


@contextmanager
def _as_os_error(folder: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(f"the extraction cache in {folder} fails: {error}") from error


def content_key(paper: Paper) -> str:
    """What an extraction depends on besides the models: the cleaned texts."""
    return digest(paper.title, paper.abstract, length=40)
