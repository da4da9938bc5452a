"""Cutting XML text into the elements of a name, in memory bounded by the largest of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

#: Characters that one element may have; an article with all its text has a few million.
LONGEST = 1 << 25
_CHUNK = 1 << 20
#: Characters looked at before an element for the tag that it stands in.
_INDENT = 400


@dataclass(frozen=True, slots=True)
class Piece:
    """An element, or the start tag of a mark; with a `fault`, what is there of an element."""

    name: str
    text: str
    line: int
    fault: str = ""


class Cutter:
    """One pass over a stream of XML; comments and CDATA sections hide what is in them.

    `names` are the elements wanted, `marks` those whose start tags are. An element right behind a
    start tag called `inner` belongs to the one that it stands in, whatever its own name.
    """

    def __init__(
        self,
        stream: TextIO,
        names: tuple[str, ...],
        marks: tuple[str, ...] = (),
        inner: str = "",
    ) -> None:
        self._stream = stream
        self._names = names
        self._inner = re.compile(rf"[<:]{inner}>\s*\Z") if inner else None
        self._token = re.compile(
            r"<!--|<!\[CDATA\[|<(?P<close>/?)(?:[\w.-]+:)?"
            rf"(?P<name>{'|'.join(names + marks)})(?=[\s/>])[^<>]*>"
        )
        self._text = ""
        self._at = 0
        self._ended = False
        self._line = 1
        self._counted = 0  # up to where line breaks are in `_line`
        self._open: _Start | None = None
        self._dropped = ""

    def pieces(self) -> Iterator[Piece]:
        """The pieces in order, with the line that each begins at."""
        while True:
            found = self._token.search(self._text, self._at)
            if found is None:
                if self._ended:
                    break
                self._at = max(self._at, self._text.rfind("<"))
                self._read_on()
            elif found["name"] is None:
                self._pass_over(found)
            else:
                yield from self._tag(found)
            if self._open and len(self._text) - self._open.at > LONGEST:
                self._at, self._dropped = len(self._text), self._open.name
                yield self._cut_off(self._at, f"it is longer than {LONGEST:,} characters")
        if self._open:
            yield self._cut_off(len(self._text), "it is cut off: its end tag is missing")

    def _tag(self, found: re.Match[str]) -> Iterator[Piece]:
        self._at = found.end()
        start = _Start(found.start(), found["name"], self._line_at(found.start()))
        if start.name not in self._names:
            if not found["close"]:
                yield Piece(start.name, found[0], start.line)
        elif found["close"]:
            if self._open and self._open.name == start.name:
                text = self._text[self._open.at : self._at]
                yield Piece(start.name, text, self._open.line)
                self._open = None
            elif not self._open and self._dropped != start.name:
                yield Piece(start.name, found[0], start.line, "its start tag is missing")
            self._dropped = ""
        elif self._open and self._is_inner(start.at):
            return
        elif not found[0].endswith("/>"):
            if self._open:
                yield self._cut_off(start.at, "its end tag is missing")
            self._open = start
        elif not self._open:
            yield Piece(start.name, found[0], start.line)

    def _is_inner(self, at: int) -> bool:
        before = self._text[max(0, at - _INDENT) : at]
        return self._inner is not None and bool(self._inner.search(before))

    def _cut_off(self, end: int, fault: str) -> Piece:
        assert self._open is not None
        start, self._open = self._open, None
        return Piece(start.name, self._text[start.at : end], start.line, fault)

    def _pass_over(self, found: re.Match[str]) -> None:
        """Go behind a comment or CDATA section; one that never ends hides nothing."""
        mark = "-->" if found[0] == "<!--" else "]]>"
        length = len(found[0])
        self._at = found.start()
        while (end := self._text.find(mark, self._at + length)) < 0:
            if self._ended or len(self._text) > LONGEST:
                self._at += length
                return
            self._read_on()
        self._at = end + len(mark)

    def _read_on(self) -> None:
        """Drop what is done with, and append the next chunk."""
        if len(self._text) - self._at > LONGEST:
            self._at = len(self._text)
        done = self._open.at if self._open else self._at
        self._line_at(done)
        if self._open:
            self._open = _Start(0, self._open.name, self._open.line)
        self._at -= done
        self._counted -= done
        chunk = self._stream.read(_CHUNK)
        self._ended = not chunk
        self._text = self._text[done:] + chunk

    def _line_at(self, offset: int) -> int:
        """The line of an offset; offsets are asked for in order."""
        if offset > self._counted:
            self._line += self._text.count("\n", self._counted, offset)
            self._counted = offset
        return self._line


@dataclass(frozen=True, slots=True)
class _Start:
    """Where in the text an element begins, its name and its line."""

    at: int
    name: str
    line: int
