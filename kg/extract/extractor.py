"""One paper to one extraction: read, choose, rank; by rules where a rule tagger is asked for."""

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from threadpoolctl import threadpool_limits

from kg.errors import UsageError
from kg.extract.entities import Group, group_mentions
from kg.extract.neural import NeuralReader
from kg.extract.relations import find_relations
from kg.extract.roles import assign_roles
from kg.extract.rules import drop_overlaps, noun_chunks, reads_english
from kg.extract.static import StaticEncoder
from kg.extract.tagger import Tagger
from kg.model import Entity, EntityRelation, Extraction, Mention, Paper
from kg.vocab import digest

if TYPE_CHECKING:
    from kg.extract.keybert import Ranker

#: No abstract has more; a text of 200,000 characters has, and must not take minutes.
MOST_ENTITIES = 150
#: Noun chunks taken where the tagger finds nothing, and how salient they must be.
FALLBACK, FALLBACK_SALIENCE = 4, 0.35
_PACKAGE = Path(__file__).parents[1]
#: Papers read at the same time, unless told otherwise: for two cores.
WORKERS = 3
#: Papers in flight a worker, so that a corpus never stands in memory.
IN_FLIGHT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractOptions:
    """What to keep of a paper.

    Args:
        top: at most so many concepts a paper, chosen by maximal marginal relevance.
        min_confidence: drop concepts of which the tagger is less sure.
        diversity: weight of difference in that choice, from 0 to 1.

    Raises:
        UsageError: a value out of range.
    """

    top: int | None = None
    min_confidence: float = 0.0
    diversity: float = 0.3

    def __post_init__(self) -> None:
        if self.top is not None and self.top < 1:
            raise UsageError(f"top must be 1 or more, not {self.top}")
        for name in ("min_confidence", "diversity"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"{name} must lie between 0 and 1, not {getattr(self, name)}")


class Extractor:
    """Extracts papers one by one; may be shared by threads.

    >>> paper = Paper("p", "", "We propose GraphRover, a graph neural network for link prediction.")
    >>> [(e.type, e.label, e.role) for e in Extractor().extract(paper).entities]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('method', 'GraphRover', 'introduced'), ('method', 'graph neural network', 'used'),
     ('task', 'link prediction', 'addressed')]
    """

    def __init__(
        self,
        options: ExtractOptions | None = None,
        tagger: Tagger | None = None,
        reader: NeuralReader | None = None,
    ) -> None:
        self.options = options or ExtractOptions()
        self.tagger = tagger
        self.reader = reader if tagger or reader else NeuralReader.load()
        self.vectors = self.reader.vectors if self.reader else StaticEncoder.load()

    @cached_property
    def _ranker(self) -> "Ranker":
        from kg.extract.keybert import Ranker  # brings scikit-learn, which only reading needs

        return Ranker(self.vectors)

    @cached_property
    def fingerprint(self) -> str:
        """The key of a cache: one fingerprint and one paper give one extraction."""
        options = repr(self.options)
        tagger = self.tagger.name if self.tagger else self.reader.fingerprint if self.reader else ""
        return digest(self.vectors.fingerprint, tagger, options, _code(), length=32)

    @property
    def models(self) -> dict[str, str]:
        """The weights in use, by name, each with its SHA-256."""
        named = {"paperkg-static (int8)": self.vectors.fingerprint}
        if self.reader and not self.tagger:
            named["paperkg-reader (int8)"] = self.reader.fingerprint
        return named

    def extract(self, paper: Paper) -> Extraction:
        """All that one paper gives; nothing for a text without concepts, never an error."""
        if self.reader and not self.tagger and reads_english(_text(paper)):
            entities, relations = self.reader.read(paper)
            if entities:
                return Extraction(paper.id, *self._chosen(paper, entities, relations))
        tagged = (self.tagger.tag(paper) if self.tagger else ()) or self._fallback(paper)
        groups = self._choose(paper, group_mentions(paper, tagged))
        entities = self._entities(paper, groups)
        return Extraction(paper.id, entities, find_relations(paper, entities))

    def extract_all(self, papers: Iterable[Paper], workers: int = WORKERS) -> Iterator[Extraction]:
        """Extractions in the order of the papers, which are read as they are needed.

        Args:
            papers: any number of papers; only a few of them are in memory at a time.
            workers: threads; one more than the cores, since a thread at a time holds the lock of
                the interpreter while others are inside the network.
        """
        waiting: deque[Future[Extraction]] = deque()
        pool = ThreadPoolExecutor(max_workers=max(1, workers), thread_name_prefix="kg-extract")
        # Papers are what runs in parallel: small products that BLAS spreads over all cores as
        # well wait for one another, which made the reading of a paper several times as slow.
        with threadpool_limits(limits=1, user_api="blas"):
            try:
                for paper in papers:
                    waiting.append(pool.submit(self.extract, paper))
                    if len(waiting) >= IN_FLIGHT * max(1, workers):
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                pool.shutdown(cancel_futures=True)

    def _chosen(
        self, paper: Paper, entities: Sequence[Entity], relations: Sequence[EntityRelation]
    ) -> tuple[tuple[Entity, ...], tuple[EntityRelation, ...]]:
        """The entities that the options keep, ranked by KeyBERT, and the relations among them."""
        least, top = self.options.min_confidence, self.options.top or MOST_ENTITIES
        kept = [i for i, entity in enumerate(entities) if entity.confidence >= least]
        if len(kept) > top:
            labels = {entities[i].label for i in kept}
            chosen = self._ranker.choose(_text(paper), labels, top, self.options.diversity)
            kept = [i for i in kept if entities[i].label in chosen][:top]
        place = {old: new for new, old in enumerate(kept)}
        salience = self._ranker.salience(_text(paper), [entities[i].label for i in kept])
        ranked = (
            replace(e, salience=salience.get(e.label, 0.0)) for e in map(entities.__getitem__, kept)
        )
        return tuple(ranked), tuple(
            replace(relation, head=place[relation.head], tail=place[relation.tail])
            for relation in relations
            if relation.head in place and relation.tail in place
        )

    def _fallback(self, paper: Paper) -> Sequence[Mention]:
        """The noun chunks closest to the paper."""
        if not reads_english(_text(paper)):
            return ()
        chunks = drop_overlaps(list(noun_chunks(paper)))
        salience = self._ranker.salience(_text(paper), [chunk.surface for chunk in chunks])
        near = [name for name, cosine in salience.items() if cosine >= FALLBACK_SALIENCE]
        chosen = set(near[:FALLBACK])
        return [chunk for chunk in chunks if chunk.surface in chosen]

    def _choose(self, paper: Paper, groups: Sequence[Group]) -> Sequence[Group]:
        """The groups to keep, in their order."""
        kept = [group for group in groups if group.confidence >= self.options.min_confidence]
        if len(kept) > MOST_ENTITIES:
            by_trust = sorted(kept, key=lambda g: (-g.confidence, -len(g.mentions)))
            best = {id(group) for group in by_trust[:MOST_ENTITIES]}
            kept = [group for group in kept if id(group) in best]
        top = self.options.top
        if top is None or len(kept) <= top:
            return kept
        labels = {group.label for group in kept}
        chosen = self._ranker.choose(_text(paper), labels, top, self.options.diversity)
        return [group for group in kept if group.label in chosen]

    def _entities(self, paper: Paper, groups: Sequence[Group]) -> tuple[Entity, ...]:
        salience = self._ranker.salience(_text(paper), [group.label for group in groups])
        return tuple(
            Entity(
                type=group.type,
                label=group.label,
                aliases=group.aliases,
                mentions=group.mentions,
                role=role,
                confidence=round(group.confidence, 4),
                salience=salience.get(group.label, 0.0),
            )
            for group, role in zip(groups, assign_roles(paper, groups), strict=True)
        )


def rename(extraction: Extraction, paper_id: str) -> Extraction:
    """The same extraction under another id, for a cache that goes by content."""
    return replace(extraction, paper_id=paper_id)


def _text(paper: Paper) -> str:
    return f"{paper.title}. {paper.abstract}" if paper.title else paper.abstract


@cache
def _code() -> str:
    """A hash of the code that shapes an extraction, so that a change of it empties the cache."""
    hashed = hashlib.sha256()
    for path in code_files():
        hashed.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()


def code_files() -> list[Path]:
    """The modules that shape an extraction, in subfolders too."""
    rooms = (_PACKAGE / name for name in ("extract", "model", "text"))
    return sorted(path for room in rooms for path in room.rglob("*.py"))
