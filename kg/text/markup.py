"""HTML, JATS and Markdown to plain text.

Only what is certainly markup goes: a known tag with well-formed attributes, an entity with its
semicolon, emphasis whose marks hug their content. "p < 0.05", "a<b", "A*", "2*3" and
"user_id" stay as they are.
"""

import html
import re
from collections import Counter

from kg.text.scripts import subscript, superscript

_INLINE = (
    "a|abbr|acronym|b|big|bdi|cite|code|del|dfn|em|ext-link|fixed-case|font|i|inline-formula|ins|"
    "italic|bold|kbd|mark|monospace|named-content|q|roman|s|samp|sans-serif|sc|small|span|strike|"
    "strong|styled-content|tex-math|tt|u|underline|uri|url|var|xref|disp-formula|alternatives|"
    "author|sub|sup"
)
_BLOCK = (
    "abstract|abstracttext|article|blockquote|body|br|center|dd|div|dl|dt|h[1-6]|head|header|hr|"
    "html|li|list|list-item|ol|p|para|pre|sec|section|table|tbody|td|th|title|tr|ul|img|graphic"
)
_ATTRS = r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<>]{0,500}\"|'[^'<>]{0,500}'|[^\s\"'<>=]{1,200})){0,20}\s*"
_TAG = re.compile(
    rf"<(?P<close>/?)(?:[A-Za-z][\w-]{{0,20}}:)?(?P<name>{_INLINE}|{_BLOCK}){_ATTRS}/?>", re.I
)
_NAMESPACED = re.compile(rf"</?[A-Za-z][\w-]{{0,20}}:[A-Za-z][\w-]{{0,40}}{_ATTRS}/?>")
_IS_BLOCK = re.compile(rf"(?:{_BLOCK})\Z", re.I)
_COMMENT = re.compile(r"<!--.{0,2000}?-->", re.S)
_CDATA = re.compile(r"<!\[CDATA\[|\]\]>")
_DROPPED = re.compile(r"<(script|style)\b[^<>]{0,500}>.{0,5000}?</\1\s*>", re.I | re.S)
_TEX_MATH = re.compile(r"<((?:jats:)?tex-math)\b[^<>]{0,200}>(.{0,2000}?)</\1>", re.I | re.S)
_MATHML = re.compile(
    r"</(?:jats:)?tex-math>\s*<(mml:math)\b[^<>]{0,300}>.{0,9000}?</\1>", re.I | re.S
)
_TEX_PREAMBLE = re.compile(r".*\\begin\{document\}(.*?)\\end\{document\}.*", re.S)
_HEADING = re.compile(
    r"<((?:jats:)?title|h[1-6])\b[^<>]{0,200}>\s*([^<>]{0,80}?)\s*[:.]?\s*</\1>", re.I
)
_SUP_SUB = re.compile(r"<((?:jats:)?su([pb]))\b[^<>]{0,100}>([^<>]{0,40})</\1>", re.I)
_ENTITY = re.compile(r"&(?:amp;)*(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def strip_html(text: str, counts: Counter[str]) -> str:
    """Drop tags and resolve entities."""
    if "&" in text:
        text, n = _ENTITY.subn(_character, text)
        counts["html"] += n
    if "<" not in text:
        return text
    before = text
    text = _CDATA.sub("", _COMMENT.sub(" ", text))
    text = _DROPPED.sub(" ", text)
    text = _MATHML.sub("</tex-math>", text) if "mml:" in text else text
    text = _TEX_MATH.sub(_as_dollars, text)
    text = _HEADING.sub(_label, text)
    text = _SUP_SUB.sub(_as_script, text)
    text = _TAG.sub(_gap, text)
    text = _NAMESPACED.sub("", text)
    counts["html"] += text != before
    return text


def _character(match: re.Match[str]) -> str:
    resolved = html.unescape(f"&{match[1]};")
    return match[0] if resolved == f"&{match[1]};" and "amp;" not in match[0] else resolved


def _as_dollars(match: re.Match[str]) -> str:
    body = _TEX_PREAMBLE.sub(r"\1", match[2]).strip().strip("$")
    return f"${body}$"


def _label(match: re.Match[str]) -> str:
    """A heading inside an abstract is a label of what follows; "Abstract" says nothing."""
    label = match[2]
    return " " if not label or label.lower() == "abstract" else f" {label}: "


def _as_script(match: re.Match[str]) -> str:
    return superscript(match[3]) if match[2].lower() == "p" else subscript(match[3])


def _gap(match: re.Match[str]) -> str:
    return "\n" if _IS_BLOCK.match(match["name"]) else ""


_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[ \t]*\w*[ \t]*$", re.M)
_IMAGE_LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\((?:[^\s()]|\([^\s()]{0,100}\)){1,500}"
                         r"(?:\s+\"[^\"]{0,200}\")?\)")  # fmt: skip
_MD_HEADING = re.compile(r"^[ \t]{0,3}#{2,6}[ \t]+(.{1,100}?)[ \t]*#*[ \t]*$", re.M)
_QUOTED = re.compile(r"^[ \t]{0,3}>[ \t]+", re.M)
_BULLET = re.compile(r"^[ \t]{0,6}\*[ \t]+(?=\S)", re.M)
_CODE = re.compile(r"(?<!`)`([^\s`'](?:[^`'\n]{0,98}[^\s`'])?)`(?!`)")
_BOLD = re.compile(
    r"(?<!\*)(?<![0-9)\\])(\*{2,3})(?=[^\s*])((?:[^*\n]|(?<!\*)\*(?!\*)){1,300}?)(?<=[^\s*])\1"
    r"(?!\*)"
)
_BOLD_AFTER_DIGIT = re.compile(r"(?<=[0-9)])\*\*([A-Za-z]{1,20})\*\*")
_BOLD_LINE = re.compile(r"(?<![\w_])__(?=[A-Z]|[^\s_]{1,30} )([^\n]{1,300}?)(?<=[^\s_])__(?![\w_])")
_ITALIC = re.compile(
    r"(?<![\w*\\)\]^_])\*(?=[^\W_]|[\"'(\[$\\])([^*\n]{1,300}?)(?<=[\w.,!?)\]\"'$%}])\*(?![\w*])"
)
_ITALIC_LETTER = re.compile(r"(?<![\w*\\^_])\*([A-Za-z]{1,3})\*(?=[a-z])")
_UNDERSCORED = re.compile(r"(?<![\w\\$}^/.])_(?=[^\W_])([^_\n{}$\\]{1,200}?)(?<=[^\s_])_(?![\w{^])")


def strip_markdown(text: str, counts: Counter[str]) -> str:
    """Drop the marks of Markdown and keep the words."""
    steps: list[tuple[re.Pattern[str], str]] = []
    if "`" in text or "~~~" in text:
        steps += [(_FENCE, ""), (_CODE, r"\1")]
    if "](" in text:
        steps.append((_IMAGE_LINK, r"\1"))
    if "#" in text:
        steps.append((_MD_HEADING, r"\1:"))
    if ">" in text:
        steps.append((_QUOTED, ""))
    if "*" in text:
        steps += [(_BOLD, r"\2"), (_BOLD_AFTER_DIGIT, r"\1"), (_ITALIC, r"\1")]
        steps += [(_ITALIC_LETTER, r"\1"), (_BULLET, "")]
    if "_" in text:
        steps += [(_BOLD_LINE, r"\1"), (_UNDERSCORED, r"\1")]
    for pattern, new in steps:
        text, n = pattern.subn(new, text)
        if n:
            counts["markdown"] += n
    return text
