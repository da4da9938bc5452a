import json
import re
from pathlib import Path

import pytest

from kg.errors import KgError
from kg.graph.network import Passage
from kg.model import Resolution
from kg.view import PageOptions, write_page
from kg.view.content import quote, shorten
from kg.view.page import embed, render_page
from tests.graphs import hostile_graph, stored, synthetic_graph


def values_of(html: str) -> dict:  # type: ignore[type-arg]
    found = re.search(r'<script type="application/json" id="values">(.*?)</script>', html, re.S)
    assert found
    return json.loads(found[1])  # type: ignore[no-any-return]


def test_the_page_refers_to_nothing_outside() -> None:
    html = render_page(synthetic_graph(6, 40), PageOptions())
    assert not re.search(r"""(src|href)\s*=\s*["']?\s*(https?:)?//""", html, re.I)
    assert "<link" not in html
    assert "@import" not in html
    assert "sourceMappingURL" not in html
    assert "default-src &#39;none&#39;" in html
    assert "unsafe-eval" not in html


def test_the_page_holds_what_the_graph_does() -> None:
    graph = synthetic_graph(12, 90)
    before = (len(graph.store), graph.projection)
    values = values_of(render_page(graph, PageOptions()))
    assert {node["id"] for node in values["nodes"]} == {n.id for n in graph.projection.nodes}
    assert {edge["id"] for edge in values["edges"]} == {e.id for e in graph.projection.edges}
    assert sum(values["counts"].values()) == len(graph.projection.nodes)
    assert all(isinstance(node["x"], float) for node in values["nodes"])
    assert values["options"]["physics"] == {"enabled": False}
    assert (len(graph.store), graph.projection) == before


def test_over_the_limit_the_least_linked_go_and_the_totals_stay() -> None:
    graph = synthetic_graph(12, 90)
    values = values_of(render_page(graph, PageOptions(max_nodes=30)))
    shown = {node["id"]: node["degree"] for node in values["nodes"]}
    assert len(shown) == 30
    degrees = {n.id: 0 for n in graph.projection.nodes}
    for edge in graph.projection.edges:
        degrees[edge.source] += 1
        degrees[edge.target] += 1
    assert min(shown.values()) >= max(d for n, d in degrees.items() if n not in shown)
    assert values["total"]["nodes"] == len(graph.projection.nodes)
    assert all(e["from"] in shown and e["to"] in shown for e in values["edges"])


def test_evidence_joins_to_a_sentence_of_the_paper() -> None:
    graph = hostile_graph()
    values = values_of(render_page(graph, PageOptions()))
    rows = [row for found in values["evidence"].values() for row in found]
    assert ["paper-1", "We use ", "C++", " here."] in rows
    assert ["paper-a%2Fb%25", "🦉 ", "C#", " too."] in rows


def test_hostile_text_cannot_leave_the_data() -> None:
    html = render_page(hostile_graph(), PageOptions(title="</title><script>alert(1)</script>"))
    assert "<script>alert(1)" not in html
    assert "<img src=x" not in html
    assert "\u2028" not in html
    labels = {node["label"] for node in values_of(html)["nodes"]}
    assert "</script><script>alert(1)</script>" in labels
    assert embed({"a": "<\u2028&>"}) == '{"a":"\\u003c\\u2028\\u0026\\u003e"}'


def test_an_empty_graph_makes_a_page() -> None:
    values = values_of(render_page(stored((), Resolution((), (), ())), PageOptions()))
    assert values["nodes"] == []


def test_the_page_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_page(hostile_graph(), tmp_path / "sub" / "dir" / "x.html")
    text = (tmp_path / "sub" / "dir" / "x.html").read_text("utf-8")
    assert "naïve Bayes" in text
    with pytest.raises(KgError, match="cannot write"):
        write_page(hostile_graph(), tmp_path / "sub")
    assert [p.name for p in tmp_path.iterdir()] == ["sub"]


def test_quotes_are_cut_at_sentences_and_windows() -> None:
    text = "First. We test X here. Last."
    assert quote(Passage(("", "", ""), "p", "abstract", text, 15, 16)) == (
        "We test ",
        "X",
        " here.",
    )
    run = "a " * 2000 + "X" + " b" * 2000
    before, said, after = quote(Passage(("", "", ""), "p", "abstract", run, 4000, 4001))
    assert (len(before), said, len(after)) == (400, "X", 400)


def test_shorten_cuts_at_a_blank() -> None:
    assert shorten("graph sampler for routes", 16) == "graph sampler…"
    assert len(shorten("x" * 50, 16)) == 16
