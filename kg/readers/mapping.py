"""What a user says a file calls our fields: `title=Name, abstract=Text`."""

from collections.abc import Iterable, Mapping
from typing import Any

from kg.errors import InputError, UsageError
from kg.model import RawRecord
from kg.readers.fields import SYNONYMS, plain_key

_SHOWN = 30


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
                f" found in {file}: {', '.join(list(names)[:_SHOWN])}"
            )


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
