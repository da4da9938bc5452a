"""What the LaTeX cleaner knows about macros: accents, silent ones, symbols, functions."""

from functools import cache

ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328",
    "r": "\u030a", "d": "\u0323", "b": "\u0331", "t": "\u0361",
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303",
    "bar": "\u0304", "overline": "\u0304", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308",
    "check": "\u030c", "breve": "\u0306", "acute": "\u0301", "grave": "\u0300",
}  # fmt: skip
LETTER_ACCENTS = frozenset("cvuHkrdbt")
#: Macros that say nothing to a reader, with the number of arguments that go with them.
SILENT = {
    "todo": 1, "label": 1, "ref": 1, "eqref": 1, "cref": 1, "Cref": 1, "autoref": 1, "cite": 1,
    "citep": 1, "citet": 1, "citealp": 1, "citeyear": 1, "citeauthor": 1, "nocite": 1,
    "footnotemark": 0, "vspace": 1, "hspace": 1, "includegraphics": 1, "color": 1, "begin": 1,
    "end": 1, "index": 1, "thanks": 1, "phantom": 1, "hphantom": 1, "vphantom": 1, "pagestyle": 1,
    "usepackage": 1, "documentclass": 1, "setlength": 2, "bibliography": 1,
    "em": 0, "it": 0, "bf": 0, "rm": 0, "tt": 0, "sf": 0, "sc": 0, "sl": 0, "cal": 0,
    "bfseries": 0, "itshape": 0, "mdseries": 0, "scshape": 0, "ttfamily": 0, "sffamily": 0,
    "rmfamily": 0, "upshape": 0, "normalfont": 0, "boldmath": 0, "bm": 0, "tiny": 0, "small": 0,
    "footnotesize": 0, "large": 0, "Large": 0, "normalsize": 0, "centering": 0, "noindent": 0,
    "par": 0, "item": 0, "xspace": 0, "left": 0, "right": 0, "middle": 0, "big": 0, "Big": 0,
    "bigg": 0, "Bigg": 0, "bigl": 0, "bigr": 0, "Bigl": 0, "Bigr": 0, "biggl": 0, "biggr": 0,
    "limits": 0, "nolimits": 0, "displaystyle": 0, "textstyle": 0, "scriptstyle": 0, "nonumber": 0,
    "newline": 0, "linebreak": 0, "newpage": 0, "protect": 0, "relax": 0, "allowbreak": 0,
    "maketitle": 0, "hfill": 0, "smallskip": 0, "medskip": 0, "bigskip": 0, "unskip": 0,
    "null": 0, "mathrm": 0, "mathit": 0, "boldsymbol": 0, "ensuremath": 0, "mathcal": 0,
    "mathbf": 0, "mathtt": 0, "mathsf": 0, "mathscr": 0, "mathfrak": 0, "text": 0, "textrm": 0,
    "textbf": 0, "textit": 0, "texttt": 0, "textsf": 0, "textsc": 0, "textup": 0, "emph": 0,
    "underline": 0, "mbox": 0, "hbox": 0, "fbox": 0, "operatorname": 0, "mathop": 0, "mathbin": 0,
    "mathrel": 0, "url": 0, "nolinkurl": 0, "path": 0, "uline": 0, "centerline": 0, "textnormal": 0,
}  # fmt: skip
BREAKING = frozenset(("par", "item", "newline", "linebreak", "newpage", "begin", "end"))
OVERRIDES = {
    "epsilon": "ε", "phi": "φ", "varphi": "φ", "star": "*", "ast": "*", "degree": "°", "eps": "ε",
    "prime": "'", "quad": " ", "qquad": " ", "space": " ", "enspace": " ", "thinspace": " ",
    "mid": "|", "vert": "|", "lvert": "|", "rvert": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖",
    "lbrace": "(", "rbrace": ")", "textbackslash": " ", "backslash": " ", "dots": "...",
    "ldots": "...", "cdots": "...", "textellipsis": "...", "textasciitilde": "~", "textdollar": "$",
    "textasciicircum": "^", "textunderscore": "_", "slash": "/", "textbar": "|", "textless": "<",
    "textgreater": ">", "ie": "i.e.", "eg": "e.g.", "etal": "et al.", "etc": "etc.", "lq": "'",
    "rq": "'", "eqref": "", "textquotesingle": "'", "textquoteleft": "'", "textquoteright": "'",
    "textquotedbl": '"', "textquotedblleft": '"', "textquotedblright": '"',
    "colon": ":", "circ": "°", "sp": "^",
    "sb": "_", "lt": "<", "gt": ">", "iff": "⇔", "implies": "⇒", "hyp": "-", "LaTeX": "LaTeX",
    "TeX": "TeX", "BibTeX": "BibTeX", "bigO": "O", "argmin": "argmin", "argmax": "argmax",
    "lbrack": "[", "rbrack": "]", "mod": "mod", "bmod": "mod", "pmod": "mod", "le": "≤", "ge": "≥",
}  # fmt: skip
FUNCTIONS = frozenset(
    "log ln exp min max sup inf lim sin cos tan tanh arg det dim ker gcd Pr poly polylog argmin "
    "argmax mod bmod sinh cosh deg limsup liminf".split()
)
ESCAPED = {"%": "%", "&": "&", "#": "#", "_": "_", "$": "$", "{": "{", "}": "}", "|": "‖",
            "-": "", "/": "", "!": "", ",": " ", ";": " ", ":": " ", ">": " ", "\\": "\n",
            "(": "", ")": "", "[": "", "]": "", "\n": "\n", "@": "", "*": ""}  # fmt: skip


@cache
def symbols() -> dict[str, str]:
    """pylatexenc's table of macros that stand for a character, read once, on first need."""
    from pylatexenc.latex2text import get_default_latex_context_db

    table: dict[str, str] = {}
    for spec in get_default_latex_context_db().iter_macro_specs():
        text = getattr(spec, "simplify_repl", None)
        if isinstance(text, str) and "%" not in text and "\\" not in text:
            table.setdefault(spec.macroname, text)
    table.update(zip((f"mathbb {c}" for c in "RNZQC"), "ℝℕℤℚℂ", strict=True))
    return table
