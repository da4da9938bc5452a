"""Pure text functions: cleaning, sentences, comparison keys, abbreviations."""

from kg.text.abbreviations import Abbreviation, abbreviations
from kg.text.clean import Cleaned, clean_text, one_line
from kg.text.keys import comparison_key
from kg.text.sentences import sentence_around, sentence_at, sentences

__all__ = [
    "Abbreviation",
    "Cleaned",
    "abbreviations",
    "clean_text",
    "comparison_key",
    "one_line",
    "sentence_around",
    "sentence_at",
    "sentences",
]
