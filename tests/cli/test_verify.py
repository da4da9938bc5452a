from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.vocab import PREFIXES
from tests.cli.conftest import Run

SMALL = Path(__file__).parents[1] / "queries/small.trig"


def test_the_command_lists_what_is_broken(
    kg: Run, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = kg("verify", built)
    assert (code, out) == (0, "") and "keeps all" in err
    broken = ox.Store()
    broken.load(path=SMALL, format=ox.RdfFormat.TRIG)
    broken.update("DELETE WHERE { ?c skos:prefLabel ?x }", prefixes=dict(PREFIXES))
    monkeypatch.setattr("kg.knowledge_graph.open_store", lambda version: broken)
    code, out, _ = kg("verify", built)
    assert code == 1 and "concept-label" in out and ":c-squad" in out
