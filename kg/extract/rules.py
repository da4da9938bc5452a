"""The rule tagger: shapes of names, abbreviations, cue phrases, head nouns over noun chunks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.extract import words as lists
from kg.extract.chunks import Chunk, Word, iter_chunks, trim, words_of
from kg.model import FIELDS, ConceptType, FieldName, Mention, Paper, Span
from kg.text import abbreviations, comparison_key, sentences

_DATASET_SHAPE = re.compile(lists.DATASET_SHAPES)
_DATASET_CUE = re.compile(
    r"\b(?:benchmarks?|datasets?|corpus|corpora|suites?|environments?|leaderboards?)\b"
    r"(?:[\s,:(]+(?:such as|including|like|namely|i\.e\.,?|e\.g\.,?|called|named))?[\s,:(–—-]*$",
    re.IGNORECASE,
)
_EVALUATION = re.compile(
    r"\b(?:evaluat|experiment|benchmark|dataset|accuracy|outperform|achiev|results?|improv|"
    r"performance|tested|gains?|%)",
    re.IGNORECASE,
)
_ON = re.compile(r"\bon (?:the |both |two |three |several |standard |challenging |popular )*$")
_JOINED = re.compile(r"\s*(?:,|and|or|, and|&|/)\s*(?:the )?$")
_TASK_CUE = re.compile(
    r"\b(?:the (?:task|problem|challenge)s? of|tasks? (?:such as|like|including))(?: the)? $",
    re.IGNORECASE,
)
_MAX_WORDS = 6
_REACH = 300
_MAX_REPEATED = 200
_ENGLISH = frozenset("the of and to in for is that with on are by we this a as from our an".split())


@dataclass(frozen=True, slots=True)
class Context:
    """A sentence and where it stands."""

    field: FieldName
    text: str
    span: Span
    title_case: bool

    def before(self, position: int) -> str:
        """The part of the sentence left of a position; not far, since a sentence may be huge."""
        return self.text[max(self.span.start, position - _REACH) : position]


class RuleTagger:
    """A first tagger, without weights; precise on names, modest on everything else."""

    name = "rules"

    def tag(self, paper: Paper) -> Sequence[Mention]:
        """Mentions of one paper, in order of appearance, none overlapping another."""
        if not reads_english(f"{paper.title} {paper.abstract}"):
            return ()
        found = [mention for field in FIELDS for mention in _tag_field(field, paper.text(field))]
        return drop_overlaps([*found, *_repeat(paper, found)])


def reads_english(text: str) -> bool:
    """Whether a text is short, or has the function words that English text has.

    Rules about capitals would take every German noun for a name.
    """
    words = text.lower().split()
    return len(words) < 20 or sum(word in _ENGLISH for word in words) * 10 > len(words)


def drop_overlaps(mentions: Sequence[Mention]) -> tuple[Mention, ...]:
    """The best-scored of overlapping mentions, the longest among equals, sorted by place."""

    def preference(mention: Mention) -> tuple[float, int, str, int]:
        length = mention.span.end - mention.span.start
        return -mention.score, -length, mention.field, mention.span.start

    kept: list[Mention] = []
    taken: set[tuple[str, int]] = set()
    for mention in sorted(mentions, key=preference):
        places = {(mention.field, at) for at in range(mention.span.start, mention.span.end)}
        if not places & taken:
            taken |= places
            kept.append(mention)
    return tuple(sorted(kept, key=lambda m: (FIELDS.index(m.field), m.span.start)))


def noun_chunks(paper: Paper) -> Iterator[Mention]:
    """All chunks of two words or more, whatever they name: where a tagger finds nothing."""
    for field in FIELDS:
        text = paper.text(field)
        for span in sentences(text):
            for chunk in iter_chunks(text, words_of(text, span)):
                chunk = trim(chunk)
                if 2 <= len(chunk) <= _MAX_WORDS and not _is_generic(chunk):
                    yield _mention(text, field, chunk, _type_of_head(chunk) or "task", 0.3)


def _tag_field(field: FieldName, text: str) -> Iterator[Mention]:
    spans = sentences(text)
    for span in spans:
        words = words_of(text, span)
        title_case = field == "title" and _is_title_case(words)
        context = Context(field, text, span, title_case)
        if title_case:
            words = [replace(word, initial=True) for word in words]
        previous: Mention | None = None
        for chunk in iter_chunks(text, words):
            for mention in _read_chunk(context, chunk, previous):
                previous = mention
                yield mention
    yield from _defined(field, text)


def _is_title_case(words: Sequence[Word]) -> bool:
    long = [word for word in words if len(word.text) > 3]
    return sum(word.text[:1].isupper() for word in long) * 2 > len(long)


def _defined(field: FieldName, text: str) -> Iterator[Mention]:
    """Both sides of every abbreviation the text defines."""
    for pair in abbreviations(text):
        chunk = tuple(words_of(text, pair.long))
        while chunk and chunk[0].lower in lists.BREAKS | lists.WEAK_STARTS:
            chunk = chunk[1:]
        short = text[pair.short.start : pair.short.end]
        if not chunk or len(chunk) > _MAX_WORDS + 2 or short in lists.NOISE_NAMES:
            continue
        kind = _type_of_head(chunk) or ("dataset" if _looks_like_dataset(short) else "method")
        yield _mention(text, field, chunk, kind, 0.9)
        yield Mention(field, pair.short, short, kind, 0.9)


def _read_chunk(context: Context, chunk: Chunk, previous: Mention | None) -> Iterator[Mention]:
    chunk = trim(chunk)
    if not chunk:
        return
    names = _name_part(chunk, context)
    if names:
        rest = chunk[chunk.index(names[-1]) + 1 :]
        if not (len(names) == 1 and names[0].text in lists.NOISE_NAMES):
            kind = _type_of_name(context, names, rest, previous)
            yield _mention(context.text, context.field, names, kind, 0.8)
        chunk = rest if len(rest) > 1 and _type_of_head(rest) == "task" else ()
    if chunk and len(chunk) <= _MAX_WORDS and (kind_of := _type_of_chunk(context, chunk)):
        yield _mention(context.text, context.field, chunk, kind_of, 0.6)


def _name_part(chunk: Chunk, context: Context) -> Chunk:
    """The run of name-shaped words that is a name on its own, if there is one.

    In "LLM agents" and "deep RL" the acronym is part of a term; "GPT-4 model" holds a name.
    """
    marked = [
        place
        for place, word in enumerate(chunk)
        if word.is_name and word.text not in lists.COMMON_ACRONYMS
    ]
    if not marked or all(_is_compound(chunk[place]) for place in marked):
        return _coined(chunk, context)
    start = end = marked[0]
    while end + 1 < len(chunk) and (chunk[end + 1].is_name or chunk[end + 1].text.isdigit()):
        end += 1
    run = chunk[start : end + 1]
    lower_rest = chunk[end + 1 :]
    if len(run) == 1 and run[0].text[1:].islower() and lower_rest and not start:
        return ()  # "Gaussian processes", "Monte": a capital that a common term carries
    return run


def _is_compound(word: Word) -> bool:
    """An ordinary compound with one capital part: "LLM-based", "3D-aware"."""
    head, _, tail = word.text.partition("-")
    return head in lists.COMMON_ACRONYMS and tail.islower()


def _coined(chunk: Chunk, context: Context) -> Chunk:
    """The short name before the colon of a title, or a capitalised one after "we propose"."""
    first = chunk[0]
    at_start = first.start == context.span.start
    if context.field == "title" and at_start and len(chunk) <= 2:
        return chunk if context.text.startswith(":", chunk[-1].end) else ()
    return ()


def _type_of_name(
    context: Context, names: Chunk, rest: Chunk, previous: Mention | None
) -> ConceptType:
    surface = context.text[names[0].start : names[-1].end]
    if any(word.lower in lists.DATASET_HEADS for word in (names[-1], *rest[:1])):
        return "dataset"
    if _looks_like_dataset(surface):
        return "dataset"
    if len(names) > 1 and (kind := _type_of_head(names)):
        return kind
    before = context.before(names[0].start)
    if rest and rest[-1].lower in lists.METHOD_HEADS:
        return "method"
    if _DATASET_CUE.search(before):
        return "dataset"
    if previous and _JOINED.fullmatch(context.text[previous.span.end : names[0].start]):
        return previous.type
    if _ON.search(before) and _EVALUATION.search(before):
        return "dataset"
    return "method"


def _looks_like_dataset(surface: str) -> bool:
    return any(_DATASET_SHAPE.search(word) for word in surface.split())


def _type_of_chunk(context: Context, chunk: Chunk) -> ConceptType | None:
    """The type of a chunk without names, None where it names nothing wanted."""
    if len(chunk) == 1:
        word = chunk[0]
        if word.text in lists.COMMON_ACRONYMS and word.text not in lists.NOISE_NAMES:
            return "method"
        return lists.SINGLES.get(word.lower)
    if _is_generic(chunk):
        return None
    before = context.before(chunk[0].start)
    if _TASK_CUE.search(before):
        return "task"
    return _type_of_head(chunk)


def _is_generic(chunk: Chunk) -> bool:
    return all(word.lower in lists.GENERIC | lists.WEAK_STARTS for word in chunk)


def _type_of_head(chunk: Chunk) -> ConceptType | None:
    head = chunk[-1].lower
    as_method = any(word.lower in lists.METHOD_STARTS for word in chunk[:-1])
    modifier = chunk[-2].lower if len(chunk) > 1 else ""
    if head in lists.DATASET_HEADS:
        return "dataset" if any(word.is_name for word in chunk) else None
    if head == "learning":
        return "task" if modifier in lists.LEARNING_TASKS else "method"
    if head in lists.TASK_HEADS:
        return "method" if as_method and head in ("optimization", "inference") else "task"
    return "method" if head in lists.METHOD_HEADS else None


def _mention(text: str, field: FieldName, chunk: Chunk, kind: ConceptType, score: float) -> Mention:
    span = Span(chunk[0].start, chunk[-1].end)
    return Mention(field, span, text[span.start : span.end], kind, score)


def _singular(surface: str) -> str:
    return surface if surface.endswith(("ss", "us", "is")) else surface.removesuffix("s")


def _repeat(paper: Paper, found: Sequence[Mention]) -> Iterator[Mention]:
    """Further places of the names found, one or many, with the type of the first."""
    kinds: dict[str, ConceptType] = {}
    for mention in found:
        if len(mention.surface) > 2 and comparison_key(mention.surface):
            kinds.setdefault(mention.surface, mention.type)
    for surface, kind in list(kinds.items())[:_MAX_REPEATED]:
        flags = 0 if any(letter.isupper() for letter in surface) else re.IGNORECASE
        pattern = re.compile(rf"(?<![\w-]){re.escape(_singular(surface))}s?(?![\w-])", flags)
        for field in FIELDS:
            for match in pattern.finditer(paper.text(field)):
                yield Mention(field, Span(*match.span()), match.group(), kind, 0.5)
