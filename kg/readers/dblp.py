"""What DBLP adds to names and titles, in all the forms that it gives its records in."""

import re


def without_number(name: str) -> str:
    """A name without the number by which DBLP tells namesakes apart.

    >>> without_number("Ada Moor 0001")
    'Ada Moor'
    """
    return re.sub(r" \d{4}\Z", "", name)


def without_stop(title: str) -> str:
    """A title without the full stop that DBLP ends each with.

    >>> without_stop("On Moss.")
    'On Moss'
    """
    return title.removesuffix(".")
