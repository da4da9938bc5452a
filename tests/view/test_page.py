"""The pyvis page, and what all pages have in common."""

import json
import re
from pathlib import Path

import pytest

from kg.errors import KgError, UsageError
from kg.model import Resolution
from kg.view import Page, PageOptions, render_page, write_page
from kg.view.content import shorten
from kg.view.picture import choose
from kg.view.pyvis_page import embed, to_network
from kg.view.scope import find_scope
from tests.graphs import StoredGraph, hostile_graph, stored, synthetic_graph


def rendered(graph: StoredGraph, **options: object) -> str:
    return render_page(graph, PageOptions(renderer="pyvis", **options)).html  # type: ignore[arg-type]


def values_of(html: str) -> dict:  # type: ignore[type-arg]
    found = re.search(r'<script type="application/json" id="values">(.*?)</script>', html, re.S)
    assert found
    return json.loads(found[1])  # type: ignore[no-any-return]


def test_the_page_refers_to_nothing_outside() -> None:
    html = rendered(synthetic_graph(6, 40))
    assert not re.search(r"""(src|href)\s*=\s*["']?\s*(https?:)?//""", html, re.I)
    assert "<link" not in html
    assert "@import" not in html
    assert "sourceMappingURL" not in html
    assert "default-src &#39;none&#39;" in html
    assert "unsafe-eval" not in html


def test_the_page_holds_what_the_graph_does() -> None:
    graph = synthetic_graph(12, 90)
    before = (len(graph.store), graph.projection)
    values = values_of(rendered(graph))
    assert {node["id"] for node in values["nodes"]} == {n.id for n in graph.projection.nodes}
    assert {edge["id"] for edge in values["edges"]} == {e.id for e in graph.projection.edges}
    assert sum(values["counts"].values()) == len(graph.projection.nodes)
    assert all(isinstance(node["x"], float) for node in values["nodes"])
    assert values["options"]["physics"] == {"enabled": False}
    assert (len(graph.store), graph.projection) == before


def test_over_the_limit_the_totals_stay() -> None:
    graph = synthetic_graph(12, 90)
    values = values_of(rendered(graph, max_nodes=30))
    shown = {node["id"] for node in values["nodes"]}
    assert len(shown) == 30
    assert values["total"]["nodes"] == len(graph.projection.nodes)
    assert all(e["from"] in shown and e["to"] in shown for e in values["edges"])


def test_evidence_joins_to_a_sentence_of_the_paper() -> None:
    graph = hostile_graph()
    values = values_of(rendered(graph))
    rows = [row for found in values["evidence"].values() for row in found]
    assert ["paper-1", "We use ", "C++", " here."] in rows
    assert ["paper-a%2Fb%25", "🦉 ", "C#", " too."] in rows


def test_hostile_text_cannot_leave_the_data() -> None:
    html = rendered(hostile_graph(), title="</title><script>alert(1)</script>")
    assert "<script>alert(1)" not in html
    assert "<img src=x" not in html
    assert "\u2028" not in html
    labels = {node["label"] for node in values_of(html)["nodes"]}
    assert "</script><script>alert(1)</script>" in labels
    assert embed({"a": "<\u2028&>"}) == '{"a":"\\u003c\\u2028\\u0026\\u003e"}'


def test_an_empty_graph_makes_a_page() -> None:
    values = values_of(rendered(stored((), Resolution((), (), ()))))
    assert values["nodes"] == []


def test_the_page_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_page(hostile_graph(), tmp_path / "sub" / "dir" / "x.html", PageOptions(renderer="pyvis"))
    text = (tmp_path / "sub" / "dir" / "x.html").read_text("utf-8")
    assert "naïve Bayes" in text
    with pytest.raises(KgError, match="cannot write"):
        write_page(hostile_graph(), tmp_path / "sub")
    assert [p.name for p in tmp_path.iterdir()] == ["sub"]


def test_an_unknown_renderer_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="explorer, pyvis"):
        render_page(synthetic_graph(2, 10), PageOptions(renderer="flash"))


def test_a_notebook_shows_the_page_in_a_closed_frame() -> None:
    shown = Page('<p title="a">&amp;</p>', 'T"')._repr_html_()
    assert 'srcdoc="&lt;p title=&quot;a&quot;&gt;&amp;amp;&lt;/p&gt;"' in shown
    assert 'title="T&quot;"' in shown
    assert 'sandbox="allow-scripts allow-downloads allow-popups"' in shown


def test_a_pyvis_network_has_every_node_in_place_and_does_not_move() -> None:
    graph = synthetic_graph(6, 40)
    network = to_network(choose(find_scope(graph)))
    assert set(network.get_nodes()) == {node.id for node in graph.projection.nodes}
    assert len(network.edges) == len(graph.projection.edges)
    assert all({"x", "y"} <= node.keys() for node in network.nodes)
    assert network.options.physics.enabled is False


def test_shorten_cuts_at_a_blank() -> None:
    assert shorten("graph sampler for routes", 16) == "graph sampler…"
    assert len(shorten("x" * 50, 16)) == 16
