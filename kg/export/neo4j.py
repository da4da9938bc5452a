"""CSV files with the headers of `neo4j-admin database import`, and a script for LOAD CSV.

Labels of nodes are Paper, or Concept with Method, Task or Dataset; types of relationships are the
relations in capitals. Lists are joined by ";", which therefore becomes "," inside their items.
"""

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from string import Template

from kg.export.csv import write_table
from kg.export.selection import QUOTES, Selection
from kg.graph.stream import ROLE_RELATIONS
from kg.model import Edge, Node

_NODE_COLUMNS = (
    "iri:ID", "id", "label", "name", "kind", "concept_type", "year:int", "papers:int",
    "aliases:string[]", ":LABEL",
)  # fmt: skip
_EDGE_COLUMNS = (
    ":START_ID", ":END_ID", ":TYPE", "edge_id", "relation", "interaction", "confidence:double",
    "salience:double", "support:int", f"{QUOTES}:string[]",
)  # fmt: skip


def write(selection: Selection, folder: Path) -> None:
    """Write nodes.csv, relationships.csv and load.cypher; quotes are there with full evidence."""
    write_table(folder / "nodes.csv", _NODE_COLUMNS, map(_node, selection.nodes()))
    base = selection.graph.base
    edges = (_edge(edge, quotes, base) for edge, quotes in selection.quoted_edges())
    write_table(folder / "relationships.csv", _EDGE_COLUMNS, edges)
    (folder / "load.cypher").write_bytes("\n".join(_statements(selection)).encode())


def _node(node: Node) -> list[object]:
    labels = f"Concept;{node.concept_type.capitalize()}" if node.concept_type else "Paper"
    values = (node.iri, node.id, node.label, node.name, node.kind, node.concept_type)
    row = [*values, node.year, node.papers, _joined(node.aliases), labels]
    return [_quotable(value) for value in row]


def _edge(edge: Edge, quotes: Iterable[str], base: str) -> list[object]:
    ends = (base + edge.source, base + edge.target, _relationship_type(edge.relation))
    said = (edge.id, edge.relation, edge.interaction)
    row = [*ends, *said, edge.confidence, edge.salience, edge.support, _joined(quotes)]
    return [_quotable(value) for value in row]


def _joined(items: Iterable[str]) -> str | None:
    return ";".join(item.replace(";", ",") for item in items) or None


def _quotable(value: object) -> object:
    """A value without a backslash where LOAD CSV takes it for the escape of a quotation mark."""
    return re.sub(r'\\(?="|$)', "/", value) if isinstance(value, str) else value


def _relationship_type(relation: str) -> str:
    """A relation as Neo4j spells types.

    >>> _relationship_type("usedFor")
    'USED_FOR'
    """
    return re.sub(r"(?=[A-Z])", "_", relation).upper()


def _statements(selection: Selection) -> Iterator[str]:
    source = files("kg.export")
    yield source.joinpath("neo4j-nodes.cypher").read_text("utf-8")
    template = Template(source.joinpath("neo4j-relation.cypher").read_text("utf-8"))
    for relation in selection.interactions:
        of_papers = relation in ROLE_RELATIONS or selection.only == "papers"
        yield template.substitute(
            type=_relationship_type(relation),
            start="Paper" if of_papers else "Concept",
            end="Paper" if selection.only == "papers" else "Concept",
        )
