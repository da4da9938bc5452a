import pytest

from kg.errors import UsageError
from kg.resolve import ResolveOptions, Rules, read_rules, resolve, to_plain
from kg.resolve.rules import with_different, with_same
from tests.resolve.corpora import corpus, entity


def solve(rules, *rows):
    return resolve(*corpus(*rows), options=ResolveOptions(rules=rules))


def labels(resolution):
    return {concept.label: set(concept.aliases) for concept in resolution.concepts}


def test_names_ruled_the_same_are_one_whatever_their_types():
    rules = Rules(same=(("tide atlas", "TideNet"),))
    rows = [[entity("Tide Atlas", kind="dataset")], [entity("TideNet")], [entity("Tide-Net")]]
    rows.append([entity("TideNet")])
    resolution = solve(rules, *rows)
    assert labels(resolution) == {"TideNet": {"Tide Atlas", "Tide-Net"}}
    reasons = {m.left: m.reasons for item in resolution.explanations for m in item.matches}
    assert reasons["Tide Atlas"] == ("ruled the same by the user",)


def test_names_ruled_different_stay_apart_within_a_paper_and_across():
    rules = Rules(different=(("tide model", "TideNet"),))
    rows = [[entity("tide model", "TideNet")], [entity("TideNet")], [entity("tide models")]]
    resolution = solve(rules, *rows)
    assert labels(resolution) == {"tide model": {"tide models"}, "TideNet": set()}
    assert sorted(link.paper_id for link in resolution.links) == ["p0", "p0", "p1", "p2"]


def test_a_short_form_can_be_kept_from_a_sense():
    rows = [[entity("tree parsing", "TP")], [entity("TP")]]
    assert len(solve(Rules(), *rows).concepts) == 1
    assert len(solve(Rules(different=(("TP", "tree parsing"),)), *rows).concepts) == 2


def test_labels_types_and_drops_are_obeyed():
    rules = read_rules(
        {"label": {"tidenet": "Tide Net"}, "type": {"grove": "dataset"}, "drop": ["results"]}
    )
    rows = [[entity("TideNet"), entity("Grove", kind="task"), entity("Results")]]
    resolution = solve(rules, *rows)
    found = {concept.label: concept.type for concept in resolution.concepts}
    assert found == {"Tide Net": "method", "Grove": "dataset"}


def test_changes_take_back_what_stood_against_them():
    rules = with_different(Rules(), ["A net", "B net", "C net"])
    assert rules.different == (("A net", "B net"), ("A net", "C net"))
    rules = with_same(rules, ["a-net", "B nets"])
    assert rules == Rules(same=(("a-net", "B nets"),), different=(("A net", "C net"),))
    rules = with_same(rules, ["B net", "D net"])
    assert rules.same == (("a-net", "B nets", "D net"),)
    assert with_different(rules, ["D net", "A net"]).same == (("B nets", "D net"),)


def test_rules_survive_a_file():
    rules = Rules((("a", "b"),), (("c", "d"),), (("e", "f"),), (("g", "task"),), ("h",))
    assert read_rules(to_plain(rules)) == rules
    assert read_rules(None) == read_rules({}) == Rules()


@pytest.mark.parametrize(
    "raw, says",
    [
        ([], "mapping"),
        ({"sames": []}, "unknown key 'sames'"),
        ({"same": "a"}, "must be a list"),
        ({"same": [["a"]]}, "two or more"),
        ({"different": [["a", {}]]}, "names"),
        ({"type": {"a": "model"}}, "must be one of"),
        ({"label": ["a"]}, "mapping of names"),
    ],
)
def test_what_is_no_rule_is_refused(raw, says):
    with pytest.raises(UsageError, match=says):
        read_rules(raw)
