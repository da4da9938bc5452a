"""Authors as persons: a name to show, given and family names where a format tells them apart."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from kg.model import Person
from kg.readers.name_lists import (
    is_east_asian,
    is_suffix,
    name_parts,
    split_authors,
    with_particles,
    without_others,
)
from kg.text import clean_text

#: A name that cleaning would leave as it is, as most are.
_PLAIN = re.compile(r"[A-Za-z]+\.?(?:[ -][A-Za-z]+\.?)*")
#: How IEEE Xplore writes "X.-Y.".
_LOOSE_HYPHEN = re.compile(r"(?<=[^\W\d_]\.) -(?=[^\W\d_]\.)")
#: What databases write behind a name: the number that they give to the person.
_NUMBER = re.compile(r"\s*\(\d{5,}\)\Z")
_BACKWARDS = re.compile(r"([^\W\d_][^\d,;.]+) ((?:[^\W\d_]\.?-?){1,3})")
_ONLY_INITIALS = re.compile(r"(?:[^\W\d_]\.[ -]?)+")
#: What is no person, and does not keep the names beside it from being turned.
_GROUP = re.compile(r"\b(?:group|consortium|collaboration|collaborators|team|network|committee|"
                    r"investigators|initiative|society|project|working party)\b", re.I)  # fmt: skip


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
    people = [without_others(item) if isinstance(item, str) else item for item in value]
    people = [item for item in people if item]
    persons: dict[str, Person] = {}
    for item in _all_backwards(people) or people:
        person = _of_text(item) if isinstance(item, str) else _clean(_person(item))
        if isinstance(item, str) or without_others(person.name):
            persons.setdefault(person.name, person)
    persons.pop("", None)
    return tuple(persons.values())


def is_in_order(names: list[str]) -> bool:
    """Whether each of the names has the family name last: no initials there, and no group.

    >>> is_in_order(["Ada Moor"]), is_in_order(["Moor A"]), is_in_order(["Moss Working Group"])
    (True, False, False)
    """
    return not any(map(_may_be_backwards, names))


def has_initials(persons: Sequence[Person]) -> bool | None:
    """Whether the authors of a paper are told by family name and initials; None if one is alone."""
    people = [person for person in persons if not _GROUP.search(person.name)]
    if len(people) < 2:
        return None
    return all(person.family and _ONLY_INITIALS.fullmatch(person.given) for person in people)


def turn_single(persons: tuple[Person, ...]) -> tuple[Person, ...]:
    """The only author of a paper out of a file in which names are written "Moor A".

    >>> turn_single((Person("Moor A"),))[0].name
    'A. Moor'
    """
    found = _backwards(persons[0].name) if len(persons) == 1 and not persons[0].given else None
    return (_joined(_spaced(found[2]), found[1]),) if found else persons


def _all_backwards(people: list[Any]) -> list[Any]:
    """Names written "King A", "Poe AB." the other way round, where all of a paper are so,
    groups aside.

    A single name has to end in a full stop, for "Stability AI" and "Malcolm X" are in order as
    they stand.
    """
    if not all(isinstance(person, str) and _may_be_backwards(person) for person in people):
        return []
    persons = [person for person in people if not _GROUP.search(person)]
    found = [_backwards(person) for person in persons]
    if not found or not all(found) or (len(found) == 1 and found[0] and "." not in found[0][2]):
        return []
    turned = {name[0]: {"family": name[1], "given": _spaced(name[2])} for name in found if name}
    return [turned.get(person.strip(), person) for person in people]


def _backwards(name: str) -> re.Match[str] | None:
    found = _BACKWARDS.fullmatch(name.strip())
    if not found or found[1].isupper() or not found[2].isupper() or is_suffix(found[2]):
        return None
    return found


@lru_cache(maxsize=1 << 14)
def _may_be_backwards(name: str) -> bool:
    """Whether a name speaks for, or at least not against, that those beside it are backwards."""
    return bool(_backwards(name) or _GROUP.search(name))


def _spaced(initials: str) -> str:
    """Initials as they stand before a name: "AB" becomes "A. B.".

    >>> _spaced("J-P.")
    'J.-P.'
    """
    return re.sub(r"\.(?=[^\W\d_])", ". ", re.sub(r"([^\W\d_])\.?", r"\1.", initials))


@lru_cache(maxsize=1 << 14)
def _of_text(name: str) -> Person:
    """The person of a name; remembered, for who has written one paper of a pile writes others."""
    return _clean(turn(_LOOSE_HYPHEN.sub("-", name) if ". -" in name else name))


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
    low = dict(zip(_low_names(tuple(item)), item.values(), strict=True))
    if isinstance(low.get("author"), Mapping):  # OpenAlex
        return _person_of_record(low["author"])
    if _ALL_PARTS.isdisjoint(low):
        whole = (low[key] for key in _NAMES if isinstance(low.get(key), str) and low[key].strip())
        return turn(next(whole, ""))
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
_ALL_PARTS = frozenset(key for keys in _PARTS.values() for key in keys)


@lru_cache(maxsize=256)
def _low_names(keys: tuple[object, ...]) -> tuple[str, ...]:
    """The names of fields as letters and digits; remembered, for all authors have the same."""
    return tuple(re.sub(r"[\W_]", "", str(key).lower()) for key in keys)


def _words(values: Any) -> str:
    """One string out of a string, or of a list of them such as the middle names of S2ORC."""
    if isinstance(values, str):
        return values
    return " ".join(filter(None, map(_words, values))) if isinstance(values, list) else ""


def _joined(given: str, family: str, suffix: str = "") -> Person:
    given, family, suffix = given.strip(), family.strip(), suffix.strip()
    if not (given and family):
        return Person(" ".join(filter(None, (given, family, suffix))))
    if is_east_asian(family) and is_east_asian(given):
        return Person(family + given, given, family)
    given, family = with_particles(given, family)
    return Person(" ".join(filter(None, (given, family, suffix))), given, family)


def turn(name: str) -> Person:
    """Put "Family, Given" and "Family, Jr, Given" the other way round.

    >>> turn("Turing, Alan").name
    'Alan Turing'
    """
    if _PLAIN.fullmatch(name) or (name.startswith("{") and name.endswith("}")):
        return Person(name)
    return _joined(*name_parts(_NUMBER.sub("", name)))
