"""Options that several commands share."""

import re
from typing import Annotated

import typer

from kg.errors import UsageError

FieldMap = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="FIELD=COLUMN,…",
        help="Which column holds what, where its name does not tell: title=Name,abstract=Text",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="A skipped record is an error.")]


def parse_field_map(given: list[str] | None) -> dict[str, str]:
    """`title=Name,abstract=Text`, perhaps in several options, as a mapping.

    Raises:
        UsageError: a part has no `=`.

    >>> parse_field_map(["title=Name, long,abstract=Text"])
    {'title': 'Name, long', 'abstract': 'Text'}
    """
    fields: dict[str, str] = {}
    for text in given or ():
        # A column may have a comma in its name: only one before FIELD= divides.
        for part in re.split(r",\s*(?=\w+\s*=)", text):
            ours, equals, theirs = part.partition("=")
            if not equals:
                raise UsageError(f"--map {part!r}: write FIELD=COLUMN, such as title=Name")
            fields[ours.strip().lower()] = theirs.strip()
    return fields


def parse_parameters(texts: list[str] | None) -> dict[str, str]:
    """`NAME=VALUE`, each name once, as a mapping.

    Raises:
        BadParameter: a part has no `=`, or a name is given twice.

    >>> parse_parameters(["task=a=b"])
    {'task': 'a=b'}
    """
    found: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"{text!r} is not of the form NAME=VALUE")
        if name in found:
            raise typer.BadParameter(f"the parameter {name!r} is given twice")
        found[name] = value
    return found
