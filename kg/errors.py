"""The exceptions of kg, one tree.

    KgError                     something the caller can act on; the message names the remedy
    ├── UsageError              wrong options or an unknown name                     (exit 2)
    │   └── QueryError          a query that does not parse, or is refused           (exit 2)
    ├── InputError              nothing usable could be read                         (exit 1)
    │   └── FormatError         one file that is not what it claims to be            (exit 1)
    ├── GraphError              a graph folder that is missing, in the way or broken (exit 1)
    ├── FetchError              a catalogue that refuses or does not answer          (exit 1)
    └── ModelError              weights that are missing or do not load              (exit 1)

A record that cannot be read is no exception but a value, `kg.model.Failure`: the run goes on.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.model import Report


class KgError(Exception):
    """Base of all errors that kg raises on purpose."""

    exit_code = 1


class UsageError(KgError):
    """The call itself is wrong: an unknown option value or name."""

    exit_code = 2


class QueryError(UsageError):
    """A query that does not parse, lacks a parameter, or asks for what is refused."""


class InputError(KgError):
    """The input as a whole gives nothing to work on; `report` says why, record by record."""

    def __init__(self, message: str, report: "Report | None" = None) -> None:
        super().__init__(message)
        self.report = report


class FormatError(InputError):
    """One input file is not readable as any known format."""


class GraphError(KgError):
    """A graph folder is missing, in the way, locked or damaged."""


class FetchError(KgError):
    """A catalogue refuses a query, or gives no answer that can be used."""


class ModelError(KgError):
    """Model weights are missing or cannot be loaded."""
