"""Reads the training inputs: gold abstracts and the token corpora, as natural text with spans."""

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.model import CONCEPT_TYPES


def sha256(path: Path) -> str:
    """The SHA-256 of a file, by which every input of a training is named."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_record(out: Path, options: Mapping[str, Any], inputs: Iterable[Path]) -> None:
    """Beside what a step made: its options, and its inputs with their SHA-256."""
    named = {str(path): sha256(path) for path in inputs}
    record = {"options": options, "inputs": named}
    text = json.dumps(record, default=str, indent=2)
    out.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSONL file, gzipped or not."""
    opener: Any = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


@dataclass(frozen=True, slots=True)
class Passage:
    """Natural text with typed spans (start, end, type) and the types its corpus labels."""

    corpus: str
    text: str
    spans: tuple[tuple[int, int, str], ...]
    types: tuple[str, ...]


_NO_SPACE_BEFORE = frozenset(", . ; : ) ] } % ’s 's n't ? ! ’ ''".split())
_NO_SPACE_AFTER = frozenset("( [ { ``".split())
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]"}
_HEADING = re.compile(r"^(sub)*section$")


def detokenise(item: Mapping[str, Any]) -> tuple[str, list[tuple[int, int, str]]]:
    """The text of a token list as it would be printed, and its spans in characters."""
    tokens, skip = [_BRACKETS.get(token, token) for token in item["tokens"]], 0
    if len(tokens) > 1 and _HEADING.match(tokens[0]) and tokens[1] == ":":
        skip = 2
    text, places = "", []
    for index, token in enumerate(tokens):
        if index < skip:
            places.append((0, 0))
            continue
        glued = (
            not text
            or token in _NO_SPACE_BEFORE
            or tokens[index - 1] in _NO_SPACE_AFTER
            or token in ("-", "/")
            or tokens[index - 1] in ("-", "/")
            or (tokens[index - 1] in (".", ",") and token.isdigit() and tokens[index - 2].isdigit())
        )
        text += token if glued else " " + token
        places.append((len(text) - len(token), len(text)))
    spans = [
        (places[start][0], places[end - 1][1], kind)
        for start, end, kind in item["spans"]
        if start >= skip and end > start
    ]
    return text, [part for span in spans for part in _without_abbreviation(text, span)]


def _without_abbreviation(text: str, span: tuple[int, int, str]) -> list[tuple[int, int, str]]:
    """Split "full name (ABBR)", which some corpora mark as one, into its two forms."""
    start, end, kind = span
    match = re.fullmatch(r"(.+?) \((\w[\w-]*)\)", text[start:end])
    if match is None:
        return [span]
    return [(start + match.start(i), start + match.end(i), kind) for i in (1, 2)]


def read_passages(path: Path, per_document: int, size: int = 180) -> Iterator[Passage]:
    """Passages of about `size` tokens of a token corpus, at most `per_document` tokens of each."""
    current, taken = "", 0
    spans: list[Any] = []
    text, count, types, corpus = "", 0, (), ""

    def flush() -> Iterator[Passage]:
        if text:
            yield Passage(corpus, text, tuple(spans), types)

    for item in read_lines(path):
        document = item["id"].rpartition("-")[0] if item["source"] == "scirex" else item["source"]
        if document != current:
            yield from flush()
            text, spans, count = "", [], 0
            current, taken = document, 0
        if item["source"] == "scirex" and taken > per_document:
            continue
        piece, marked = detokenise(item)
        offset = len(text) + 1 if text else 0
        text = f"{text} {piece}" if text else piece
        spans += [(a + offset, b + offset, t) for a, b, t in marked]
        count, taken = count + len(item["tokens"]), taken + len(item["tokens"])
        types, corpus = tuple(item["types"]), item["source"]
        if count >= size:
            yield from flush()
            text, spans, count = "", [], 0
    yield from flush()


@dataclass(frozen=True, slots=True)
class GoldPaper:
    """A cleaned gold abstract with what its annotation lists.

    Where a teacher annotated it, a concept holds `chances` of its roles and a share of being
    `required` besides, and `sure` says how probable each relation is.
    """

    id: str
    title: str
    abstract: str
    concepts: tuple[Mapping[str, Any], ...]
    relations: tuple[tuple[str, str, str], ...]
    sure: Mapping[tuple[str, str, str], float] = field(default_factory=dict)


def paper_id(item: Mapping[str, Any]) -> str:
    """The id of a text; where a corpus calls many texts "venue-None", their titles tell them apart.

    >>> paper_id({"id": "p1"}), paper_id({"id": "eccv-None", "title": "On moss"})
    ('p1', 'eccv-None-23e21617')
    """
    name = str(item["id"])
    if not name.endswith("-None"):
        return name
    return f"{name}-{hashlib.sha256((item.get('title') or '').encode()).hexdigest()[:8]}"


def cleaned(item: Mapping[str, Any]) -> tuple[str, str]:
    """Title and abstract, cleaned as the product cleans them."""
    from kg.text import clean_text

    return clean_text(item.get("title") or "").text, clean_text(item["abstract"]).text


def read_gold(folder: Path, name: str) -> list[GoldPaper]:
    """The gold papers `name` (train or dev)."""
    gold = {item["id"]: item for item in read_lines(folder / f"{name}.gold.jsonl")}
    return [
        GoldPaper(
            item["id"],
            *cleaned(item),
            tuple(c for c in gold[item["id"]]["concepts"] if c["type"] in CONCEPT_TYPES),
            tuple((h, r, t) for h, r, t in gold[item["id"]].get("relations", ())),
        )
        for item in read_lines(folder / f"{name}.papers.jsonl")
    ]


def read_further(path: Path, texts: Path) -> list[GoldPaper]:
    """Further annotated papers, in the order of their texts.

    Args:
        path: JSONL with `id`, `text` (a digest of the cleaned text), `concepts` whose `spans` are
            (field, start, end) of one place of each surface form, the name first, and `relations`
            (head, kind, tail) by the numbers of the concepts. It holds no word of the texts.
        texts: JSONL with `id`, `title` and `abstract`, of these papers and others.

    Raises:
        ValueError: a text is not the one that was annotated.
    """
    marked = {item["id"]: item for item in read_lines(path)}
    wanted = {name: item for item in read_lines(texts) if (name := paper_id(item)) in marked}
    return [_further(marked[name], *cleaned(item)) for name, item in wanted.items()]


def text_digest(title: str, abstract: str) -> str:
    """What tells that a cleaned text is still the one to which spans belong."""
    return hashlib.sha256(f"{title}\n{abstract}".encode()).hexdigest()[:8]


def _further(item: Mapping[str, Any], title: str, abstract: str) -> GoldPaper:
    if text_digest(title, abstract) != item["text"]:
        raise ValueError(
            f"the text of {item['id']} is cleaned otherwise than when it was annotated"
        )
    texts = {"title": title, "abstract": abstract}
    concepts = []
    for concept in item["concepts"]:
        name, *aliases = (texts[where][start:end] for where, start, end in concept["spans"])
        kept = {key: concept[key] for key in ("type", "role", "required")}
        concepts.append({**kept, "name": name, "aliases": aliases})
    relations = (
        (concepts[h]["name"], kind, concepts[t]["name"]) for h, kind, t in item["relations"]
    )
    return GoldPaper(item["id"], title, abstract, tuple(concepts), tuple(relations))


#: So many of the further annotated papers are held out as well, to fit decisions on.
FURTHER = 502


def held_out(
    papers: list[GoldPaper], size: int = 80, seed: int = 20
) -> tuple[list[GoldPaper], list[GoldPaper]]:
    """Split gold train into (training, held out) by a hash of the id: the same 80 for ever."""
    ranked = sorted(papers, key=lambda p: hashlib.sha256(f"{seed}:{p.id}".encode()).hexdigest())
    chosen = {paper.id for paper in ranked[:size]}
    return [p for p in papers if p.id not in chosen], [p for p in papers if p.id in chosen]
