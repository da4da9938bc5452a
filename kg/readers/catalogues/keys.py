"""What the shapes of all catalogues need: records by plain keys, and values out of their wraps."""

import re
from collections.abc import Mapping
from typing import Any

from kg.readers.fields import as_text

#: A record with its keys in lower-case letters and digits.
Keys = Mapping[str, Any]


class NoPaperError(ValueError):
    """A record of the catalogue that describes something else."""


def year_of_citation(keys: Keys) -> str:
    """The year in the BibTeX entry that a record may carry along."""
    found = re.search(r"\byear\s*=\s*[{\"]?\s*(\d{4})\b", _citation(keys))
    return found[1] if found else ""


def venue_of_citation(keys: Keys) -> str:
    """The book or journal in the BibTeX entry that a record may carry along."""
    found = re.search(r"\b(?:booktitle|journal)\s*=\s*[{\"]([^{}\"]+)[}\"]", _citation(keys))
    return found[1] if found else ""


def _citation(keys: Keys) -> str:
    styles = mapping(keys.get("citationstyles"))
    return as_text(keys.get("bibtex") or styles.get("bibtex"))


def first(*values: Any) -> Any:
    """The first of the values that is one."""
    return next((value for value in values if value), None)


def head(value: Any) -> Any:
    """The first of a list, or the value itself: catalogues wrap what can stand once into lists."""
    return next(iter(value), None) if isinstance(value, list) else value


def records(value: Any) -> list[Mapping[str, Any]]:
    """The records in a list; none where it is no list."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def mapping(value: Any) -> Mapping[str, Any]:
    """The value where it is a record, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def unwrapped(value: Any) -> Any:
    """The second OpenReview interface wraps each field."""
    return value["value"] if isinstance(value, Mapping) and "value" in value else value
