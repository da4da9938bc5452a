"""Cleaning: what goes, what stays, and what must hold for any text at all."""

import json
import unicodedata
import xml.etree.ElementTree as ET
from pathlib import Path

import ftfy
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from kg.text import clean_text

SHARED = Path(__file__).parents[3] / "shared"

LATEX = {
    r"\emph{Bandits} and \textbf{bold \textit{trees}}": "Bandits and bold trees",
    r"\GRACE{} beats \myname{} by far": "GRACE beats myname by far",
    r"Before. \todo{ask Bob}After": "Before. After",
    r"the $\ell_\infty$ ball and the $\ell_2$ norm": "the ℓ∞ ball and the ℓ₂ norm",
    r"regret $\mathcal{O}(\sqrt{T})$": "regret O(√T)",
    r"$10\times$ faster, $\sim$10 hours": "10× faster, ∼10 hours",
    r"$\textbf{3.2$\times$}$ and $\textbf{9}$\%": "3.2× and 9%",
    r"points in $\mathbb{R}^d$ and $x^{2}$, $10^{-3}$": "points in ℝ^d and x², 10⁻³",
    r"$k$-means, top-$k$, $\epsilon$-greedy": "k-means, top-k, ε-greedy",
    r"$\frac{1}{n}$ and $\frac{a+b}{c}$": "1/n and (a+b)/c",
    r"Erd\H{o}s, G\"odel, na\"{\i}ve": "Erdős, Gödel, naïve",
    r"\'etude, \c{c}a, \o re": "étude, ça, øre",
    r"``quoted'' and `single'": "\"quoted\" and 'single'",
    "Metric~Learning, pages 3--7 ~5% of it": "Metric Learning, pages 3–7 ~5% of it",
    r"{BERT}: {\it fast} {\cal O}": "BERT: fast O",
    r"code at \url{https://example.org/a_b~c}": "code at https://example.org/a_b~c",
    r"see \cite{me} and \footnote{a note}": "see and (a note)",
    r"a 35\% share of \$5": "a 35% share of $5",
}

MARKDOWN = {
    "**L**ength-b**A**sed **S**t**E**p": "Length-bAsed StEp",
    "an *italic* and a _learnable_ and a `code` word": "an italic and a learnable and a code word",
    "***both*** at [our page](https://example.org/x_(y)).": "both at our page.",
    "## Method\nWe do it.": "Method: We do it.",
}

HTML = {
    "<jats:title>Abstract</jats:title><jats:p>CO<jats:sub>2</jats:sub></jats:p>": "CO₂",
    "<p>R&amp;D</p><p>x<sup>2</sup> &lt; 3</p>": "R&D x² < 3",
    '<b class="k">bold</b><br/>next<!-- no -->': "bold next",
    "<title>Methods</title><p>We count.</p>": "Methods: We count.",
    "<tex-math>$\\alpha$</tex-math>-stable": "α-stable",
}

UNICODE = {
    "of\ufb01ce \ufb02ow": "office flow",
    "co\u00adoperate zero\u200bwidth\ufeff": "cooperate zerowidth",
    "recogni-\ntion of net- works": "recognition of networks",
    "pre- and post-training, long- term": "pre- and post-training, long-term",
    "state-of-\nthe-art": "state-of-the-art",
    "“curly” ‘quotes’ model’s": "\"curly\" 'quotes' model's",
    "self\x02consumption and a\x07b": "self-consumption and a b",
    "360Â° view": "360° view",
    "e\u0301tude": "étude",
    "  many\t\n blanks\u00a0here ": "many blanks here",
}

UNTOUCHED = [
    "It improves by 50% over BERT & others on task #1.",
    "It costs $5 and $10, or US$3 to US$4.",
    "p < 0.05 and a<b but c>d, for x<y and z>w",
    "C++, C#, GPT-4, R-CNN, F1, AT&T, R&D",
    "snake_case_names, user_id, __init__ and 2*3*4",
    "A*-search, Theta*, Block A* and D* Lite",
    "the <MASK> token and the <context, reply> pair",
    "tasks such as #hashtag, @mention and 3D views",
    "# of samples is 5",
]


@pytest.mark.parametrize(("raw", "clean"), [*LATEX.items(), *MARKDOWN.items(), *HTML.items(),
                                            *UNICODE.items()])  # fmt: skip
def test_markup_is_cleaned(raw: str, clean: str) -> None:
    assert clean_text(raw).text == clean


@pytest.mark.parametrize("text", UNTOUCHED)
def test_plain_text_survives(text: str) -> None:
    assert clean_text(text).text == text
    assert not clean_text(text).counts


def test_traps_row_7_latex_leaves_no_command_words() -> None:
    text = clean_text(r"regularised \emph{bandits} with $\mathcal{O}(\sqrt{T})$ regret").text
    assert "mathcal" not in text
    assert "sqrt" not in text
    assert "emph" not in text
    assert clean_text(r"\emph{bandits}").text == "bandits"


def test_traps_row_30_control_characters_go_and_are_counted() -> None:
    cleaned = clean_text("one\x02two \x00three \uffff four\x0c")
    ET.fromstring(f"<a>{cleaned.text}</a>")
    assert cleaned.counts["control"] == 4


def test_traps_row_31_lone_surrogates_are_replaced_and_counted() -> None:
    cleaned = clean_text("a \ud83d b \ud83d\ude00 c")
    assert cleaned.text == "a \ufffd b 😀 c"
    assert cleaned.counts["surrogates"] == 1


MARKS = st.sampled_from(
    ["$", "\\", "{", "}", "*", "**", "_", "`", "``", "''", "<b>", "</b>", "&amp;", "&lt;", "-\n",
     "~", "^", "--", "\\emph{", "\\'e", "\\frac", "\\sqrt[3]", "\\textbackslash{}", "[a](b)",
     "- ", "#",
     "## x\n", "\n\n", "\\(", "\\]", "<title>x</title>", "<jats:p>", "\x02", "\ud800", "Ã©", "ﬁ",
     " ", "a", "B", "5", ".", "http://x.y/~z_", "\\todo{", "\\left.", "|", "&#36;", "&#x5c;", "\r"]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(), st.lists(MARKS, max_size=40).map("".join)))
@example("\\" * 9 + "{" * 99)
@example("&" + "amp;" * 50 + "lt;b>")
@example("&amp;#36;x&amp;#36;")
def test_cleaning_is_idempotent_and_always_writable(raw: str) -> None:
    text = clean_text(raw).text
    assert clean_text(text).text == text
    text.encode("utf-8")
    root = ET.Element("a")
    root.text = text
    assert ET.fromstring(ET.tostring(root)).text in (text, text or None)


@settings(max_examples=400, deadline=None)
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
@example("1. a ,b  c- d")
@example("+ a | b = c % d ; e")
def test_text_without_marks_is_cleaned_alike_on_the_short_way(raw: str) -> None:
    # A line break at the end means nothing, but sends any text the long way.
    assert clean_text(raw).text == clean_text(f"{raw}\n").text


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.characters(categories=["L", "Nd"]), max_size=50))
def test_words_of_any_script_are_kept(raw: str) -> None:
    # What looks wrongly decoded ("ÐŠ", which is "Њ" read as Latin) is mended, as it should be.
    assume(ftfy.fix_encoding(raw) == raw)
    kept = clean_text(raw).text
    assert unicodedata.normalize("NFKC", kept) == unicodedata.normalize("NFKC", raw)


@pytest.mark.parametrize("unit", ["*", "**a", "$", "$ $", "{", "\\a{", "\\frac", "`", "<b ", "<b>",
                                  "& ", "&amp;", "_a ", "[a](", "- \n", "a-\n", "\\", "~", "<!--",
                                  "<title>", "''", "# \n", "^{", "\\footnote{", "Ã©", "<mml:math>",
                                  "http://", "<tex-math>", "<a b=c "])  # fmt: skip
def test_long_hostile_input_comes_back_clean(unit: str) -> None:
    """200,000 characters; anything quadratic would not come back at all."""
    raw = (unit * 200_000)[:200_000]
    text = clean_text(raw).text
    assert clean_text(text).text == text


def _gold(part: str) -> list[tuple[str, list[str]]]:
    folder = SHARED / "gold"
    if not folder.is_dir():
        pytest.skip("no shared gold here")
    papers = {}
    for line in (folder / f"{part}.papers.jsonl").read_text(encoding="utf-8").splitlines():
        paper = json.loads(line)
        papers[paper["id"]] = "\n".join(clean_text(paper.get(f) or "").text
                                        for f in ("title", "abstract"))  # fmt: skip
    rows = []
    for line in (folder / f"{part}.gold.jsonl").read_text(encoding="utf-8").splitlines():
        gold = json.loads(line)
        names = [n for c in gold["concepts"] for n in (c["name"], *c["aliases"])]
        rows.append((papers[gold["id"]].lower(), names))
    return rows


def test_names_that_people_marked_are_found_in_the_clean_text() -> None:
    found = [clean_text(name).text.lower() in text for text, names in _gold("dev")
             for name in names]  # fmt: skip
    assert sum(found) > 0.99 * len(found)
