"""Archives of papers and data: DataCite, INSPIRE, HAL, Europe PMC and the Web of Science.

What can stand more than once is a list there: titles in several languages, abstracts of several
sources, descriptions of several kinds.
"""

from collections.abc import Mapping
from typing import Any

from kg.readers.catalogues.keys import Keys, first, head, mapping, records
from kg.readers.fields import as_text, as_year


def datacite(record: Keys) -> Mapping[str, Any]:
    """The fields of the attributes of a DOI."""
    titles, texts = records(record.get("titles")), records(record.get("descriptions"))
    proper = [title for title in titles if not title.get("titleType")]
    container = mapping(record.get("container"))
    return {
        **record,
        "title": as_text(head(proper or titles)),
        "subtitle": as_text(head(_of_type(titles, "titleType", "Subtitle"))),
        "descriptions": "",
        "abstract": _of_type(texts, "descriptionType", "Abstract"),
        "venue": container.get("title") or record.get("publisher"),
    }


def _of_type(items: list[Mapping[str, Any]], key: str, kind: str) -> list[Mapping[str, Any]]:
    return [item for item in items if item.get(key) == kind]


def inspire(record: Keys) -> Mapping[str, Any]:
    """The fields of the metadata of a record."""
    printed = mapping(head(record.get("publicationinfo")))
    title = mapping(head(record.get("titles")))
    dates = (printed.get("year"), head(record.get("imprints")), record.get("preprintdate"),
             record.get("earliestdate"), record.get("legacycreationdate"))  # fmt: skip
    return {
        **{name: head(record.get(theirs)) for name, theirs in _INSPIRE.items()},
        "id": record.get("controlnumber"),
        "title": title.get("title"),
        "subtitle": title.get("subtitle"),
        "authors": record.get("authors") or record.get("collaborations"),
        "year": first(*map(as_year, dates)),
        "venue": first(*map(printed.get, ("journal_title", "conf_acronym", "pubinfo_freetext"))),
        "keywords": record.get("keywords"),
        "url": f"https://inspirehep.net/literature/{as_text(record.get('controlnumber'))}",
    }


_INSPIRE = {"abstract": "abstracts", "doi": "dois", "arxiv": "arxiveprints",
            "language": "languages"}  # fmt: skip


def hal(record: Keys) -> Mapping[str, Any]:
    """The fields of a document of its search, in English where it has them so."""
    dates = (f"{name}datey{kind}" for name in ("publication", "produced") for kind in "is")
    # The names of its fields end with the kind of their values: title_s, a string.
    return {
        "id": record.get("halids") or record.get("docid"),
        "title": head(record.get("entitles") or record.get("titles")),
        "subtitle": head(record.get("ensubtitles") or record.get("subtitles")),
        "abstract": head(record.get("enabstracts") or record.get("abstracts")),
        "authors": record.get("authfullnames"),
        "year": first(*map(record.get, dates), record.get("produceddates")),
        "venue": first(*map(record.get, ("journaltitles", "conferencetitles", "booktitles"))),
        "doi": record.get("doiids"),
        "arxiv": record.get("arxivids"),
        "pmid": record.get("pubmedids"),
        "url": record.get("uris"),
        "keywords": record.get("enkeywords") or record.get("keywords"),
        # Of the title and abstract taken; that of the document may be another.
        "language": "" if record.get("entitles") else head(record.get("languages")),
    }


def europe_pmc(record: Keys) -> Mapping[str, Any]:
    """The fields of a result of its search, in full or in short."""
    told = mapping(record.get("journalinfo"))
    journal = mapping(told.get("journal"))
    book = mapping(record.get("bookorreportdetails"))
    return {
        **record,
        "title": as_text(record.get("title")).removesuffix("."),
        "year": first(record.get("pubyear"), told.get("yearOfPublication")),
        "venue": first(journal.get("title"), record.get("journaltitle"),
                       *map(book.get, ("comprisingTitle", "publisher"))),
        "keywords": mapping(record.get("keywordlist")).get("keyword"),
        "source": "",  # the collection of records that it is of
    }  # fmt: skip


def web_of_science(record: Keys) -> Mapping[str, Any]:
    """The fields of a document of its interface for starters, which gives no abstracts."""
    source = mapping(record.get("source"))
    return {
        **record,
        "year": source.get("publishYear"),
        "venue": source.get("sourceTitle"),
        "authors": mapping(record.get("names")).get("authors"),
        "url": mapping(record.get("links")).get("record"),
        "source": "",
    }
