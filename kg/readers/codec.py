"""Records as JSON lines, so that a graph can be built again from what it was built from."""

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from kg.atomic import replacing
from kg.model import AbstractPart, Paper, Person, Source, Span
from kg.readers.papers import Read

_NAMES = frozenset(field.name for field in fields(Paper))


def write_records(path: Path, records: Iterable[Read]) -> None:
    """Write records, gzipped, the same bytes for the same records in the same order.

    Raises:
        OSError: the file cannot be written.
    """
    with replacing(path) as stream, gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as packed:
        for item in records:
            row = {"digest": item.digest, "paper": asdict(item.paper)}
            packed.write(json.dumps(row, ensure_ascii=False).encode("utf-8") + b"\n")


def read_records(path: Path) -> Iterator[Read]:
    """The records that `write_records` wrote.

    Raises:
        OSError: the file is missing or damaged.
    """
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            row = json.loads(line)
            yield Read(_paper(row["paper"]), row["digest"], ())


def _paper(row: dict[str, Any]) -> Paper:
    values = {name: value for name, value in row.items() if name in _NAMES}
    source = values.pop("source", None)
    persons = tuple(Person(**person) for person in values.pop("persons", ()))
    parts = tuple(_part(part) for part in values.pop("parts", ()))
    plain: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
    }
    where = Source(**source) if source else None
    return Paper(**plain, source=where, persons=persons, parts=parts)


def _part(row: dict[str, Any]) -> AbstractPart:
    return AbstractPart(row["label"], Span(**row["span"]))
