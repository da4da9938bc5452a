"""What a user says a file calls our fields: `title=Name, abstract=Text`."""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from kg.errors import InputError, UsageError
from kg.model import RawRecord
from kg.readers.fields import SYNONYMS, plain_key

_SHOWN = 30
_KNOWN = frozenset(name for names in SYNONYMS.values() for name in names)
_TELLING = frozenset(SYNONYMS["title"] + SYNONYMS["abstract"])
_TITLE_WORDS = 20


def check_fields(fields: Mapping[str, str]) -> None:
    """Refuse names that are not ours.

    Raises:
        UsageError: a key is no field of a paper, or a value is empty.

    >>> check_fields({"title": "Name"})
    """
    for ours, theirs in fields.items():
        if ours not in SYNONYMS or not theirs.strip():
            raise UsageError(
                f"cannot map {ours!r} to {theirs!r}; write FIELD=COLUMN, FIELD being one of: "
                + ", ".join(SYNONYMS)
            )


class Renaming:
    """Gives records our names, and remembers which of the user's names were met where."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._fields = fields
        self._met: dict[str, set[str]] = {theirs: set() for theirs in fields.values()}
        self._found: dict[str, dict[str, None]] = {}
        self._sample: Mapping[str, Any] = {}

    def names(self, columns: Iterable[str]) -> bool:
        """Whether one of the columns is among the user's names."""
        return not {plain_key(name) for name in self._met}.isdisjoint(map(plain_key, columns))

    def rename(self, record: RawRecord) -> RawRecord:
        """The record with the mapped fields under our names; what is not there stays as it is."""
        if not self._fields:
            return record
        file = record.source.file
        names = self._found.setdefault(file, {})
        if len(names) < _SHOWN:
            names.update(dict.fromkeys(map(str, record.fields)))
            self._sample = self._sample or record.fields
        chosen: dict[str, Any] = {}
        for ours, theirs in self._fields.items():
            found, value = _look_up(record.fields, theirs)
            if found:
                self._met[theirs].add(file)
                chosen[ours] = value
        if not chosen:
            return record
        # Another field that is a synonym of ours must not win over the one that the user named.
        rivals = {name for ours in chosen for name in SYNONYMS[ours]}
        rest = {key: value for key, value in record.fields.items() if plain_key(key) not in rivals}
        return RawRecord({**chosen, **rest}, record.source, record.notes)

    def lacking(self) -> Iterable[tuple[str, str]]:
        """Each file in which a name of the user's is missing that others have."""
        for theirs, met in self._met.items():
            yield from ((file, theirs) for file in self._found if file not in met)

    def check(self) -> None:
        """Refuse names that no file has.

        Raises:
            InputError: it names the fields that were found instead.
        """
        missing = [theirs for theirs, met in self._met.items() if not met]
        if missing and self._found:
            file, names = next(iter(self._found.items()))
            raise InputError(
                f"no record has a field or column {', '.join(map(repr, missing))};"
                f" {file} has: {listed(names)}; {advice(self._mended(list(names)))}"
            )

    def _mended(self, names: list[str]) -> dict[str, str]:
        """The user's mapping with names that are there, as near as can be."""
        near = {ours: [theirs] if self._met[theirs] else get_close_matches(theirs, names, 1)
                for ours, theirs in self._fields.items()}  # fmt: skip
        found = {ours: close[0] for ours, close in near.items() if close}
        return found or guess(self._sample)


def advice(example: Mapping[str, str]) -> str:
    """How to say which column is what: an option to paste, and what else could be in it.

    >>> advice({"title": "Name"})
    'name the columns, such as --map "title=Name" (there are also abstract, authors, year, venue, \
doi, arxiv, pmid, url, keywords, language, id)'
    """
    text = ",".join(f"{ours}={theirs}" for ours, theirs in example.items())
    text = shlex.quote(text) if any(sign in text for sign in '"$`\\!') else f'"{text}"'
    others = ", ".join(name for name in _OFFERED if name not in example)
    return f"name the columns, such as --map {text} (there are also {others})"


_OFFERED = ("title", "abstract", "authors", "year", "venue", "doi", "arxiv", "pmid", "url",
            "keywords", "language", "id")  # fmt: skip


def listed(names: Iterable[str]) -> str:
    """The names of columns for people, the first of them if there are many."""
    shown = [" ".join("".join(filter(str.isprintable, name)).split()) for name in names]
    return ", ".join(shown[:_SHOWN]) + (", …" if len(shown) > _SHOWN else "")


def guess(record: Mapping[str, Any]) -> dict[str, str]:
    """Which fields of a record might be its title and abstract, of those with unknown names.

    None where a field is called so, and only has nothing in it.

    >>> guess({"Nr": 7, "What": "On beans", "Said": "We grow beans."})
    {'title': 'What', 'abstract': 'Said'}
    """
    words = dict(_texts(record))
    if not words or not _TELLING.isdisjoint(map(plain_key, record)):
        return {}
    title = next((n for n in words if get_close_matches("title", [n.lower()], 1, 0.75)), "")
    longest = max(
        (name for name in words if name != title), key=lambda name: words[name], default=""
    )
    others = [name for name in words if name != longest]
    if not longest or not others:
        name = longest or title
        return {"title" if words[name] <= _TITLE_WORDS else "abstract": name}
    title = title or next((name for name in others if words[name] > 1), others[0])
    return {"title": title, "abstract": longest}


def _texts(record: Mapping[str, Any], outer: str = "") -> Iterator[tuple[str, int]]:
    """The names of unknown fields with words in them, and how many; nested ones with a dot."""
    for key, value in record.items():
        name = f"{outer}{key}"
        if isinstance(value, Mapping) and not outer:
            yield from _texts(value, f"{name}.")
        elif (
            isinstance(value, str)
            and any(map(str.isalpha, value))
            and "=" not in name
            and "://" not in value
            and plain_key(key) not in _KNOWN
        ):
            yield name, len(value.split())


def _look_up(fields: Mapping[str, Any], name: str) -> tuple[bool, Any]:
    """The value of a field by its exact name, else by its letters, else by a dotted path."""
    if name in fields:
        return True, fields[name]
    plain = plain_key(name)
    for key in fields:
        if plain and plain_key(key) == plain:
            return True, fields[key]
    outer, dot, inner = name.partition(".")
    if dot and isinstance(fields.get(outer), Mapping):
        return _look_up(fields[outer], inner)
    return False, None
