"""Cheap questions that spare slow ones must get the same answer."""

import re
import sys

from hypothesis import example, given, settings
from hypothesis import strategies as st

from kg.text import hyphens, one_line
from kg.text import unicode as repairs
from kg.text.clean import _ACTIVE, _collapse, _is_plain

PIECES = st.sampled_from(
    ["-", "--", "''", "'", "`", "- ", " - ", "a", "bc", "9", "_", " ", "  ", ",", " ,", " .", ";",
     "é", "$", "\\", "*", "<", "\n", "\t", "\x1c", "\x85", "\u00a0", "\u2028", "\u3000", "\u200b",
     "-\n"]
)  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=20).map("".join))


@settings(deadline=None)
@given(TEXTS)
def test_a_plain_text_is_printable_ascii_without_active_marks(text: str) -> None:
    assert _is_plain(text) == (text.isascii() and text.isprintable() and not _ACTIVE.search(text))


@settings(deadline=None)
@given(TEXTS)
@example(" ,\n")
def test_blanks_are_collapsed_as_by_patterns(text: str) -> None:
    single = re.sub(r"\s+", " ", text)
    assert one_line(text) == single.strip()
    assert _collapse(text) == re.sub(r" +(?=[,;.](?:\s|$))", "", single).strip()


@settings(deadline=None)
@given(TEXTS)
def test_no_broken_word_is_missed(text: str) -> None:
    if hyphens._AT_LINE_END.search(text) or hyphens._WITH_BLANK.search(text):
        assert hyphens._BROKEN.search(text)


def test_characters_that_are_not_odd_are_looked_for_by_no_repair() -> None:
    plain = [c for c in map(chr, range(sys.maxunicode + 1)) if not repairs._ODD.match(c)]
    assert len(plain) > 700
    patterns = [pattern for pattern, _, _ in repairs._SWAPS]
    patterns += [repairs._LIGATURE, repairs._STYLED, repairs._SURROGATE]
    for text in ("".join(plain), "a".join(plain), " ".join(plain)):
        assert not [pattern for pattern in patterns if pattern.search(text)]
