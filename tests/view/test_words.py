from hypothesis import given
from hypothesis import strategies as st

from kg.view.words import shorthand


def spelled(short: str, words: list[str]) -> str:
    """As `words.js` reads it."""
    text, i = "", 0
    while i < len(short):
        if short[i] == "!":
            end = short.index("!", i + 1)
            text, i = text + short[i + 1 : end], end + 1
            continue
        code = ord(short[i])
        text += words[code - 0x23 - (code > 0x5C) - (code > 0xDFFF) * 0x800]
        i += 1
    return text


@given(st.lists(st.text() | st.text(alphabet='ab! \\"#é🦉', max_size=40)))
def test_every_text_comes_back(texts: list[str]) -> None:
    made = shorthand(texts)
    assert [spelled(text, made["words"]) for text in made["text"]] == texts


def test_more_words_than_characters_to_stand_for_them() -> None:
    text = " ".join(f"w{number}" for number in range(70_000))
    made = shorthand([text, text])
    assert [spelled(short, made["words"]) for short in made["text"]] == [text, text]
    assert not any(0xD800 <= ord(code) <= 0xDFFF or code in '"\\' for code in made["text"][0])


def test_frequent_words_are_shorter_than_they_were() -> None:
    texts = [f"the network learns to see {number} of them" for number in range(50)]
    made = shorthand(texts)
    assert sum(map(len, made["text"])) < sum(map(len, texts)) / 3
