"""Which records are one paper, and what each paper is called.

Records are one paper where they share a DOI, an arXiv or an OpenReview identifier, or a title with
overlapping authors or abstracts, or an id with the same text. The fullest record stays and takes
from the others what it lacks.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

from kg.model import Notice, Paper
from kg.readers.papers import Read

#: Identifiers of a work that stand in fields of their own.
_IDENTIFIERS = ("doi", "arxiv", "openreview")
#: What a record keeps for itself: spans of `parts` point into its own abstract.
_OWN = ("id", "title", "abstract", "parts", "language", "source")
#: What it gives to, or takes from, other records of the paper.
_SHARED = tuple(field.name for field in fields(Paper) if field.name not in _OWN)
#: Two titles or abstracts that share so much of their words are one, give or take a revision.
_OVERLAP = 0.5
#: In blocks up to this size every pair is looked at.
_SMALL = 50
#: A preprint may wait so long for its journal.
_YEARS = 3
#: Words that a title must have to tell a paper: "Introduction" is the title of many.
_TELLING = 3
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Settled:
    """The papers in the order of their first records, and what is to be known about them.

    `records` holds, for the id of each paper, all records that are that paper.
    """

    papers: tuple[Paper, ...]
    notices: tuple[Notice, ...]
    records: Mapping[str, tuple[Read, ...]]


def settle(read: Sequence[Read]) -> Settled:
    """Merge records of one paper and tell apart papers of one id.

    Nothing depends on the order of `read` but the order of the papers.
    """
    groups = _groups(read)
    ids: dict[str, list[int]] = defaultdict(list)
    best = [_merged([read[index] for index in group]) for group in groups]
    for number, item in enumerate(best):
        ids[item.paper.id].append(number)
    papers, notices, records = [], [], {}
    for group, item in zip(groups, best, strict=True):
        paper = item.paper
        if len(ids[paper.id]) > 1:
            renamed = f"{paper.id}-{item.digest}"
            message = f"several papers have the id {paper.id!r}: this one is now {renamed!r}"
            notices.append(Notice(paper.source, message))
            paper = replace(paper, id=renamed)
        own = tuple(read[index] for index in group)
        if len(own) > 1:
            notices.extend(_about_merge(paper, own))
        papers.append(paper)
        records[paper.id] = own
    return Settled(tuple(papers), tuple(notices), records)


def without_repeats(read: Iterable[Read]) -> tuple[Read, ...]:
    """One of each set of records that differ in nothing but where they stood."""
    kept: dict[Paper, Read] = {}
    for item in read:
        plain = replace(item.paper, source=None)
        known = kept.get(plain)
        if known is None or str(item.paper.source) < str(known.paper.source):
            kept[plain] = item
    return tuple(kept.values())


def _groups(read: Sequence[Read]) -> list[list[int]]:
    """Indexes of the records of each paper, by the first of them."""
    parent = list(range(len(read)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    for left, right in _same(read):
        one, two = sorted((root(left), root(right)))
        parent[two] = one
    groups: dict[int, list[int]] = defaultdict(list)
    for index in range(len(read)):
        groups[root(index)].append(index)
    return [groups[index] for index in sorted(groups)]


def _same(read: Sequence[Read]) -> Iterator[tuple[int, int]]:
    """Pairs that are one paper; within a block every pair is looked at where blocks are small."""
    blocks: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, item in enumerate(read):
        for key in _keys(item.paper):
            blocks[key].append(index)
    for (kind, _), members in blocks.items():
        if len(members) < 2:
            continue
        ordered = members
        if kind == "id" or len(members) > _SMALL:  # elsewhere every pair counts, either way round
            # Equal records stand side by side, so that a chain of neighbours joins any number.
            ordered = sorted(members, key=lambda index: (_preference(read[index]), index))
        pairs = (
            [(a, b) for place, a in enumerate(ordered) for b in ordered[place + 1 :]]
            if len(ordered) <= _SMALL
            else pairwise(ordered)
        )
        without: set[int] = set()
        for left, right in pairs:
            one, two = read[left].paper, read[right].paper
            # A title alone joins one record with an abstract and is no bridge between two.
            if right not in without and _are_one(kind, one, two):
                if kind == "id" and not two.abstract:
                    without.add(right)
                yield left, right


def _keys(paper: Paper) -> Iterator[tuple[str, str]]:
    yield "id", paper.id
    for name in _IDENTIFIERS:
        if value := getattr(paper, name, ""):
            yield name, value.casefold()
    title = " ".join(_words(paper.title))
    if title.count(" ") >= _TELLING - 1:
        yield "title", title


def _are_one(kind: str, left: Paper, right: Paper) -> bool:
    one, two = _words(left.title), _words(right.title)
    if kind == "id":
        titles = one == two
        texts = left.abstract.casefold().split() == right.abstract.casefold().split()
        return titles and (texts or not left.abstract or not right.abstract)
    if kind == "title":
        if left.year and right.year and abs(left.year - right.year) > _YEARS:
            return False  # "Notices of recent publications" comes every year
        if _families(left) & _families(right):
            return True
        return _overlap(_words(left.abstract), _words(right.abstract), max) >= _OVERLAP
    # Chapters of one book may carry its DOI, so the titles have a say.
    return not one or not two or _overlap(one, two, min) >= _OVERLAP


def _overlap(left: Sequence[str], right: Sequence[str], of: Callable[[int, int], int]) -> float:
    """The share of words in common, of the shorter text (min) or of the longer (max)."""
    one, two = set(left), set(right)
    return len(one & two) / of(len(one), len(two)) if one and two else 0.0


def _families(paper: Paper) -> set[str]:
    """Last words of the authors' names."""
    return {words[-1] for name in paper.authors if (words := _words(name))}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _merged(group: Sequence[Read]) -> Read:
    """The fullest record, with what it lacks from the next ones."""
    if len(group) == 1:
        return group[0]
    first, *others = sorted(group, key=_preference)
    paper = first.paper
    for other in others:
        missing: dict[str, Any] = {
            name: value
            for name in _SHARED
            if not getattr(paper, name) and (value := getattr(other.paper, name))
        }
        for part, whole in (("persons", "authors"), ("arxiv_version", "arxiv")):
            if whole not in missing:
                missing.pop(part, None)
        paper = replace(paper, **missing) if missing else paper
    return replace(first, paper=paper)


def _preference(item: Read) -> tuple[bool, int, str, str]:
    """With an abstract first, then the fullest, then what does not depend on the order."""
    told = -sum(bool(getattr(item.paper, name)) for name in _SHARED)
    return not item.paper.abstract, told, repr(replace(item.paper, source=None)), _source(item)


def _source(item: Read) -> str:
    return str(item.paper.source)


def _about_merge(paper: Paper, group: Sequence[Read]) -> Iterator[Notice]:
    """Where the other records of a paper stood."""
    places = sorted({_source(item) for item in group} - {str(paper.source)})
    if places:
        message = f"{len(group)} records are this paper, {paper.label!r}; also: {'; '.join(places)}"
        yield Notice(paper.source, message)
