"""Making graphs on disk and changing them: what each call leaves is given opened.

papers ─► build ─► graph ─► add · remove · merge · split · link ─► graph
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kg.arguments import checked, checked_path, checked_texts
from kg.errors import UsageError
from kg.extract import WORKERS, ExtractOptions, Extractor, to_json
from kg.graph.describe import find
from kg.knowledge_graph import KnowledgeGraph
from kg.model import Alignment, Report
from kg.pipeline import BuildOptions, Inputs, Progress, no_progress, read_inputs, rule
from kg.pipeline import add as add_papers
from kg.pipeline import build as build_graph
from kg.pipeline import link as link_graph
from kg.pipeline import remove as remove_papers
from kg.resolve import with_different, with_same
from kg.text import comparison_key


def build(
    inputs: Inputs | str | Path | Iterable[str | Path],
    path: str | Path,
    options: BuildOptions | None = None,
    *,
    force: bool = False,
    progress: Progress = no_progress,
) -> KnowledgeGraph:
    """Build a graph folder from papers and open it.

    Args:
        inputs: a file or folder, or several; `Inputs` where a stream is among them.
        path: the folder to make; refused if it exists, unless `force`.

    Raises:
        InputError: nothing usable in the input.
        GraphError: `path` is taken, or cannot be written.

    >>> graph = build("docs/examples/landmarks.bib", "landmarks.kg")  # doctest: +SKIP
    """
    chosen = checked(options or BuildOptions(), BuildOptions, "options", "kg.BuildOptions")
    build_graph(as_inputs(inputs), checked_path(path), chosen, force=force, progress=progress)
    return KnowledgeGraph(path)


def add(
    path: str | Path,
    inputs: Inputs | str | Path | Iterable[str | Path],
    *,
    progress: Progress = no_progress,
) -> KnowledgeGraph:
    """Add papers to a graph; the graph is then what a build of all its papers would give.

    Raises:
        InputError: nothing usable in the input.
        GraphError: `path` is no graph, or cannot be written.

    >>> graph = add("landmarks.kg", "more.bib")  # doctest: +SKIP
    """
    add_papers(checked_path(path), as_inputs(inputs), progress)
    return KnowledgeGraph(path)


def remove(
    path: str | Path, papers: str | Iterable[str], *, progress: Progress = no_progress
) -> KnowledgeGraph:
    """Take papers, given by label, id or IRI, out of a graph with all that only they gave it.

    Raises:
        UsageError: no or several papers have such a name, or no paper would be left.
        GraphError: `path` is no graph, or cannot be written.
    """
    graph = KnowledgeGraph(path)
    names = checked_texts(papers, "papers", "labels, ids or IRIs")
    iris = [find(graph.store, name, graph.base, kind="paper").value for name in names]
    remove_papers(Path(path), iris, progress)
    return KnowledgeGraph(path)


def merge(
    path: str | Path, names: Sequence[str], *, progress: Progress = no_progress
) -> KnowledgeGraph:
    """Rule that names are one concept; the ruling stays in the graph, over all rebuilds.

    Raises:
        UsageError: fewer than two names, or one that no concept has.
        GraphError: `path` is no graph, or cannot be written.
    """
    forms = _forms(path, names)
    rule(Path(path), lambda rules: with_same(rules, forms), progress)
    return KnowledgeGraph(path)


def split(
    path: str | Path, names: Sequence[str], *, progress: Progress = no_progress
) -> KnowledgeGraph:
    """Rule that the first name is never one concept with any of the others.

    Raises:
        UsageError: fewer than two names, one that no concept has, or two that differ in
            spelling alone.
        GraphError: `path` is no graph, or cannot be written.
    """
    forms = _forms(path, names)
    rule(Path(path), lambda rules: with_different(rules, forms), progress)
    return KnowledgeGraph(path)


def _forms(path: str | Path, names: Sequence[str]) -> list[str]:
    """The names as surface forms: an id or IRI stands for the label of its concept."""
    graph = KnowledgeGraph(path)
    forms = []
    for name in checked_texts(names, "names", "two or more names of concepts"):
        explanation, _ = graph.explain(name)
        known = {comparison_key(form) for form, _ in explanation.forms}
        label = graph.describe(f"c-{explanation.concept}").label
        forms.append(name if comparison_key(name) in known else label)
    if len({comparison_key(form) for form in forms}) < 2:
        raise UsageError("name at least two concepts that differ in more than spelling")
    return forms


def link(path: str | Path, *vocabularies: str | Path) -> tuple[Alignment, ...]:
    """Link the concepts of a graph on disk to those of other vocabularies; gives the links made.

    Args:
        vocabularies: tables with a column of IRIs and one headed label (Wikidata, plain lists),
            or RDF with labels (SKOS, CSO).

    Raises:
        InputError: a vocabulary cannot be read or holds nothing.
        GraphError: `path` is no graph, or is being written.

    >>> link("landmarks.kg", "cso.ttl")                                       # doctest: +SKIP
    """
    return link_graph(checked_path(path), checked_texts(vocabularies, "vocabularies", "files"))


def iter_extractions(
    inputs: Inputs | str | Path | Iterable[str | Path],
    options: ExtractOptions | None = None,
    *,
    workers: int = WORKERS,
    progress: Progress = no_progress,
) -> tuple[Report, Iterator[dict[str, Any]]]:
    """What each paper gives on its own, without resolution over the corpus.

    Returns:
        What became of the input, and one dict a paper as `kg extract` prints it, made as they
        are asked for.

    >>> report, rows = iter_extractions("docs/examples/landmarks.bib")         # doctest: +SKIP
    """
    chosen = checked(options or ExtractOptions(), ExtractOptions, "options", "kg.ExtractOptions")
    reading = read_inputs(as_inputs(inputs), progress)
    extractions = Extractor(chosen).extract_all(reading.papers, workers)
    pairs = zip(reading.papers, extractions, strict=True)
    return reading.report, (to_json(paper, extraction) for paper, extraction in pairs)


def as_inputs(inputs: Inputs | str | Path | Iterable[str | Path]) -> Inputs:
    """One path or many as `Inputs`.

    Raises:
        UsageError: it is neither, or something else is among the paths.
    """
    given = inputs if isinstance(inputs, Inputs) else Inputs(())
    names = inputs.names if isinstance(inputs, Inputs) else inputs
    return replace(given, names=checked_texts(names, "inputs", "a path, several, or kg.Inputs"))
