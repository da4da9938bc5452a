"""The table of formats, and which of them a document is of."""

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
    "zoterordf": "kg.readers.xml.zotero",
    "acl": "kg.readers.xml.acl",
    "mods": "kg.readers.xml.mods",
    "dblp": "kg.readers.xml.dblp",
    "endnotexml": "kg.readers.xml.endnote",
    "medline": "kg.readers.tagged.medline",
    "ris": "kg.readers.tagged.ris",
    "wos": "kg.readers.tagged.wos",
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


def format_of(document: Document) -> str | None:
    """The name of the first format that takes the document for its own."""
    return next(
        (name for name in FORMATS if reader(name).sniff(document.head, document.plain_name)), None
    )


def reader(name: str) -> ModuleType:
    """The module of a format, by its name."""
    return import_module(FORMATS[name])
