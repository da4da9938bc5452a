"""Names of authors in the ways that databases write them."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.model import Person
from kg.readers import read
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
        ("O'Moor A.", ("A. O'Moor",)),
        ("O'Moor A.B.", ("A. B. O'Moor",)),
        ("Moor A, Bean Study Group, Berg J", ("A. Moor", "Bean Study Group", "J. Berg")),
        ("Moor A, Berg J, et al.", ("A. Moor", "J. Berg")),
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
        ("Malcolm X",),
        ("Weinan E",),
        ("Weinan E", "Jan Berg"),
        ("Bean Study Group",),
    ],
)
def test_names_that_only_end_in_capitals_stay(written: tuple[str, ...]) -> None:
    assert names(list(written)) == written


def test_parts_win_over_a_full_name_that_is_shorter() -> None:
    record = {"fullName": "Moor A", "firstName": "Ada", "lastName": "Moor", "initials": "A"}
    assert author_persons([record]) == (Person("Ada Moor", "Ada", "Moor"),)
    record = {"name": "Ada B. Moor", "givenName": "Ada", "familyName": "Moor"}
    assert author_persons([record]) == (Person("Ada B. Moor", "Ada", "Moor"),)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Malcolm X", ("Malcolm X",)),
        ("X, Malcolm", ("Malcolm X",)),
        ("E, Weinan and Berg, Jan", ("Weinan E", "Jan Berg")),
        ("Weinan E, Jan Berg", ("Weinan E", "Jan Berg")),
        ("Moor, A., Berg, J., & Weil, K.", ("A. Moor", "J. Berg", "K. Weil")),
        ("Moor, A., Berg, J., and X, M.", ("A. Moor", "J. Berg", "M. X")),
        ("Moor, A., Berg, J., Bean Group", ("A. Moor", "J. Berg", "Bean Group")),
        ("Ada Moor, Jan Berg, and Kurt Weil", ("Ada Moor", "Jan Berg", "Kurt Weil")),
        ("Ada Moor, Jan Berg & Kurt Weil", ("Ada Moor", "Jan Berg", "Kurt Weil")),
        ("Ada Moor, Plato, Jan Berg", ("Ada Moor", "Plato", "Jan Berg")),
        ("Moor, Ada, Berg, Jan", ("Ada Moor", "Jan Berg")),
        ("Moor, Ada, Berg, Jan and Weil, Kurt", ("Ada Moor", "Jan Berg", "Kurt Weil")),
        ("Moor, Ada and Jan Berg and Weil, Kurt", ("Ada Moor", "Jan Berg", "Kurt Weil")),
        ("Moor, Ada and Plato and Weil, Kurt", ("Ada Moor", "Plato", "Kurt Weil")),
        ("Ada Moor\nJan Berg", ("Ada Moor", "Jan Berg")),
        ("Moor, Ada\nBerg, Jan", ("Ada Moor", "Jan Berg")),
        ("Moor, Ada and\nBerg, Jan", ("Ada Moor", "Jan Berg")),
        ("Moor, Ada;", ("Ada Moor",)),
        ("Jo\\~{a}o P. Berg;Ada Moor", ("João P. Berg", "Ada Moor")),
        ("Moor, SA; Berg, CO", ("SA Moor", "CO Berg")),
        ("M&uuml;ller, Ada; Berg, Jan", ("Ada Müller", "Jan Berg")),
    ],
)
def test_persons_in_one_string_are_told_apart(written: str, expected: tuple[str, ...]) -> None:
    assert names(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("van der Berg, Jan Willem", [("Jan Willem", "van der Berg")]),
        ("Berg, Jan van der", [("Jan", "van der Berg")]),
        ("van der Berg, Jan W. and de Moor, Ada B.", [("Jan W.", "van der Berg"),
                                                      ("Ada B.", "de Moor")]),
        ("de Moor, Ada, van Berg, Jan", [("Ada", "de Moor"), ("Jan", "van Berg")]),
        ("García Moor, Ada, Vargas Berg, Jan", [("Ada", "García Moor"), ("Jan", "Vargas Berg")]),
        ("Moor, Ada, Jr.", [("Ada", "Moor")]),
        ("Moor, Jr., Ada", [("Ada", "Moor")]),
        ("Moor, Ada, PhD", [("Ada", "Moor")]),
        ("Moor, Ada, MD", [("Ada", "Moor")]),
        ("Moor, MD", [("MD", "Moor")]),
    ],
)  # fmt: skip
def test_given_and_family_names_with_particles_and_titles(
    written: str, expected: list[tuple[str, str]]
) -> None:
    assert [(p.given, p.family) for p in author_persons(written)] == expected


def test_particles_behind_a_given_name_do_not_make_another_person() -> None:
    (before,) = author_persons("van der Berg, Jan")
    assert author_persons("Berg, Jan van der") == (before,)
    assert before.name == "Jan van der Berg"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Li Wei, Wang Fang", ("Li Wei", "Wang Fang")),
        ("Li, Wei, Wang, Fang", ("Wei Li", "Fang Wang")),
        ("Kim, Min-jun, Lee, Seo-yeon", ("Min-jun Kim", "Seo-yeon Lee")),
        ("Li W, Wang F", ("W. Li", "F. Wang")),
        ("王伟, 李娜", ("王伟", "李娜")),
        ("王伟，李娜，欧阳修", ("王伟", "李娜", "欧阳修")),
        ("山田太郎、鈴木花子", ("山田太郎", "鈴木花子")),
        ("王伟;李娜;", ("王伟", "李娜")),
        ("王, 伟", ("王伟",)),
        ("王, 伟, 李, 娜", ("王伟", "李娜")),
        ("김민준, 이서연", ("김민준", "이서연")),
        ("Nguyen Van A", ("Nguyen Van A",)),
    ],
)
def test_names_of_east_asia(written: str, expected: tuple[str, ...]) -> None:
    assert names(written) == expected


def test_a_family_name_in_chinese_script_stays_in_front() -> None:
    assert author_persons([{"family": "王", "given": "伟"}]) == (Person("王伟", "伟", "王"),)


@pytest.mark.parametrize(
    "written",
    ["Ada Moor et al.", "Ada Moor, et al", "Ada Moor and others", "Ada Moor, others",
     "Moor, Ada and others", "Moor, Ada; et al.", "Ada Moor & 12 others", "Ada Moor, 3 more",
     "Ada Moor, ...", "Ada Moor; [...]", "Ada Moor ET AL", "Ada Moor and  12 others"],
)  # fmt: skip
def test_those_not_named_are_left_out(written: str) -> None:
    assert names(written) == ("Ada Moor",)


def test_those_not_named_are_left_out_of_lists_and_records() -> None:
    assert names(["Ada Moor", "et al."]) == ("Ada Moor",)
    assert names(["Ada Moor", {"family": "others"}, {"literal": "et al."}]) == ("Ada Moor",)


@pytest.mark.parametrize(
    "written", ["Thomas More", "Ada Others", "King and Thomas More", "Al Etal", "Jan Bergal"]
)
def test_names_that_only_look_like_others_stay(written: str) -> None:
    assert names(written)[-1] == written.rpartition(" and ")[2]


@pytest.mark.parametrize("written", ["Bean Seeds, Inc.", "King & Poe", "{Weil and Sons}"])
def test_names_of_firms_are_whole(written: str) -> None:
    (name,) = names(written)
    assert name == written.replace(",", "").strip("{}")


@given(st.lists(st.sampled_from(["Ada Moor", "Jan Berg", "Émile Weiß", "Jean-Luc Du Pont"]),
                min_size=1, max_size=4, unique=True))  # fmt: skip
def test_the_ways_to_write_a_list_give_the_same_persons(people: list[str]) -> None:
    turned = [f"{family}, {given}" for given, family in (n.split(" ", 1) for n in people)]
    natural = ", ".join(people[:-1]) + (" and " if people[1:] else "") + people[-1]
    ways = ["; ".join(people), "; ".join(turned), " and ".join(turned), "\n".join(people), natural]
    assert {names(way) for way in ways} == {tuple(people)}


@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        ("Moor A, Berg JK", "X. Malcolm"),
        ("Moor, A.; Berg, J.; Bean Group", "X. Malcolm"),
        ("Ada Moor, Jan Berg", "Malcolm X"),
        ("A. Moor, J. Berg", "Malcolm X"),
        ("Moor, Ada; Berg, Jan", "Malcolm X"),
        ("Ada Moor", "Malcolm X"),
    ],
)
def test_a_single_author_is_written_as_those_of_the_other_records_of_the_file(
    beside: str, expected: str
) -> None:
    table = f'title,authors\nOn Beans,"{beside}"\nOn Peas,Malcolm X\n'
    _, peas = read("-", stdin=io.BytesIO(table.encode())).papers
    assert peas.authors == (expected,)
    assert [person.name for person in peas.persons] == [expected]


def test_a_single_name_stays_where_the_records_of_the_file_differ() -> None:
    table = 'title,authors\nOn Beans,"Moor A, Berg J"\nOn Peas,Malcolm X\nOn Oats,Jo Ax; Al Bo\n'
    _, peas, _ = read("-", stdin=io.BytesIO(table.encode())).papers
    assert peas.authors == ("Malcolm X",)
