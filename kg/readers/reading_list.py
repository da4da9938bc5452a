"""One entry of a reading list: which part of it is the title, who wrote it, where it appeared.

Entries come in many hands: `**Title.** Venue 2020. [paper](…)`, `[Title](…) - Authors, Venue`,
`[CVPR 2020] Title [[code](…)]`, `Authors. "Title." Venue, 2020`. What marks an entry as that of a
paper is a link to one, or a title set off from the rest together with a year or an abstract.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.readers.imprint import EDGES, YEAR, are_names, full_year, pieces_of, published
from kg.readers.inline import Token, normalise, read_tokens

_PAPER_HOST = re.compile(
    r"arxiv\.org|doi\.org|openreview\.net|aclanthology|aclweb|mlr\.press|neurips\.cc|nips\.cc"
    r"|thecvf\.com|ecva\.net|ieee\.org|acm\.org|springer|sciencedirect|nature\.com|science\.org"
    r"|semanticscholar|(?:bio|med|chem)rxiv|jmlr\.|ijcai\.org|aaai\.org|isca-speech|pnas\.org"
    r"|wiley\.com|tandfonline|mdpi\.com|frontiersin|plos\.org|ncbi\.nlm|pubmed|hal\.science|ssrn"
    r"|researchgate|cell\.com|usenix|vldb|roboticsproceedings|elifesciences|oup\.com|jstor|sagepub"
    r"|huggingface\.co/papers|paperswithcode\.com/paper|dblp\.|morganclaypool|bmvc|iclr\.cc"
    r"|\.pdf(?:[?#]|\Z)|/pdf/|/papers?/", re.I
)  # fmt: skip
_CODE_HOST = re.compile(r"github\.(?:com|io)|gitlab\.|bitbucket|huggingface\.co/(?!papers)|colab\."
                        r"|kaggle\.|pypi\.org|youtu\.?be|twitter\.com|//x\.com", re.I)  # fmt: skip
_PAPER_LABEL = re.compile(r"\b(?:paper|pdf|arxiv|doi|preprint|book|article|openreview|abs)\b",
                          re.I)  # fmt: skip
_LABEL = re.compile(
    r"(?:\W|\b(?:paper|link|pdf|arxiv|doi|preprint|book|article|openreview|full|text|abs|abstract|html"
    r"|code|codes|source|github|repo|repository|git|project|projects|page|pages|website|web|site|home"
    r"|homepage|video|videos|youtube|slides?|demo|data|datasets?|blog|post|poster|supp|supplementary"
    r"|supplement|appendix|material|bib|bibtex|cite|citation|review|reviews|official|unofficial|impl"
    r"|implementation|pytorch|torch|tensorflow|tf|keras|jax|mxnet|caffe|theano|matlab|python|model"
    r"|models|weights|checkpoint|huggingface|hf|colab|notebook|talk|tutorial|journal|conference"
    r"|version|the|and|here|badge|star|stars|twitter|news|url|download|acm|ieee|springer|elsevier"
    r"|docs?|documentation|api|tool|toolkit|library|publication|v\d|\d+|cvpr|iccv|eccv|iclr|icml"
    r"|neurips|nips|aaai|ijcai|acl|emnlp|naacl|kdd|www|sigir)\b)+\Z", re.I
)  # fmt: skip
_TAG = re.compile(
    r"\s*[\[(【]?[^\[\]()]{0,40}?(?:(?:19|20)\d\d|['’]\d\d)[^\[\]()]{0,12}[\])】]?\W*\Z"
)
_MARKER = re.compile(r"[\[(]?\d{1,4}[\])]?\.?\Z")
_QUOTED = re.compile(r"[\"“]([^\"“”\n]{8,300})[\"”]")
_FIELD_LABEL = re.compile(r"\s*\W*(authors?|abstract|venue|published|publication|conference|journal"
                          r"|year|date|title|tl;?dr|summary|keywords?)\W*?:\W*", re.I)  # fmt: skip
ABSTRACT_WORDS = 15


@dataclass(slots=True)
class Entry:
    """What an entry says; `is_paper` is whether it is that of a paper."""

    fields: dict[str, Any] = field(default_factory=dict)
    is_paper: bool = False
    has_link: bool = False


def read_entry(paragraphs: Sequence[str], heading: str = "") -> Entry:
    """Take an entry apart.

    Args:
        paragraphs: the entry itself first, then what stands under it.
        heading: the title, where the entry is the section under a heading.

    >>> read_entry(["**On Moss.** Ada Moor, Jan Berg. *ICML 2020*. [pdf](https://x.org/a.pdf)"]).fields
    {'title': 'On Moss', 'url': 'https://x.org/a.pdf', 'authors': 'Ada Moor, Jan Berg', \
'venue': 'ICML', 'year': '2020'}
    """
    paragraphs = [plain for text in paragraphs if (plain := normalise(text)).strip()]
    fields, paragraphs = _labelled(paragraphs, bool(heading))
    abstract, lines = _abstract(paragraphs)
    text = "\n".join(lines)
    tokens = read_tokens(f"**{normalise(heading)}**\n{text}" if heading and "](" not in heading
                     else f"{normalise(heading)}\n{text}" if heading else text)  # fmt: skip
    title, at, rest = _title(tokens)
    links = [token for token in tokens if token.kind == "link" and "://" in token.url]
    labels = [token for token in tokens if token.kind == "link" and _LABEL.match(token.text)]
    entry = Entry(has_link=bool(links))
    named_paper = any(_PAPER_LABEL.search(token.text) for token in labels)
    url = _paper_url(links, tokens[at] if at is not None else None)
    if fields.get("title"):
        title = fields["title"]
    if not title:
        return entry
    entry.fields = {"title": _trim(title), **({"url": url} if url else {})}
    entry.fields |= published(rest) | {
        key: value for key, value in fields.items() if key != "title"
    }
    if abstract:
        entry.fields.setdefault("abstract", abstract)
    set_off = at is not None and tokens[at].kind in ("bold", "quoted")
    dated = "year" in entry.fields or "abstract" in entry.fields
    entry.is_paper = bool(_PAPER_HOST.search(url)) or named_paper or bool(
        dated and (set_off or (url and not _CODE_HOST.search(url)))
    )  # fmt: skip
    return entry


def _labelled(paragraphs: Sequence[str], has_title: bool) -> tuple[dict[str, str], list[str]]:
    """Take lines such as "Authors: …" at their word, and give what is left."""
    names = {"author": "authors", "published": "venue", "publication": "venue",
             "conference": "venue",
             "journal": "venue", "date": "year", "tldr": "abstract", "tl;dr": "abstract",
             "summary": "abstract", "keyword": "keywords"}  # fmt: skip
    fields: dict[str, str] = {}
    left: list[str] = []
    for paragraph in paragraphs:
        lines: list[str] = []
        all_lines = paragraph.split("\n")
        for place, line in enumerate(all_lines):
            found = _FIELD_LABEL.match(line)
            value = re.sub(r"[*_]{1,3}", "", line[found.end() :]).strip() if found else ""
            if (
                found
                and value
                and "](" not in value
                and (has_title or left or lines or fields or found[1].lower() == "title")
            ):
                name = found[1].lower()
                if name == "abstract":  # it goes on to the end of the paragraph
                    fields.setdefault(name, "\n".join([value, *all_lines[place + 1 :]]))
                    break
                fields.setdefault(names.get(name, name), value)
            else:
                lines.append(line)
        left.append("\n".join(lines))
    if fields.get("venue") and (year := YEAR.search(fields["venue"])):
        fields.setdefault("year", full_year(year))
        fields["venue"] = YEAR.sub("", fields["venue"]).strip(" ,;:-–—()")
    return fields, left


def _abstract(paragraphs: Sequence[str]) -> tuple[str, list[str]]:
    """The first long paragraph after the entry itself, and all that is not it."""
    for place, paragraph in enumerate(paragraphs):
        lines = re.sub(r"^\s*>\s?", "", paragraph, flags=re.M).split("\n")
        for first in range(0 if place else 1, len(lines)):
            body = "\n".join(lines[first:])
            if (
                "](" not in lines[first]
                and not are_names(lines[first], alone=True)
                and _is_prose(body)
            ):
                kept = ["\n".join(lines[:first])] if first else []
                return body.strip(), [*paragraphs[:place], *kept, *paragraphs[place + 1 :]]
    return "", list(paragraphs)


def tells_more(line: str) -> bool:
    """Whether a line is of the entry above it: "**Authors:** …", or a link such as [PDF](…)."""
    link = re.match(r"\s*\[([^\[\]]*)\]\(", line)
    return bool(_LABEL.match(link[1]) if link else _FIELD_LABEL.match(line))


def has_paper_link(text: str) -> bool:
    """Whether a text links, by words of a title, to where papers lie."""
    tokens = read_tokens(normalise(text))
    return any(
        t.kind == "link" and _is_title(t) and bool(_PAPER_HOST.search(t.url)) for t in tokens
    )


def _is_prose(text: str) -> bool:
    words = re.sub(r"\]\([^)]*\)", "]", text).split()
    small = sum(word[:1].islower() for word in words)
    return len(words) >= ABSTRACT_WORDS and small * 2 > len(words)


def _title(tokens: list[Token]) -> tuple[str, int | None, list[Token]]:
    """The title, the token it stands in, and the tokens that may tell more about the paper."""
    for place, token in enumerate(tokens):
        if token.kind in ("link", "bold") and _is_title(token):
            if quoted := _quoted_before(tokens[:place]):
                return quoted, None, tokens
            title, rest = _with_tail(token, tokens[place + 1 :])
            return title, place, [*tokens[:place], *rest]
        if token.kind == "link" and _LABEL.match(token.text):
            break
    for place, token in enumerate(tokens):
        if token.kind == "text" and (found := _QUOTED.search(token.text)):
            tokens[place] = Token("quoted", token.text)
            before, after = token.text[: found.start()], token.text[found.end() :]
            rest = [
                *tokens[:place],
                Token("text", before),
                Token("text", after),
                *tokens[place + 1 :],
            ]
            return found[1], place, rest
    return _plain_title(tokens)


def _is_title(token: Token) -> bool:
    text = token.text.strip(" .,:;*_\"“”'")
    if not any(map(str.isalpha, text)) or _LABEL.match(text) or _MARKER.match(text):
        return False
    if _TAG.match(text) and len(text.split()) <= 5:
        return False
    if re.search(r"\bet al\b", text):
        return False
    if text.startswith(("(", "[")) and text.endswith((")", "]")):
        return False
    if token.kind == "link":
        return "://" in token.url and (len(text.split()) > 1 or len(text) > 3)
    return len(text.split()) > 1 or (len(text) > 2 and token.text.rstrip().endswith((":", ".")))


def _quoted_before(tokens: Sequence[Token]) -> str:
    """A title in quotes that stands before the first bold or linked words."""
    found = next((found for token in tokens if token.kind == "text"
                  for found in [_QUOTED.search(token.text)] if found), None)  # fmt: skip
    return found[1] if found and len(found[1].split()) > 2 else ""


def _with_tail(token: Token, after: list[Token]) -> tuple[str, list[Token]]:
    """`**BERT**: Pre-training of …` goes on behind its bold part."""
    opens = token.text.rstrip().endswith(":")
    if token.kind == "bold" and after and after[0].kind == "text":
        tail = after[0].text
        if opens or tail.lstrip().startswith(":"):
            piece = re.split(r"(?<!\b[A-Z])\.\s|\n|[(\[]", tail.lstrip(" :"), maxsplit=1)
            if len(piece[0].split()) > 1 and not _is_prose(piece[0]):
                rest = Token("text", tail[tail.index(piece[0]) + len(piece[0]) :])
                return f"{token.text.rstrip(': ')}: {piece[0].strip()}", [rest, *after[1:]]
    return token.text, after


def _plain_title(tokens: list[Token]) -> tuple[str, int | None, list[Token]]:
    """The title of an entry whose links are labels only, out of the text before them."""
    first = next((i for i, token in enumerate(tokens) if token.kind == "link"), None)
    if first is None:
        return "", None, []
    lead, rest = [], list(tokens[first:])
    for token in tokens[:first]:
        if token.kind == "text":
            lead += [piece for piece in re.split(r"(?<!\b[A-Z])\.\s+|\n|[\[\]()]|\s[-–—|]\s",
                                                 token.text) if piece.strip(" .,:;")]  # fmt: skip
        else:
            lead.append(token.text)
    while lead and (_TAG.match(lead[0]) or are_names(lead[0])) and len(lead) > 1:
        rest.append(Token("text", lead.pop(0) + "\n"))
    if not lead:  # [[2101.00001]](…) Title
        after = (
            piece for token in tokens[first:] if token.kind == "text" for piece in pieces_of(token)
        )
        lead = [piece for piece, _ in after if len(piece.split()) > 2][:1]
    if not lead:
        return "", None, []
    title, *others = re.split(r",\s(?=[^,]{0,40}(?:(?:19|20)\d\d|['’]\d\d))", lead[0], maxsplit=1)
    title, *people = re.split(r",\s(?=(?:[^,]+,\s)+[^,]+\Z)", title.strip(EDGES), maxsplit=1)
    if people and not are_names(people[0]):
        title, people = f"{title}, {people[0]}", []
    rest += [Token("text", piece + "\n") for piece in (*others, *people, *lead[1:])]
    is_title = len(title.split()) > 2 or (len(title.split()) > 1 and len(title) > 9)
    return (title if is_title else ""), None, rest


def _paper_url(links: Sequence[Token], title: Token | None) -> str:
    """The address of the paper: a link called so, a known host, else that of the title."""
    called = [t.url for t in links if _PAPER_LABEL.search(t.text) and _LABEL.match(t.text)]
    hosted = [t.url for t in links if _PAPER_HOST.search(t.url) and not _CODE_HOST.search(t.url)]
    if title is not None and title.kind == "link" and _PAPER_HOST.search(title.url):
        return title.url
    own = [title.url] if title is not None and title.kind == "link" else []
    return next(iter([*called, *hosted, *own]), "")


def _trim(title: str) -> str:
    title = re.sub(r"\\\s*\Z|\A\W*title\W*:|\A\d{1,4}[.)]\s+", "", title.strip(), flags=re.I)
    return title.strip(' *_,;:"“”').removesuffix(".").strip()
