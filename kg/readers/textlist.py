"""Plain text: a heading perhaps, then one abstract a paragraph, with or without titles.

A short line without a full stop is a heading. If each abstract has exactly one right before
it, those are the titles; otherwise the first is the heading of the list and the others
are reported, since guessing would make papers that do not exist. Lines "Title: …" are taken at
their word, and where no line ends as a sentence does, each is a title.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

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
#: What opens a paper in a file of labelled fields, and what the others are called.
_TITLE_LINE = re.compile(rf"^[ \t]*(?:{_MARKER.pattern})?\*{{0,2}}title\*{{0,2}}\s*:", re.I | re.M)
_FIELD = re.compile(
    r"(?:^|(?<=\s))\**(title|abstract)\**[ \t]*:\**"
    r"|^[ \t]*\**(authors?|year|date|published|venue|journal|conference|booktitle|doi|arxiv|url"
    r"|link|pdf|keywords?)\**[ \t]*:\**", re.I | re.M
)  # fmt: skip
_ADDRESS = re.compile(
    r"(?:https?://|doi:|arxiv:|10\.\d{4,9}/|pmid:)\S*|\d{4}\.\d{4,5}(?:v\d+)?", re.I
)
_TITLE_END = re.compile(r"[?!][\"'”’)\]*_]*\Z")


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
        text = stream.read().lstrip("\ufeff")
    items = _listed(text, document.name)
    yield from _in_paragraphs(text, document.name) if items is None else items


def _listed(text: str, name: str) -> list[RawRecord | Failure] | None:
    """The papers of a file of labelled fields, or with a title or address a line; else nothing."""
    start = _TITLE_LINE.search(text)
    if start and len(list(_blocks(text[: start.start()]))) < 2:
        starts = [found.start() for found in _TITLE_LINE.finditer(text)]
        return [
            RawRecord(_fields(text[at:end]), Source(name, number, text.count("\n", 0, at) + 1))
            for number, (at, end) in enumerate(pairwise([*starts, len(text)]), start=1)
        ]
    lines = [(place, _MARKER.sub("", line.strip(), count=1))
             for place, line in enumerate(text.split("\n"), start=1) if line.strip()]  # fmt: skip
    places = ((Source(name, number, place), line)
              for number, (place, line) in enumerate(lines, start=1))  # fmt: skip
    if lines and all(_ADDRESS.fullmatch(line) for _, line in lines):
        return [Failure(source, line, "it is an address alone: nothing is looked up",
                        "export the records of these papers, as BibTeX or RIS")
                for source, line in places]  # fmt: skip
    if len(lines) > 1 and all(_is_title(line) for _, line in lines):
        return [RawRecord({"title": line}, source) for source, line in places]
    return None


def _fields(text: str) -> dict[str, str]:
    """The labelled fields of one paper; without a label for it, the abstract follows the title."""
    pieces = _FIELD.split(text)
    found: dict[str, str] = {}
    for other, own, value in zip(pieces[2::3], pieces[1::3], pieces[3::3], strict=True):
        found.setdefault((own or other).lower(), value.strip())
    title, _, rest = found["title"].partition("\n")
    if "abstract" not in found and rest.strip():
        found |= {"title": title, "abstract": rest.strip()}
    return found


def _is_title(line: str) -> bool:
    """Whether a line may be a title among others: it is no sentence, and no part of one."""
    line = _TITLE_END.sub("", line)
    return _is_heading(line) and len(line.split()) > 2 and not line[0].islower() and line[-1] != ","


def _in_paragraphs(text: str, name: str) -> Iterator[RawRecord | Failure]:
    blocks = list(_blocks(text))
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
                yield _stray(name, number, block)
            continue
        number += 1
        start = (title or block).line
        fields = {"abstract": block.text}
        if title:
            fields["title"] = _HASHES.sub("", title.text)
        title = None
        yield RawRecord(_labelled(fields), Source(name, number, start))
    if title:
        yield _stray(name, number + 1, title)


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
    for chunk in re.split(r"(\n[ \t]*\n\s*)", text):
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
