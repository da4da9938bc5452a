"""The explorer without a mouse, without eyes and without motion."""

from pathlib import Path
from typing import Any

import pytest

from tests.graphs import StoredGraph
from tests.view.conftest import Open, Visit

#: What a reader of the screen would call what it comes to; none may be without a name.
NAMELESS = """[...document.querySelectorAll(
    "button, a, input, select, summary, [role=img], [role=application], aside")]
  .filter((e) => e.checkVisibility())
  .filter((e) => !(e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent)
    .trim()).map((e) => e.outerHTML)"""
FOCUSED = "document.activeElement.textContent || document.activeElement.id"
OUTLINE = "(({ outlineStyle, outlineWidth }) => [outlineStyle, outlineWidth])"
OUTLINE += "(getComputedStyle(document.activeElement))"


def tab_to(visit: Visit, words: str) -> None:
    """Press Tab until what is focused begins with these words."""
    for _ in range(60):
        visit.page.keyboard.press("Tab")
        if str(visit.page.evaluate(FOCUSED)).startswith(words):
            return
    raise AssertionError(f"Tab does not reach {words!r}")


def test_the_keyboard_alone_leads_from_a_name_to_a_sentence_and_back(
    opened: Open, small: Path, graph: StoredGraph
) -> None:
    visit = opened(small)
    press, node = visit.page.keyboard.press, max(graph.projection.nodes, key=lambda n: n.papers)
    press("/")
    visit.page.keyboard.type(node.label)
    press("Enter")
    assert visit.text("#panel h2") == node.label
    assert visit.page.evaluate("document.activeElement.id") == "map"
    said = f"{node.label}, {node.concept_type} · in {node.papers} papers"
    assert visit.text("#spoken").lower() == said.lower()
    tab_to(visit, "Pin")
    press("Enter")
    assert visit.page.evaluate(FOCUSED) == "Unpin", "the panel is new, the place in it is kept"
    row = "document.activeElement.matches('.entry .node-row')"
    while not visit.page.evaluate(row):
        press("Tab")
    press("Enter")
    assert visit.page.evaluate("document.activeElement.id") == "panel"
    assert visit.text("#panel h2") != node.label
    assert visit.page.locator("#panel blockquote mark").count() > 0
    press("Escape")
    assert visit.text("#panel h2") == "Overview"


def test_sorting_and_opening_rows_keeps_the_place_in_a_table(opened: Open, small: Path) -> None:
    visit = opened(small, "#view=table")
    visit.page.focus("#table th:has-text('Links') button")
    visit.page.keyboard.press("Enter")
    assert visit.page.evaluate(FOCUSED) == "Links ↓"
    visit.page.focus("#table tbody .node-row >> nth=5")
    name = visit.page.evaluate(FOCUSED)
    visit.page.keyboard.press("Enter")
    assert visit.text("#panel h2") == visit.page.evaluate(FOCUSED) == name
    assert visit.page.locator("#table tr[aria-current=true]").count() == 1
    visit.page.click("#view-matrix")
    visit.page.focus("#matrix .cell.full >> nth=3")
    visit.page.keyboard.press("Enter")
    assert visit.page.evaluate("document.activeElement.ariaPressed") == "true"


@pytest.mark.parametrize("view", ["map", "table", "matrix"])
def test_all_that_one_can_reach_has_a_name(opened: Open, small: Path, view: str) -> None:
    visit = opened(small, f"#view={view}")
    visit.search("sparse")
    visit.page.click("#saving summary")
    visit.page.fill("#query", "a")
    assert visit.page.evaluate(NAMELESS) == []
    assert visit.page.get_attribute(f"#view-{view}", "aria-pressed") == "true"
    option = visit.page.locator("#matches [role=option]").first
    assert option.locator("[role=img]").get_attribute("aria-label") in ("method", "task", "dataset")
    assert visit.page.evaluate("document.documentElement.lang") == "en"


def test_where_the_keyboard_is_can_be_seen(opened: Open, small: Path) -> None:
    visit = opened(small)
    seen: list[Any] = []
    for _ in range(40):
        visit.page.keyboard.press("Tab")
        seen.append(visit.page.evaluate(OUTLINE))
    assert {tuple(outline) for outline in seen} == {("solid", "2px")}


def test_whoever_wants_no_motion_has_none(opened: Open, small: Path) -> None:
    lasts = "getComputedStyle(document.getElementById('field')).transitionDuration"
    assert opened(small).page.evaluate(lasts) == "0.1s"
    assert opened(small, reduced_motion="reduce").page.evaluate(lasts) == "0s"


def test_the_theme_follows_the_system_while_the_page_is_open(opened: Open, small: Path) -> None:
    visit = opened(small, color_scheme="light")
    light = visit.page.evaluate("explorer.map.colours.ground")
    visit.page.emulate_media(color_scheme="dark")
    changes = (
        "light => new Promise((done) => { let frames = 0; const look = () =>"
        " explorer.map.colours.ground !== light ? done(true)"
        " : ++frames > 600 ? done(false) : requestAnimationFrame(look); look(); })"
    )
    assert visit.page.evaluate(changes, light)
