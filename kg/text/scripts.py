"""Superscripts and subscripts in Unicode, shared by the LaTeX and the HTML cleaner.

Digits and signs have raised and lowered forms in Unicode whose compatibility forms are the
plain digits, so "σ²" and "ℓ₀" both read well and compare equal to "σ2" and "ℓ0".
"""

_PLAIN = "0123456789+-=()"
_SUPER = str.maketrans(_PLAIN + "−ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾⁻ⁿⁱ")
_SUB = str.maketrans(_PLAIN + "−", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋")
_SUPER_OK = frozenset(_PLAIN + "−ni")
_SUB_OK = frozenset(_PLAIN + "−")
_AS_IS = frozenset("'′″*∗⋆†‡∘°⊤⊥∞")  # already raised, or clear without help


def superscript(content: str) -> str:
    """Raise `content`: "2" to "²", what has no raised form to "^x" or "^(x+y)"."""
    return _script(content, "^")


def subscript(content: str) -> str:
    """Lower `content`: "0" to "₀", what has no lowered form to "_x" or "_(x,y)"."""
    return _script(content, "_")


def _script(content: str, mark: str) -> str:
    content = content.strip()
    table, allowed = (_SUPER, _SUPER_OK) if mark == "^" else (_SUB, _SUB_OK)
    if not content:
        return ""
    if allowed.issuperset(content):
        return content.translate(table)
    if _AS_IS.issuperset(content):
        return content
    return mark + content if content.isalnum() else f"{mark}({content})"
