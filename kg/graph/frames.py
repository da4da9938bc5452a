"""The graph as pandas data frames; pandas is no dependency and is loaded when first asked for."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

from kg.errors import UsageError
from kg.model import Edge, Node, Projection

if TYPE_CHECKING:
    import pandas


class Frames(NamedTuple):
    """The tables of a graph: `links` go from papers to concepts, `relations` between concepts."""

    papers: "pandas.DataFrame"
    concepts: "pandas.DataFrame"
    links: "pandas.DataFrame"
    relations: "pandas.DataFrame"


def load_pandas() -> Any:
    """The module pandas.

    Raises:
        UsageError: it is not installed; the message says how to.
    """
    try:
        import pandas
    except ImportError as error:
        raise UsageError("data frames need pandas: pip install 'paperkg[pandas]'") from error
    return pandas


def to_frames(projection: Projection) -> Frames:
    """One row a paper, concept, link and relation, with the names of `Node` and `Edge`."""
    frame = load_pandas().DataFrame
    papers = {node.id for node in projection.nodes if node.kind == "paper"}

    def nodes(*, of_papers: bool) -> Any:
        unused = {"name", "kind", "concept_type" if of_papers else "year"}
        unused |= {"papers", "aliases"} if of_papers else set()
        columns = [name for name in Node.__slots__ if name not in unused]
        chosen = (asdict(node) for node in projection.nodes if (node.id in papers) == of_papers)
        made = frame([{name: row[name] for name in columns} for row in chosen], columns=columns)
        return made.astype({"year": "Int64"}) if of_papers else made

    def edges(*, of_papers: bool) -> Any:
        chosen = [asdict(edge) for edge in projection.edges if (edge.source in papers) == of_papers]
        return frame(chosen, columns=list(Edge.__slots__))

    return Frames(
        nodes(of_papers=True), nodes(of_papers=False), edges(of_papers=True), edges(of_papers=False)
    )
