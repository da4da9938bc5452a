"""How a paper relates to each of its concepts, by the words around the mentions."""

import re
from collections.abc import Sequence

from kg.extract.entities import Group
from kg.model import Mention, Paper, Role
from kg.text import sentence_at, sentences

_CREATE = (
    r"(?:propose[sd]?|proposing|introduc(?:e[sd]?|ing)|present(?:s|ed|ing)?|develop(?:s|ed|ing)?|"
    r"design(?:ed)?|devised?|formulated?|releas(?:e[sd]?|ing)|contribute|create|construct|build|"
    r"curated?|establish|call(?:ed)?|named?|dubbed|termed|coined?)"
)
_INTRODUCED_BEFORE = re.compile(rf"\b{_CREATE}\b[^.;,]{{0,70}}$", re.IGNORECASE)
_INTRODUCED_AFTER = re.compile(
    r"^[\s)\"'”]*(?:, (?:a|an|the first|our) |\(ours\)| is (?:a|an) (?:novel|new) )", re.IGNORECASE
)
_OURS = re.compile(r"\b(?:our|this)(?: (?:new|novel|proposed))? $", re.IGNORECASE)
_COMPARED = re.compile(
    r"(?:\b(?:outperform\w*|surpass\w*|exceed\w*|beat\w*|compar\w+|baselines?|than|versus|vs\.?|"
    r"against|unlike|contrast to|over|prior|existing|previous|traditional|conventional|standard|"
    r"alternatives?|state-of-the-art|improv\w+ (?:on|upon|over))\b)[^.;]{0,45}$",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(
    r"(?:\b(?:problems? of|tasks? of|challenges? of|address\w*|tackl\w+|study|studies|studied|"
    r"investigat\w+|focus\w* on|solv\w+|framework for|method for|approach (?:for|to)|"
    r"algorithms? for|models? for|consider|for(?= $| the $))\b)[^.;,]{0,40}$",
    re.IGNORECASE,
)
_REACH = 160
_MOST_ADDRESSED = 3


def assign_roles(paper: Paper, groups: Sequence[Group]) -> tuple[Role, ...]:
    """One role a group, in their order."""
    addressed = _addressed(paper, groups)
    return tuple(
        ("addressed" if place in addressed else "mentioned")
        if group.type == "task"
        else _role_of_thing(paper, group)
        for place, group in enumerate(groups)
    )


def _role_of_thing(paper: Paper, group: Group) -> Role:
    """The role of a method or dataset: what most of its telling mentions say."""
    if any(_is_introduced(paper, mention) for mention in group.mentions):
        return "introduced"
    compared = sum(bool(_COMPARED.search(_before(paper, m))) for m in group.mentions)
    if group.type == "method" and compared * 2 > len(group.mentions):
        return "compared"
    return "used"


def _is_introduced(paper: Paper, mention: Mention) -> bool:
    after = paper.text(mention.field)[mention.span.end : mention.span.end + 40]
    before = _before(paper, mention)
    if mention.field == "title":
        return mention.span.start == 0 and after.startswith(":")
    if _OURS.search(before):
        return True
    by_cue = _INTRODUCED_BEFORE.search(before)
    if by_cue and not re.search(r"\b(?:by|on|for|with|using|of|in|to|than)\b", by_cue.group()):
        return True
    return bool(_INTRODUCED_AFTER.match(after)) and bool(re.search(r"\bwe\b", before, re.I))


def _addressed(paper: Paper, groups: Sequence[Group]) -> frozenset[int]:
    """The places of the tasks that the paper is about: in the title, cued, or repeated."""
    weights: list[tuple[float, int]] = []
    for place, group in enumerate(groups):
        if group.type != "task":
            continue
        in_title = any(mention.field == "title" for mention in group.mentions)
        cued = any(_ADDRESSED.search(_before(paper, mention)) for mention in group.mentions)
        weight = 2.0 * in_title + cued + 0.5 * (len(group.mentions) - 1)
        early = group.mentions[0].span.start < len(paper.abstract) / 4
        if weight + 0.5 * early >= 0.5:
            weights.append((-weight - 0.5 * early, place))
    return frozenset(place for _, place in sorted(weights)[:_MOST_ADDRESSED])


def _before(paper: Paper, mention: Mention) -> str:
    """What stands before a mention in its sentence."""
    text, start = paper.text(mention.field), mention.span.start
    low = max(0, start - _REACH)
    window = text[low : mention.span.end]
    spans = sentences(window)
    place = sentence_at(spans, start - low) if spans else -1
    begin = spans[place].start if place >= 0 else 0
    return window[begin : start - low]
