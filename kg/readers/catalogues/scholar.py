"""Semantic Scholar and S2ORC: papers, those that cite them, and full texts."""

import json
from collections.abc import Mapping
from typing import Any

from kg.readers.catalogues.keys import Keys, first, mapping
from kg.readers.fields import LabelledText, as_text, plain_keys


def semantic_scholar(paper: Keys) -> Mapping[str, Any]:
    """The fields of a paper of the graph interface or of a bulk file."""
    corpus = as_text(paper.get("corpusid"))
    return {
        "id": paper.get("paperid") or corpus,
        "s2": paper.get("paperid") or (f"CorpusID:{corpus}" if corpus else ""),
        "title": paper.get("title"),
        "abstract": paper.get("abstract"),  # its tldr is a machine's summary
        "authors": paper.get("authors"),
        "year": paper.get("year") or paper.get("publicationdate"),
        "venue": first(paper.get("venue"), mapping(paper.get("journal")).get("name"),
                        mapping(paper.get("publicationvenue")).get("name")),
        "externalids": paper.get("externalids"),
        "url": paper.get("url") or mapping(paper.get("openaccesspdf")).get("url"),
        "keywords": paper.get("fieldsofstudy"),
    }  # fmt: skip


def cited(edge: Keys) -> Mapping[str, Any]:
    """The fields of the paper at the other end of a citation."""
    paper = edge.get("citedpaper") or edge.get("citingpaper")
    return semantic_scholar(plain_keys(mapping(paper)))


def s2orc(paper: Keys) -> Mapping[str, Any]:
    """The fields of a paper with its full text, in all versions of the corpus."""
    metadata = mapping(paper.get("metadata"))
    body = mapping(paper.get("content")) or mapping(paper.get("body"))
    parse = mapping(paper.get("pdfparse")) or mapping(paper.get("latexparse"))
    abstract = paper.get("abstract") or parse.get("abstract")
    corpus = as_text(paper.get("corpusid"))
    return {
        **{name: metadata.get(name) for name in ("year", "venue", "doi")},
        "id": paper.get("paperid") or corpus,
        "s2": f"CorpusID:{corpus}" if corpus else "",
        "externalids": paper.get("externalids"),
        "arxiv": paper.get("arxivid") or metadata.get("arxiv_id"),
        "acl": paper.get("aclid") or metadata.get("acl_id"),
        "pmid": paper.get("pubmedid") or metadata.get("pubmed_id"),
        "title": paper.get("title") or metadata.get("title") or _annotated(body, "title"),
        "abstract": _paragraphs(abstract) or _annotated(body, "abstract"),
        "authors": paper.get("authors") or metadata.get("authors") or _annotated_names(body),
        **{name: paper[name] for name in ("year", "venue", "doi", "url") if paper.get(name)},
    }


def _paragraphs(value: Any) -> LabelledText | str:
    """An abstract that is a string, or a list of paragraphs each with the name of its section."""
    if not isinstance(value, list) or not all(isinstance(part, Mapping) for part in value):
        return as_text(value)
    parts = [(as_text(part.get("section")).strip(), as_text(part.get("text"))) for part in value]
    if all(label.lower() in ("", "abstract") for label, _ in parts):
        return "\n".join(text for _, text in parts)
    return LabelledText(tuple((label, text) for label, text in parts if text))


def _annotated_names(body: Keys) -> list[str]:
    """The authors of a full text, each a stretch of its own, without marks of footnotes."""
    names = (" ".join(name.split()) for name in _stretches(body, "author"))
    return [plain for name in names if (plain := name.strip(" *†‡§,;0123456789"))]


def _annotated(body: Keys, name: str) -> str:
    return "\n".join(_stretches(body, name))


def _stretches(body: Keys, name: str) -> list[str]:
    """The stretches of a full text that its annotations call by `name`."""
    text, spans = body.get("text"), mapping(body.get("annotations")).get(name)
    if isinstance(spans, str):
        try:
            spans = json.loads(spans)
        except ValueError:
            return []
    if not isinstance(text, str) or not isinstance(spans, list):
        return []
    edges = [(span.get("start"), span.get("end")) for span in map(mapping, spans)]
    return [text[start:end] for start, end in edges
            if isinstance(start, int) and isinstance(end, int)]  # fmt: skip
