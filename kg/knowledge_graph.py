"""The facade: a graph on disk as one object, thin methods over the rooms below."""

import html
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, overload

from pyoxigraph import NamedNode, Store

from kg.errors import UsageError
from kg.extract import ExtractOptions, Extractor, to_json
from kg.graph.cut import Part, part_of
from kg.graph.describe import count, describe, find
from kg.graph.explanations import read_explanation
from kg.graph.frames import Frames, to_frames
from kg.graph.network import project, to_networkx
from kg.graph.store import current_version, open_store, read_json
from kg.graph.verify import Violation, iter_violations
from kg.model import (
    Alignment,
    Counts,
    Description,
    Explanation,
    Node,
    Projection,
    Proposal,
    Report,
)
from kg.pipeline import BuildOptions, Inputs, Progress, no_progress, read_inputs, rule
from kg.pipeline import add as add_papers
from kg.pipeline import build as build_graph
from kg.pipeline import link as link_graph
from kg.pipeline import remove as remove_papers
from kg.query import Answer, Request, load, run, run_within
from kg.resolve import with_different, with_same
from kg.text import comparison_key
from kg.vocab import concept_iri

if TYPE_CHECKING:
    import networkx
    import rdflib

    from kg.export import EvidenceLevel, Kind
    from kg.view import Page, PageOptions


class KnowledgeGraph:
    """A graph folder opened for reading.

    Raises:
        GraphError: `path` is no graph, or a damaged one.

    >>> graph = open("build/demo/landmarks.kg")                         # doctest: +SKIP
    >>> graph.query("methods-by-papers").rows[0]                        # doctest: +SKIP
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        # One version for good: a build may put another in force while this one is read.
        self._version = current_version(self.path)
        self.base: str = self.run["base"]
        self.store: Store = open_store(self._version)

    @cached_property
    def projection(self) -> Projection:
        """Nodes and edges: what every picture and every non-RDF file shows."""
        return project(self.store, self.base)

    @property
    def run(self) -> Mapping[str, Any]:
        """How the graph was built: options, version, seconds."""
        return read_json(self._version, "run.json")

    @property
    def report(self) -> Mapping[str, Any]:
        """What became of the input, record by record."""
        return read_json(self._version, "report.json")

    def counts(self) -> Counts:
        """How many papers, concepts, links, relations and triples there are."""
        return count(self.store)

    def papers(self) -> tuple[Node, ...]:
        """The papers, by id."""
        return tuple(node for node in self.projection.nodes if node.kind == "paper")

    def concepts(self) -> tuple[Node, ...]:
        """The concepts, by id."""
        return tuple(node for node in self.projection.nodes if node.kind == "concept")

    def query(
        self,
        query: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = None,
        services: Collection[str] = (),
    ) -> Answer:
        """Ask in SPARQL: the text of a query, a .rq file, or the name of one in the library.

        Args:
            params: values for the parameters of the query, as in `{"task": "parsing"}`.
            timeout: seconds after which the query is killed; it then runs in its own process.
            services: hosts that SERVICE may send parts of the query to; none by default.

        Raises:
            QueryError: it does not parse, is refused, or lacks a parameter.
            InputError: the file cannot be read.
            KgError: the time is over, or a SERVICE does not answer.
        """
        spec = load(query)
        if timeout is None:
            return run(self.store, spec, params, self.base, services)
        request = Request(
            version=self._version,
            spec=spec,
            params=params or {},
            base=self.base,
            services=tuple(services),
        )
        return run_within(timeout, request)

    def part(self, answer: Answer) -> Part:
        """The papers and concepts that an answer names, with the edges between them.

        Of a CONSTRUCT only the roles and relations that it gives are edges.

        Raises:
            UsageError: it names none.
        """
        cells = [cell for row in answer.rows for cell in row]
        cells += [end for t in answer.triples or () for end in (t.subject, t.object)]
        nodes = {cell for cell in cells if isinstance(cell, NamedNode)}
        part = part_of(self.store, self.base, nodes, answer.triples)
        if not part.projection.nodes:
            raise UsageError("the answer names no paper or concept of this graph")
        return part

    def verify(self) -> tuple[Violation, ...]:
        """What breaks a rule of the model; empty where the graph is sound."""
        return tuple(iter_violations(self.store))

    def to_pandas(self) -> Frames:
        """The papers, concepts, links and relations as four pandas data frames.

        Raises:
            UsageError: pandas is not installed.
        """
        return to_frames(self.projection)

    def describe(self, name: str) -> Description:
        """A paper or concept by label, alias, id or IRI, with its neighbours and evidence.

        Raises:
            UsageError: nothing or several nodes have that name.
        """
        return describe(self.store, find(self.store, name, self.base))

    def explain(self, name: str) -> tuple[Explanation, tuple[Proposal, ...]]:
        """Why a concept is what it is: its forms, the papers of each, and why they are one.

        Returns:
            The explanation, and proposals of broader and narrower concepts.

        Raises:
            UsageError: no concept has that name, or several have.
        """
        node = find(self.store, name, self.base)
        concept = node.value.removeprefix(concept_iri(self.base, ""))
        found = read_explanation(self._version, concept)
        if found is None:
            raise UsageError(f"{name!r} is no concept: papers need no explanation")
        return found

    def to_networkx(self) -> "networkx.MultiDiGraph[str]":
        """The graph for network analysis: one edge for each role and relation."""
        return to_networkx(self.projection)

    def to_rdflib(self) -> "rdflib.Dataset":
        """The graph as an rdflib Dataset over the same store; nothing is copied."""
        import rdflib
        from oxrdflib import OxigraphStore

        return rdflib.Dataset(store=OxigraphStore(store=self.store), default_union=False)

    def export(
        self,
        format: str,
        target: str | Path | BinaryIO,
        evidence: "EvidenceLevel" = "none",
        only: "Kind | None" = None,
    ) -> None:
        """Write the graph as a file or folder; `format` as in `kg.export.FORMATS`.

        Args:
            evidence: `none`, `statements` or `full`.
            only: `papers` or `concepts`, joined by how much they share.

        Raises:
            UsageError: unknown format, evidence or projection.
            KgError: it cannot be written; what stood there stays.
        """
        from kg.export import write, write_stream

        if isinstance(target, str | Path):
            write(format, self, target, evidence, only)
        else:
            write_stream(format, self, target, evidence, only)

    @overload
    def view(self, target: str | Path, options: "PageOptions | None" = None) -> Path: ...
    @overload
    def view(self, target: None = None, options: "PageOptions | None" = None) -> "Page": ...
    def view(
        self, target: str | Path | None = None, options: "PageOptions | None" = None
    ) -> "Path | Page":
        """An interactive page, one file that needs no network.

        Args:
            target: the file to write; without one the page is a value that a notebook shows.

        Returns:
            The path written, or the page.

        Raises:
            UsageError: the options name no node, query or renderer.
            KgError: the file cannot be written.
        """
        from kg.view import render_page

        page = render_page(self, options)
        if target is None:
            return page
        page.write(target)
        return Path(target)

    def to_pyvis(self, max_nodes: int | None = None) -> Any:
        """A `pyvis.network.Network` of the most important nodes, in place and with physics off.

        Args:
            max_nodes: how many; by default as many as pyvis draws with ease.
        """
        from kg.view.picture import choose
        from kg.view.pyvis_page import LIMIT, to_network
        from kg.view.scope import find_scope

        return to_network(choose(find_scope(self), LIMIT if max_nodes is None else max_nodes))

    def __repr__(self) -> str:
        return f"KnowledgeGraph({str(self.path)!r})"

    def _repr_html_(self) -> str:
        counts = self.counts()
        cells = [("papers", counts.papers), *counts.concepts.items(), ("triples", counts.triples)]
        rows = "".join(f"<tr><th>{name}</th><td>{number:,}</td></tr>" for name, number in cells)
        return f"<table><caption>{html.escape(str(self.path))}</caption>{rows}</table>"


def open(path: str | Path) -> KnowledgeGraph:
    """Open a graph folder for reading; any number of readers may."""
    return KnowledgeGraph(path)


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
    chosen = options or BuildOptions()
    build_graph(as_inputs(inputs), Path(path), chosen, force=force, progress=progress)
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
    add_papers(Path(path), as_inputs(inputs), progress)
    return KnowledgeGraph(path)


def remove(
    path: str | Path, papers: Iterable[str], *, progress: Progress = no_progress
) -> KnowledgeGraph:
    """Take papers, given by label, id or IRI, out of a graph with all that only they gave it.

    Raises:
        UsageError: no or several papers have such a name, or no paper would be left.
        GraphError: `path` is no graph, or cannot be written.
    """
    graph = KnowledgeGraph(path)
    iris = [find(graph.store, name, graph.base).value for name in papers]
    del graph  # its store must not be held while another version is put in force
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
    for name in names:
        explanation, _ = graph.explain(name)
        known = {comparison_key(form) for form, _ in explanation.forms}
        forms.append(name if comparison_key(name) in known else graph.describe(name).label)
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
    return link_graph(Path(path), tuple(map(str, vocabularies)))


def iter_extractions(
    inputs: Inputs | str | Path | Iterable[str | Path],
    options: ExtractOptions | None = None,
    *,
    workers: int = 2,
    progress: Progress = no_progress,
) -> tuple[Report, Iterator[dict[str, Any]]]:
    """What each paper gives on its own, without resolution over the corpus.

    Returns:
        What became of the input, and one dict a paper as `kg extract` prints it, made as they
        are asked for.

    >>> report, rows = iter_extractions("docs/examples/landmarks.bib")         # doctest: +SKIP
    """
    reading = read_inputs(as_inputs(inputs), progress)
    extractions = Extractor(options or ExtractOptions()).extract_all(reading.papers, workers)
    pairs = zip(reading.papers, extractions, strict=True)
    return reading.report, (to_json(paper, extraction) for paper, extraction in pairs)


def as_inputs(inputs: Inputs | str | Path | Iterable[str | Path]) -> Inputs:
    """One path or many as `Inputs`."""
    if isinstance(inputs, Inputs):
        return inputs
    return Inputs((str(inputs),) if isinstance(inputs, str | Path) else tuple(map(str, inputs)))
