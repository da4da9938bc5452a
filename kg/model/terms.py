"""The closed vocabularies: concept types, roles, relations, fields."""

from collections.abc import Mapping
from typing import Literal

ConceptType = Literal["method", "task", "dataset"]
Role = Literal["introduced", "used", "compared", "addressed", "mentioned"]
RelationKind = Literal[
    "used-for",
    "part-of",
    "subclass-of",
    "subtask-of",
    "evaluated-with",
    "trained-with",
    "benchmark-for",
    "compare-with",
]
FieldName = Literal["title", "abstract"]

CONCEPT_TYPES: tuple[ConceptType, ...] = ("method", "task", "dataset")
FIELDS: tuple[FieldName, ...] = ("title", "abstract")

#: Which roles a concept of a type can play, the most telling first.
ROLES: Mapping[ConceptType, tuple[Role, ...]] = {
    "method": ("introduced", "used", "compared"),
    "task": ("addressed", "mentioned"),
    "dataset": ("introduced", "used"),
}

#: relation -> (type of its head, type of its tail), as the annotation guide defines them;
#: `used-for` also holds between two methods.
RELATION_ENDS: Mapping[RelationKind, tuple[tuple[ConceptType, ConceptType], ...]] = {
    "used-for": (("method", "task"), ("method", "method")),
    "part-of": (("method", "method"),),
    "subclass-of": (("method", "method"),),
    "subtask-of": (("task", "task"),),
    "evaluated-with": (("method", "dataset"),),
    "trained-with": (("method", "dataset"),),
    "benchmark-for": (("dataset", "task"),),
    "compare-with": (("method", "method"),),
}

LABEL_WORDS = 8
