"""JSON that may also stand inside a page."""

import json
from typing import Any


def to_json(value: Any) -> str:
    """One line of JSON in which no text can end a script element.

    >>> print(to_json({"label": "</script>"}))
    {"label": "\\u003c/script>"}
    """
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
