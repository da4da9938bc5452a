"""Words that a line break cut in two: "recogni-\\ntion", or "recogni- tion" out of a PDF."""

import re
from collections import Counter
from functools import cache

#: What both of the patterns below have in them, but found much faster.
_BROKEN = re.compile(r"-(?<=[^\W\d_]-)\s")
_AT_LINE_END = re.compile(r"([^\W\d_]{2,})-[ \t]*\n[ \t]*([a-z]{2,})")
_WITH_BLANK = re.compile(r"(?<![\w-])([A-Za-z]{2,})- ([a-z]{2,})(?![\w])")
#: "pre- and post-training", "pixel- or object-wise": the hyphen hangs on purpose.
_HANGING = frozenset(
    "and or to nor vs versus as but und bis et ou through than then in on of for with by "
    "is are if when from at the via".split()
)
#: First halves that keep their hyphen, second halves that want one.
_FIRST = frozenset(
    "self semi multi non pre post meta cross inter intra co re anti low high long short small "
    "large state real time end well data model task domain out in off on top two three four one "
    "zero few first second third hand human question text image video fine coarse open closed "
    "double single ground deep max min sub over under plug pose graph node edge context memory "
    "sequence point world user item user class sample machine language vision".split()
)
_SECOND = frozenset(
    "based aware driven free wise level term time shot specific efficient dependent conditioned "
    "guided agnostic augmented invariant art world quality scale supervised tuning trained of "
    "to the grained step order dimensional oriented centric independent related like play "
    "resolution modal task view source sensitive consistent rank range distribution".split()
)


def join_broken_words(text: str, counts: Counter[str]) -> str:
    """Join broken words; the rest of the text decides whether the hyphen was theirs."""
    if not _BROKEN.search(text):
        return text

    @cache
    def known() -> set[str]:
        return set(re.findall(r"\w+(?:-\w+)*", text.lower()))

    def join(match: re.Match[str]) -> str:
        first, second = match[1], match[2]
        if match.string[match.start() - 1 : match.start()] == "-":  # state-of-⏎the-art
            return f"{first}-{second}"
        if second in _HANGING:
            return f"{first}- {second}"
        counts["hyphens"] += 1
        if (first + second).lower() in known():
            return first + second
        hyphenated = f"{first}-{second}"
        if hyphenated.lower() in known() or first.lower() in _FIRST or second in _SECOND:
            return hyphenated
        return first + second

    joined = _AT_LINE_END.sub(join, text) if "\n" in text else text
    return _WITH_BLANK.sub(join, joined)
