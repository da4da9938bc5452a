"""Who wrote it, where and when: what stands around the title of an entry of a reading list."""

import re
from collections.abc import Sequence

from kg.readers.inline import Token

YEAR = re.compile(r"(?<!\d)(19[5-9]\d|20[0-4]\d)(?!\d)|(?<=[A-Za-z])\s?['’](\d\d)(?!\d)")
_ARXIV_ID = re.compile(
    r"(?:arxiv\s*(?:preprint)?\s*(?:arxiv)?\s*:?\s*)?\b\d{4}\.\d{4,5}(?:v\d+)?", re.I
)
_SENTENCE = re.compile(r"(?<!\b[A-Z])(?<!\bvs)\.\s+|\n+|\s[-–—|]\s|[()\[\]【】;]")
_NAME = re.compile(
    r"(?:(?:[A-ZÀ-ÖØ-Þ][\w'’.-]*|de|la|van|von|der|den|di|da|dos|del|bin|el|al|le|ten|ter)\s*){2,5}\Z"
)
_NO_NAME = re.compile(
    r"\b(?:Conference|Journal|Learning|Networks?|Intelligence|University|Press|Systems|Proceedings"
    r"|Transactions|Workshop|Science|Review|Research|Data|Deep|Neural|Graph|Language|Models?|Survey"
    r"|Springer|Elsevier|IEEE|ACM|Computer|Vision|Google|Nature|Letters|Annals|Machine)\b"
)
#: What stands at the edges of a phrase and is no part of it.
EDGES = " .,;:*_\t"


def published(tokens: Sequence[Token]) -> dict[str, str]:
    """Authors, venue and year out of what stands around the title."""
    fields: dict[str, str] = {}
    pieces = [piece for token in tokens if token.kind != "link" for piece in pieces_of(token)]
    pieces += [(t.text, False) for t in tokens if t.kind == "link" and YEAR.search(t.text)]
    before = ""
    for piece, alone in pieces:
        year = YEAR.search(_ARXIV_ID.sub(" arXiv ", piece))
        if year:
            if "year" not in fields:
                fields |= _dated(piece, before, full_year(year), "authors" in fields)
        elif "authors" not in fields and are_names(piece, alone=alone):
            fields["authors"] = re.sub(r"[,\s]*\bet al\b\.?", "", piece).strip(" .,;:-–—")
            piece = ""
        before = piece
    return {key: value for key, value in fields.items() if value}


def pieces_of(token: Token) -> list[tuple[str, bool]]:
    """The phrases of a token, and whether each is set off from all others."""
    if token.kind == "italic":
        return [(token.text.strip(EDGES), True)]
    lines = {line.strip(EDGES) for line in token.text.split("\n")[1:]}
    pieces = (piece.strip(EDGES) for piece in _SENTENCE.split(token.text))
    return [(piece, piece in lines) for piece in pieces if piece]


def _dated(piece: str, before: str, year: str, has_authors: bool) -> dict[str, str]:
    """Venue and year of a piece with a year in it, and authors if it begins with them."""
    venue = YEAR.sub(" ", _ARXIV_ID.sub(" arXiv ", piece))
    parts = [part.strip(" .,;:'’") for part in venue.split(",")]
    people = []
    while not has_authors and len(parts) > 1 and are_names(parts[0], alone=True):
        people.append(parts.pop(0))
    venue = ", ".join(filter(None, parts))
    if not any(map(str.isalpha, venue)) and before and len(before.split()) < 15:
        venue = _ARXIV_ID.sub(" arXiv ", before)
    venue = venue if any(map(str.isalpha, venue)) else ""
    if venue == before and not has_authors and _cited(before):
        people, venue = [before], ""  # Moor, A., & Berg, J. (2016)
    fields = {"venue": " ".join(venue.split()).strip(" -–—/\"“”'’"), "year": year}
    return {"authors": ", ".join(people), **fields} if people else fields


def _cited(text: str) -> bool:
    """Whether a piece is names as references give them: "Moor, A., & Berg, J."."""
    return bool(
        re.fullmatch(r"(?:[A-ZÀ-Þ][\w'’ -]+,\s(?:[A-ZÀ-Þ]\.?[\s-]?)+,?\s*(?:(?:&|and)\s)?)+", text)
    )


def are_names(text: str, *, alone: bool = False) -> bool:
    """Whether a piece is a list of persons; a single name counts only if it is set off."""
    if re.search(r"\bet al\b", text):
        return len(text.split()) < 60
    text = re.sub(r"\b(?:and others|others)\b", "", text).strip(" .,;:*_")
    if _NO_NAME.search(text) or text.isupper():
        return False
    if re.search(r"\w, \w+.* and \w[^,]*, ", text):  # Moor, Ada and Berg, Jan
        parts = [part.replace(",", "") for part in re.split(r"\s+and\s+", text)]
    else:
        parts = re.split(r",\s*(?:and\s+|&\s*)?|\s+and\s+|\s+&\s+", text)
    parts = [part.strip(" .∗*†‡0123456789") for part in parts if part.strip(" .")]
    named = sum(bool(_NAME.match(part)) for part in parts)
    return (named == len(parts) and named >= (1 if alone else 2)) or (
        named > 3 and named >= 0.8 * len(parts)
    )


def full_year(found: re.Match[str]) -> str:
    """The four digits of a year, of which '20 gives two."""
    return found[1] or f"20{found[2]}"
