"""Scoring against annotated files: concepts, roles, relations, and mentions of token corpora."""

from kg.evaluate.files import (
    check_concepts,
    has_tokens,
    papers_beside,
    predict,
    read_papers,
    read_records,
)
from kg.evaluate.mentions import MentionScores, score_mentions
from kg.evaluate.scoring import (
    Error,
    Figures,
    PaperScore,
    Scores,
    figures,
    forms_of,
    interval,
    match_key,
    name_of,
    score,
    score_papers,
)

__all__ = [
    "Error",
    "Figures",
    "MentionScores",
    "PaperScore",
    "Scores",
    "check_concepts",
    "figures",
    "forms_of",
    "has_tokens",
    "interval",
    "match_key",
    "name_of",
    "papers_beside",
    "predict",
    "read_papers",
    "read_records",
    "score",
    "score_mentions",
    "score_papers",
]
