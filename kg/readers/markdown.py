"""Markdown: reading lists, tables and headed papers with links, and posts with front matter.

What is no paper is told apart: tables of contents, badges, headings of sections and prose are no
entries at all; a list item that links elsewhere, such as to code, is one, and is reported.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import yaml

from kg.model import Failure, Notice, RawRecord, Source
from kg.readers.document import Document
from kg.readers.fields import SYNONYMS, plain_key
from kg.readers.inline import normalise
from kg.readers.papers import excerpt
from kg.readers.reading_list import (
    ABSTRACT_WORDS,
    Entry,
    has_paper_link,
    read_entry,
    tells_more,
)

_SUFFIXES = (".md", ".markdown", ".mdown", ".qmd", ".rmd")
_FRONT = re.compile(r"\s*---[ \t]*\n(.*?\n)---[ \t]*(?:\n|\Z)", re.S)
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*\Z")
_ITEM = re.compile(
    r"([ \t]*)(?:[-+•‣◦]|\*(?!\*)|\d{1,4}[.)]|\[\d{1,4}\](?!\())(?:[ \t]+|(?=\*\*|\[))(?=\S)"
)
_BOLD_START = re.compile(r" {0,3}(?:\*\*[^*\s]|__[^_\s]|\[[^\[\]]{9,}\]\(https?:)")
_ROW = re.compile(r"\s*\|.*\|\s*\Z")
_RULE_ROW = re.compile(r"\s*\|?[\s:|-]+\|[\s:|-]*\Z")
_SECTION_YEAR = re.compile(r"\W*(?:[A-Za-z][\w&/-]*\W+){0,3}((?:19|20)\d\d)\W*\Z")
_CONTINUED = re.compile(r"\s*(?:>|[*_][^*_\s].*[*_]\s*\Z|<)")
_PROSE_WORDS = 30
_TITLE_COLUMNS = ("title", "paper", "papertitle", "name", "papername", "article", "work")
_LABELLED_COLUMNS = ("author", "authors", "venue", "conference", "journal", "publication", "year")
_LONGEST_FRONT = 1 << 20


def sniff(head: str, name: str) -> bool:
    """Accept front matter with a title, and text in which entries of papers outweigh prose."""
    if front := _FRONT.match(head):
        return bool(re.search(r"^(?:title|abstract)[ \t]*:", front[1], re.M | re.I))
    if not any(mark in head for mark in ("](", "**", "__", "href=")):
        return False
    blocks = _Blocks()
    blocks.feed(head)
    papers = (block for block in blocks.entries() if block.entry().is_paper)
    enough = max(1 if name.lower().endswith(_SUFFIXES) else 2, blocks.prose)
    return len(list(islice(papers, enough))) == enough


def read(document: Document) -> Iterator[RawRecord | Failure | Notice]:
    """Give each paper; a list item that links to something else is a failure."""
    with document.text() as stream:
        text = stream.read().replace("\x00", "")
    front = _FRONT.match(text.lstrip("\ufeff"))
    line = 1
    if front:
        body = text.lstrip("\ufeff")[front.end() :]
        if not _papers(body):
            yield _post(front[1], body, Source(document.name, 1, 1))
            return
        line, text = 1 + front[0].count("\n"), body
    number = 0
    blocks = _Blocks()
    blocks.feed(text, line)
    for block in blocks.entries():
        entry = block.entry()
        if not entry.is_paper and not (entry.has_link and block.is_item):
            continue
        number += 1
        source = Source(document.name, number, block.line)
        if entry.is_paper:
            yield RawRecord(entry.fields, source)
        else:
            yield Failure(source, excerpt("\n".join(block.lines)), "it links to no paper",
                          "if it is one, give its address as [paper](…)")  # fmt: skip


def _papers(text: str) -> int:
    blocks = _Blocks()
    blocks.feed(text)
    return sum(block.entry().is_paper for block in blocks.entries())


def _post(front: str, body: str, source: Source) -> RawRecord | Failure:
    """The record of a post: its front matter, and its text where that has no abstract."""
    try:
        if len(front) > _LONGEST_FRONT or any(
            isinstance(e, yaml.AliasEvent) for e in yaml.parse(front)
        ):
            raise yaml.YAMLError("it is too long, or has aliases")
        fields = yaml.safe_load(front)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f" in line {mark.line + 2}" if mark else ""
        reason = " ".join((getattr(error, "problem", None) or str(error)).split())
        problem = f"its front matter is no valid YAML{place} ({reason})"
        return Failure(source, excerpt(front), problem,
                       "put values with colons or quotes in them between quotes")  # fmt: skip
    if not isinstance(fields, dict):
        return Failure(source, excerpt(front), "its front matter has no fields", "give it a title")
    named = {plain_key(key) for key, value in fields.items() if value}
    if named.isdisjoint(SYNONYMS["abstract"]) and len(body.split()) >= ABSTRACT_WORDS:
        text = re.split(r"^#{1,6}\s+(?!abstract)", body, maxsplit=1, flags=re.M | re.I)[0].strip()
        if text:
            note = "its abstract is the text below its front matter"
            return RawRecord({**fields, "abstract": text}, source, (note,))
    return RawRecord(fields, source)


@dataclass(slots=True)
class _Block:
    """Something that may be an entry: a list item, a bold line, a row, or a headed section."""

    kind: str
    line: int
    indent: int = 0
    lines: list[str] = field(default_factory=list)
    heading: str = ""
    year: str = ""
    parent: "_Block | None" = None

    @property
    def is_item(self) -> bool:
        """Whether it is an item of a list or a row of a table, and not merely text."""
        return self.kind in ("item", "row")

    def paragraphs(self) -> list[str]:
        """What it holds, divided at blank lines."""
        return [part for part in re.split(r"\n[ \t]*\n", "\n".join(self.lines)) if part.strip()]

    def entry(self) -> Entry:
        """What it says, the year of the sections that it is in included."""
        entry = read_entry(self.paragraphs(), self.heading)
        if self.kind == "head" and entry.is_paper:
            # A section is a paper only with more than prose and a link in it.
            entry.is_paper = len(self.heading.split()) > 2 and (
                "abstract" in entry.fields or has_paper_link(self.heading)
            )
        if self.year and entry.fields and "year" not in entry.fields:
            entry.fields["year"] = self.year
        return entry


class _Blocks:
    """The blocks of a text, and how many paragraphs of prose lie outside of them."""

    def __init__(self) -> None:
        self.prose = 0
        self._blocks: list[_Block] = []
        self._open: _Block | None = None
        self._above: list[_Block] = []
        self._years: list[tuple[int, str]] = []
        self._blank = True
        self._fence = False
        self._columns: list[str] = []
        self._loose: list[str] = []
        self._label = ""

    def feed(self, text: str, first: int = 1) -> None:
        """Cut a text into blocks; `first` is the number of its first line."""
        for number, line in enumerate(text.split("\n"), start=first):
            if line.lstrip().startswith(("```", "~~~")):
                self._fence = not self._fence
            elif not self._fence:
                self._line(line.rstrip(), number)
        self._end_prose()

    def entries(self) -> list[_Block]:
        """The blocks, sections with entries of their own left out, details joined to their item."""
        blocks: list[_Block] = []
        for place, block in enumerate(self._blocks):
            following = self._blocks[place + 1] if place + 1 < len(self._blocks) else None
            if block.kind == "head" and (
                (not block.lines and "](" not in block.heading)
                or (following is not None and following.kind != "head")
            ):
                continue
            parent = block.parent
            if parent is not None and _is_detail(block, parent):
                parent.lines += ["", *block.lines]
                continue
            blocks.append(block)
        return blocks

    def _line(self, line: str, number: int) -> None:
        if not line.strip():
            self._blank = True
            self._columns = []
            if self._open:
                self._open.lines.append("")
            self._end_prose()
            return
        if (heading := _HEADING.match(line)) and self._is_field(heading[2]):
            self._label = f"{heading[2]}: "
        elif heading:
            self._leave(len(heading[1]))
            self._start(_Block("head", number, -1, heading=heading[2]))
            found = _SECTION_YEAR.match(re.sub(r"\]\([^)]*\)", "]", heading[2]))
            self._years.append((len(heading[1]), found[1] if found else self._year()))
        elif _ROW.match(line):
            self._row(line, number)
        elif item := _ITEM.match(line):
            indent = len(item[1].expandtabs(4))
            block = _Block("item", number, indent, [line[item.end() :]])
            block.parent = self._parent_of(indent)
            self._start(block)
        elif self._blank and self._opens_bold(line):
            self._start(_Block("bold", number, 0, [line]))
        elif self._open and (not self._blank or self._goes_on(line)):
            line = line.strip() if self._open.kind == "item" else line
            self._open.lines.append(self._label + line)
            self._label = ""
        else:
            self._open = None
            self._loose.append(line)
        self._blank = False

    def _leave(self, level: int) -> None:
        while self._years and self._years[-1][0] >= level:
            self._years.pop()

    def _year(self) -> str:
        """The year that the headings above tell, such as that of "## ICML 2020"."""
        return self._years[-1][1] if self._years else ""

    def _start(self, block: _Block) -> None:
        block.year = self._year()
        self._end_prose()
        self._label = ""
        self._blocks.append(block)
        self._open = block
        if block.kind == "item":
            self._above.append(block)
        else:
            self._above.clear()

    def _parent_of(self, indent: int) -> _Block | None:
        """The item that an item of this indent lies under."""
        while self._above and self._above[-1].indent >= indent:
            self._above.pop()
        return self._above[-1] if self._above else None

    def _opens_bold(self, line: str) -> bool:
        """Whether a bold line opens an entry, and is no more of the open one."""
        kind = self._open.kind if self._open else ""
        inside = (kind == "item" and line.startswith(" ")) or (
            kind in ("head", "bold") and tells_more(line)
        )
        return bool(_BOLD_START.match(line)) and not inside

    def _is_field(self, heading: str) -> bool:
        """Whether a heading inside a section names a field of the paper that it is about."""
        return self._open is not None and self._open.kind == "head" and (
            heading.lower() in ("abstract", "authors", "keywords", "venue")
        )  # fmt: skip

    def _goes_on(self, line: str) -> bool:
        """Whether a line after a blank one still belongs to the open block."""
        assert self._open is not None
        if self._open.kind != "item":
            return True
        return line.startswith((" ", "\t")) or bool(_CONTINUED.match(line))

    def _row(self, line: str, number: int) -> None:
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if not self._columns:
            self._columns = [plain_key(re.sub(r"\]\([^)]*\)", "]", cell)) for cell in cells]
            return
        if _RULE_ROW.match(line):
            return
        title = next((i for i, name in enumerate(self._columns[: len(cells)])
                      if name in _TITLE_COLUMNS and len(_words(cells[i])) > 1), None)  # fmt: skip
        lines = []
        if title is not None:
            plain = "](" in cells[title] or "**" in cells[title]
            lines = [cells[title] if plain else f"**{cells[title]}**"]
        elif (only := self._column_of("title", cells)) is not None and "](" not in cells[only]:
            title, lines = only, [f"title: {cells[only]}"]  # a title of one word
        for place, cell in enumerate(cells):
            if place != title and cell:
                name = self._columns[place] if place < len(self._columns) else ""
                lines.append(f"{name}: {cell}" if name in _LABELLED_COLUMNS else cell)
        self._start(_Block("row", number, 0, lines))
        self._open = None

    def _column_of(self, name: str, cells: list[str]) -> int | None:
        place = self._columns.index(name) if name in self._columns else len(cells)
        return place if place < len(cells) and cells[place] else None

    def _end_prose(self) -> None:
        words = " ".join(self._loose).split()
        self.prose += len(words) >= _PROSE_WORDS
        self._loose = []


def _words(cell: str) -> list[str]:
    return re.sub(r"\]\([^)]*\)", "]", normalise(cell)).split()


def _is_detail(block: _Block, parent: _Block) -> bool:
    """Whether a nested item tells more about its parent, and is no entry of its own."""
    if block.entry().is_paper:
        title = str(block.entry().fields.get("title", ""))
        return "](" not in "\n".join(block.lines) and len(title.split()) < 3
    above = parent.entry()
    return above.is_paper or bool(above.fields.get("title"))
