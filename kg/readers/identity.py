"""Which records are one paper, and what each paper is called."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from kg.model import Notice, Paper
from kg.readers.papers import Read


def settle(read: Sequence[Read]) -> tuple[tuple[Paper, ...], int, tuple[Notice, ...]]:
    """Merge records of one paper and tell apart papers of one id.

    Nothing depends on the order of `read` but the order of the papers.

    Returns:
        The papers, how many records were merged away, and what should be known about it.
    """
    groups: dict[str, list[Read]] = defaultdict(list)
    for item in read:
        groups[item.paper.id].append(item)
    place = {id(item): number for number, item in enumerate(read)}
    placed: dict[int, Paper] = {}
    notices: list[Notice] = []
    for paper_id, group in groups.items():
        distinct = _distinct(group)
        if len(distinct) == 1:
            placed[place[id(distinct[0])]] = distinct[0].paper
            continue
        for item in distinct:
            renamed = f"{paper_id}-{item.digest}"
            placed[place[id(item)]] = replace(item.paper, id=renamed)
            message = f"several papers have the id {paper_id!r}: this one is now {renamed!r}"
            notices.append(Notice(item.paper.source, message))
    papers = tuple(placed[number] for number in sorted(placed))
    return papers, len(read) - len(papers), tuple(notices)


def _distinct(group: list[Read]) -> list[Read]:
    """One record for each text; a record with the title alone joins the one with an abstract."""
    by_text: dict[tuple[str, str], list[Read]] = defaultdict(list)
    for item in group:
        by_text[_folded(item.paper.title), _folded(item.paper.abstract)].append(item)
    titles = {title for title, abstract in by_text if abstract}
    return [
        min(items, key=_preference)
        for (title, abstract), items in by_text.items()
        if abstract or title not in titles
    ]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _preference(item: Read) -> tuple[int, str, str]:
    """The fullest record first; then whatever does not depend on the order of reading."""
    paper = item.paper
    details = (paper.authors, paper.year, paper.venue, paper.doi, paper.arxiv, paper.url,
               paper.keywords)  # fmt: skip
    return -sum(map(bool, details)), repr((paper.title, paper.abstract, details)), str(paper.source)
