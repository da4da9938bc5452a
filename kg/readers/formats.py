"""The table of formats, and which of them a document is of."""

import re
from importlib import import_module
from types import ModuleType

from kg.readers.document import Document

#: Name -> module, the most telling content first and plain text last.
FORMATS: dict[str, str] = {
    "bibtex": "kg.readers.bibtex",
    "pubmed": "kg.readers.xml.pubmed",
    "jats": "kg.readers.xml.jats",
    "tei": "kg.readers.xml.tei",
    "atom": "kg.readers.xml.atom",
    "oai": "kg.readers.xml.oai",
    "rss": "kg.readers.xml.rss",
    "zoterordf": "kg.readers.xml.zotero",
    "acl": "kg.readers.xml.acl",
    "mods": "kg.readers.xml.mods",
    "dblp": "kg.readers.xml.dblp",
    "endnotexml": "kg.readers.xml.endnote",
    "medline": "kg.readers.tagged.medline",
    "ris": "kg.readers.tagged.ris",
    "wos": "kg.readers.tagged.wos",
    "refworks": "kg.readers.tagged.refworks",
    "endnote": "kg.readers.tagged.endnote",
    "parquet": "kg.readers.parquet",
    "excel": "kg.readers.excel",
    "pdf": "kg.readers.pdf",
    "jsonlines": "kg.readers.jsonlines",
    "json": "kg.readers.jsonfile",
    "markdown": "kg.readers.markdown",
    "csv": "kg.readers.csvfile",
    "text": "kg.readers.textlist",
}

#: How what people try begins that has to be turned into something else first, and into what.
_OTHERS = (
    (r"7z\xbc\xaf", "unpack the 7z archive and read the folder"),
    (r"Rar!", "unpack the rar archive and read the folder"),
    (r"PK\x03\x04", "save the document as text, or the table as .xlsx or .csv"),
    (r"\xd0\xcf\x11\xe0", "save the old office file as .xlsx, .csv or text"),
    (r"\{\\rtf", "save the document as text"),
    (r"(?s:.*)urn:schemas-microsoft-com:office:spreadsheet", "save the table as .xlsx or .csv"),
    (r"(?si:\s*<(?:!doctype html|html|head|meta|table|style).*<t[dh]\b)",
     "it is a web page: open it in a spreadsheet program, and save the table as .xlsx or .csv"),
    (r"(?i:\s*<(?:!doctype html|html|head)\b)",
     "it is a web page: look for an export of what it shows as BibTeX, RIS or CSV"),
)  # fmt: skip


def format_of(document: Document) -> str | None:
    """The name of the first format that takes the document for its own."""
    return next(
        (name for name in FORMATS if reader(name).sniff(document.head, document.plain_name)), None
    )


def reader(name: str) -> ModuleType:
    """The module of a format, by its name."""
    return import_module(FORMATS[name])


def remedy_for(head: str) -> str:
    """What can be done with a file of no known format by how it begins; empty if that is unknown.

    >>> remedy_for("Rar!")
    'unpack the rar archive and read the folder'
    """
    return next((remedy for start, remedy in _OTHERS if re.match(start, head)), "")
