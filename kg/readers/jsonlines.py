"""JSON Lines: one object a line, read as a stream."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kg.model import Failure, RawRecord, Source
from kg.readers.catalogues import catalogue_record
from kg.readers.document import Document
from kg.readers.jsonfile import DECODER, page_of
from kg.readers.papers import excerpt


def sniff(head: str, name: str) -> bool:
    """Accept text whose first line, or second if the first is broken, is an object of its own."""
    lines = [line for line in map(str.strip, head.split("\n", 50)[:50]) if line.strip("\x00")]
    named = name.lower().endswith((".jsonl", ".ndjson"))
    if not lines or not (lines[0].startswith("{") or named):
        return False
    if _is_object(lines[0]):
        return named or len(lines) > 1
    if lines[0].startswith("[") or lines[0][-1] in "[{,:":
        return False  # one JSON document over several lines
    return named if len(lines) == 1 else _is_object(lines[1])


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line, strict=False), Mapping)
    except (ValueError, RecursionError):
        return False


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each line's object; a line that is none is a failure, and the next one is read."""
    number = 0
    with document.text() as stream:
        for line_number, line in enumerate(stream, start=1):
            line = line.strip("\ufeff\x00 \t\r\n")
            if not line:
                continue
            for item in _objects(line):
                number += 1
                source = Source(document.name, number, line_number)
                if isinstance(item, Mapping):
                    yield catalogue_record(item, source)
                else:
                    yield Failure(source, excerpt(line), *item)


def _objects(line: str) -> list[Mapping[str, Any] | tuple[str, str]]:
    """The paper on a line, all those of an answer that a catalogue gave, or error and remedy."""
    try:
        value = DECODER.decode(line)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", None) or "it is nested too deeply or holds too long a number"
        column = f" at column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        return [(f"it is not valid JSON ({reason}{column})",
                 "write one complete JSON object on the line")]  # fmt: skip
    if not isinstance(value, Mapping):
        return [("the line holds no JSON object",
                 "write one JSON object a line, with title and abstract")]  # fmt: skip
    return [item for item in page_of(value) if isinstance(item, Mapping)] or [value]
