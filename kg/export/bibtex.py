"""BibTeX of the papers, with the concepts of each as its keywords.

What LaTeX would take for a command is escaped, so that the file can be cited from as it is; our
own reader and others undo it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from kg.export.selection import Selection
from kg.export.text import one_line
from kg.graph.sorting import left_join
from kg.graph.stream import iter_papers
from kg.model import Node
from kg.vocab import digest

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\lbrace{}", "}": r"\rbrace{}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "%": r"\%", "&": r"\&", "#": r"\#",
    "_": r"\_", "$": r"\$",
}  # fmt: skip
_ESCAPED = re.compile("|".join(map(re.escape, _LATEX)))
#: What a name inside a list of names may not hold bare.
_AND = re.compile(r"\band\b|,", re.IGNORECASE)

Fields = Mapping[str, list[str]]


def write(selection: Selection, stream: BinaryIO) -> None:
    """Write one entry a paper, by id; evidence has no place here."""
    keys = _keys(selection)
    papers = (((node.id,), node) for node in selection.nodes() if node.kind == "paper")
    known = iter_papers(selection.graph.store, selection.graph.base)
    for node, fields in left_join(papers, known):
        stream.write(_entry(keys[node.id], node, fields or {}).encode())


def escape(text: str) -> str:
    r"""Text that LaTeX prints as it is.

    >>> print(escape("100% of {C#}"))
    100\% of \lbrace{}C\#\rbrace{}
    """
    return _ESCAPED.sub(lambda match: _LATEX[match[0]], one_line(text))


def _keys(selection: Selection) -> dict[str, str]:
    """The key of each paper, by node id: unique whatever the case of letters."""
    ids = [node.id for node in selection.nodes() if node.kind == "paper"]
    plain = {short: re.sub(r"[^A-Za-z0-9:.-]+", "-", short.removeprefix("paper-")) for short in ids}
    times = Counter(key.lower() for key in plain.values())
    return {
        short: key if times[key.lower()] == 1 else f"{key}-{digest(short, length=6)}"
        for short, key in plain.items()
    }


def _entry(key: str, node: Node, fields: Fields) -> str:
    kind = "article" if "isPartOf" in fields else "misc"
    lines = [f"  {name} = {{{value}}}" for name, value in _fields(node, fields) if value]
    return f"@{kind}{{{key},\n" + ",\n".join(lines) + "\n}\n\n"


def _fields(node: Node, fields: Fields) -> Iterator[tuple[str, str]]:
    # The second pair of braces keeps the case of letters, which styles would change.
    yield "title", f"{{{escape(node.label)}}}"
    authors = (name for listed in fields.get("authorList", []) for name in listed.split("; "))
    yield "author", " and ".join(map(_name, authors))
    yield "year", str(node.year or "")
    yield "journal", escape("; ".join(fields.get("isPartOf", [])))
    for identifier in fields.get("identifier", []):
        scheme, _, value = identifier.partition(":")
        if scheme == "doi":
            yield "doi", escape(value)
        elif scheme == "arxiv":
            yield "eprint", escape(value)
            yield "archiveprefix", "arXiv"
    yield "url", escape(next(iter(fields.get("url", [])), ""))
    yield "abstract", escape(" ".join(fields.get("abstract", [])))
    # Commas part keywords, so none may hold one.
    concepts = sorted({one_line(label.replace(",", " ")) for label in fields.get("concept", [])})
    yield "keywords", ", ".join(map(escape, concepts))


def _name(name: str) -> str:
    return f"{{{escape(name)}}}" if _AND.search(name) else escape(name)
