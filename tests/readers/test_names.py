"""Names of authors in the ways that databases write them."""

import pytest

from kg.model import Person
from kg.readers.names import author_persons


def names(value: object) -> tuple[str, ...]:
    return tuple(person.name for person in author_persons(value))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Moor A, Berg JK, Weiß É.", ("A. Moor", "J. K. Berg", "É. Weiß")),
        ("Moor A.; van der Berg J.-K.", ("A. Moor", "J.-K. van der Berg")),
        ("Moor, A., Berg, J.K., Weiß, É.", ("A. Moor", "J.K. Berg", "É. Weiß")),
        ("Moor, Ada (57190000001); Berg, Jan (6500000002)", ("Ada Moor", "Jan Berg")),
        ("O'Moor AB", ("O'Moor AB",)),
        ("O'Moor A", ("A. O'Moor",)),
        ("Moor, A.", ("A. Moor",)),
    ],
)
def test_family_names_before_initials_are_turned(written: str, expected: tuple[str, ...]) -> None:
    assert names(written) == expected


@pytest.mark.parametrize(
    "written",
    [
        ("Stability AI",),
        ("Ada Moor", "Mistral AI"),
        ("DeepSeek AI", "Jan Berg"),
        ("Ada Moor II", "Jan Berg III"),
        ("NLLB Team", "WHO"),
        ("ICML A", "NIPS B"),
        ("Ada Moor", "Berg J"),
    ],
)
def test_names_that_only_end_in_capitals_stay(written: tuple[str, ...]) -> None:
    assert names(list(written)) == written


def test_parts_win_over_a_full_name_that_is_shorter() -> None:
    record = {"fullName": "Moor A", "firstName": "Ada", "lastName": "Moor", "initials": "A"}
    assert author_persons([record]) == (Person("Ada Moor", "Ada", "Moor"),)
    record = {"name": "Ada B. Moor", "givenName": "Ada", "familyName": "Moor"}
    assert author_persons([record]) == (Person("Ada B. Moor", "Ada", "Moor"),)
