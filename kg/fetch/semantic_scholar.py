"""Semantic Scholar: the bulk search of the Academic Graph, paged by token.

The other search sorts by relevance, but ends at 1,000 papers.
"""

from kg.fetch.source import Page, Request, Source, json_object

_FIELDS = ("title,abstract,authors,year,publicationDate,venue,publicationVenue,journal,"
           "externalIds,corpusId,url,openAccessPdf,fieldsOfStudy")  # fmt: skip


def _ask(query: str, position: str) -> Request:
    params = {"query": query, "fields": _FIELDS, "token": position}
    return Request("/graph/v1/paper/search/bulk", params)


def _parse(body: bytes, position: str) -> Page:
    answer = json_object(body)
    papers = answer["data"] if answer["total"] else ()  # nothing found may mean no list at all
    return Page(tuple(papers), answer.get("token") if papers else None, answer["total"])


SOURCE = Source(
    title="Semantic Scholar",
    address="https://api.semanticscholar.org",
    identifier="paperId",
    rate=1,
    ask=_ask,
    parse=_parse,
    key_variable="SEMANTIC_SCHOLAR_API_KEY",
    key_header="x-api-key",
)
