"""Names of authors in one string, told apart: by "and", semicolons, lines or commas.

A comma stands between two persons or between a family and a given name. What tells is whether
there are blanks, initials or particles around it.
"""

import html
import re

_BLANKS = re.compile(r"[^\S\n]+")
_AND = re.compile(r"\s+and\s+", re.I)
_AND_SIGN = re.compile(r"\s+(?:and|&)\s+", re.I)
_BETWEEN = re.compile(r"\s*[,，、]\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+", re.I)
_COMMA = re.compile(r"[,，]")
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ -]?){1,4}")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|2nd|3rd|4th)\.?\Z", re.I)
_DEGREE = re.compile(r"(?:ph\.? ?d|m\.?sc|b\.?sc|m\.?d|mph|rn)\.?\Z", re.I)
_SURE_DEGREE = re.compile(r"(?:ph\.? ?d|m\.?sc|b\.?sc)\.?\Z", re.I)
_FIRM = re.compile(r"(?:inc|ltd|llc|gmbh|corp)\.?\Z", re.I)
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3・·]+")
#: Between names that have lost what stood between them; "McKay" and "DeLong" are whole.
_GLUED = re.compile(
    r"(?<=[a-zà-ÿ])(?<!\bMc)(?<!\bMac)(?<!\bVan)(?<!\b[DL][aeiou])(?=[A-ZÀ-Þ][a-zà-ÿ]+ )"
)
#: What stands for the authors who are not named.
_OTHERS = re.compile(
    r"(?:\A|[\s,;])(?:et(?:\.\s*|\s+)al(?:ii|ia)?\.?|\[?(?:…|\.\.\.)\]?)\s*\Z"
    r"|(?:\A|[\s,;])(?:and\s+|&\s*|\+\s*)?\d+\s+(?:others|more)\s*\Z"
    r"|(?:\A|[,;]|\s(?:and|&)\s)\s*(?:and\s+)?others\s*\Z",
    re.I,
)
#: A quick look before the pattern: most names end in none of these.
_ENDS = ("others", "more", "al", "al.", "alii", "alia", "alii.", "alia.", "…", "...", "]")
_PARTICLES = frozenset(
    "van von vom der den de del della di da das dos du la le ter ten te zu zum zur af av bin ibn "
    "el al 't".split()
)


def split_authors(text: str) -> list[str]:
    """Split a string of names into those of the persons, those not named left out.

    >>> split_authors("Moor, A., Berg, J., & Weil, K.")
    ['Moor, A.', 'Berg, J.', 'Weil, K.']
    >>> split_authors("Ada Moor, Jan Berg et al.")
    ['Ada Moor', 'Jan Berg']
    """
    text = without_others(_plain(text))
    if len(names := _by_marks(text)) > 1:
        return names
    if "{" in text:
        return split_at_and(text)
    for divide in (_by_lines, _by_and, _by_commas, _glued):
        if len(names := divide(text)) > 1:
            return names
    return split_at_and(text)


def _plain(text: str) -> str:
    """The text with characters for entities, whose semicolons divide nothing, and plain blanks."""
    return _BLANKS.sub(" ", html.unescape(text) if "&" in text else text).strip(" ,;\n")


def without_others(text: str) -> str:
    """A name, or names, without "et al." and the like behind them.

    >>> without_others("Ada Moor and 12 others")
    'Ada Moor'
    """
    if not text.rstrip().lower().endswith(_ENDS) or not _OTHERS.search(text):
        return text
    return _OTHERS.sub("", text).strip(" ,;")


def split_at_and(text: str) -> list[str]:
    """Split names as BibTeX does: at each "and" outside braces.

    >>> split_at_and("King, Ada and {Weil and Sons}")
    ['King, Ada', '{Weil and Sons}']
    """
    if "{" not in text and "}" not in text:
        return [part for part in map(str.strip, _AND.split(text)) if part]
    parts, start = [], 0
    for match in _AND.finditer(text):
        before = text[: match.start()]
        if before.count("{") == before.count("}"):
            parts.append(text[start : match.start()].strip())
            start = match.end()
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def name_parts(name: str) -> tuple[str, str, str]:
    """Given name, family name and suffix of "Family, Given" and "Family, Jr, Given".

    A name in which no comma says so is given as the family name alone.

    >>> name_parts("Moor, Ada, Jr."), name_parts("Bean Seeds, Inc.")
    (('Ada', 'Moor', 'Jr.'), ('', 'Bean Seeds Inc.', ''))
    """
    if "," not in name and "，" not in name:
        return "", name, ""
    parts = [part.strip() for part in _COMMA.split(name) if part.strip()]
    if len(parts) > 1:
        parts = _without_degrees(parts)
    if len(parts) == 3 and _DEGREE.match(parts[2]):
        parts.pop()
    if len(parts) == 3 and _SUFFIX.match(parts[1]):
        return parts[2], parts[0], parts[1]
    if len(parts) == 3 and _SUFFIX.match(parts[2]):
        return parts[1], parts[0], parts[2]
    if len(parts) == 2 and not _SUFFIX.match(parts[1]) and not _FIRM.match(parts[1]):
        given, _, last = parts[1].rpartition(" ")
        if given and _SUFFIX.match(last):  # "Moor, Ada 3rd", as PubMed has it
            return given, parts[0], last
        return parts[1], parts[0], ""
    return "", " ".join(parts), ""


def with_particles(given: str, family: str) -> tuple[str, str]:
    """The particles that some sources put behind the given name, before the family name.

    >>> with_particles("Jan van der", "Berg")
    ('Jan', 'van der Berg')
    """
    if " " not in given or given.rpartition(" ")[2] not in _PARTICLES:
        return given, family
    words = given.split()
    at = len(words)
    while at > 1 and words[at - 1] in _PARTICLES:
        at -= 1
    return " ".join(words[:at]), " ".join((*words[at:], family))


def is_east_asian(name: str) -> bool:
    """Whether a name is in a script whose family names come first, without a blank."""
    return not name.isascii() and bool(_EAST_ASIAN.fullmatch(name))


def is_suffix(text: str) -> bool:
    """Whether a text stands for a generation, such as "Jr."."""
    return bool(_SUFFIX.match(text))


def _by_marks(text: str) -> list[str]:
    names = [part.strip() for part in text.replace("；", ";").split(";")]
    return [name for name in names if name] if len(names) > 1 else []


def _by_lines(text: str) -> list[str]:
    """The lines, where each is a name; those of a wrapped list end in commas or "and"."""
    if "\n" not in text:
        return []
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if any(re.search(r"(?:[,，、&]|\band)\Z|\A(?:[,，、&]|and\b)", line) for line in lines):
        return []
    commas = {len(_COMMA.findall(line)) for line in lines}
    return lines if len(lines) > 1 and commas in ({0}, {1}) else []


def _by_and(text: str) -> list[str]:
    """Names in the form of BibTeX, each turned by a comma."""
    names = [name.strip(" ,") for name in _AND_SIGN.split(text)]
    return names if all(len(_COMMA.findall(name)) == 1 for name in names) else []


def _by_commas(text: str) -> list[str]:
    pieces = _pieces(text)
    if len(pieces) < 2:
        return []
    if all(map(is_east_asian, pieces)):
        return _east_asian(pieces)
    if all(" " in _core(piece) for piece in pieces):
        of_two = len(pieces) == 2 or _AND_SIGN.search(text)
        return [] if of_two and _has_particle(pieces[0]) else pieces
    in_turn = _AND_SIGN.split(text)
    if len(pieces) < 3 or (len(in_turn) > 1 and all(part.count(",") < 2 for part in in_turn)):
        return []  # "Moor, Ada and Jan Berg", as in BibTeX
    return _paired(pieces) or (
        pieces if " " in _core(pieces[0]) and not _has_particle(pieces[0]) else []
    )


def _pieces(text: str) -> list[str]:
    """What stands between commas and "and"; "Jr." stays with what it follows."""
    pieces: list[str] = []
    for piece in _without_degrees([p for p in map(str.strip, _BETWEEN.split(text)) if p]):
        if pieces and _SUFFIX.match(piece):
            pieces[-1] += f", {piece}"
        else:
            pieces.append(piece)
    return pieces


def _paired(pieces: list[str]) -> list[str]:
    """Family and given names joined, if the pieces are those in turn; one left over is a name."""
    families, given = pieces[::2], [_core(piece) for piece in pieces[1::2]]
    turned = len(pieces) > 3 and (
        all(map(_INITIALS.fullmatch, given))
        or all(" " not in piece or _has_particle(piece) for piece in families[: len(given)])
        or (all(" " in piece for piece in families) and all(" " not in piece for piece in given))
    )
    if not turned:
        return []
    pairs = zip(families, pieces[1::2], strict=False)
    return [f"{family}, {name}" for family, name in pairs] + families[len(given) :]


def _east_asian(pieces: list[str]) -> list[str]:
    """Names of two characters and more; a single one is a family name or a given name."""
    if all(len(piece) > 1 for piece in pieces):
        return pieces
    return _paired(pieces)


def _glued(text: str) -> list[str]:
    """Names with nothing between them, as the pages of a publisher end up in tables."""
    names = _GLUED.split(text) if "," not in text else []
    return [name.strip() for name in names] if all(" " in name.strip() for name in names) else []


def _core(piece: str) -> str:
    return piece.partition(",")[0]


def _has_particle(name: str) -> bool:
    return name.partition(" ")[0] in _PARTICLES


def _without_degrees(parts: list[str]) -> list[str]:
    """Names without academic degrees; MD behind a family name alone are initials."""
    kept: list[str] = []
    for part in parts:
        before = kept[-1] if kept else ""
        degree = _SURE_DEGREE.match(part) or (_DEGREE.match(part) and " " in before)
        if not (before and degree):
            kept.append(part)
    return kept
