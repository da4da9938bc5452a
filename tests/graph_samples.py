"""A small corpus of values, in our own words, for tests of the graph rooms."""

from kg.model import (
    Concept,
    Evidence,
    Link,
    Mention,
    Paper,
    Relation,
    Resolution,
    Span,
)

BASE = "https://example.org/g/"

PAPERS = (
    Paper(
        "p1",
        "Willow for parsing",
        "We introduce Willow (WL), a parser. Willow beats Oak on the Grove corpus.",
        authors=("Ada Birch", "José Élan"),
        year=2024,
        venue="Tree Letters",
        doi="10.1/(sici)1<2::3>4",
        arxiv="2401.00001",
        url="https://example.org/p 1",
        keywords=("parsing",),
    ),
    Paper("p/2", "", "Oak is used for parsing C++ & “quotes” \U0001f333.", year=None),
)


def mention(paper: Paper, surface: str, kind: str) -> Mention:
    """The first mention of a surface form in an abstract."""
    start = paper.abstract.index(surface)
    return Mention("abstract", Span(start, start + len(surface)), surface, kind)  # type: ignore[arg-type]


_WILLOW = mention(PAPERS[0], "Willow", "method")
_OAK_1, _OAK_2 = mention(PAPERS[0], "Oak", "method"), mention(PAPERS[1], "Oak", "method")
_GROVE = mention(PAPERS[0], "Grove corpus", "dataset")
_PARSING = mention(PAPERS[1], "parsing", "task")

RESOLUTION = Resolution(
    concepts=(
        Concept("willow", "method", "Willow", ("WL",)),
        Concept("oak", "method", "Oak"),
        Concept("grove-corpus", "dataset", "Grove corpus"),
        Concept("parsing", "task", "parsing"),
    ),
    links=(
        Link("p1", "willow", "introduced", 0.91234567, 0.5, (_WILLOW,)),
        Link("p1", "oak", "compared", 0.8, 0.4, (_OAK_1,)),
        Link("p1", "grove-corpus", "used", 1.0, 0.3, (_GROVE,)),
        Link("p/2", "oak", "used", 0.7, 0.6, (_OAK_2,)),
        Link("p/2", "parsing", "addressed", 0.9, 0.7, (_PARSING,)),
    ),
    relations=(
        Relation("willow", "compare-with", "oak", 0.6, ("p1",), (Evidence("p1", _OAK_1),)),
        Relation("oak", "used-for", "parsing", 0.6, ("p/2",), (Evidence("p/2", _PARSING),)),
    ),
)
