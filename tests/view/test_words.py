from hypothesis import given
from hypothesis import strategies as st

from kg.view.words import shorthand, spelled


@given(st.lists(st.text() | st.text(alphabet='ab! \\"#é🦉\ufeff', max_size=40)))
def test_every_text_comes_back(texts: list[str]) -> None:
    words, short = shorthand(texts)
    assert [spelled(text, words) for text in short] == texts


def test_more_words_than_codes_to_stand_for_them() -> None:
    text = " ".join(f"w{number}" for number in range(40_000))
    words, short = shorthand([text, text])
    assert [spelled(made, words) for made in short] == [text, text]
    assert len(words) == 128 + 127 * 256


def test_frequent_words_are_shorter_than_they_were() -> None:
    texts = [f"the network learns to see {number} of them" for number in range(50)]
    assert sum(map(len, shorthand(texts)[1])) < sum(map(len, texts)) / 3
