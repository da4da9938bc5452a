"""The stage that takes longest: papers to extractions, none of them read twice."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from kg.extract import ExtractionCache, Extractor
from kg.model import Extraction, Paper
from kg.pipeline.options import Progress

_KEPT_CACHES = 2


def extract_papers(
    papers: Sequence[Paper],
    extractor: Extractor,
    caches: Path,
    workers: int,
    progress: Progress,
) -> None:
    """Read the papers that are not in the cache into it.

    Args:
        caches: the folder with a cache for each set of models and options.
        workers: papers read at the same time.

    Raises:
        OSError: the cache cannot be read or written.
    """
    with ExtractionCache(caches, extractor.fingerprint) as cache:
        # Asked before any is added: papers of one content would else come out of step with `new`.
        known = {paper.id for paper in papers if paper in cache}
        new = extractor.extract_all((p for p in papers if p.id not in known), workers)
        for done, paper in enumerate(papers, start=1):
            if paper.id not in known:
                cache.put(paper, next(new))
            progress("extracting", done, len(papers))


def kept_extractions(
    papers: Sequence[Paper], caches: Path, fingerprint: str
) -> Iterator[Extraction]:
    """What each paper gave, out of the cache one by one, in the order of the papers.

    Raises:
        OSError: the cache cannot be read, or no longer holds a paper.
    """
    with ExtractionCache(caches, fingerprint) as cache:
        for paper in papers:
            extraction = cache.get(paper)
            if extraction is None:
                raise OSError(f"{caches} lost what {paper.id} gave while it was in use")
            yield extraction


def drop_old_caches(folder: Path, used: str) -> None:
    """Keep the cache in use and the last used before it: people go to and fro between options."""
    (folder / f"{used}.sqlite").touch()
    caches = sorted(folder.glob("*.sqlite"), key=lambda file: file.stat().st_mtime_ns)
    for old in caches[:-_KEPT_CACHES]:
        old.unlink()
