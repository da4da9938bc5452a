"""What a source is: how to ask it for a page of records, and how to read its answer."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """What to get, below the address of a source. Parameters without a value are left out."""

    path: str
    params: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Page:
    """Records as the source gives them, and where the next page begins (None: there is none).

    `total` is how many records the source says it has for the query.
    """

    records: tuple[Record, ...]
    next: str | None
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """An open catalogue with a search.

    ask: Query and position ("" for the first page) -> request. It keeps no state, so that any
        page can be asked for again.
    parse: Body and position -> page. A ValueError, LookupError or TypeError says that the body
        is damaged and worth another try; a FetchError that the source refuses the query.
    identifier: The field that tells records apart.
    rate: Requests a second that the source asks its users to keep to.
    start_without_key: Position of the first page for those who have no key, where that differs.
    """

    title: str
    address: str
    identifier: str
    rate: float
    ask: Callable[[str, str], Request]
    parse: Callable[[bytes, str], Page]
    mail_param: str = ""
    key_variable: str = ""
    key_param: str = ""
    key_header: str = ""
    key_prefix: str = ""
    start_without_key: str = ""

    def key_hint(self, key: str) -> str:
        """That a key might help, for those who have none."""
        return f", or set {self.key_variable}" if self.key_variable and not key else ""

    def credentials(self, key: str, mail: str) -> tuple[dict[str, str], dict[str, str]]:
        """Parameters and headers that tell the source who asks."""
        params = {self.mail_param: mail, self.key_param: key}
        headers = {self.key_header: self.key_prefix + key if key else ""}
        return _given(params), _given(headers)


def _given(values: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if name and value}


def json_object(body: bytes) -> Record:
    """The JSON object that an answer holds.

    Raises:
        ValueError: it holds something else, such as half an object or a page for people.
    """
    value = json.loads(body)
    if not isinstance(value, dict):
        raise ValueError("it is no JSON object")
    return value


def offset_page(
    records: list[Record], position: str, total: int | None, reach: int | None = None
) -> Page:
    """A page of a source that counts records; beyond `reach` records it would give none.

    >>> offset_page([{"id": "a"}], "7", 9).next
    '8'
    >>> offset_page([{"id": "a"}], "8", 9).next is None
    True
    """
    end = int(position or 0) + len(records)
    last = min(known for known in (total, reach, end + 1) if known is not None)
    return Page(tuple(records), str(end) if records and end < last else None, total)
