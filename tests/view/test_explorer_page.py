"""The text of the explorer: what it holds, and what it may load."""

import html
import re
from itertools import accumulate
from typing import Any

import pytest

from kg.model import Resolution
from kg.view import PageOptions, bundle, render_page
from kg.view.bundle import content_policy, join_modules
from kg.view.payload import pack, unpack
from tests.graphs import HOSTILE_LABELS, hostile_graph, stored, synthetic_graph


def block(page: str, name: str) -> Any:
    found = re.search(f'<script type="text/plain" id="{name}-data">(.*?)</script>', page)
    assert found
    return unpack(found[1])


def ids_of(values: Any) -> list[str]:
    """The ids of the nodes as the page's script makes them."""
    plain = ("c-" + label.lower().replace(" ", "-") for label in values["texts"])
    return [given or made for given, made in zip(values["id"], plain, strict=True)]


def test_the_page_may_load_nothing_and_run_only_what_it_names() -> None:
    page = render_page(synthetic_graph(6, 40)).html
    policy = html.unescape(re.findall(r'Content-Security-Policy" content="([^"]*)"', page)[0])
    script = re.findall(r"<script>(.*?)</script>", page, re.S)
    style = re.findall(r"<style>(.*?)</style>", page, re.S)
    assert policy == content_policy(script, style)
    assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy
    assert not re.search(r"""(src|href)\s*=\s*["']?\s*(https?:)?//""", page, re.I)
    assert not re.search(r"@import|url\(|<link|sourceMappingURL|\bimport\b *\(", page)
    assert not re.search(r"<[^>]* style=", page), "a style in a tag is refused by the policy"


def test_the_page_holds_what_the_graph_does() -> None:
    graph = synthetic_graph(12, 90)
    values = block(render_page(graph).html, "map")
    ids, numbers = ids_of(values), values["numbers"]
    assert sorted(ids) == [node.id for node in graph.projection.nodes]
    relation = [values["relations"][number][0] for number in numbers["relation"]]
    heads = [ids[i] for i in accumulate(numbers["source"])]
    tails = [ids[i] for i in numbers["target"]]
    keys = set(zip(heads, relation, tails, strict=True))
    assert keys == {edge.key for edge in graph.projection.edges}
    assert values["total"] == {"nodes": len(ids), "edges": len(relation)}
    confidence = {e.id: e.confidence for e in graph.projection.edges}
    sent = dict(zip(accumulate(numbers["edge"]), numbers["confidence"], strict=True))
    assert {f"e{number}": value / 1e4 for number, value in sent.items()} == confidence


def test_equal_graphs_give_equal_pages() -> None:
    assert render_page(synthetic_graph(6, 40)).html == render_page(synthetic_graph(6, 40)).html


def test_a_sentence_stands_once_in_the_page_and_its_span_is_the_mention() -> None:
    details = block(render_page(hostile_graph()).html, "details")
    numbers, papers = details["numbers"], accumulate(details["numbers"]["paper"])
    texts = details["texts"][: len(numbers["paper"])]
    assert len(details["texts"]) == len(texts) + sum(numbers["aliases"])
    assert len(set(zip(papers, texts, strict=True))) == len(texts)
    places = zip(accumulate(numbers["sentence"]), numbers["start"], numbers["length"], strict=True)
    said = [texts[sentence][start : start + length] for sentence, start, length in places]
    assert {"C++", "C#"} <= set(said) and "We use C++ here." in texts
    assert sum(numbers["count"]) == len(numbers["mention"]) >= len(said)
    assert set(accumulate(numbers["mention"])) == set(range(len(said)))


def test_ids_that_a_label_makes_are_left_out_and_no_others() -> None:
    graph = hostile_graph()
    values = block(render_page(graph).html, "map")
    assert sorted(ids_of(values)) == sorted(node.id for node in graph.projection.nodes)
    sent = dict(zip(values["texts"], values["id"], strict=True))
    assert sent["it's"] == "c-it%27s" and sent["trailing dot."] == ""


def test_hostile_text_is_inside_the_packed_data_alone() -> None:
    page = render_page(hostile_graph(), PageOptions(title="</title><script>alert(1)")).html
    assert "<script>alert(1)" not in page and "<img src=x" not in page
    labels = set(block(page, "map")["texts"])
    assert {HOSTILE_LABELS[0], "</script><script>alert(1)</script>"} <= labels


def test_what_is_left_out_is_counted() -> None:
    graph = synthetic_graph(12, 90)
    options = PageOptions(max_nodes=20, query="SELECT ?n WHERE { ?n a pkg:Method }")
    values = block(render_page(graph, options).html, "map")
    methods = [n for n in graph.projection.nodes if n.concept_type == "method"]
    assert len(values["id"]) == 20
    assert values["inScope"]["nodes"] == len(methods)
    assert values["total"]["nodes"] == len(graph.projection.nodes)
    assert values["scope"]


def test_an_empty_graph_makes_a_page() -> None:
    page = render_page(stored((), Resolution((), (), ()))).html
    assert block(page, "map")["id"] == []


def test_modules_are_joined_after_what_they_import(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "main.js": 'import { one, Two } from "./low.js";\nrun(one, Two);\n',
        "low.js": "const own = 1;\nexport const one = own;\nexport class Two {}\n",
    }
    monkeypatch.setattr(bundle, "read_asset", lambda _, name: texts[name])
    joined = join_modules("x", "main")
    assert joined.index("class Two {}") < joined.index("const { one, Two } = module_low;")
    assert "return { one, Two };" in joined
    assert not re.search(r"\b(import|export)\b", joined)
    texts["low.js"] = 'import { run } from "./main.js";\n'
    with pytest.raises(ValueError, match="main > low > main"):
        join_modules("x", "main")


def test_packing_is_undone_by_unpacking() -> None:
    values, texts = {"a": ["</script>"], "b": 0.5}, ["</script>", "🦉 \u2028", ""]
    numbers = {"n": [0, -1, 1, 2**31 - 1, -(2**31)], "none": []}
    packed = pack(values, numbers, texts)
    assert unpack(packed) == {**values, "numbers": numbers, "texts": texts}
    assert not set(packed) & set("<>&\"'/\\ \n")
