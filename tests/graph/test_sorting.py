import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from kg.graph.sorting import group_rows, left_join, sort_lines

IRIS = st.text(st.characters(min_codepoint=0x21, codec="utf-8"), min_size=1, max_size=4)


@given(
    st.lists(st.binary(max_size=3).map(lambda b: b.replace(b"\n", b"") + b"\n")), st.integers(1, 4)
)
def test_lines_are_sorted_however_few_fit_into_memory(lines: list[bytes], few: int) -> None:
    assert list(sort_lines(lines, few)) == sorted(lines)


def test_memory_holds_one_run_at_a_time() -> None:
    run = 5_000
    one = sum(len(b"%0200d\n" % n) for n in range(run))
    tracemalloc.start()
    for _ in sort_lines((b"%0200d\n" % n for n in range(8 * run)), run):
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2 * one


@given(st.lists(st.tuples(st.tuples(IRIS, IRIS), st.text())))
def test_groups_come_in_the_order_of_their_keys(rows: list[tuple[tuple[str, ...], str]]) -> None:
    found = list(group_rows(rows))
    assert [key for key, _ in found] == sorted({key for key, _ in rows})
    for key, values in found:
        assert sorted(values) == sorted(value for other, value in rows if other == key)


@given(
    st.dictionaries(st.tuples(IRIS), st.integers()), st.dictionaries(st.tuples(IRIS), st.integers())
)
def test_a_left_join_keeps_every_left_value(
    left: dict[tuple[str], int], right: dict[tuple[str], int]
) -> None:
    joined = list(left_join(sorted(left.items()), sorted(right.items())))
    assert joined == [(left[key], right.get(key)) for key in sorted(left)]
