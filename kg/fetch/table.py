"""The sources by name."""

SOURCES = {
    "arxiv": "kg.fetch.arxiv:SOURCE",
    "crossref": "kg.fetch.crossref:SOURCE",
    "dblp": "kg.fetch.dblp:SOURCE",
    "openalex": "kg.fetch.openalex:SOURCE",
    "openreview": "kg.fetch.openreview:SOURCE",
    "semantic-scholar": "kg.fetch.semantic_scholar:SOURCE",
}
