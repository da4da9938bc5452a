"""Which field of which format means what: the synonyms that all readers share."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from kg.text import clean_text

#: Our name -> the names that files use, best first, lower-case letters and digits only. The
#: names of two letters head the columns of a tab-delimited export of the Web of Science.
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "id": ("citekey", "citationkey", "id", "paperid", "key", "uid", "corpusid", "bibcode",
           "identifier", "forum", "aclid", "ut"),
    "title": ("title", "papertitle", "articletitle", "documenttitle", "primarytitle", "displayname",
              "headline", "maintitle", "dctitle", "name", "titles", "ti"),
    "subtitle": ("subtitle",),
    "abstract": ("abstract", "abstracttext", "paperabstract", "abstractnote", "notesabstract",
                 "summary", "description", "descriptions", "dcdescription", "ab", "text", "body",
                 "content", "tldr"),
    "authors": ("authorsparsed", "authorfullnames", "af", "authors", "author", "authorships",
                "authornames", "creators", "creator", "authorlist", "authorstring", "dccreator",
                "au", "names"),
    "year": ("year", "publicationyear", "pubyear", "publishedyear", "yearpublished", "date",
             "publicationdate", "published", "datepublished", "issued", "publishedat",
             "publisheddate", "pdate", "pubdate", "prismcoverdate", "py", "created"),
    "venue": ("venue", "booktitle", "fulljournal", "journalfull", "fulljournalname", "journal",
              "journaltitle", "containertitle", "container", "conference", "journalname",
              "journalref", "publicationtitle", "publicationname", "prismpublicationname",
              "hostvenue", "proceeding", "proceedingstitle", "pubtitle", "pub", "publication",
              "journals", "meeting", "ispartof", "series", "so", "source", "server"),
    "doi": ("doi", "prismdoi", "digitalobjectidentifier", "di"),
    "arxiv": ("arxiv", "arxivid", "eprint"),
    "pmid": ("pmid", "pubmedid", "pubmed"),
    "openreview": ("openreview", "openreviewid"),
    "openalex": ("openalex", "openalexid"),
    "s2": ("s2", "s2id", "semanticscholarid"),
    "acl": ("acl", "aclid", "aclanthologyid"),
    "language": ("language", "lang", "languages"),
    "url": ("url", "link", "urlabstract", "urlabs", "paperurl", "href", "landingpageurl", "site",
            "openreviewurl", "openreviewlink", "arxivurl", "arxivlink", "paperlink", "pdf",
            "pdfurl", "downloadurl", "entryid", "uri"),
    "keywords": ("authorkeywords", "keywords", "keyword", "tags", "subjects", "topics",
                 "fieldsofstudy", "categories", "category", "subject", "dcsubject",
                 "authkeywords", "tasks", "aikeywords", "indexterms", "indexkeywords",
                 "ieeeterms", "keywordsplus", "meshterms"),
}  # fmt: skip
#: A name that files use -> for each field of ours that it may mean: its place among the synonyms
#: of that, the field, and the name again.
_MEANINGS: dict[str, list[tuple[int, str, str]]] = defaultdict(list)
for _ours, _names in SYNONYMS.items():
    for _place, _name in enumerate(_names):
        _MEANINGS[_name].append((_place, _ours, _name))
#: Names under which some formats nest the fields proper.
_WRAPPERS = ("content", "paper", "metadata", "attributes", "fields", "data", "document", "article",
             "info", "source")  # fmt: skip
#: Names that, where they have a value, tell that the fields lie open.
_OPEN = frozenset(SYNONYMS["title"] + SYNONYMS["abstract"]) - frozenset(_WRAPPERS)
#: Names under which a record lists what others call it.
_ID_LISTS = ("externalids", "ids", "identifiers", "identifier", "articleids", "pids")
#: How such lists call the catalogue, and the identifier in it.
_ID_KINDS = ("type", "scheme", "idtype", "propertyID")
_ID_VALUES = ("identifier", "value", "id")

#: Lines of Zotero's field "Extra", in which people keep identifiers that an item has no field for.
_EXTRA = re.compile(r"^\s*(DOI|arXiv|PMID)\s*:\s*(\S+)", re.I | re.M)

#: A year, perhaps with month and day right behind it: 2021, 202105, 20210503.
_YEAR = re.compile(
    r"(?<!\d)(1[4-9]\d\d|20\d\d)(?:(?=(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])?(?!\d))|(?!\d))"
)
#: A web address, up to where another one begins.
_URL = re.compile(r"https?://(?:(?![;,]https?://)[^\s<>\"{}|\\^`])+")
#: A web address that is one from end to end, and in which there is nothing to clean.
_PLAIN_URL = re.compile(r"https?://[A-Za-z0-9/.:?=%+@!-]*[A-Za-z0-9/]")
#: Seconds and milliseconds since 1970, from 2001 to 2099.
_EPOCHS = ((10**9, 4_102_444_800, 1), (10**12, 4_102_444_800_000, 1000))


@dataclass(frozen=True, slots=True)
class LabelledText:
    """An abstract in parts, each a label (or none) and its text, in the order of the record."""

    parts: tuple[tuple[str, str], ...]

    def __bool__(self) -> bool:
        return any(text.strip() for _, text in self.parts)


def pick_fields(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Choose, for each of our field names, the value of the first synonym that has one."""
    flat = _flatten(raw)
    chosen: dict[str, Any] = {}
    for ours, name in _in_order(tuple(flat)):
        value = None if ours in chosen else _unwrap(flat[name])
        if value or value == 0:
            chosen[ours] = value
    for name, value in _external_ids(flat):
        chosen.setdefault(name, value)
    if isinstance(flat.get("extra"), str):
        for name, value in _EXTRA.findall(flat["extra"]):
            chosen.setdefault(name.lower(), value)
    return chosen


@lru_cache(maxsize=1024)
def _in_order(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What the names may mean, the best first: our field, and the name that has it."""
    meanings = sorted(meaning for name in names for meaning in _MEANINGS.get(name, ()))
    return tuple((ours, name) for _, ours, name in meanings)


def plain_keys(value: Mapping[str, Any]) -> dict[str, Any]:
    """A record by the plain names of its fields; of those that are one the last one stays."""
    return dict(zip(_plain_names(tuple(value)), value.values(), strict=True))


@lru_cache(maxsize=1024)
def _plain_names(keys: tuple[object, ...]) -> tuple[str, ...]:
    return tuple(map(plain_key, keys))


def plain_key(key: object) -> str:
    """A field name without case, blanks and punctuation: "Paper ID" is "paperid"."""
    return _plain_text(str(key))


@lru_cache(maxsize=1024)
def _plain_text(key: str) -> str:
    """Remembered, for one record after the other has the same few keys."""
    return re.sub(r"[^a-z0-9]", "", key.lower())


def _flatten(raw: Mapping[str, Any]) -> dict[str, Any]:
    flat = plain_keys(raw)
    if len(flat) < len(raw):  # of names that are one the first stays
        flat = {}
        for key, value in raw.items():
            flat.setdefault(plain_key(key), value)
    if not any(_unwrap(flat[name]) for name in _OPEN & flat.keys()):
        for wrapper in _WRAPPERS:
            inner = flat.get(wrapper)
            if isinstance(inner, Mapping) and "value" not in inner:
                flat.pop(wrapper)
                for key, value in inner.items():
                    flat.setdefault(plain_key(key), value)
                break
    return flat


def _unwrap(value: Any) -> Any:
    """Take OpenReview's {"value": …} apart, and let NaN count as nothing."""
    if value is None or isinstance(value, str):  # most are; to ask for a Mapping takes longer
        return value
    if isinstance(value, Mapping) and "value" in value:
        value = value["value"]
    return None if isinstance(value, float) and value != value else value


def _external_ids(flat: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    for ids in map(flat.get, _ID_LISTS):
        pairs: Iterable[tuple[Any, Any]] = ids.items() if isinstance(ids, Mapping) else ()
        if isinstance(ids, list):  # CORE: [{"type": "DOI", "identifier": …}]
            pairs = [(_one(i, _ID_KINDS), _one(i, _ID_VALUES))
                     for i in ids if isinstance(i, Mapping)]  # fmt: skip
        for key, value in pairs:
            name = _OF_EXTERNAL.get(plain_key(key))
            if name and value:
                yield name, value


def _one(item: Mapping[str, Any], keys: Iterable[str]) -> Any:
    return next((item[key] for key in keys if item.get(key)), None)


_OF_EXTERNAL = {name: ours for ours in ("doi", "arxiv", "pmid", "openalex", "acl")
                for name in SYNONYMS[ours]}  # fmt: skip


def as_text(value: Any) -> str:
    """One string out of a string, a number, a list of pieces or a mapping of them."""
    if isinstance(value, str):
        return value
    value = _unwrap(value)
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, LabelledText):
        return "\n".join(f"{label}: {text}" if label else text for label, text in value.parts)
    if isinstance(value, Mapping):
        for key in ("text", "en", "name", "displayName", "display_name", "title", "label",
                    "description", "subject", "tag"):  # fmt: skip
            if value.get(key):
                return as_text(value[key])
        return " ".join(filter(None, map(as_text, value.values())))
    if isinstance(value, Iterable):
        return " ".join(filter(None, map(as_text, value)))
    return str(value)


def as_year(value: Any) -> int | None:
    """The year in "2021", 2021, "2021-05-03", {"date-parts": [[2021, 5]]}, 20210503 or an epoch.

    Years run from 1400 to 2099; anything else gives none.
    """
    if value is None or value == "":
        return None
    if isinstance(value, int) and 1400 <= value < 2100:
        return int(value)
    value = _unwrap(value)
    number = _number(value)
    if number is not None:
        for least, most, unit in _EPOCHS:
            if least <= number < most:
                return datetime.fromtimestamp(number / unit, UTC).year
        value = str(int(number))
    found = _YEAR.search(as_text(value))
    return int(found[1]) if found else None


def _number(value: Any) -> float | None:
    if isinstance(value, str) and re.fullmatch(r"\s*\d{9,19}(?:\.0)?\s*", value):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 10**19:
        return None
    return value


def as_keywords(value: Any) -> tuple[str, ...]:
    """A list of keywords, or strings of them divided by semicolons, bars, lines or commas."""
    if not value and value != 0:
        return ()
    value = _unwrap(value)
    if isinstance(value, str):
        value = re.split(r"[;|\n]" if re.search(r"[;|\n]", value) else ",", value)
    words = (
        clean_text(word).text for piece in _leaves(value) for word in re.split(r"[;\n]", piece)
    )
    return tuple(dict.fromkeys(word for word in words if word))


def _leaves(value: Any) -> Iterable[str]:
    """The texts in lists, and in mappings of lists such as those of several vocabularies."""
    nested = isinstance(value, Mapping) and any(
        isinstance(inner, list | Mapping) for inner in value.values()
    )
    if isinstance(value, str) or (isinstance(value, Mapping) and not nested):
        yield as_text(value)
    elif isinstance(value, Iterable):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(inner)
    else:
        yield as_text(value)


def as_url(value: Any) -> tuple[str, str]:
    """The first web address in a value, and a note where blanks in it had to be escaped."""
    if isinstance(value, list) and len(value) > 1:  # each may be one, or something else
        return next(filter(any, map(as_url, value)), ("", ""))
    text = as_text(value)
    if not text or (_PLAIN_URL.fullmatch(text) and "--" not in text):
        return text, ""
    text = clean_text(text).text
    found = _URL.search(text)
    if not found:
        return "", ""
    url = found[0]
    rest = text[found.end() :]
    # One address with a blank in its path, not an address and a remark, nor two addresses.
    if (
        found.start() == 0
        and re.fullmatch(r"(?: [^\s<>\"{}|\\^`()\[\],;:]+)+", rest)
        and (re.search(r"[./]\w+(?:[?#]\S*)?\Z", rest))
    ):
        url += rest.replace(" ", "%20")
    url = url.rstrip(".,;")
    if not rest.strip(" .,;") or re.match(r"[\s,;]+https?://", rest):
        return url, ""
    return url, f"its url is no web address as it stands: it was read as {url}"
