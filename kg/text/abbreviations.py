"""Abbreviations and their long forms.

Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical
text", PSB 2003: a short form in parentheses is matched from its last letter backwards against
the words before it, and its first letter must begin a word. Added here: the other order,
"FN (full name)", plural short forms, and refusals of what is no abbreviation at all.
"""

import re
from dataclasses import dataclass

from kg.model import Span

_PARENTHESIS = re.compile(r"[(\[]([^()\[\]]{1,200})[)\]]")
_BREAK = re.compile(r"[;:!?]|[.,](?=\s)")
_SHORT = re.compile(r"[^\W_](?:[\w&+#./'*@^²³⁺-]*[\w+#*²³⁺])?(?: [A-Z0-9][\w-]{0,5})?\Z")
_TOKEN = re.compile(r"\S+")
_ROMAN = re.compile(r"[ivxlc]+\Z")
_MAX_SHORT = 12
_WORDS = frozenset("ours left right top bottom middle best here code demo data eq eqs fig figs tab "
                   "table sec section app appendix see new old both yes no".split())  # fmt: skip
_FUNCTION_WORDS = frozenset(
    "a an the of for in on to and or with by via from at as is are we our this that these its "
    "called named termed dubbed".split()
)


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form and the long form that its paper gives for it."""

    short: Span
    long: Span


def abbreviations(text: str) -> tuple[Abbreviation, ...]:
    """Find the pairs that `text` itself defines, in order of appearance.

    >>> text = "We train graph neural networks (GNNs)."
    >>> [(text[a.long.start:a.long.end], text[a.short.start:a.short.end])
    ...  for a in abbreviations(text)]
    [('graph neural networks', 'GNNs')]
    """
    found: list[Abbreviation] = []
    for match in _PARENTHESIS.finditer(text):
        inner = _trim(text, match.start(1), match.end(1))
        pair = _long_before(text, inner, match.start()) or _long_inside(text, inner, match.start())
        if pair:
            found.append(pair)
    return tuple(found)


def _trim(text: str, start: int, end: int) -> Span:
    """The part of a parenthesis before a comma or semicolon, without quotes and blanks."""
    cut = re.search(r"[;,]\s", text[start:end])
    end = start + cut.start() if cut else end
    for lead in ("i.e.", "e.g.", "or ", "aka ", "a.k.a.", "abbreviated as ", "short for ",
                 "denoted as ", "denoted by ", "called ", "termed ", "dubbed "):  # fmt: skip
        if text.startswith(lead, start, end):
            start += len(lead)
    while start < end and text[start] in " \"',":
        start += 1
    while end > start and text[end - 1] in " \"',":
        end -= 1
    return Span(start, end)


def _is_short(short: str) -> bool:
    """Tell whether `short` looks like a short form: never a plain word, numeral or number."""
    letters = sum(c.isalpha() for c in short)
    if not 2 <= len(short) <= _MAX_SHORT or not _SHORT.match(short) or letters < 1:
        return False
    if _ROMAN.match(short.lower()) and short.islower():
        return False
    core = short[:-1] if short.endswith("s") and len(short) > 2 else short
    if not any(c.isupper() for c in core) and not any(c.isdigit() for c in core[1:]):
        return False
    if core[0].isdigit() and letters < 2:
        return False
    # "(Ours)", "(Astronaut)": a capitalised plain word is a word.
    return short.lower() not in _WORDS and not (
        short.isalpha() and short[1:].islower() and len(short) > 4
    )


def _long_before(text: str, inner: Span, opening: int) -> Abbreviation | None:
    """The order of the paper: long form, then the short form in parentheses."""
    short = text[inner.start : inner.end]
    if not _is_short(short):
        return None
    window = _window(text, short, opening)
    start = _initials(short, text, window, opening)
    if start is None:
        starts = (_match(form, text, window, opening) for form in _forms(short))
        start = next((start for start in starts if start is not None), None)
    return _checked(text, inner, start, opening)


def _initials(short: str, text: str, low: int, high: int) -> int | None:
    """The start of the words whose initials spell the short form, the surest sign of all.

    The search from the right alone would make "limb exoskeleton" of LLE in "lower limb
    exoskeleton (LLE)".
    """
    core = short[:-1] if short.endswith("s") and len(short) > 2 else short
    words = list(re.finditer(r"[^\W_]+", text[low:high]))[-len(core) :]
    if len(words) == len(core) and all(
        word[0][0].lower() == letter for word, letter in zip(words, core.lower(), strict=True)
    ):
        return low + words[0].start()
    return None


def _forms(short: str) -> list[str]:
    """The short form, its singular, and with digits read as words: L2R is "learning to rank"."""
    forms = [short]
    if short.endswith("s") and len(short) > 2:
        forms.append(short[:-1])
    return forms + [form.replace("2", "t").replace("4", "f") for form in forms if form[0].isalpha()]


def _window(text: str, short: str, opening: int) -> int:
    """Where the words start that may hold the long form: min(|A| + 5, |A| * 2) of them."""
    letters = sum(c.isalnum() for c in short)
    limit = min(letters + 5, letters * 2)
    low = max(0, opening - 400)
    for found in _BREAK.finditer(text, low, opening):
        low = found.end()
    low = max(low, text.rfind("(", low, opening) + 1, text.rfind(")", low, opening) + 1)
    words = list(_TOKEN.finditer(text, low, opening))[-limit:]
    return words[0].start() if words else opening


def _match(short: str, text: str, low: int, high: int) -> int | None:
    """Schwartz and Hearst's findBestLongForm: the start of the shortest long form, if any."""
    at = high - 1
    for index in range(len(short) - 1, -1, -1):
        char = short[index].lower()
        if not char.isalnum():
            continue
        first = not any(c.isalnum() for c in short[:index])
        while at >= low and (
            text[at].lower() != char or (first and at > low and text[at - 1].isalnum())
        ):
            at -= 1
        if at < low:
            return None
        at -= 1
    start = at + 1
    while start > low and text[start - 1] not in " \"'([":
        start -= 1
    return start


def _checked(text: str, inner: Span, start: int | None, opening: int) -> Abbreviation | None:
    """Refuse long forms that are no longer, hold the short form itself, or are one odd word."""
    if start is None:
        return None
    end = opening - (len(text[:opening]) - len(text[:opening].rstrip(" \"'")))
    while start < end and text[start] in "\"' ":
        start += 1
    short, long = text[inner.start : inner.end], text[start:end]
    words = re.findall(r"[\w+#]+", long)
    if len(long) <= len(short) or not words or short.lower() in (w.lower() for w in words):
        return None
    if words[0].lower() in _FUNCTION_WORDS and words[0][0].lower() != short[0].lower():
        return None
    if len(words) == 1 and not _abbreviates_word(short, words[0]):
        return None
    return Abbreviation(inner, Span(start, end))


def _abbreviates_word(short: str, word: str) -> bool:
    """One word has an abbreviation of capitals, a third of its length at most: "AE", "Tf"."""
    core = short.rstrip("s")
    return core.isupper() and len(core) * 2 <= len(word)


def _long_inside(text: str, inner: Span, opening: int) -> Abbreviation | None:
    """The other order: the short form, then its long form in parentheses."""
    before = re.search(
        r"[^\s()\[\]\"',;:]+(?=[\"']?\s?[\"']?\Z)", text[max(0, opening - 40) : opening]
    )
    if not before:
        return None
    offset = max(0, opening - 40)
    short = Span(offset + before.start(), offset + before.end())
    name, long = text[short.start : short.end], text[inner.start : inner.end]
    if not _is_short(name) or len(long.split()) < 2 or not long[:1].isalnum():
        return None
    for form in _forms(name):
        if _match(form, text, inner.start, inner.end) == inner.start:
            words = len(long.split())
            letters = sum(c.isalnum() for c in form)
            if words <= min(letters + 5, letters * 2):
                return Abbreviation(short, inner)
    return None
