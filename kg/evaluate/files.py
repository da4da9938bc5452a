"""Reads annotated files: papers with concepts (JSON lines), and sentences as tokens with spans."""

import gzip
import json
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import FormatError, InputError
from kg.model import CONCEPT_TYPES, Paper
from kg.text import clean_text

if TYPE_CHECKING:
    from kg.extract import Extractor


def read_records(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON lines file, gzipped or not.

    Raises:
        InputError: no such file, or it holds nothing.
        FormatError: a line is no JSON object.
    """
    if not path.is_file():
        raise InputError(f"no file {path}")
    raw = path.read_bytes()
    try:
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise FormatError(f"{path}: {error}") from error
    records = []
    # Not by splitlines: a text in JSON may hold U+2028 as it is.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise FormatError(
                f"{path}, line {number}: no JSON ({error.msg}); give one object a line,"
                " as kg extract prints them"
            ) from error
        if not isinstance(record, dict) or "id" not in record:
            raise FormatError(f"{path}, line {number}: not an object with an id")
        records.append(record)
    if not records:
        raise InputError(f"{path} holds no records")
    return records


def check_concepts(path: Path, records: Iterable[dict[str, Any]], needed: frozenset[str]) -> None:
    """Look whether records can be scored.

    Args:
        path: where they stood.
        needed: what each concept must have beside its name.

    Raises:
        FormatError: one cannot; the message names it and what it should be.
    """
    for record in records:
        concepts, relations = record.get("concepts"), record.get("relations") or []
        if not isinstance(concepts, list) or not all(_is_sound(c, needed) for c in concepts):
            have = ", ".join(sorted(needed))
            raise FormatError(f"{path}, paper {record['id']!r}: concepts must be a list of objects"
                              f" with name, {have}")  # fmt: skip
        if not isinstance(relations, list) or not all(map(_is_relation, relations)):
            raise FormatError(f"{path}, paper {record['id']!r}: relations must be a list of"
                              " [name, relation, name]")  # fmt: skip


def _is_sound(concept: Any, needed: frozenset[str]) -> bool:
    return (
        isinstance(concept, dict)
        and concept.keys() >= needed
        and concept.get("type") in CONCEPT_TYPES
        and isinstance(concept.get("name") or concept.get("label"), str)
        and isinstance(aliases := concept.get("aliases") or [], list)
        and all(isinstance(alias, str) for alias in aliases)
    )


def _is_relation(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 3 and all(isinstance(part, str) for part in row)


def has_tokens(records: Iterable[dict[str, Any]]) -> bool:
    """Whether records are sentences of a token corpus rather than papers with concepts."""
    return all("tokens" in record and "spans" in record for record in records)


def papers_beside(gold: Path) -> Path:
    """The file with the papers of a gold file: `dev.gold.jsonl` has `dev.papers.jsonl`.

    Raises:
        InputError: there is none, so the caller has to name it.
    """
    path = gold.with_name(gold.name.replace(".gold.", ".papers."))
    if path == gold or not path.is_file():
        raise InputError(f"no papers beside {gold}; name predictions with --pred")
    return path


def read_papers(path: Path) -> list[Paper]:
    """The papers of a gold set, cleaned as every input is."""
    return [
        Paper(
            str(record["id"]),
            clean_text(record.get("title") or "").text,
            clean_text(record.get("abstract") or "").text,
        )
        for record in read_records(path)
    ]


def predict(
    papers: Iterable[Paper], extractor: "Extractor", seen: Callable[[int], None] = lambda _: None
) -> list[dict[str, Any]]:
    """What kg extracts from papers, in the form that is scored."""
    from kg.extract import to_json

    papers = list(papers)
    out = []
    for paper, extraction in zip(papers, extractor.extract_all(papers), strict=True):
        out.append(to_json(paper, extraction))
        seen(len(out))
    return out
