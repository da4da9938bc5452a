"""A vault for Obsidian: a note for each paper and concept, a link for each edge.

A link stands in the note of its source; Obsidian lists it under the target as a backlink.
"""

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

from kg.export.selection import Selection
from kg.export.text import one_line
from kg.graph.sorting import Key, left_join
from kg.graph.stream import INTERACTIONS, iter_papers
from kg.model import Edge, Node
from kg.vocab import digest

Quoted = tuple[Edge, tuple[str, ...]]

#: What Windows, macOS or a link of Obsidian has no place for in the name of a note.
_UNSAFE = re.compile(r'[\\/:*?"<>|#^\[\]%\u200b-\u200f\u2028-\u202e\u2066-\u2069]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)", re.IGNORECASE)
#: Letters of a name: so few that it fits into any file system with its folder, in any script.
_LONGEST = 60
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#$|~=^%&])")


def write(selection: Selection, folder: Path) -> None:
    """Write papers/NAME.md and concepts/NAME.md; `full` evidence adds the words of each edge."""
    for kind in ("papers", "concepts"):
        (folder / kind).mkdir()
    vault = _Vault(selection)
    graph = selection.graph
    nodes = (((node.id,), node) for node in selection.nodes())
    described = left_join(nodes, iter_papers(graph.store, graph.base))
    keyed = (((node.id,), (node, fields or {})) for node, fields in described)
    for (node, fields), edges in left_join(keyed, _by_source(selection)):
        # As bytes, since Python cannot name the file otherwise where the locale says ASCII.
        place = f"/{node.kind}s/{vault.names[node.id]}.md".encode()
        with open(os.fsencode(folder) + place, "wb") as note:  # noqa: PTH123
            note.write(vault.note(node, fields, edges or []).encode())


def safe_name(label: str) -> str:
    """A label as the name of a file on any system, without its ending; never empty.

    >>> safe_name("TCP/IP: a|b?"), safe_name("CON"), safe_name("...")
    ('TCP IP a b', '_CON', '_')
    """
    text = one_line(_UNSAFE.sub(" ", label))[:_LONGEST].strip(" .")
    return f"_{text}" if not text or _RESERVED.match(text) else text


def _by_source(selection: Selection) -> Iterator[tuple[Key, list[Quoted]]]:
    for source, edges in groupby(selection.quoted_edges(), key=lambda quoted: quoted[0].source):
        yield (source,), list(edges)


class _Vault:
    """The notes of a vault, which know one another by name."""

    def __init__(self, selection: Selection) -> None:
        self.evidence = selection.evidence
        self.labels = {node.id: node.label for node in selection.nodes()}
        self.names = _unique_names(self.labels)

    def note(self, node: Node, fields: Mapping[str, list[str]], edges: list[Quoted]) -> str:
        """The text of a note: properties, title, abstract, links by relation."""
        head = yaml.safe_dump(
            _properties(node, fields), allow_unicode=True, sort_keys=False, width=10**9
        )
        parts = [f"---\n{head}---\n\n# {_markdown(node.label)}\n"]
        parts += [f"\n{_markdown(text)}\n" for text in fields.get("abstract", [])]
        edges = sorted(edges, key=lambda quoted: list(INTERACTIONS).index(quoted[0].relation))
        for interaction, group in groupby(edges, key=lambda quoted: quoted[0].interaction):
            parts.append(f"\n## {interaction}\n\n")
            parts += [self._link(edge, quotes) for edge, quotes in group]
        return "".join(parts)

    def _link(self, edge: Edge, quotes: tuple[str, ...]) -> str:
        shown = " ".join(re.sub(r"[\[\]|]", " ", one_line(self.labels[edge.target])).split())
        name = self.names[edge.target]
        link = f"- [[{name}|{shown}]]" if shown and shown != name else f"- [[{name}]]"
        if self.evidence != "none" and edge.confidence is not None:
            link += f" (confidence {edge.confidence:g}, papers {edge.support})"
        return link + "\n" + "".join(f"  - “{_markdown(quote)}”\n" for quote in quotes)


def _properties(node: Node, fields: Mapping[str, list[str]]) -> dict[str, Any]:
    authors = [
        one_line(name) for listed in fields.get("authorList", []) for name in listed.split("; ")
    ]
    values = {
        "label": one_line(node.label),
        "aliases": [one_line(alias) for alias in node.aliases],
        "authors": authors,
        "year": node.year,
        "venue": [one_line(venue) for venue in fields.get("isPartOf", [])],
        "identifier": fields.get("identifier", []),
        "url": fields.get("url", []),
        "iri": node.iri,
        "tags": [node.concept_type or node.kind],
    }
    return {name: value for name, value in values.items() if value not in (None, [])}


def _unique_names(labels: Mapping[str, str]) -> dict[str, str]:
    """A name for each label; where names differ in case only, all concerned get 6 hex digits."""
    plain = {short: safe_name(label) for short, label in labels.items()}
    times = Counter(map(_folded, plain.values()))
    return {
        short: name if times[_folded(name)] == 1 else f"{name} {digest(short, length=6)}"
        for short, name in plain.items()
    }


def _folded(name: str) -> str:
    """What file systems that ignore case and accents' encoding compare."""
    return unicodedata.normalize("NFKC", name).casefold()


def _markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", one_line(text))
