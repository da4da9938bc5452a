"""The facade: a graph on disk as one object, thin methods over the rooms below."""

import html
from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast, overload

from pyoxigraph import NamedNode, Store

from kg.arguments import checked, checked_path, checked_texts
from kg.errors import UsageError
from kg.graph.cut import Part, part_of
from kg.graph.describe import Meant, count, describe, find
from kg.graph.explanations import read_explanation
from kg.graph.frames import Frames, to_frames
from kg.graph.network import project, to_networkx
from kg.graph.store import current_version, open_store, read_json, stored_base
from kg.graph.verify import Violation, iter_violations
from kg.model import (
    Counts,
    Description,
    Explanation,
    Node,
    Projection,
    Proposal,
)
from kg.query import Answer, Request, load, run, run_within
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
        self.path = checked_path(path)
        # One version for good: a build may put another in force while this one is read.
        self._version = current_version(self.path)
        self.base = stored_base(self._version)
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
            UsageError: an argument of a wrong type.
            InputError: the file cannot be read.
            KgError: the time is over, or a SERVICE does not answer.
        """
        spec = load(checked(query, str, "query", "SPARQL, a file name or a name as text"))
        checked(params or {}, Mapping, "params", "a mapping from parameters to values")
        # A text is a collection too, of all texts within it.
        hosts = checked_texts(services, "services", "names of hosts")
        if timeout is None:
            return run(self.store, spec, params, self.base, hosts)
        checked(timeout, int | float, "timeout", "a number of seconds")
        request = Request(
            version=self._version,
            spec=spec,
            params=params or {},
            base=self.base,
            services=hosts,
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
        return describe(self.store, self._find(name))

    def explain(self, name: str) -> tuple[Explanation, tuple[Proposal, ...]]:
        """Why a concept is what it is: its forms, the papers of each, and why they are one.

        Returns:
            The explanation, and proposals of broader and narrower concepts.

        Raises:
            UsageError: no concept has that name, or several have.
        """
        node = self._find(name, "concept")
        concept = node.value.removeprefix(concept_iri(self.base, ""))
        found = read_explanation(self._version, concept)
        if found is None:
            raise UsageError(f"{name!r} is no concept: papers need no explanation")
        return found

    def _find(self, name: str, kind: Meant = "node") -> NamedNode:
        text = checked(name, str, "name", "a label, alias, id or IRI as text")
        return find(self.store, text, self.base, kind=kind)

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
            UsageError: unknown format, evidence or projection; a target that is no path or stream.
            KgError: it cannot be written; what stood there stays.
        """
        from kg.export import write, write_stream

        checked(format, str, "format", "the name of a format")
        if callable(getattr(target, "write", None)):
            write_stream(format, self, cast(BinaryIO, target), evidence, only)
        else:
            write(format, self, checked_path(target, "target"), evidence, only)

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
        from kg.view import PageOptions, render_page

        file = None if target is None else checked_path(target, "target")
        checked(options or PageOptions(), PageOptions, "options", "kg.PageOptions")
        page = render_page(self, options)
        if file is None:
            return page
        page.write(file)
        return file

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
