"""Per paper, stateless: encoder, tagger, KeyBERT, roles and relations.

Importing this loads no engine: names come when they are asked for.
"""

from typing import TYPE_CHECKING, Any

from kg.registry import load

if TYPE_CHECKING:
    from kg.extract.cache import ExtractionCache
    from kg.extract.codec import from_record, to_json, to_record
    from kg.extract.extractor import WORKERS, ExtractOptions, Extractor, rename
    from kg.extract.tagger import Tagger

_NAMES = {
    "WORKERS": "kg.extract.extractor:WORKERS",
    "ExtractionCache": "kg.extract.cache:ExtractionCache",
    "ExtractOptions": "kg.extract.extractor:ExtractOptions",
    "Extractor": "kg.extract.extractor:Extractor",
    "Tagger": "kg.extract.tagger:Tagger",
    "from_record": "kg.extract.codec:from_record",
    "rename": "kg.extract.extractor:rename",
    "to_json": "kg.extract.codec:to_json",
    "to_record": "kg.extract.codec:to_record",
}

__all__ = [
    "WORKERS",
    "ExtractOptions",
    "ExtractionCache",
    "Extractor",
    "Tagger",
    "from_record",
    "rename",
    "to_json",
    "to_record",
]


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return load(_NAMES, name, "name")
