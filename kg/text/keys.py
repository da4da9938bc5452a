"""The comparison key: surface forms with one key differ in spelling only."""

import re
import unicodedata
from functools import lru_cache

from kg.text.clean import clean_text

_DETERMINERS = frozenset("a an the our this that these those its their his her my your".split())
#: Greek and Cyrillic letters that look like Latin ones, and words that have some of both.
_LOOK_ALIKE = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТХІЈЅаеорсухіјѕ",
                            "ABEZHIKMNOPTYXABEKMHOPCTXIJSaeopcyxijs")  # fmt: skip
_MIXED = re.compile(r"(?=\w*[A-Za-z])(?=\w*[\u0370-\u052f])\w+")
_SEPARATOR = re.compile(r"[\s\u2010-\u2015\u2212_/\\-]+")
_TEX = re.compile(r"[\\$]")
_APOSTROPHE = re.compile(r"['’`](?=s\b)")  # Bayes' and Bayes's keep one s
_DROPPED = re.compile(r"[^\w+#.*@&%∂-∿√∞]")
#: Words that end in s in the singular, or whose s is no plural.
_KEEP_S = frozenset(
    "atlas alias bias bayes corpus canvas chaos class census consensus apparatus status nexus "
    "gas lens less loss news series species physics mathematics dynamics statistics robotics "
    "kinematics analytics semantics linguistics genomics proteomics economics electronics optics "
    "graphics diagnostics mechanics heuristics logistics always across keras adams hermes "
    "james jones thomas texas paris dallas kansas arkansas vegas pascals yes this thus plus versus "
    "sos dos ios aws css sms gps cms dns tts gans' ros bus "
    "basis analysis synthesis hypothesis thesis axis crisis emphasis diagnosis prognosis "
    "parenthesis genesis mars".split()
)
_IRREGULAR = {
    "analyses": "analysis", "hypotheses": "hypothesis", "syntheses": "synthesis", "bases": "base",
    "theses": "thesis", "axes": "axis", "diagnoses": "diagnosis", "matrices": "matrix",
    "vertices": "vertex", "indices": "index", "corpora": "corpus", "criteria": "criterion",
    "phenomena": "phenomenon", "biases": "bias", "lenses": "lens", "movies": "movie",
    "cookies": "cookie", "series": "series", "species": "species", "children": "child",
    "people": "person", "women": "woman", "men": "man", "mice": "mouse", "feet": "foot",
    "leaves": "leaf", "halves": "half", "shelves": "shelf", "lives": "life", "caches": "cache",
    "appendices": "appendix", "simplices": "simplex", "viruses": "virus", "statuses": "status",
    "atlases": "atlas", "aliases": "alias", "gases": "gas", "buses": "bus", "focuses": "focus",
    "axioms": "axiom", "data": "data", "datasets": "dataset",
}  # fmt: skip
_IS = re.compile(r"(?<=\w{2})is(?=(?:e|ed|er|es|ing|ation|ational|able)$)")
_YS = re.compile(r"(?<=[a-z]{2})ys(?=(?:e|ed|er|es|ing)$)")
_OUR = re.compile(r"(behavi|col|neighb|fav|lab|hum|rum|harb|vap|hon|flav|arm|endeav|sav)our")
_DOUBLED = re.compile(r"(model|label|signal|travel|channel|level|cancel|fuel|tunnel|counsel)l"
                      r"(?=ing$|ed$|er$|ers$)")  # fmt: skip
_BRITISH = {
    "centre": "center", "fibre": "fiber", "metre": "meter", "analogue": "analog", "grey": "gray",
    "catalogue": "catalog", "dialogue": "dialog", "defence": "defense", "offence": "offense",
    "licence": "license", "programme": "program", "artefact": "artifact", "mould": "mold",
    "aeroplane": "airplane", "tyre": "tire", "judgement": "judgment", "ageing": "aging",
    "speciality": "specialty", "learnt": "learned", "haematology": "hematology", "tumor": "tumor",
    "tumour": "tumor", "anaesthesia": "anesthesia", "paediatric": "pediatric", "oedema": "edema",
    "storey": "story", "sulphur": "sulfur", "acknowledgement": "acknowledgment",
}  # fmt: skip
#: -ise words that no American spells with z.
_ISE = frozenset(
    "advise advertise arise comprise compromise concise devise disguise enterprise exercise "
    "expertise franchise improvise likewise noise otherwise paradise poise praise precise premise "
    "promise raise revise rise supervise surprise televise wise bruise cruise demise excise "
    "merchandise turquoise clockwise pairwise stepwise pointwise elementwise layerwise "
    "treatise reprise incise marquise chemise tortoise porpoise liaise braise appraise vise".split()
)
_ISE_STEM = re.compile(r"is(?:e|ed|er|es|ing|ation|ational|able)$")


@lru_cache(maxsize=65536)
def comparison_key(surface: str) -> str:
    """Reduce a surface form to what is left when spelling habits are put aside.

    Case, accents, hyphens, slashes, blanks, plural s, British spelling, leading determiners,
    leftovers of LaTeX and letters that look like Latin ones within a Latin word do not count;
    "+", "#", digits and every other word do.

    >>> comparison_key("the graph-neural networks") == comparison_key("Graph Neural Network")
    True
    >>> comparison_key("C++") == comparison_key("C#")
    False
    """
    if _TEX.search(surface):
        surface = clean_text(surface).text
    text = unicodedata.normalize("NFKD", surface)
    text = "".join(c for c in text if not unicodedata.combining(c))
    text = _APOSTROPHE.sub("", text if text.isascii() else _MIXED.sub(_latin, text))
    words = [_word(_DROPPED.sub("", word)) for word in _SEPARATOR.split(text)]
    words = [word for word in words if word]
    first = next((i for i, word in enumerate(words) if word not in _DETERMINERS), len(words) - 1)
    return " ".join(words[max(0, first) :])


def _latin(word: re.Match[str]) -> str:
    return word[0].translate(_LOOK_ALIKE)


def _word(word: str) -> str:
    word = word.strip(".&%@") if len(word) > 1 else word
    singular = _singular(word)
    return _american(singular.casefold())


def _singular(word: str) -> str:
    """Take off a plural s; names such as Keras and all-capital ones such as CNNS keep theirs."""
    low = word.casefold()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if len(low) < 3 or not low.endswith("s") or low in _KEEP_S or not low.isalpha():
        return word[:-1] if re.fullmatch(r"[A-Z0-9]{2,}s", word) else word
    if word[:-1].isupper() and word[-1] == "s":  # LLMs, GANs, but not BUS
        return word[:-1]
    if word.isupper() or low.endswith(("ss", "us", "is")) or len(low) == 3:
        return word
    if low.endswith("ies") and len(low) > 4:
        return word[:-3] + "y"
    if low.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def _american(word: str) -> str:
    if word in _BRITISH:
        return _BRITISH[word]
    word = _DOUBLED.sub(r"\1", _OUR.sub(r"\1or", word))
    if len(word) > 5 and _ISE_STEM.search(word) and not _keeps_s(word):
        word = _IS.sub("iz", word)
    if word.startswith(("analys", "paralys", "catalys")):
        word = _YS.sub("yz", word)
    return word


def _keeps_s(word: str) -> bool:
    stem = re.sub(r"(?:e|ed|er|es|ing|ation|ational|able)$", "e", word)
    return stem in _ISE or any(stem.endswith(tail) for tail in ("wise", "vise", "noise", "raise"))
