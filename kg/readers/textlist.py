"""Plain text: a heading perhaps, then one abstract a paragraph, with or without titles.

A short line without a full stop is a heading. If each abstract has exactly one right before
it, those are the titles; otherwise the first is the heading of the list and the others
are reported, since guessing would make papers that do not exist.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kg.model import Failure, RawRecord, Source
from kg.readers.document import Document

SUFFIXES = (".txt", ".text", ".md", ".markdown", "")
_HEADING_LENGTH = 200
_LONG_LINE = 200
_SENTENCE_END = re.compile(r"[.!?:;。！？…][\"'”’)\]*_]*\Z")
_HASHES = re.compile(r"#{1,6}\s+")
_MARKER = re.compile(r"(?:\(?\d{1,4}[.)]|\[\d{1,4}\]|[-*•+–])[ \t]+(?=\S)")
_RULE = re.compile(r"[-=*_ ]{3,}\Z")
_LABEL = re.compile(r"(?:\*\*)?(title|abstract)(?:\*\*)?\s*:(?:\*\*)?\s*(?=\S)", re.I)


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph, the line it starts at, and whether it looks like a heading."""

    text: str
    line: int
    is_heading: bool


def sniff(head: str, name: str) -> bool:
    """Accept prose: text with letters and blanks, no binary, no tags, no other format's start."""
    damage = sum(not c.isprintable() and c not in "\t\n\f\u00ad\u200b" for c in head[:4000])
    if damage * 20 > len(head[:4000]):
        return False
    if re.match(r"\s*(?:<[?!a-zA-Z]|%PDF|PK\x03|#!|\{\\rtf)", head):
        return False
    suffix = re.search(r"\.\w+\Z", name.rsplit("/", 1)[-1])
    return (suffix[0].lower() if suffix else "") in SUFFIXES


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each abstract as a record with `abstract` and, where there is one, `title`."""
    with document.text() as stream:
        blocks = list(_blocks(stream.read()))
    headings = [block for block in blocks if block.is_heading]
    titled = _are_titles(blocks)
    number = 0
    title: _Block | None = None
    for block in blocks:
        if block.is_heading:
            if titled:
                title = block  # a list's own heading gives way to the first title
            elif block is not headings[0] and not _HASHES.match(block.text):
                number += 1
                yield _stray(document.name, number, block)
            continue
        number += 1
        start = (title or block).line
        fields = {"abstract": block.text}
        if title:
            fields["title"] = _HASHES.sub("", title.text)
        title = None
        yield RawRecord(_labelled(fields), Source(document.name, number, start))
    if title:
        yield _stray(document.name, number + 1, title)


def _stray(name: str, number: int, block: _Block) -> Failure:
    return Failure(
        Source(name, number, block.line),
        block.text,
        "a short line that is neither an abstract nor clearly a title",
        "end it with a full stop if it is an abstract, or give every abstract a title line",
    )


def _are_titles(blocks: list[_Block]) -> bool:
    """Tell whether every abstract has its own heading (after at most one for the whole list)."""
    kinds = "".join("h" if block.is_heading else "p" for block in blocks)
    return bool(re.fullmatch(r"h?(?:hp){2,}h*", kinds)) or (
        kinds == "hp" and bool(_HASHES.match(blocks[0].text)) and not _names_a_list(blocks[0].text)
    )


def _names_a_list(text: str) -> bool:
    return bool(re.search(r"\b(?:papers|abstracts|list|proceedings|\d{4})\b|列表", text, re.I))


def _labelled(fields: dict[str, str]) -> dict[str, str]:
    """Take "Title: …" and "Abstract: …" at their word."""
    text = fields["abstract"]
    pieces = _LABEL.split(text)
    if len(pieces) == 3 and "title" not in fields and pieces[0].endswith("\n"):
        title, *people = pieces[0].strip().split("\n")
        if pieces[1].lower() == "abstract" and _is_heading(title) and len(people) < 2:
            return {"title": title, "abstract": pieces[2].strip(), "authors": "".join(people)}
    if len(pieces) < 3 or pieces[0].strip():
        return fields
    found = {pieces[i].lower(): pieces[i + 1].strip() for i in range(1, len(pieces) - 1, 2)}
    return {**fields, **found} if "abstract" in found else fields


def _blocks(text: str) -> Iterator[_Block]:
    """Cut the text at blank lines, list markers and Markdown headings."""
    line = 1
    for chunk in re.split(r"(\n[ \t]*\n\s*)", text.lstrip("\ufeff")):
        if chunk.strip():
            lead = chunk[: len(chunk) - len(chunk.lstrip())].count("\n")
            yield from _split(chunk.strip().split("\n"), line + lead)
        line += chunk.count("\n")


def _split(lines: list[str], first: int) -> Iterator[_Block]:
    """Divide the lines of one paragraph where it plainly holds more than one thing."""
    starts = [i for i, line in enumerate(lines) if i == 0 or _starts_block(lines, i)]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        text = "\n".join(lines[start:end]).strip()
        if text and not _RULE.match(text):
            is_heading = _is_heading(text)
            # Only a marker at the very start is one: "(2024)" inside a sentence is not.
            marker = None if is_heading else _MARKER.match(text)
            body = text[marker.end() :] if marker else text
            yield _Block(body, first + start, is_heading)


def _starts_block(lines: list[str], index: int) -> bool:
    around = lines[index - 1 : index + 1]
    if any(_HASHES.match(line) or _RULE.match(line) for line in around):
        return True
    if _MARKER.match(lines[0].lstrip()) or index > 1:
        marked = [line for line in lines if _MARKER.match(line.lstrip())]
        if len(marked) > 1 and _MARKER.match(lines[index].lstrip()):
            return True
    # Lines as long as abstracts are not wrapped: each stands for itself.
    return len(lines[index]) >= _LONG_LINE and (
        len(lines[index - 1]) >= _LONG_LINE or (index == 1 and _is_heading(lines[0]))
    )


def _is_heading(text: str) -> bool:
    if _HASHES.match(text):
        return "\n" not in text
    return (
        "\n" not in text
        and len(text) <= _HEADING_LENGTH
        and len(text.split()) <= 30
        and any(c.isalnum() for c in text)
        and not _SENTENCE_END.search(text)
        and not _LABEL.match(text)
    )
