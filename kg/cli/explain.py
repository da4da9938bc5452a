"""kg explain GRAPH NAME."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from kg.cli.console import stdout
from kg.model import Explanation, Proposal
from kg.vocab import concept_iri

if TYPE_CHECKING:
    from kg import KnowledgeGraph

_PAPERS, _KINDS = 5, 20


def explain(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A concept: label, alias, id or IRI.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Say why names are one concept.

    Each form of the name is shown with its papers and why it belongs here; below stand concepts
    that look like a kind of it.
    """
    import kg

    opened = kg.open(graph)
    explanation, proposals = opened.explain(name)
    if as_json:
        row = {**asdict(explanation), "proposals": [asdict(p) for p in proposals]}
        print(json.dumps(row, ensure_ascii=False))
        return
    description = opened.describe(f"c-{explanation.concept}")
    out = stdout()
    out.print(Text.assemble((description.label, "bold"), f"  ({description.kind})"))
    votes = ", ".join(f"{kind} {votes:g}" for kind, votes in explanation.votes)
    out.print(f"type by vote: {votes}", style="dim")
    _print_forms(explanation, description.label)
    _print_proposals(opened, explanation, proposals)


def _print_forms(explanation: Explanation, label: str) -> None:
    """The most used form first, each with its papers and why it belongs here."""
    why = {match.left.casefold(): match for match in explanation.matches}
    out = stdout()
    for form, papers in sorted(explanation.forms, key=lambda row: (-len(row[1]), row[0])):
        out.print(Text.assemble("\n", (form, "bold"), f"  {_papers(papers)}"))
        match = why.get(form.casefold())
        if match is not None:
            out.print(f"  = {match.right}: {'; '.join(match.reasons)}  {match.score:.2f}")
        elif form.casefold() == label.casefold():
            out.print("  the label")


def _papers(papers: tuple[str, ...]) -> str:
    shown = ", ".join(papers[:_PAPERS])
    more = f" … and {len(papers) - _PAPERS} more" if len(papers) > _PAPERS else ""
    return f"{len(papers)} paper{'s' * (len(papers) != 1)}: {shown}{more}"


def _print_proposals(
    opened: "KnowledgeGraph", explanation: Explanation, proposals: tuple[Proposal, ...]
) -> None:
    from kg.graph.describe import names_of

    narrower = [p.narrower for p in proposals if p.broader == explanation.concept]
    broader = [p.broader for p in proposals if p.narrower == explanation.concept]
    out = stdout()
    for title, ids in (("perhaps a kind of", broader), ("perhaps its kinds", narrower)):
        if ids:
            more = f" … and {len(ids) - _KINDS} more" if len(ids) > _KINDS else ""
            iris = [concept_iri(opened.base, concept) for concept in ids[:_KINDS]]
            names = ", ".join(names_of(opened.store, iris))
            out.print(Text.assemble("\n", (title, "bold"), f": {names}{more}"))
