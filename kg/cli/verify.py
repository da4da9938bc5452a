"""kg verify GRAPH."""

from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.console import stderr, stdout

_LISTED = 20


def verify(
    graph: Annotated[Path, typer.Argument(metavar="GRAPH", help="A graph folder.")],
) -> None:
    """Check that a graph keeps the rules of its model.

    Where it does not, they are listed, and the exit code is 1.
    """
    import kg
    from kg.graph.verify import rules
    from kg.vocab import curie

    opened = kg.open(graph)
    said, say = rules(), stdout().print
    violations = opened.verify()
    for rule, group in groupby(violations, key=lambda violation: violation.rule):
        broken = list(group)
        say(f"{rule}: {said[rule]} Broken {len(broken):,} times:")
        for violation in broken[:_LISTED]:
            say(f"  {curie(violation.node, opened.base)}  {violation.detail}".rstrip())
        if len(broken) > _LISTED:
            say(f"  … and {len(broken) - _LISTED:,} more")
    if violations:
        raise typer.Exit(1)
    stderr().print(f"{graph} keeps all {len(said)} rules")
