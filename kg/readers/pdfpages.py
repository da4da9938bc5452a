"""A program of its own that prints the text of a PDF's first pages, within bounds.

The PDF on standard input, one JSON object on standard output. It runs in `kg.readers.bounded` and
imports nothing of kg.
"""

import json
import sys
from typing import IO, Any

PAGES = 3
_PAGE_LENGTH = 30_000
_LINES = 80
#: Baselines closer than this, in points, are of one line.
_SAME_LINE = 3.0


def first_pages(stream: IO[bytes]) -> dict[str, Any]:
    """Title and author as the PDF has them, the text of its first pages, the lines of the first."""
    import pypdf

    reader = pypdf.PdfReader(stream)
    if reader.is_encrypted and not reader.decrypt(""):
        return {"encrypted": True}
    known: Any = reader.metadata or {}
    lines: list[list[Any]] = []
    pages = []
    for number in range(min(PAGES, len(reader.pages))):
        add = _line_reader(lines) if number == 0 else None
        pages.append(reader.pages[number].extract_text(visitor_text=add)[:_PAGE_LENGTH])
    return {
        "title": str(known.get("/Title") or ""),
        "author": str(known.get("/Author") or ""),
        "pages": pages,
        "lines": [[size, text] for size, _, text in lines[:_LINES]],
    }


def _line_reader(lines: list[list[Any]]) -> Any:
    """A visitor that gathers [size of its biggest letters, baseline, text] of each upright line."""

    def add(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:
        # Turned text is the stamp of a preprint server; it is big and no title.
        if not text.strip() or abs(tm[1]) > abs(tm[0]):
            return
        height = round(abs(size * tm[0] * cm[0]), 1)
        baseline = tm[5] * cm[3] + cm[5]
        if lines and abs(lines[-1][1] - baseline) < _SAME_LINE:
            lines[-1][0] = max(height, lines[-1][0])
            lines[-1][2] += text
        else:
            lines.append([height, baseline, text])

    return add


def main() -> None:
    """Read standard input, write standard output."""
    sys.setrecursionlimit(2_000)
    try:
        found = first_pages(sys.stdin.buffer)
    except Exception as error:  # whatever a broken PDF makes of the parser is the answer
        found = {"error": f"{type(error).__name__}: {error}"[:300]}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
