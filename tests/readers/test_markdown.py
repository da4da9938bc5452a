import io
import re
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.readers import ReadResult, format_of, read
from kg.readers.document import open_document
from kg.readers.markdown import _Blocks

SHARED = Path(__file__).parents[3] / "shared" / "samples"
ABSTRACT = (
    "We ask why moss grows on stones and find that shade is most of the answer in all of the forty "
    "gardens that we have visited."
)


def from_markdown(text: str) -> ReadResult:
    result = read("-", stdin=io.BytesIO(text.encode()), format="markdown")
    counts = result.report
    assert counts.entries == counts.kept + counts.merged + len(counts.skipped)
    return result


def sample(name: str) -> ReadResult:
    if not (SHARED / name).exists():
        pytest.skip("no shared samples here")
    return read(SHARED / name)


def test_the_list_on_graph_networks_has_461_items_two_of_them_twice() -> None:
    result = sample("awesome_gnn.md")
    assert (result.report.entries, result.report.merged) == (461, 2)
    assert len(result.papers) == 459
    assert not result.report.skipped
    by_title = {paper.title: paper for paper in result.papers}
    assert not any(title.endswith(".") for title in by_title)
    gat = by_title["Graph Attention Networks"]
    assert gat.authors == ("Petar Velickovic", "Guillem Cucurull", "Arantxa Casanova",
                           "Adriana Romero", "Pietro Lio", "Yoshua Bengio")  # fmt: skip
    assert (gat.venue, gat.year) == ("ICLR", 2018)
    assert gat.url.startswith("https://mila.quebec/")
    book = by_title["Introduction to Graph Neural Networks"]
    assert (book.year, book.venue[:18]) == (2020, "Synthesis Lectures")
    tagged = by_title["N-ary relation extraction using graph state LSTM"]
    assert (tagged.year, tagged.arxiv) == (2018, "1808.09101")
    assert all(paper.year for paper in result.papers)
    # Not one of the 461 names these as a paper.
    assert not {"Survey papers", "Basic Models", "more"} & set(by_title)


def test_the_post_is_one_paper_with_all_its_fields() -> None:
    (paper,) = sample("pmlr_post.md").papers
    assert paper.id == "agarwal12"
    assert paper.title == "Contextual Bandit Learning with Predictable Rewards"
    assert paper.abstract.startswith(
        "Contextual bandit learning is a reinforcement learning problem"
    )
    assert paper.abstract.endswith("constant regret unlike the previous approaches.")
    assert paper.authors[0] == "Alekh Agarwal"
    assert (len(paper.authors), paper.year) == (5, 2012)
    assert paper.venue.startswith("Proceedings of the Fifteenth International Conference")
    assert paper.url == "http://proceedings.mlr.press/v22/agarwal12/agarwal12.pdf"


PDF = "https://arxiv.org/abs/2001.00001"
CODE = "https://github.com/ada/moss"
PEOPLE = ("Ada Moor", "Jan Berg")


@pytest.mark.parametrize(
    ("item", "title", "authors", "venue", "year"),
    [
        (f"[A Survey of Moss]({PDF}) - Ada Moor, Jan Berg, arXiv 2021",
         "A Survey of Moss", PEOPLE, "arXiv", 2021),
        (f"[Moss on Stones: A Review]({PDF}) (*Nature 2019*) [[code]({CODE})]",
         "Moss on Stones: A Review", (), "Nature", 2019),
        (f"[2020 CVPR] [Moss in the Dark]({PDF}) [[code]]({CODE})",
         "Moss in the Dark", (), "CVPR", 2020),
        (f"**Moss Nets** [[Paper]({PDF})] [[Code]({CODE})]", "Moss Nets", (), "", 2020),
        (f"**[ICML 2018]** Deep Moss Embedding [[paper]({PDF})]",
         "Deep Moss Embedding", (), "ICML", 2018),
        (f"(*NeurIPS 2019*) Attention for Moss [[Paper]({PDF})][[Code]({CODE})]",
         "Attention for Moss", (), "NeurIPS", 2019),
        (f"Graph Moss Transformers, ICLR 2021, [[paper]]({PDF}) [[code]]({CODE})",
         "Graph Moss Transformers", (), "ICLR", 2021),
        (f"Moor et al. Learning to See Moss. ECCV 2018. [[pdf]({PDF})]",
         "Learning to See Moss", ("Moor",), "ECCV", 2018),
        (f"Learning to Hear Moss. Ada Moor, Jan B. Berg. *ECCV 2018*. [[pdf]({PDF})]",
         "Learning to Hear Moss", ("Ada Moor", "Jan B. Berg"), "ECCV", 2018),
        (f'**MossBERT**: "MossBERT: Pre-training for Moss", ICML\'19 [[paper]({PDF})]',
         "MossBERT: Pre-training for Moss", (), "ICML", 2019),
        (f"**MossGPT:** Generating Moss with Nets. arXiv:2003.00982 (2020). [paper]({PDF})",
         "MossGPT: Generating Moss with Nets", (), "arXiv", 2020),
        (f'**[1]** Moor, Ada. "**Deep moss**." An MIT book. (2015). [[pdf]]({PDF}) **(Bible)** :star:',  # noqa: E501
         "Deep moss", (), "An MIT book", 2015),
        (f"**A Moss Theory**. *Ada Moor, Jan Berg*. ACL2020. [[pdf]({PDF})] [[code & model]({CODE})]",  # noqa: E501
         "A Moss Theory", PEOPLE, "ACL", 2020),
        ("**Old Moss.** IJCNN 2005.", "Old Moss", (), "IJCNN", 2005),
        ("**Moss Without Address.** AAAI 2020. [paper]()",
         "Moss Without Address", (), "AAAI", 2020),
        (f"[x] **Moss with Boxes**, Ada Moor, Jan Berg, <ins>NeurIPS</ins> 2020, [paper]({PDF})",
         "Moss with Boxes", PEOPLE, "NeurIPS", 2020),
        (f"[[2001.00001]]({PDF}) Moss in the Third Degree", "Moss in the Third Degree", (), "", 2020),  # noqa: E501
        (f"`CVPR 2020` [Moss Detection in Snow]({PDF})", "Moss Detection in Snow", (), "CVPR", 2020),  # noqa: E501
        (f"(2020.05) Moss Tracking with Trees, Ada Moor, Jan Berg, [[paper]]({PDF})",
         "Moss Tracking with Trees", PEOPLE, "", 2020),
        (f'Moor, A., and J. Berg. "Semi-supervised moss classes." arXiv:1609.02907 (2016). [[pdf]({PDF})]',  # noqa: E501
         "Semi-supervised moss classes", (), "arXiv", 2016),
        (f"Moss over Time | Ada Moor, Jan Berg | ECCV 2020 | [paper]({PDF})",
         "Moss over Time", PEOPLE, "ECCV", 2020),
        (f"<b>Moss in HTML</b> <i>Ada Moor, Jan Berg</i> ICML 2017 <a href=\"{PDF}\">paper</a>",
         "Moss in HTML", PEOPLE, "ICML", 2017),
        (f"Moss Badges at Large [![arXiv](https://img.shields.io/badge/arXiv-x-red)]({PDF})",
         "Moss Badges at Large", (), "", 2020),
    ],
)  # fmt: skip
@pytest.mark.parametrize("marker", ["-", "*", "+", "12."])
def test_the_ways_in_which_lists_are_written(
    marker: str, item: str, title: str, authors: tuple[str, ...], venue: str, year: int
) -> None:
    (paper,) = from_markdown(f"# Reading\n\n## Moss\n\n{marker} {item}\n").papers
    assert (paper.title, paper.authors, paper.venue, paper.year) == (title, authors, venue, year)
    assert paper.url in (PDF, "")
    assert paper.source is not None
    assert paper.source.line == 5


LIST = f"""# Awesome Moss [![Awesome](https://awesome.re/badge.svg)](https://awesome.re)

Papers on moss. See our [survey paper]({PDF}) and open an [issue]({CODE}/issues).

[![PRs](https://img.shields.io/badge/PRs-Welcome-red)]({CODE})

## Contents
- [Surveys](#surveys)
  - [Old ones](#old-ones)

## [Surveys](#contents)
- [Moss of Old]({PDF}) 1999
- [MossKit]({CODE}) - a library

## ICML 2017
- [Stones and Their Moss](https://proceedings.mlr.press/v1/a.html)

| Title | Authors | Venue | Paper |
|---|---|---|---|
| Moss in Tables | Ada Moor | KDD 2022 | [Link](https://dl.acm.org/doi/10.1145/1) |
| [Moss in Linked Tables](https://arxiv.org/abs/2301.00001) | | WWW | - |

### Nested
* Image recognition
  * [Moss Recognition by Nets](https://arxiv.org/abs/1501.00001) [2015]
* **Moss Under Trees**
  - Authors: Ada Moor and Jan Berg
  - Venue: ICML 2016
  - [paper](https://arxiv.org/abs/1601.00001) | [code]({CODE})
* **Why Moss?** <br> *Ada Moor, Jan Berg* <br> ICLR 2022. [[Paper](https://openreview.net/forum?id=z)]
  > {ABSTRACT}
- Please contribute!
"""


def test_what_is_no_paper_is_told_apart() -> None:
    result = from_markdown(LIST)
    assert {p.title: (p.authors, p.venue, p.year) for p in result.papers} == {
        "Moss of Old": ((), "", 1999),
        "Stones and Their Moss": ((), "", 2017),
        "Moss in Tables": (("Ada Moor",), "KDD", 2022),
        "Moss in Linked Tables": ((), "WWW", 2017),
        "Moss Recognition by Nets": ((), "", 2015),
        "Moss Under Trees": (("Ada Moor", "Jan Berg"), "ICML", 2016),
        "Why Moss?": (("Ada Moor", "Jan Berg"), "ICLR", 2022),
    }
    assert result.papers[-1].abstract == ABSTRACT
    (skipped,) = result.report.skipped
    assert (skipped.source.line, skipped.error) == (13, "it links to no paper")
    assert skipped.remedy
    for name in ("x.md", "-", "list.txt"):
        assert format_of(open_document(LIST.encode(), name)) == "markdown"


def test_bold_titles_with_authors_and_abstracts_between_them() -> None:
    (one, two) = from_markdown(
        f"# Garden\n\n**Why does moss grow?**\n\nAda Moor, Jan Berg\n\n{ABSTRACT}\n\n"
        f"**Rivers in winter.**\n\nKurt Weil\n\n{ABSTRACT} Ice, too.\n"
    ).papers
    assert (one.title, one.authors, one.abstract) == ("Why does moss grow?", PEOPLE, ABSTRACT)
    assert (two.title, two.authors) == ("Rivers in winter", ("Kurt Weil",))


def test_headed_papers_with_links() -> None:
    (one, two) = from_markdown(
        f"# Daily\n\nToday there are two papers.\n\n## [Moss on Walls]({PDF})\n*Ada Moor, Jan Berg*\n\n"  # noqa: E501
        f"{ABSTRACT}\n\n## [Rivers in Winter Time](https://arxiv.org/abs/2301.00002)\n"
        f"Authors: Kurt Weil\n\nAbstract: {ABSTRACT}\n"
    ).papers
    assert (one.title, one.authors, one.abstract) == ("Moss on Walls", PEOPLE, ABSTRACT)
    assert (two.title, two.authors, two.abstract) == (
        "Rivers in Winter Time", ("Kurt Weil",), ABSTRACT)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        f"{ABSTRACT}\n\n{ABSTRACT} See [our code]({CODE}).\n",
        f"# Moss\n\n{ABSTRACT}\n\n# Peas\n\n{ABSTRACT} **Peas** are *green*.\n",
        f"1. {ABSTRACT}\n2. We grow **Peas**, see [here]({CODE}). {ABSTRACT}\n",
    ],
)
def test_lists_of_abstracts_are_left_to_the_reader_of_text(text: str) -> None:
    assert format_of(open_document(text.encode(), "x.md")) == "text"
    assert format_of(open_document(text.encode(), "x.txt")) == "text"


def test_a_post_without_an_abstract_has_its_text_as_one() -> None:
    result = from_markdown(
        f"---\ntitle: On Moss\nauthors: [Ada Moor]\ndate: 2021-05-03\n---\n\n{ABSTRACT}\n"
    )
    (paper,) = result.papers
    assert (paper.title, paper.abstract, paper.year) == ("On Moss", ABSTRACT, 2021)
    assert "below its front matter" in result.report.notices[0].message


@pytest.mark.parametrize(
    ("front", "told"),
    [
        ("title: Moss: a survey", "no valid YAML in line 2"),
        ("title: 'On Moss", "no valid YAML"),
        ("title: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]", "aliases"),
        ("title: !!python/object/apply:os.system [exit]", "no valid YAML"),
    ],
)
def test_bad_front_matter_is_reported(front: str, told: str) -> None:
    with pytest.raises(InputError, match=re.escape(told)):
        from_markdown(f"---\n{front}\n---\n")


def test_no_item_is_sought_far_above_its_own() -> None:
    blocks = _Blocks()
    blocks.feed("- a\n" * 20_000 + "- b\n  - c\n    - d\n  - e\n\n# F\n  - g\n")
    parents = {block.lines[0]: block.parent for block in blocks._blocks if block.lines}
    above = {text: parent.lines[0] for text, parent in parents.items() if parent}
    assert above == {"c": "b", "d": "c", "e": "b"}


def test_entries_are_read_in_linear_time_whatever_their_marks() -> None:
    for hostile in ("*" * 20_000, "[" * 20_000, "[x](" * 5_000, "**a " * 5_000, "A. " * 5_000,
                    "Ada Moor, " * 3_000, "`" * 9_999, "|" * 20_000, "<a " * 5_000):  # fmt: skip
        result = from_markdown(f"- **On Moss.** ICML 2020. [paper]({PDF})\n- {hostile}\n")
        assert result.papers[0].title == "On Moss"


def test_headed_papers_with_labelled_fields() -> None:
    result = from_markdown(
        f"# ICLR 2026\n\n## 1. On Moss and Stones\n\n**Authors:** Ada Moor, Jan Berg\n\n"
        f"**Abstract:** {ABSTRACT}\n\n[OpenReview](https://openreview.net/forum?id=abcDEF123)\n\n"
        "---\n\n## 2. On Peas in Winter\n\n*Carl Koch*\n\n"
        f"### Abstract\n\n{ABSTRACT}\n\n### Keywords\npeas\n"
    )
    moss, peas = result.papers
    assert (moss.title, moss.authors) == ("On Moss and Stones", ("Ada Moor", "Jan Berg"))
    assert (moss.openreview, peas.keywords) == ("abcDEF123", ("peas",))
    assert (peas.title, peas.authors) == ("On Peas in Winter", ("Carl Koch",))
    assert [(paper.abstract, paper.year) for paper in result.papers] == [(ABSTRACT, 2026)] * 2


def test_a_row_with_a_title_of_one_word() -> None:
    (paper,) = from_markdown(
        "| Title | Venue | Year | Paper |\n|---|---|---|---|\n"
        "| **BERT** | NAACL | 2019 | [pdf](https://arxiv.org/pdf/1810.04805.pdf) |\n"
    ).papers
    assert (paper.title, paper.venue, paper.year) == ("BERT", "NAACL", 2019)


def test_a_reference_in_the_style_of_apa() -> None:
    (paper,) = from_markdown(
        "- Moor, A. B., & Berg, J. (2016). [On Moss and Stones](https://arxiv.org/abs/1609.02907). *ICLR*.\n"  # noqa: E501
    ).papers
    assert (paper.title, paper.year) == ("On Moss and Stones", 2016)
    assert [person.family for person in paper.persons] == ["Moor", "Berg"]


def test_a_heading_gives_its_year_to_the_sections_in_it() -> None:
    text = "# ICML 2020\n\n## Graphs\n\n- [On Moss and Stones](https://arxiv.org/abs/1609.02907)\n"
    assert [paper.year for paper in from_markdown(text).papers] == [2020]
