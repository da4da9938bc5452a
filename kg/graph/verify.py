"""Whether a graph keeps the rules of its model: each rule is a query that must give no row.

The rules lie in rules/*.rq and run on Oxigraph, so that a graph of millions of triples can be
checked; shapes.ttl says the same in SHACL for those who have the graph in another store.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from pyoxigraph import Store

from kg.graph.ask import query_text, select


@dataclass(frozen=True, slots=True)
class Violation:
    """A node that breaks a rule; `detail` is the value that does, where there is one."""

    rule: str
    node: str
    detail: str = ""


def rules() -> dict[str, str]:
    """The rules by name, each with what it says in a sentence.

    >>> rules()["concept-label"]
    'Every concept has one preferred label.'
    """
    names = sorted(
        file.name.removesuffix(".rq")
        for file in files("kg.graph").joinpath("rules").iterdir()
        if file.name.endswith(".rq")
    )
    return {name: query_text(f"rules/{name}").partition("\n")[0].lstrip("# ") for name in names}


def iter_violations(store: Store) -> Iterator[Violation]:
    """Everything that breaks a rule, by rule and node."""
    for rule in rules():
        rows = select(store, f"rules/{rule}")
        found = {(_text(row["node"]), _text(row.get("detail", ""))) for row in rows}
        yield from (Violation(rule, node, detail) for node, detail in sorted(found))


def _text(term: object) -> str:
    return str(getattr(term, "value", term))
