"""Five papers as each catalogue would answer for them, two a page, and what we read in them.

The shapes are those of the catalogues' documentation, the papers are our own.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from tests.fetch.server import Params

SIZE = 2
TITLES = ("On beans", "Red light & leaves", "Peas at night", "Müller's roots", "The last seed")
ABSTRACT = "We grow plants of kind {} under red light, and show that their leaves turn to it."
PEOPLE = ("Ada Moor", "Plato")


def _abstract(number: int) -> str:
    return ABSTRACT.format(number)


def _slice(start: int) -> range:
    return range(start, min(start + SIZE, len(TITLES)))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def openalex(path: str, params: Params) -> bytes:
    assert path == "/works" and params["search"] == "beans", (path, params)
    # Without a key only pages can be counted.
    assert ("cursor" in params) != ("page" in params), params
    assert "page" in params or "api_key" in params, params
    if "page" in params:
        start = (int(params["page"]) - 1) * SIZE
    else:
        start = 0 if params["cursor"] == "*" else int(params["cursor"].removeprefix("Ils"))
    works = [
        {
            "id": f"https://openalex.org/W{n}", "doi": f"https://doi.org/10.1234/b{n}",
            "title": TITLES[n], "display_name": TITLES[n], "publication_year": 2020 + n,
            "authorships": [{"author_position": "first", "author": {"display_name": name}}
                            for name in PEOPLE],
            "primary_location": {"landing_page_url": f"https://beans.org/{n}",
                                 "source": {"display_name": "Garden Letters"}},
            "abstract_inverted_index": _index(_abstract(n)), "language": "en",
        }
        for n in _slice(start)
    ]  # fmt: skip
    # The page after the last is empty, and the first that has no cursor.
    meta: dict[str, Any] = {"count": len(TITLES), "per_page": SIZE}
    if "page" in params:
        meta["page"] = int(params["page"])
    else:
        meta |= {"page": None, "next_cursor": f"Ils{start + SIZE}" if works else None}
    return _json({"meta": meta, "results": works, "group_by": []})


def _index(text: str) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        index.setdefault(word, []).append(place)
    return index


def crossref(path: str, params: Params) -> bytes:
    assert path == "/works" and params["query"] == "beans"
    items = [
        {
            "DOI": f"10.1234/B{n}", "type": "journal-article", "title": [TITLES[n]],
            "container-title": ["Garden Letters"], "issued": {"date-parts": [[2020 + n, 5]]},
            "author": [{"given": "Ada", "family": "Moor", "sequence": "first"}, {"name": "Plato"}],
            "abstract": f"<jats:p>{_abstract(n)}</jats:p>", "URL": f"https://doi.org/10.1234/b{n}",
        }
        for n in _slice(int(params["offset"]))
    ]  # fmt: skip
    message = {"total-results": len(TITLES), "items": items, "items-per-page": SIZE}
    return _json({"status": "ok", "message-type": "work-list", "message": message})


def semantic_scholar(path: str, params: Params) -> bytes:
    assert path == "/graph/v1/paper/search/bulk" and params["query"] == "beans"
    assert "abstract" in params["fields"].split(",")
    start = int(params.get("token", "T0")[1:])
    papers = [
        {
            "paperId": f"{n:040x}", "corpusId": 100 + n, "title": TITLES[n], "year": 2020 + n,
            "externalIds": {"DOI": f"10.1234/b{n}", "CorpusId": 100 + n},
            "abstract": _abstract(n), "venue": "Garden Letters",
            "authors": [{"authorId": "1", "name": name} for name in PEOPLE],
        }
        for n in _slice(start)
    ]  # fmt: skip
    end = start + SIZE >= len(TITLES)
    return _json({"total": len(TITLES), "token": None if end else f"T{start + SIZE}",
                  "data": papers})  # fmt: skip


def openreview(path: str, params: Params) -> bytes:
    if path == "/notes":
        assert params["content.venueid"] == "Garden.org/2020/Meeting"
    else:
        assert path == "/notes/search" and params["term"] == "beans"
    notes = [
        {
            "id": f"note{n}", "forum": f"note{n}", "cdate": 1_590_000_000_000 + n * 31_557_600_000,
            "invitations": ["Garden.org/-/Submission"],
            "content": {"title": {"value": TITLES[n]}, "abstract": {"value": _abstract(n)},
                        "authors": {"value": list(PEOPLE)},
                        "venue": {"value": "Garden Letters"}},
        }
        for n in _slice(int(params["offset"]))
    ]  # fmt: skip
    # The search says 10,000 whatever there is.
    return _json({"notes": notes, "count": len(TITLES) if path == "/notes" else 10_000})


def dblp(path: str, params: Params) -> bytes:
    assert path == "/search/publ/api" and params["q"] == "beans" and params["format"] == "json"
    start = int(params["f"])
    hits: dict[str, Any] = {"@total": str(len(TITLES)), "@first": str(start)}
    found = [
        {
            "@score": "3", "@id": str(n), "url": f"URL#{n}",
            "info": {
                "authors": {"author": [{"@pid": "1/2", "text": "Ada Moor 0001"},
                                       {"@pid": "3/4", "text": "Plato"}]},
                "title": escape(TITLES[n], {"'": "&apos;"}) + ".", "venue": "Garden Letters",
                "year": str(2020 + n), "type": "Journal Articles", "key": f"journals/gl/M{n}",
                "doi": f"10.1234/B{n}", "ee": f"https://doi.org/10.1234/B{n}",
                "url": f"https://dblp.org/rec/journals/gl/M{n}",
            },
        }
        for n in _slice(start)
    ]  # fmt: skip
    if found:
        hits["hit"] = found
    return _json({"result": {"query": "beans*", "status": {"@code": "200"}, "hits": hits}})


def arxiv(path: str, params: Params) -> bytes:
    assert path == "/api/query" and params["search_query"] == "all:beans"
    entries = "".join(_entry(n) for n in _slice(int(params["start"])))
    return f"""<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"
  xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/x</id>
  <opensearch:totalResults>{len(TITLES)}</opensearch:totalResults>{entries}
</feed>""".encode()


def _entry(n: int) -> str:
    return f"""<entry><id>http://arxiv.org/abs/200{n}.0000{n}v2</id>
<title>{escape(TITLES[n])}</title><updated>2025-01-02T18:00:00Z</updated>
<published>{2020 + n}-01-05T10:00:00Z</published><summary>  {_abstract(n)}
</summary><category term="cs.PL" scheme="s"/><category term="cs.DB" scheme="s"/>
<author><name>Ada Moor</name></author><author><name>Plato</name></author>
<arxiv:journal_ref>Garden Letters</arxiv:journal_ref><arxiv:doi>10.1234/b{n}</arxiv:doi>
</entry>"""


@dataclass(frozen=True)
class Case:
    """A source, a query, and how its papers are called and dated after reading."""

    source: str
    answer: Callable[[str, Params], bytes]
    query: str = "beans"
    has_doi: bool = True
    has_abstract: bool = True


CASES = (
    Case("openalex", openalex),
    Case("crossref", crossref),
    Case("semantic-scholar", semantic_scholar),
    Case("openreview", openreview, has_doi=False),
    Case("openreview", openreview, "Garden.org/2020/Meeting", has_doi=False),
    Case("dblp", dblp, has_abstract=False),
    Case("arxiv", arxiv),
)
