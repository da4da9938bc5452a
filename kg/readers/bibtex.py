"""BibTeX, parsed by bibtexparser 2, with every block it could not use accounted for."""

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares.names import parse_single_name_into_parts
from bibtexparser.model import (
    Block,
    DuplicateFieldKeyBlock,
    Entry,
    Field,
    ImplicitComment,
    ParsingFailedBlock,
    String,
)

from kg.model import Failure, RawRecord, Source
from kg.readers.dblp import without_number
from kg.readers.document import Document
from kg.readers.journals import JOURNALS, journal_of
from kg.readers.name_lists import is_suffix, split_at_and
from kg.readers.names import is_in_order
from kg.readers.papers import excerpt

# Without a handler, Python would print the library's warnings; they are failures here.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())

_START = re.compile(r"^[ \t]*@[A-Za-z]+[ \t]*[{(]", re.M)
_ENTRY = re.compile(r"\s*@[A-Za-z]+\s*[{(]\s*[^\s,{}()]+\s*,\s*[\w-]+\s*=")
#: A remark in front of all entries: a few lines in plain words.
_PREAMBLE = re.compile(r"(?:[^\n#`*<\[\]]{0,120}\n){1,8}[ \t]*")
#: What opens or closes a value.
_MARKS = re.compile(r"[{}\"]")
#: A name that stands for a string, alone or beside a sign that joins it to others.
_NAME = re.compile(r"(?:^|#)\s*([A-Za-z][^\s#{}\"=,]*)\s*(?=#|$)")
_NAME_PART = re.compile(r"\s*(?:family|given|prefix|suffix)(?:-i)?\s*=", re.I)
_VOLUMES = ("proceedings", "collection")
_OTHER_THAN_PAPERS = {
    **dict.fromkeys(_VOLUMES, "it describes a volume, not a paper"),
    "xdata": "it holds fields of other entries, not a paper",
}
_INHERITED = ("booktitle", "year", "date", "series", "publisher", "journal", "journaltitle")
_MONTHS = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
#: Text between entries that was meant to be in one: a field, or a brace too many.
_SPILLED = re.compile(r"\s*[,}]|\s*\w+\s*=\s*[{\"\d]")


class MalformedValueError(ValueError):
    """A field value that is neither braced, quoted, a number nor a name."""


def sniff(head: str, name: str) -> bool:
    """Accept text in which a line begins with @something{ before anything else of substance.

    Some programs write a few lines about themselves first, and a whole entry behind them.
    """
    found = _START.search(head)
    if not found:
        return False
    before = head[: found.start()]
    return (
        name.lower().endswith((".bib", ".bibtex"))
        or bool(re.match(r"[\s\x00]*(?:%[^\n]*\n\s*)*\Z", before))
        or bool(_PREAMBLE.fullmatch(before) and _ENTRY.match(head, found.start()))
    )


def read(document: Document) -> Iterator[RawRecord | Failure]:
    """Give each entry with its strings expanded and its volume's fields inherited."""
    with document.text() as stream:
        text = stream.read().replace("\x00", "")
    library = parse_string(text, parse_stack=[])
    strings = _strings(library.blocks)
    blocks = [block for block in library.blocks if isinstance(block, Entry | ParsingFailedBlock)]
    spilled = _spilled(library.blocks)
    # Some programs leave keys empty: such an entry has nothing to lend.
    entries = {e.key.lower(): e for e in map(_entry_of, blocks) if e is not None and e.key}
    volumes = [e for e in entries.values() if e.entry_type.lower() in _VOLUMES]
    number = 0
    for block in blocks:
        if isinstance(getattr(block, "ignore_error_block", None), String):
            continue
        number += 1
        source = Source(document.name, number, (block.start_line or 0) + 1)
        entry = _entry_of(block)
        if entry is None:
            yield Failure(source, excerpt(block.raw), "the entry cannot be parsed",
                          "look for an unbalanced brace or quote")  # fmt: skip
            continue
        record = _record(entry, source, strings, (entries, volumes))
        notes = (*_odd(block, entry, strings), *spilled.get(id(block), ()))
        yield replace(record, notes=notes) if notes and isinstance(record, RawRecord) else record


def _spilled(blocks: list[Block]) -> dict[int, tuple[str, ...]]:
    """Notes, by the identity of the block, on what has fallen out behind an entry."""
    return {
        id(before): (f"text behind it belongs to no entry: {excerpt(block.comment)[:60]}",)
        for before, block in pairwise(blocks)
        if isinstance(block, ImplicitComment) and _SPILLED.match(block.comment)
    }


def _odd(block: Block, entry: Entry, strings: Mapping[str, str]) -> Iterator[str]:
    """Notes on fields that stand twice, and on names that no @string explains."""
    if isinstance(block, DuplicateFieldKeyBlock):
        names = ", ".join(sorted(block.duplicate_keys))
        yield f"its field {names} stands more than once: the first is taken"
    for field in entry.fields:
        value = str(field.value)
        if value.startswith(("{", '"')) and "#" not in value:
            continue  # most have no name outside of their braces
        for name in _NAME.findall(_outside(value)):
            if name.lower() not in _MONTHS and name.lower() not in strings:
                yield f"no @string explains {name!r} in its field {field.key}"


def _outside(value: str) -> str:
    """What of a value stands neither in braces nor in quotes."""
    kept, depth, quoted = [], 0, False
    for sign in value:
        if sign == '"' and not depth:
            quoted = not quoted
        elif sign in "{}":
            depth += 1 if sign == "{" else -1
        elif not depth and not quoted:
            kept.append(sign)
    return "".join(kept)


def _entry_of(block: Entry | ParsingFailedBlock) -> Entry | None:
    """The entry of a block; bibtexparser sets aside those with a repeated key or field."""
    inner = block if isinstance(block, Entry) else block.ignore_error_block
    if isinstance(block, DuplicateFieldKeyBlock) and isinstance(inner, Entry):
        seen: dict[str, Field] = {}
        for field in inner.fields:
            seen.setdefault(field.key.lower(), field)
        return Entry(inner.entry_type, inner.key, list(seen.values()), inner.start_line, inner.raw)
    return inner if isinstance(inner, Entry) else None


def _strings(blocks: list[Block]) -> dict[str, str]:
    """The text of each name; journals of astronomers need no @string in most styles."""
    strings = dict(JOURNALS)
    for block in blocks:
        if isinstance(block, String):
            try:
                strings[block.key.lower()] = expand(block.value, strings)
            except MalformedValueError:
                continue
    return strings


def _record(
    entry: Entry,
    source: Source,
    strings: Mapping[str, str],
    context: tuple[Mapping[str, Entry], list[Entry]],
) -> RawRecord | Failure:
    if reason := _OTHER_THAN_PAPERS.get(entry.entry_type.lower()):
        return Failure(source, excerpt(entry.raw), reason, "nothing to do: papers inherit from it")
    try:
        fields = _with_inherited(_expanded(entry, strings), strings, context)
    except MalformedValueError as error:
        return Failure(source, excerpt(entry.raw), str(error), "look for a missing comma")
    # The type of an eprint says whose identifier it is; without one it is taken for arXiv's.
    archive = fields.get("eprinttype", fields.get("archiveprefix", "arxiv")).lower()
    if "eprint" in fields and archive != "arxiv":
        fields["pmid" if archive == "pubmed" else f"eprint {archive}"] = fields.pop("eprint")
    if "journal" in fields:
        fields["journal"] = journal_of(fields["journal"])
    if "author" in fields:
        names = split_at_and(fields["author"])
        if entry.key.startswith("DBLP:"):
            names = [*map(without_number, names)]
        in_order = is_in_order(names)
        authors = [_name(name, in_order=in_order) for name in names]
        return RawRecord({"id": entry.key, **fields, "author": authors}, source)
    return RawRecord({"id": entry.key, **fields}, source)


def _name(name: str, *, in_order: bool) -> str | dict[str, str]:
    """A name; its parts, where BibLaTeX has them called so: "family=Moor, given=Ada".

    Without a comma the last word is the family name, and words in small letters before it, too.
    """
    if not _NAME_PART.match(name):
        if "," in name or not in_order:
            return name
        found = parse_single_name_into_parts(name, strict=False)
        if not found.first or is_suffix(found.last[-1]):
            return name
        return {"given": " ".join(found.first), "family": " ".join((*found.von, *found.last))}
    pairs = (part.partition("=") for part in name.split(","))
    parts = {key.strip().lower(): value.strip(' "') for key, _, value in pairs}
    return {"nondroppingparticle": parts.pop("prefix", ""), **parts}


def _with_inherited(
    fields: dict[str, str],
    strings: Mapping[str, str],
    context: tuple[Mapping[str, Entry], list[Entry]],
) -> dict[str, str]:
    """The fields of an entry, with those that its data entries and volumes lend it."""
    for key in map(str.strip, fields.get("xdata", "").lower().split(",")):
        if key in context[0]:
            fields = _expanded(context[0][key], strings) | fields
    for volume in _volumes_of(fields, *context):
        inherited = _expanded(volume, strings)
        inherited.setdefault("booktitle", inherited.get("title", ""))
        for name in _INHERITED:
            if inherited.get(name):
                fields.setdefault(name, inherited[name])
    return fields


def _volumes_of(
    fields: Mapping[str, str], entries: Mapping[str, Entry], volumes: list[Entry]
) -> list[Entry]:
    """What an entry inherits from: its crossref chain, else the only volume of the file."""
    chain: list[Entry] = []
    key = fields.get("crossref", "").lower()
    while key in entries and entries[key] not in chain:
        chain.append(entries[key])
        inner = entries[key].get("crossref")
        key = str(inner.value).strip('{}" ').lower() if inner else ""
    if chain or len(volumes) != 1 or "journal" in fields or "journaltitle" in fields:
        return chain
    return volumes


def _expanded(entry: Entry, strings: Mapping[str, str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for field in entry.fields:
        name = field.key.lower()
        try:
            fields.setdefault(name, expand(str(field.value), strings))
        except MalformedValueError:
            raise MalformedValueError(f"the value of field {name!r} cannot be read") from None
    return fields


def expand(value: str, strings: Mapping[str, str]) -> str:
    """Resolve a BibTeX value: braced, quoted, a number, a name, or several joined by #.

    >>> expand('icml # " 2020"', {"icml": "Proceedings of ICML"})
    'Proceedings of ICML 2020'
    """
    parts: list[str] = []
    at = 0
    value = value.strip()
    if (
        value.startswith("{")
        and value.endswith("}")
        and value.count("{") == value.count("}") == 1
        and not value.endswith("\\}")
    ):
        return value[1:-1]  # most values are one pair of braces
    while at < len(value):
        end, text = _part(value, at, strings)
        parts.append(text)
        rest = value[end:].lstrip()
        if rest and not rest.startswith("#"):
            raise MalformedValueError(value)
        at = len(value) - len(rest[1:].lstrip())
    return "".join(parts)


def _part(value: str, at: int, strings: Mapping[str, str]) -> tuple[int, str]:
    if value[at] in '{"':
        end = _closing(value, at)
        return end + 1, value[at + 1 : end]
    name = re.compile(r"[^\s#{}\"=,]+").match(value, at)
    if not name:
        raise MalformedValueError(value)
    return name.end(), strings.get(name[0].lower(), name[0])


def _closing(value: str, at: int) -> int:
    """The index of the brace or quote that closes the one at `at`."""
    depth = 0
    quoted = value[at] == '"'
    for mark in _MARKS.finditer(value, at + 1 if quoted else at):
        index, char = mark.start(), mark[0]
        if char in "{}" and value[index - 1] != "\\":
            depth += 1 if char == "{" else -1
            if depth == 0 and not quoted:
                return index
        elif char == '"' and quoted and depth == 0:
            return index
    raise MalformedValueError(value)
