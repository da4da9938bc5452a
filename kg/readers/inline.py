"""The marks inside a line of Markdown: links, emphasis, badges, and HTML in their place."""

import re
from dataclasses import dataclass

_URL = r"(?:[^\s()<>]|\([^\s()]*\))*"
_LINK = re.compile(rf"\[([^\[\]]*)\]\(\s*<?({_URL})>?(?:\s+[\"'][^\"'\n]*[\"'])?\s*\)")
_BADGE = re.compile(rf"\[\s*!\[[^\[\]]*\]\({_URL}[^)]*\)\s*\]\(({_URL})[^)]*\)")
_IMAGE = re.compile(rf"!\[[^\[\]]*\]\({_URL}[^)]*\)")
_BARE = re.compile(r"(?<![(\[\"'=<\w/])<?(https?://[^\s<>()\]]+(?:\([^\s()]*\))?[^\s<>()\]]*)>?")
_TOKEN = re.compile(
    rf"\[(?P<text>[^\[\]]*)\]\((?P<url>{_URL})\)"
    r"|(?<!\*)(?P<marks>\*{2,3}|__)(?=\S)(?P<bold>(?:(?!(?P=marks))[^\n]){1,400}?)(?P=marks)"
    r"|(?<![\w*_])(?P<mark>[*_])(?=\S)(?P<italic>[^\n]{1,3000}?)(?P=mark)(?![\w*_])"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A run of an entry; `kind` is text, link, bold or italic."""

    kind: str
    text: str
    url: str = ""


def normalise(text: str) -> str:
    """One way of writing links, emphasis and line breaks; images go, badges become links."""
    text = text.replace("`", "")
    tagged = "<" in text
    if tagged:
        text = re.sub(r"<!--.*?-->", " ", text, flags=re.S)
    text = _IMAGE.sub(" ", _BADGE.sub(r"[badge](\1)", text))
    if tagged:
        text = _without_tags(text)
    text = re.sub(r"(?<!\w):[a-z][a-z0-9_+-]*:(?!\w)", " ", text)
    text = re.sub(r"\[\s*\[([^\[\]]*)\]\s*\]\(", r"[\1](", text)
    text = re.sub(r"\[\*{1,3}([^\[\]*]*)\*{1,3}\]\(", r"[\1](", text)
    text = _LINK.sub(r"[\1](\2)", text)
    # Emphasis around a link alone says no more than the link does.
    text = re.sub(rf"\*{{1,3}}\s*(\[[^\[\]]*\]\({_URL}\))\s*([.,:;]?)\s*\*{{1,3}}", r"\1\2", text)
    return _BARE.sub(r"[link](\1)", text)


def _without_tags(text: str) -> str:
    text = re.sub(r"<a\b[^<>]*?href\s*=\s*[\"']?([^\"'<>\s]+)[^<>]*>(.*?)</a>", r"[\2](\1)", text,
                  flags=re.I | re.S)  # fmt: skip
    text = re.sub(r"</?(?:b|strong)>", "**", text, flags=re.I)
    text = re.sub(r"</?(?:i|em)>", "*", text, flags=re.I)
    text = re.sub(r"</?(?:br|p|details|summary|div|li|ul|tr|td)\b[^<>]*>", "\n", text, flags=re.I)
    return re.sub(r"</?[a-zA-Z][^<>]*>", "", text)


def read_tokens(text: str) -> list[Token]:
    """Cut a normalised text into its runs, links and emphasis apart, nothing empty among them.

    >>> [token.kind for token in read_tokens("**On Moss.** 2020 [pdf](https://x.org/a.pdf)")]
    ['bold', 'text', 'link']
    """
    tokens: list[Token] = []
    at = 0
    for found in _TOKEN.finditer(text):
        tokens.append(Token("text", text[at : found.start()]))
        if found["bold"] is not None:
            inner = found["bold"]
            if link := _LINK.search(inner):
                tokens.append(Token("bold", inner[: link.start()].strip(" [")))
                tokens.append(Token("link", link[1], link[2]))
            else:
                tokens.append(Token("bold", inner))
        elif found["italic"] is not None:
            inner = found["italic"]
            tokens += [Token("italic", inner)] if "](" not in inner else read_tokens(inner)
        else:
            tokens.append(Token("link", found["text"].strip(), found["url"]))
        at = found.end()
    tokens.append(Token("text", text[at:]))
    return [token for token in tokens if token.text.strip() or token.url or token.kind == "link"]
