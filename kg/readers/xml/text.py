"""The text of an element with mixed content: formulas, raised and lowered signs, paragraphs."""

import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from kg.readers.fields import LabelledText
from kg.text.scripts import subscript, superscript

_BLOCKS = frozenset(
    "p sec list list-item def-item disp-formula div head title br break item".split()
)
#: What stands in a text without belonging to it.
_ASIDE = frozenset("fn graphic inline-graphic object-id label annotation annotation-xml".split())
_TEX_DOCUMENT = re.compile(r".*\\begin\{document\}(.*?)\\end\{document\}.*", re.S)


def text_of(element: Element | None) -> str:
    """All text under an element, in order; formulas as TeX where there is TeX.

    >>> from xml.etree.ElementTree import fromstring
    >>> text_of(fromstring("<t><b>A</b>dapt x<sup>2</sup> &lt; 1</t>"))
    'Adapt x² < 1'
    """
    return "" if element is None else "".join(_pieces(element)).strip()


def first(element: Element, *paths: str) -> str:
    """The text at the first of these paths that has any."""
    return next(filter(None, (text_of(element.find(path)) for path in paths)), "")


def every(element: Element, path: str) -> list[str]:
    """The texts at a path, without empty ones."""
    return [text for found in element.iterfind(path) if (text := text_of(found))]


def attribute(element: Element, path: str, name: str) -> str:
    """An attribute of the first element at a path."""
    found = element.find(path)
    return found.get(name, "") if found is not None else ""


def sections(element: Element) -> Iterator[tuple[str, str]]:
    """The (label, text) pairs of an abstract whose sections have headings of their own."""
    loose: list[str] = []
    for child in element:
        heading = next((inner for inner in child if inner.tag in ("title", "head")), None)
        if child.tag not in ("sec", "div") or heading is None:
            if child.tag not in ("title", "head", "label"):
                loose.append(text_of(child))
            continue
        if loose:
            yield "", "\n".join(loose)
            loose = []
        label = text_of(heading).strip(" .:")
        child.remove(heading)
        yield ("" if label.lower() == "abstract" else label), text_of(child)
    if loose:
        yield "", "\n".join(loose)


def as_abstract(parts: Iterable[tuple[str, str]]) -> LabelledText | str:
    """An abstract: labelled if any part has a label."""
    kept = tuple((label, text) for label, text in parts if text)
    if any(label for label, _ in kept):
        return LabelledText(kept)
    return "\n".join(text for _, text in kept)


def _pieces(element: Element) -> Iterator[str]:
    """The text under an element piece by piece, a break around each block."""
    block = element.tag in _BLOCKS
    has_tex = any(child.tag == "tex-math" for child in element)
    before = ("\n" if block else "") + (element.text or "")
    for child in element:
        if child.tag in ("sup", "sub"):
            # Files that were indented by a program break the line before the raised sign.
            yield re.sub(r"\n\s*\Z", "", before) if before.strip() else before
            raised = superscript if child.tag == "sup" else subscript
            yield raised("".join(_pieces(child)))
        else:
            yield before
            if child.tag == "tex-math":
                yield _formula("".join(child.itertext()))
            elif child.tag not in _ASIDE and not (child.tag == "math" and has_tex):
                yield from _pieces(child)
        before = child.tail or ""
    yield before + ("\n" if block else "")


def _formula(tex: str) -> str:
    body = _TEX_DOCUMENT.sub(r"\1", tex).strip().strip("$")
    return f"${body}$"
