"""Which concepts of another vocabulary are ours: the comparison of resolution, across corpora.

Names are compared as atoms, spelling put aside. How sure a match is depends on which names are
equal: two labels say more than a label and another name, and an abbreviation alone says little.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kg.model import Alignment, Concept, Entry
from kg.resolve.variants import atom, is_short

#: Confidence by whether ours and theirs are the preferred names, judgements rather than counts.
_SURE: Mapping[tuple[bool, bool], float] = {
    (True, True): 0.95,
    (True, False): 0.85,
    (False, True): 0.85,
    (False, False): 0.7,
}
#: An abbreviation has several long forms more often than not.
_SHORT = 0.6
#: Less than this is left out, this much or more is an exact match.
_LEAST, _EXACT = 0.45, 0.95

#: atom of a name -> the concepts that have it, and whether as their label
_Names = Mapping[str, list[tuple[str, bool]]]


def align(concepts: Iterable[Concept], entries: Iterable[Entry]) -> tuple[Alignment, ...]:
    """The entries that are concepts of ours, sorted; of a concept only its best matches.

    Where a name fits several entries or several concepts, its confidence is divided by how many.

    Args:
        concepts: ours.
        entries: those of one vocabulary, read once; memory holds only those that match.

    >>> bayes = Concept("naive-bayes", "method", "naive Bayes")
    >>> align([bayes], [Entry("urn:x:1", ("Naïve Bayes",)), Entry("urn:x:2", ("Bayes",))])
    (Alignment(concept_id='naive-bayes', iri='urn:x:1', exact=True, confidence=0.95),)
    """
    names: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for concept in concepts:
        for form in (concept.label, *concept.aliases):
            if atom(form):
                names[atom(form)].append((concept.id, form == concept.label))
    scores: dict[tuple[str, str], float] = {}
    for entry in entries:
        for concept_id, score in _scores(entry, names):
            pair = (concept_id, entry.iri)
            scores[pair] = max(score, scores.get(pair, 0.0))
    best = _best(scores)
    of_concept, of_entry = (Counter(pair[side] for pair in best) for side in (0, 1))
    aligned = []
    for (concept_id, iri), score in sorted(best.items()):
        confidence = score / max(of_concept[concept_id], of_entry[iri])
        if confidence >= _LEAST:
            exact = confidence >= _EXACT
            aligned.append(Alignment(concept_id, iri, exact, round(confidence, 4)))
    return tuple(aligned)


def _scores(entry: Entry, names: _Names) -> Iterator[tuple[str, float]]:
    forms = [(label, True) for label in entry.labels]
    forms += [(alias, False) for alias in entry.aliases]
    for form, theirs in forms:
        for concept_id, ours in names.get(atom(form), ()):
            yield concept_id, _SURE[ours, theirs] * (_SHORT if is_short(form) else 1)


def _best(scores: Mapping[Any, float]) -> dict[tuple[str, str], float]:
    """The pairs that no other pair of the same concept beats."""
    highest: dict[str, float] = {}
    for (concept_id, _), score in scores.items():
        highest[concept_id] = max(score, highest.get(concept_id, 0.0))
    return {pair: score for pair, score in scores.items() if score == highest[pair[0]]}
