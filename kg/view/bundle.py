"""One script out of our JavaScript modules, and the policy under which a page runs it."""

import base64
import hashlib
import re
from collections.abc import Iterable
from importlib.resources import files

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)


def join_modules(folder: str, entry: str) -> str:
    """The modules that `entry` needs, each after those it imports, as one classic script.

    A page opened from disk may load no module from a file beside it, and a policy by hash wants
    one text. Every module becomes a function that gives what it exports, so names stay its own.
    Our modules import in braces, rename nothing, and export where they declare.

    Args:
        folder: a folder of the package kg.view.
        entry: a module's name without its ending.

    Raises:
        ValueError: modules import each other in a circle.
    """
    done: dict[str, str] = {}
    _add(folder, entry, done, ())
    return '"use strict";\n(() => {\n' + "".join(done.values()) + "})();\n"


def _add(folder: str, name: str, done: dict[str, str], above: tuple[str, ...]) -> None:
    if name in above:
        raise ValueError(f"modules import each other: {' > '.join((*above, name))}")
    if name in done:
        return
    text = read_asset(folder, f"{name}.js")
    for _, needed in _IMPORT.findall(text):
        _add(folder, needed, done, (*above, name))
    exports = ", ".join(exported for _, exported in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1", _IMPORT.sub(r"const \1 = module_\2;", text))
    done[name] = f"const module_{name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def read_asset(folder: str, name: str) -> str:
    """The text of a file that lies beside the viewer's code."""
    return files("kg.view").joinpath(folder, name).read_text("utf-8")


def content_policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """A Content-Security-Policy: these scripts and styles by hash, and nothing else at all."""
    return (
        f"default-src 'none'; script-src {_hashes(scripts)}; style-src {_hashes(styles)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _hashes(texts: Iterable[str]) -> str:
    return " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        for text in texts
    )
