"""Runs a program within bounds: `python bounded.py MEMORY SECONDS PROGRAM`.

A file can make any parser loop or eat the memory of the machine, so what parses binary formats
runs in a process apart: the file on standard input, the answer on standard output. It imports
nothing of kg.
"""

import runpy
import sys


def limit(memory: int, seconds: int) -> None:
    """Bound memory and processor time, and forbid writing files, where the system can."""
    try:
        import resource
    except ImportError:  # Windows: there the time that the parent waits must do
        return
    for kind, most in (("AS", memory), ("CPU", seconds), ("FSIZE", 0), ("CORE", 0)):
        number = getattr(resource, f"RLIMIT_{kind}", None)
        if number is not None:
            hard = resource.getrlimit(number)[1]
            allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(number, (allowed, allowed))


if __name__ == "__main__":
    limit(int(sys.argv[1]), int(sys.argv[2]))
    runpy.run_path(sys.argv[3], run_name="__main__")
