"""What each paper gave, kept by content and models, so that nothing is extracted twice.

One SQLite file a set of models in `GRAPH/extractions/`; a row a paper. It is a cache: losing it
costs time, never content.
"""

import json
import sqlite3
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
        OSError: the file cannot be opened or written.
    """

    def __init__(self, folder: Path, fingerprint: str) -> None:
        folder.mkdir(exist_ok=True)
        self._pending = 0
        try:
            self._db = sqlite3.connect(folder / f"{fingerprint}.sqlite")
            self._db.execute(_SCHEMA)
        except sqlite3.Error as error:
            raise OSError(f"{folder}: {error}") from error

    def get(self, paper: Paper) -> Extraction | None:
        """The extraction of a paper with this content, if it was read before."""
        row = self._db.execute(
            "SELECT value FROM extraction WHERE key = ?", (content_key(paper),)
        ).fetchone()
        # Papers may share a content, so the id is the asking paper's own.
        return rename(from_record(json.loads(row[0])), paper.id) if row else None

    def put(self, paper: Paper, extraction: Extraction) -> None:
        """Keep what a paper gave; committed every few hundred papers."""
        try:
            self._db.execute(
                "INSERT OR REPLACE INTO extraction VALUES (?, ?)",
                (content_key(paper), json.dumps(to_record(extraction), ensure_ascii=False)),
            )
            self._pending += 1
            if self._pending >= _COMMIT_EVERY:
                self._db.commit()
                self._pending = 0
        except sqlite3.Error as error:
            raise OSError(f"the extraction cache cannot be written: {error}") from error

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
            self._db.commit()
        except sqlite3.Error as failure:
            if error is None:
                raise OSError(f"the extraction cache cannot be written: {failure}") from failure
        finally:
            self._db.close()


def content_key(paper: Paper) -> str:
    """What an extraction depends on besides the models: the cleaned texts."""
    return digest(paper.title, paper.abstract, length=40)
