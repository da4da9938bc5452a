"""Author names as "Given Family", whatever way a format writes them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kg.text import clean_text

_AND = re.compile(r"\s+and\s+", re.I)
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?\Z", re.I)
_OTHERS = frozenset(("others", "et al.", "et al"))


def author_names(value: Any) -> tuple[str, ...]:
    """Display names out of a string of names, a list of strings, or a list of records."""
    if isinstance(value, Mapping):
        value = value.get("value") or value.get("author") or [value]
    if isinstance(value, str):
        value = split_authors(value)
    if not isinstance(value, Iterable) or isinstance(value, str):
        return ()
    names = (clean_text(_name(item)).text for item in value)
    return tuple(dict.fromkeys(n for n in names if n and n.lower() not in _OTHERS))


def split_authors(text: str) -> list[str]:
    """Split a string of names at "and", semicolons or commas, but not inside braces."""
    if ";" in text:
        return [part.strip() for part in text.split(";")]
    if "{" not in text:
        pieces = [p.strip() for p in re.split(r",\s*|\s+and\s+|\s+&\s+", text) if p.strip()]
        if len(pieces) > 1 and all(" " in piece for piece in pieces):
            return pieces  # "Ada King, Alan Poe and Kurt Weil"
    return split_at_and(text)


def split_at_and(text: str) -> list[str]:
    """Split names as BibTeX does: at each "and" outside braces.

    >>> split_at_and("King, Ada and {Weil and Sons}")
    ['King, Ada', '{Weil and Sons}']
    """
    parts, start = [], 0
    for match in _AND.finditer(text):
        before = text[: match.start()]
        if before.count("{") == before.count("}"):
            parts.append(text[start : match.start()].strip())
            start = match.end()
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def _name(item: Any) -> str:
    if isinstance(item, str):
        return turn(item)
    if isinstance(item, Mapping):
        return _name_of_record(item)
    if isinstance(item, Iterable):  # arXiv: [family, given, suffix]
        parts = [str(part).strip() for part in item if isinstance(part, str)]
        return " ".join(filter(None, parts[1:2] + parts[:1] + parts[2:3]))
    return ""


def _name_of_record(item: Mapping[str, Any]) -> str:
    low = {str(key).lower().replace("_", ""): value for key, value in item.items()}
    if isinstance(low.get("author"), Mapping):  # OpenAlex
        return _name_of_record(low["author"])
    for key in ("name", "displayname", "fullname", "literal", "text"):
        if isinstance(low.get(key), str):
            return turn(low[key])
    given = low.get("given") or low.get("firstname") or low.get("first") or ""
    family = low.get("family") or low.get("lastname") or low.get("last") or ""
    if isinstance(given, list):
        given = " ".join(map(str, given))
    middle = low.get("middle") or ""
    middle = " ".join(map(str, middle)) if isinstance(middle, list) else str(middle)
    return " ".join(part for part in (str(given), middle, str(family)) if part)


def turn(name: str) -> str:
    """Put "Family, Given" and "Family, Jr, Given" the other way round.

    >>> turn("Turing, Alan")
    'Alan Turing'
    """
    if name.startswith("{") and name.endswith("}"):
        return name
    parts = [part.strip() for part in name.split(",") if part.strip()]
    if len(parts) == 2 and not _SUFFIX.match(parts[1]):
        return f"{parts[1]} {parts[0]}"
    if len(parts) == 3 and _SUFFIX.match(parts[1]):
        return f"{parts[2]} {parts[0]} {parts[1]}"
    return " ".join(parts)
