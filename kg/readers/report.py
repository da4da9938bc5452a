"""What a report says of the papers kept, and the report in words."""

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from kg.model import Paper, Source

#: Words below which an abstract is short: a sentence or two, with few concepts to find.
SHORT_ABSTRACT = 20

#: What the reader of a graph should know of how many of its papers.
_TRAITS: Mapping[str, Callable[[Paper], bool]] = {
    "title only": lambda paper: not paper.abstract,
    "no title": lambda paper: not paper.title,
    "short abstract": lambda paper: (
        0 < len(paper.abstract.split(None, SHORT_ABSTRACT)) < SHORT_ABSTRACT
    ),
    "not in English": lambda paper: paper.language not in ("", "en"),
    "no year": lambda paper: paper.year is None,
}
_IN_WORDS = {
    "control": "control characters",
    "html": "HTML and JATS tags, entities",
    "hyphens": "broken and soft hyphens",
    "invisible": "invisible characters",
    "latex": "LaTeX",
    "ligatures": "ligatures",
    "markdown": "Markdown",
    "mojibake": "lines decoded wrongly",
    "quotes": "curly quotes",
    "rights": "publishers' statements of rights",
    "spaces": "special blanks",
    "styled": "styled letters",
    "surrogates": "lone surrogates",
}
_CELL = 240


def traits(papers: Sequence[Paper]) -> dict[str, int]:
    """How many papers have each trait; those that none has are left out."""
    counts = {name: sum(map(has, papers)) for name, has in _TRAITS.items()}
    return {name: count for name, count in counts.items() if count}


def in_words(kind: str) -> str:
    """What a kind of repair is called for people."""
    return _IN_WORDS.get(kind, kind)


def sentence(row: Mapping[str, Any]) -> str:
    """A skipped record or a notice, as it stands in report.json, in words."""
    source = f"{Source(**row['source'])}: " if row["source"] else ""
    remedy = f"; {row['remedy']}" if row.get("remedy") else ""
    return f"{source}{row.get('error') or row['message']}{remedy}"


def account(report: Mapping[str, Any]) -> str:
    """What became of the entries, as a sum.

    >>> account({"entries": 1, "kept": 1, "merged": 0, "skipped": []})
    '1 entry = 1 kept + 0 merged + 0 skipped'
    """
    entries = "entry" if report["entries"] == 1 else "entries"
    return (f"{report['entries']:,} {entries} = {report['kept']:,} kept"
            f" + {report['merged']:,} merged + {len(report['skipped']):,} skipped")  # fmt: skip


def to_markdown(report: Mapping[str, Any]) -> str:
    """The report of a run, as it stands in report.json, as a page of Markdown."""
    lines = ["# Report of a build", "", account(report)]
    lines += _section("Skipped", ("file", "record", "line", "reason", "remedy", "begins"),
                      ((*_place(row), row["error"], row["remedy"], row["raw"])
                       for row in report["skipped"]))  # fmt: skip
    lines += _section("Papers kept", ("trait", "papers"), report["traits"].items())
    lines += _section("Repairs of text", ("kind", "number"),
                      ((in_words(kind), n) for kind, n in report["repairs"].items()))  # fmt: skip
    lines += _section("Notices", ("file", "record", "line", "notice"),
                      ((*_place(row), row["message"]) for row in report["notices"]))  # fmt: skip
    lines += _section("Files", ("file", "SHA-256"), report["files"])
    return "\n".join(lines) + "\n"


def _place(row: Mapping[str, Any]) -> tuple[object, ...]:
    source = row["source"] or {}
    return source.get("file", ""), source.get("record") or "", source.get("line") or ""


def _section(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A heading and a table, or nothing where there are no rows."""
    body = [f"| {' | '.join(map(_cell, row))} |" for row in rows]
    if not body:
        return []
    rule = f"|{'---|' * len(columns)}"
    return ["", f"## {title}", "", f"| {' | '.join(columns)} |", rule, *body]


def _cell(value: object) -> str:
    """Text that cannot end its cell, nor mean anything to Markdown or a browser."""
    text = " ".join(str(value).split())
    text = text if len(text) <= _CELL else text[: _CELL - 1] + "…"
    return re.sub(r"[\\`*_\[\]|#]", r"\\\g<0>", html.escape(text, quote=False))
