"""The command `kg`: data to stdout, progress and words to stderr, exit codes 0, 1, 2.

One short file a command, each over the public API only.
"""

import os
import sys

from kg.errors import KgError

INTERRUPTED, INTERRUPTED_CODE = "interrupted; nothing was changed", 130


def main() -> None:
    """Run the command line and leave with its exit code; never with a traceback of ours."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # What leaves the program is UTF-8, also where the locale says ASCII.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        from kg.cli.app import app

        app()
    except KgError as error:
        _leave(str(error), error.exit_code)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _leave(f"{where}{error.strerror or error}", KgError.exit_code)
    except KeyboardInterrupt:
        _leave(INTERRUPTED, INTERRUPTED_CODE)


def _open_closed_streams() -> None:
    """Give a stream that was closed before we began (`kg … >&-`) a place to go: nowhere.

    Otherwise Python has None there, and the next file opened would get its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _leave(message: str, code: int) -> None:
    print(f"kg: {message}", file=sys.stderr)
    sys.exit(code)
