r"""LaTeX in running text to Unicode.

Abstracts are not LaTeX documents: a bare % is a percentage, & an ampersand, # a number and $
often money, so a LaTeX parser would cut them short. This one is a single tolerant pass over
tokens: it knows groups, arguments, accents and math, takes an unknown macro for a name
(`\GRACE{}` is GRACE) and never fails. Symbols come from pylatexenc's table.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from kg.text.macros import (
    ACCENTS,
    BREAKING,
    ESCAPED,
    FUNCTIONS,
    LETTER_ACCENTS,
    OVERRIDES,
    SILENT,
    symbols,
)
from kg.text.scripts import subscript, superscript

_TOKEN = re.compile(
    r"https?://[^\s{}<>\\$|^]+|\\[A-Za-z]+\*?|\\.|\$\$?|[{}^_~]|[^\\${}^_~h]+|.", re.S
)
_MARKS = frozenset("\\${}^_~")
_HINT = re.compile(r"[\\${}~]")
_MAX_DEPTH = 40
_MATH_WINDOW = 400  # tokens that one formula may span
_BRACKET_WINDOW = 40


def latex_to_unicode(text: str, counts: Counter[str]) -> str:
    r"""Resolve what LaTeX is in `text`.

    >>> latex_to_unicode(r"\emph{Bandits} cut regret by 50% to $\mathcal{O}(\sqrt{T})$", Counter())
    'Bandits cut regret by 50% to O(√T)'
    """
    if not _HINT.search(text):
        return text
    cursor = _Cursor(_TOKEN.findall(text))
    resolved = _sequence(cursor, 0, _is_end)
    counts["latex"] += resolved != text
    return resolved


@dataclass(slots=True)
class _Cursor:
    """Tokens and the place of reading in them."""

    tokens: list[str]
    at: int = 0
    math: bool = False

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.at += 1
        return token


def _is_end(token: str) -> bool:
    return not token


def _is_close(token: str) -> bool:
    return token in ("", "}")


def _sequence(cursor: _Cursor, depth: int, stop: Callable[[str], bool], until: int = -1) -> str:
    """Render tokens up to a stopping one (left in place) or the token index `until`."""
    parts: list[str] = []
    tokens = cursor.tokens
    while (at := cursor.at) != until and at < len(tokens):
        token = tokens[at]
        if token[0] not in _MARKS:  # text between the marks, as most tokens are
            parts.append(token)
            cursor.at = at + 1
        elif stop(token):
            break
        else:
            if cursor.math and token in "^_" and parts:  # a blank before it means nothing
                parts[-1] = parts[-1].rstrip(" ")
            parts.append(_one(cursor, depth, parts[-1] if parts else ""))
    return "".join(parts)


def _one(cursor: _Cursor, depth: int, before: str) -> str:
    """Render the next token with what belongs to it."""
    token = cursor.take()
    if token == "{":
        return _group(cursor, depth)
    if token == "}":
        return ""
    if token[0] == "\\":
        return _command(cursor, depth, token, before)
    if token[0] == "$":
        return token if cursor.math else _formula(cursor, depth, token)
    if token == "~":
        return _tie(cursor, before)
    if token in "^_" and (cursor.math or (token == "^" and cursor.peek() in ("{", "\\circ"))):
        content = _argument(cursor, depth)
        return superscript(content) if token == "^" else subscript(content)
    if token == "_" and before[-1:] > "\x7f" and cursor.peek()[:1].isdigit():
        return subscript(_argument(cursor, depth))  # \ell_2 outside of dollars
    return token


def _group(cursor: _Cursor, depth: int) -> str:
    """Render a braced group; the brace is taken already."""
    if depth >= _MAX_DEPTH:
        return ""
    content = _sequence(cursor, depth + 1, _is_close)
    cursor.at += 1
    return content


def _tie(cursor: _Cursor, before: str) -> str:
    """A tilde between words is a hard space; before a number it says "about"."""
    after = cursor.peek()[:1]
    tight = before and before[-1] not in " \t\n([=/<>\"'" and after and after not in " \t\n"
    return " " if tight else "~"


def _argument(cursor: _Cursor, depth: int) -> str:
    """Take one argument: a group, a command, or a single character."""
    while cursor.peek().isspace():
        cursor.at += 1
    token = cursor.peek()
    if not token or token == "}" or (token[0] == "$" and cursor.math) or depth >= _MAX_DEPTH:
        return ""
    if token == "{" or token[0] == "\\" or len(token) == 1:
        return _one(cursor, depth + 1, "")
    stripped = token.lstrip()
    cursor.tokens[cursor.at] = stripped[1:]
    if not stripped[1:]:
        cursor.at += 1
    return stripped[0]


def _option(cursor: _Cursor) -> str:
    """Take a bracketed option such as [width=3cm], if one follows at once."""
    token = cursor.peek()
    if not token.startswith("["):
        return ""
    end = token.find("]")
    if end < 0:
        return ""
    cursor.tokens[cursor.at] = token[end + 1 :]
    if not token[end + 1 :]:
        cursor.at += 1
    return token[1:end]


def _formula(cursor: _Cursor, depth: int, mark: str) -> str:
    """Render $...$ if it is a formula, else give the dollar sign itself."""
    end = _formula_end(cursor, mark)
    if end < 0 or depth >= _MAX_DEPTH:
        return mark
    cursor.math = True
    content = _sequence(cursor, depth + 1, _is_end, until=end)
    cursor.math = False
    cursor.at = max(cursor.at, end + 1)
    return _tidy(content)


def _formula_end(cursor: _Cursor, mark: str) -> int:
    """Find the token that closes a formula opened by `mark`, or -1 where it is money."""
    level = 0
    tokens = cursor.tokens
    for at in range(cursor.at, min(len(tokens), cursor.at + _MATH_WINDOW)):
        token = tokens[at]
        if token == "{":
            level += 1
        elif token == "}":
            level -= 1
            if level < 0:
                return -1
        elif token[0] == "$" and level <= 0:
            after = tokens[at + 1] if at + 1 < len(tokens) else ""
            return at if _is_math("".join(tokens[cursor.at : at]), after) else -1
        elif "\n\n" in token:
            return -1
    return -1


_MONEY = re.compile(r"\s*\d[\d.,]*\s*(?:[kKMB]|[mb]illion|thousand|USD|per|/)?\b")
_WORDS = re.compile(r"[^\W\d_]{2,}\s+[^\W\d_]{2,}")


def _is_math(content: str, after: str) -> bool:
    """Tell a formula from two prices: "$5 and $10" hugs no content and goes on with a digit."""
    if not content.strip():
        return not content
    if re.search(r"[\\^_{}]", content):
        return True
    if after[:1].isdigit() and _MONEY.match(content):
        return False
    if content[0].isspace() != content[-1].isspace():
        return False
    return not _WORDS.search(content) and len(content) < 120


def _tidy(formula: str) -> str:
    return re.sub(r"\s+", " ", formula).strip()


def _command(cursor: _Cursor, depth: int, token: str, before: str) -> str:
    name = token[1:].rstrip("*") or token[1:]
    if not name.isalpha():
        return _control_symbol(cursor, depth, name)
    if name in ACCENTS and (name not in LETTER_ACCENTS or _letter_follows(cursor)):
        return _accented(cursor, depth, ACCENTS[name])
    if name in SILENT:
        return _silent(cursor, depth, name)
    if name in ("frac", "dfrac", "tfrac", "nicefrac", "sfrac"):
        return f"{_part(cursor, depth)}/{_part(cursor, depth)}"
    if name == "sqrt":
        degree = _option(cursor)
        return {"3": "∛", "4": "∜"}.get(degree, "√") + _part(cursor, depth)
    if name in ("textcolor", "href", "colorbox", "texorpdfstring", "raisebox", "resizebox"):
        first = _argument(cursor, depth)
        second = _argument(cursor, depth)
        return first if name == "texorpdfstring" else second
    if name == "mathbb":
        content = _argument(cursor, depth).strip()
        return symbols().get(f"mathbb {content}", content)
    if name in ("textsuperscript", "textsubscript"):
        content = _argument(cursor, depth)
        return superscript(content) if name == "textsuperscript" else subscript(content)
    if name in ("footnote", "footnotetext"):
        content = _argument(cursor, depth).strip()
        return f" ({content})" if content else ""
    return _symbol_or_name(cursor, name, token, before)


def _control_symbol(cursor: _Cursor, depth: int, name: str) -> str:
    if name in ACCENTS and _letter_follows(cursor, spaced=False):
        return _accented(cursor, depth, ACCENTS[name])
    if name in "([" or name in ")]":
        cursor.math = name in "(["
    if name in "{}" and name:
        return "(" if name == "{" else ")"
    return ESCAPED.get(name, " " if name.isspace() else name)


def _letter_follows(cursor: _Cursor, spaced: bool = True) -> bool:
    r"""Tell whether an accent macro has a letter to sit on: `\'e`, `\c{c}`, `\v s`, `\"\i`."""
    token = cursor.peek()
    if token == "{":
        inner = cursor.tokens[cursor.at + 1 : cursor.at + 3]
        return len(inner) == 2 and (
            (len(inner[0]) <= 2 and inner[1] == "}") or inner[0] in ("\\i", "\\j")
        )
    if token in ("\\i", "\\j"):
        return True
    if spaced:
        return bool(re.match(r"\s[^\W\d_]", token))
    return bool(re.match(r"[^\W\d_]", token))


def _accented(cursor: _Cursor, depth: int, accent: str) -> str:
    content = _argument(cursor, depth).replace("ı", "i").replace("ȷ", "j")
    if len(content) != 1 and not (len(content) == 2 and accent == "\u0361"):
        return content
    return unicodedata.normalize("NFC", content[0] + accent + content[1:])


def _silent(cursor: _Cursor, depth: int, name: str) -> str:
    """Drop a macro that only styles; the text it styles stays, unless it is an aside."""
    if SILENT[name]:
        _option(cursor)
        for _ in range(SILENT[name]):
            if cursor.peek() == "{":
                _argument(cursor, depth)
    elif name in ("left", "right") and cursor.peek().startswith("."):
        cursor.tokens[cursor.at] = cursor.peek()[1:]
        cursor.at += not cursor.peek()
    else:
        _skip_space(cursor)
    return " " if name in BREAKING else ""


def _skip_space(cursor: _Cursor) -> None:
    token = cursor.peek()
    if token[:1].isspace():
        cursor.tokens[cursor.at] = token.lstrip(" \t")
        cursor.at += not cursor.peek()


def _part(cursor: _Cursor, depth: int) -> str:
    """An argument of a fraction or root, in parentheses where it is more than one thing."""
    content = _argument(cursor, depth).strip()
    return content if re.fullmatch(r"\w*|\w[²³]|\(.*\)|[\d.]+", content) else f"({content})"


def _symbol_or_name(cursor: _Cursor, name: str, token: str, before: str) -> str:
    symbol = OVERRIDES.get(name) or symbols().get(name)
    if symbol is None and name in FUNCTIONS:
        symbol = name
    if symbol is None:  # a macro of the authors' own, mostly the name of their method
        symbol = re.sub(r"^n(?=[A-Z][a-z])", " ", name) + ("*" if token.endswith("*") else "")
    if cursor.peek() == "{" and cursor.tokens[cursor.at + 1 : cursor.at + 2] == ["}"]:
        cursor.at += 2
        return symbol
    if symbol.isalpha() and name in FUNCTIONS:
        after = cursor.peek()[:1]
        return (
            (" " if before[-1:].isalpha() else "") + symbol + (" " if after in ("\\", "") else "")
        )
    if len(symbol) == 1 and not symbol.isascii() and not cursor.math:
        _skip_space(cursor) if symbol.isalpha() and symbol in "øØłŁıæÆœŒåÅß" else None
    elif cursor.math and symbol.isascii() and symbol.isalpha() and cursor.peek()[:1].isalpha():
        symbol += " "
    return symbol
