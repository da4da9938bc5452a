"""Authors as persons: a name to show, given and family names where a format tells them apart."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from kg.model import Person
from kg.text import clean_text

_AND = re.compile(r"\s+and\s+", re.I)
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?\Z", re.I)
#: A name that cleaning would leave as it is, as most are.
_PLAIN = re.compile(r"[A-Za-z]+\.?(?:[ -][A-Za-z]+\.?)*")
#: What databases write behind a name: the number that they give to the person.
_NUMBER = re.compile(r"\s*\(\d{5,}\)\Z")
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ -]?){1,4}")
_BACKWARDS = re.compile(r"([^\W\d_][^\d,;.]+) ((?:[^\W\d_]\.?-?){1,3})")
#: Between names that have lost what stood between them; "McKay" and "DeLong" are whole.
_GLUED = re.compile(
    r"(?<=[a-zà-ÿ])(?<!\bMc)(?<!\bMac)(?<!\bVan)(?<!\b[DL][aeiou])(?=[A-ZÀ-Þ][a-zà-ÿ]+ )"
)
_OTHERS = frozenset(("others", "et al.", "et al"))


def author_persons(value: Any) -> tuple[Person, ...]:
    """Persons out of a string of names, a list of strings, or a list of records.

    >>> author_persons("Moor, Ada and Jan Berg")[0]
    Person(name='Ada Moor', given='Ada', family='Moor')
    """
    if isinstance(value, Mapping):
        value = next((value[key] for key in _LISTS if value.get(key)), [value])
    if isinstance(value, Mapping):
        value = [value]
    if isinstance(value, str):
        value = split_authors(value)
    if not isinstance(value, Iterable):
        return ()
    people = list(value)
    turned = _all_backwards(people)
    persons: dict[str, Person] = {}
    for item in turned or people:
        person = _clean(_person(item))
        if person.name and person.name.lower() not in _OTHERS:
            persons.setdefault(person.name, person)
    return tuple(persons.values())


def split_authors(text: str) -> list[str]:
    """Split a string of names at "and", semicolons or commas, but not inside braces."""
    if ";" in text:
        return [part.strip() for part in text.split(";")]
    if "{" not in text:
        pieces = [p.strip() for p in re.split(r",\s*|\s+and\s+|\s+&\s+", text) if p.strip()]
        if len(pieces) > 1 and all(" " in piece for piece in pieces):
            return pieces  # "Ada King, Alan Poe and Kurt Weil"
        glued = _GLUED.split(text) if "," not in text else []
        if len(glued) > 1 and all(" " in piece.strip() for piece in glued):
            return glued  # "Ada KingAlan Poe", as the pages of a publisher end up in tables
        if len(pieces) > 3 and " and " not in text and all(map(_INITIALS.fullmatch, pieces[1::2])):
            pairs = zip(pieces[::2], pieces[1::2], strict=len(pieces) % 2 == 0)
            return [f"{family}, {given}" for family, given in pairs]  # "King, A., Poe, A."
    return split_at_and(text)


def _all_backwards(people: list[Any]) -> list[dict[str, str]]:
    """Names written "King A", "Poe AB." the other way round, where all of a paper are so.

    A single name has to end in one initial, for "Stability AI" is in order as it stands.
    """
    found = [_backwards(person) if isinstance(person, str) else None for person in people]
    if len(found) == 1 and found[0] and len(found[0][2].strip(".")) > 1:
        return []
    turned = [{"family": name[1], "given": _spaced(name[2])} for name in found if name]
    return turned if len(turned) == len(people) else []


def _backwards(name: str) -> re.Match[str] | None:
    found = _BACKWARDS.fullmatch(name.strip())
    if not found or found[1].isupper() or not found[2].isupper() or _SUFFIX.match(found[2]):
        return None
    return found


def _spaced(initials: str) -> str:
    """Initials as they stand before a name: "AB" becomes "A. B.".

    >>> _spaced("J-P.")
    'J.-P.'
    """
    return re.sub(r"\.(?=[^\W\d_])", ". ", re.sub(r"([^\W\d_])\.?", r"\1.", initials))


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


def _clean(person: Person) -> Person:
    if _PLAIN.fullmatch(person.name):
        return person
    return Person(*(clean_text(part).text for part in (person.name, person.given, person.family)))


def _person(item: Any) -> Person:
    if isinstance(item, str):
        return turn(item)
    if isinstance(item, Mapping):
        return _person_of_record(item)
    if isinstance(item, Iterable):  # arXiv: [family, given, suffix]
        family, given, suffix = ([str(part or "").strip() for part in item] + [""] * 3)[:3]
        return _joined(given, family, suffix)
    return Person("")


def _person_of_record(item: Mapping[str, Any]) -> Person:
    low = {re.sub(r"[\W_]", "", str(key).lower()): value for key, value in item.items()}
    if isinstance(low.get("author"), Mapping):  # OpenAlex
        return _person_of_record(low["author"])
    parts = {name: _words([low.get(key) for key in keys]) for name, keys in _PARTS.items()}
    for key in _NAMES:
        if isinstance(low.get(key), str) and low[key].strip():
            if not (parts["given"] and parts["family"]):
                return turn(low[key])
            if parts["given"].split()[0] in low[key]:
                return Person(turn(low[key]).name, parts["given"], parts["family"])
    return _joined(parts["given"], parts["family"], parts["suffix"])


#: Under which keys a record has its whole name, and a record of all authors its list of them.
_NAMES = ("fullname", "name", "displayname", "literal", "text", "rawauthorname", "creator",
          "authname")  # fmt: skip
_LISTS = ("value", "author", "authors")
#: Which keys of an author's record make up which part of the name, in order.
_PARTS = {
    "given": ("given", "firstname", "first", "givenname", "forename", "middle"),
    "family": ("droppingparticle", "nondroppingparticle", "family", "lastname", "last", "surname",
               "familyname"),
    "suffix": ("suffix",),
}  # fmt: skip


def _words(values: Any) -> str:
    """One string out of a string, or of a list of them such as the middle names of S2ORC."""
    if isinstance(values, str):
        return values
    return " ".join(filter(None, map(_words, values))) if isinstance(values, list) else ""


def _joined(given: str, family: str, suffix: str = "") -> Person:
    name = " ".join(filter(None, (given.strip(), family.strip(), suffix.strip())))
    return Person(name, given.strip(), family.strip()) if given and family else Person(name)


def turn(name: str) -> Person:
    """Put "Family, Given" and "Family, Jr, Given" the other way round.

    >>> turn("Turing, Alan").name
    'Alan Turing'
    """
    if name.startswith("{") and name.endswith("}"):
        return Person(name)
    name = _NUMBER.sub("", name)
    if "," not in name:
        return Person(name.strip())
    parts = [part.strip() for part in name.split(",") if part.strip()]
    if len(parts) == 2 and not _SUFFIX.match(parts[1]):
        return _joined(parts[1], parts[0])
    if len(parts) == 3 and _SUFFIX.match(parts[1]):
        return _joined(parts[2], parts[0], parts[1])
    return Person(" ".join(parts))
