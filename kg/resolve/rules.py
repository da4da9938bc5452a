"""What the user rules about names; it overrules all that is found.

    same:      [[name, name, …], …]     these are one concept
    different: [[name, name], …]        these never are
    label:     {name: label}            what the concept is called
    type:      {name: method | task | dataset}
    drop:      [name, …]                no concept at all

Names count whatever their case, plural and spelling, as everywhere in resolution.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from kg.errors import UsageError
from kg.model import ConceptType, Entity, Extraction
from kg.resolve.variants import atom

_KEYS = ("same", "different", "label", "type", "drop")


@dataclass(frozen=True, slots=True)
class Rules:
    """The user's rulings, names as they were written."""

    same: tuple[tuple[str, ...], ...] = ()
    different: tuple[tuple[str, str], ...] = ()
    label: tuple[tuple[str, str], ...] = ()
    type: tuple[tuple[str, ConceptType], ...] = ()
    drop: tuple[str, ...] = ()

    def apart(self) -> frozenset[frozenset[str]]:
        """The atoms of each pair that must stay two."""
        return frozenset(frozenset((atom(a), atom(b))) for a, b in self.different)


def read_rules(raw: Any) -> Rules:
    """Rules out of what a YAML or JSON file holds.

    Raises:
        UsageError: an unknown key, or a value of another shape than shown above.

    >>> read_rules({"same": [["BERT", "bert-base"]]}).same
    (('BERT', 'bert-base'),)
    """
    if raw is None:
        return Rules()
    if not isinstance(raw, Mapping):
        raise UsageError(f"merges must be a mapping with the keys {', '.join(_KEYS)}")
    if unknown := sorted(map(str, set(raw) - set(_KEYS))):
        raise UsageError(f"merges: unknown key {unknown[0]!r}; known are {', '.join(_KEYS)}")
    groups = tuple(_names("same", group, 2) for group in _list("same", raw))
    pairs = [_names("different", group, 2) for group in _list("different", raw)]
    types = _table("type", raw)
    for name, kind in types:
        if kind not in get_args(ConceptType):
            raise UsageError(f"merges: type of {name!r} is {kind!r}; it must be one of: "
                             + ", ".join(get_args(ConceptType)))  # fmt: skip
    return Rules(
        same=groups,
        different=tuple((a, b) for first, *rest in pairs for a in (first,) for b in rest),
        label=_table("label", raw),
        type=types,  # type: ignore[arg-type]  # just checked
        drop=_names("drop", _list("drop", raw), 0),
    )


def to_plain(rules: Rules) -> dict[str, Any]:
    """The inverse of `read_rules`, without what is empty."""
    plain = {
        "same": [list(group) for group in rules.same],
        "different": [list(pair) for pair in rules.different],
        "label": dict(rules.label),
        "type": dict(rules.type),
        "drop": list(rules.drop),
    }
    return {key: value for key, value in plain.items() if value}


def with_same(rules: Rules, names: Sequence[str]) -> Rules:
    """The rules with these names ruled one concept; what held them apart is taken back."""
    wanted = {atom(name) for name in names}
    joined = [group for group in rules.same if wanted & set(map(atom, group))]
    others = tuple(group for group in rules.same if group not in joined)
    group = _distinct([name for group in joined for name in group] + list(names))
    within = {atom(name) for name in group}
    different = tuple(pair for pair in rules.different if not set(map(atom, pair)) <= within)
    return replace(rules, same=(*others, group), different=different)


def with_different(rules: Rules, names: Sequence[str]) -> Rules:
    """The rules with the first name held apart from each of the others, in no group with it."""
    first, *others = names
    away = {atom(name) for name in others}
    same = tuple(
        tuple(name for name in group if atom(name) not in away)
        if atom(first) in map(atom, group)
        else group
        for group in rules.same
    )
    pairs = dict.fromkeys((*rules.different, *((first, other) for other in others)))
    return replace(
        rules, same=tuple(group for group in same if len(group) > 1), different=tuple(pairs)
    )


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    """One name of each spelling, the first."""
    kept: dict[str, str] = {}
    for name in names:
        kept.setdefault(atom(name), name)
    return tuple(kept.values())


def obeyed(extraction: Extraction, apart: frozenset[frozenset[str]]) -> Extraction:
    """An extraction with forms apart that the user keeps apart (`Rules.apart`)."""
    if not apart:
        return extraction
    entities: list[Entity] = []
    place = {}
    for index, entity in enumerate(extraction.entities):
        place[index] = len(entities)
        entities += _split(entity, apart)
    relations = tuple(
        replace(relation, head=place[relation.head], tail=place[relation.tail])
        for relation in extraction.relations
    )
    return replace(extraction, entities=tuple(entities), relations=relations)


def _split(entity: Entity, apart: frozenset[frozenset[str]]) -> Iterable[Entity]:
    """The entity less the aliases that are no name of it, and one entity for each of those."""
    label = atom(entity.label)
    away = [alias for alias in entity.aliases if frozenset((label, atom(alias))) in apart]
    lost = set(map(atom, away))
    yield replace(
        entity,
        aliases=tuple(alias for alias in entity.aliases if atom(alias) not in lost),
        mentions=tuple(m for m in entity.mentions if atom(m.surface) not in lost),
    )
    for alias in away:
        mentions = tuple(m for m in entity.mentions if atom(m.surface) == atom(alias))
        if mentions:
            yield replace(entity, label=alias, aliases=(), mentions=mentions)


def _list(key: str, raw: Mapping[str, Any]) -> list[Any]:
    value = raw.get(key) or []
    if not isinstance(value, list):
        raise UsageError(f"merges: {key} must be a list")
    return value


def _names(key: str, value: Any, least: int) -> tuple[str, ...]:
    good = isinstance(value, list) and all(isinstance(name, str | int | float) for name in value)
    if not good or len(value) < least:
        raise UsageError(f"merges: {key} must hold lists of {'two or more ' * (least > 0)}names,"
                         f" not {value!r}")  # fmt: skip
    return tuple(map(str, value))


def _table(key: str, raw: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    value = raw.get(key) or {}
    if not isinstance(value, Mapping):
        raise UsageError(f"merges: {key} must be a mapping of names")
    return tuple(sorted((str(name), str(wanted)) for name, wanted in value.items()))
