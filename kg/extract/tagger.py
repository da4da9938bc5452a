"""What a tagger is: the seam between reading mentions and everything after it."""

from collections.abc import Sequence
from typing import Protocol

from kg.model import Mention, Paper


class Tagger(Protocol):
    """Finds typed mentions in one paper, as a pure function of it; called from several threads."""

    @property
    def name(self) -> str:
        """Name and version: part of the key under which extractions are cached."""
        ...

    def tag(self, paper: Paper) -> Sequence[Mention]:
        """Mentions, none overlapping another, whose surface is the text at their span."""
        ...
