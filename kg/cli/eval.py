"""kg eval GOLD."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.console import print_table, progress_bar
from kg.model import CONCEPT_TYPES

if TYPE_CHECKING:
    from kg.evaluate import Figures, Scores


def evaluate(
    gold: Annotated[
        Path, typer.Argument(metavar="GOLD", help="Annotated papers, or sentences as tokens.")
    ],
    pred: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Predictions, as kg extract prints them.")
    ] = None,
    errors: Annotated[int, typer.Option(min=0, help="List so many errors.")] = 0,
    draws: Annotated[int, typer.Option(min=1, help="Draws for the intervals.")] = 1000,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Score extraction against annotated papers.

    Without --pred kg reads the papers itself, from a file that lies beside GOLD.
    """
    from kg.evaluate import has_tokens, read_records

    records = read_records(gold)
    if has_tokens(records):
        _evaluate_tokens(records)
    else:
        _evaluate_papers((gold, pred), records, (errors, draws), quiet)


def _evaluate_papers(
    files: tuple[Path, Path | None],
    records: list[dict[str, object]],
    sizes: tuple[int, int],
    quiet: bool,
) -> None:
    from kg.evaluate import (
        check_concepts,
        figures,
        interval,
        papers_beside,
        predict,
        read_papers,
        read_records,
        score_papers,
    )
    from kg.extract import Extractor

    gold, pred = files
    check_concepts(gold, records, frozenset({"type", "role", "required"}))
    if pred is not None:
        found = read_records(pred)
        check_concepts(pred, found, frozenset({"type"}))
    else:
        papers = read_papers(papers_beside(gold))
        with progress_bar(quiet=quiet) as progress:
            found = predict(
                papers, Extractor(), lambda done: progress("extracting", done, len(papers))
            )
    scored = score_papers(records, found)
    scores = figures(scored)
    rows = [
        _row(name, scores.concepts[name], interval(scored, name, sizes[1]), scores)
        for name in (*CONCEPT_TYPES, "all")
    ]
    rows.append(_row("relation", scores.relations, interval(scored, "relation", sizes[1]), scores))
    print_table(("", "P", "R", "F1", "95 %", "predicted", "required", "duplicates"), rows)
    print(f"roles {scores.role_accuracy:.3f}, macro F1 {scores.macro_f1:.3f},"
          f" forms that name another concept {scores.strange_forms:.3f}")  # fmt: skip
    for error in scores.errors[: sizes[0]]:
        print(error.kind, error.paper, error.type, error.name, error.detail, sep="\t")


def _row(
    name: str, found: "Figures", between: tuple[float, float], scores: "Scores"
) -> tuple[str, ...]:
    counts = scores.counts
    return (
        name,
        f"{found.precision:.3f}",
        f"{found.recall:.3f}",
        f"{found.f1:.3f}",
        f"{between[0]:.3f}-{between[1]:.3f}",
        str(counts.get(f"{name} predicted", 0)),
        str(counts.get(f"{name} required", 0)),
        str(counts.get(f"{name} duplicate", 0)),
    )


def _evaluate_tokens(records: list[dict[str, object]]) -> None:
    from kg.evaluate import score_mentions
    from kg.extract import Extractor
    from kg.model import Mention, Paper

    extractor = Extractor()

    def read(paper: Paper) -> list[Mention]:
        return [m for entity in extractor.extract(paper).entities for m in entity.mentions]

    rows = []
    for natural in (False, True):
        scores = score_mentions(records, read, natural=natural)
        for kind, found in scores.types.items():
            rows.append(
                (
                    "natural text" if natural else "official tokens",
                    kind,
                    f"{found.precision:.3f}",
                    f"{found.recall:.3f}",
                    f"{found.f1:.3f}",
                )
            )
    print_table(("", "", "P", "R", "F1"), rows)
