import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from kg.errors import ModelError
from kg.extract.static import STATIC_FOLDER, StaticEncoder

NAMES = ["graph neural network", "speech recognition", "ℓ1 regression", "C++", "protein folding"]


@pytest.fixture(scope="module")
def static():
    return StaticEncoder.load()


def test_vectors_have_length_one_and_depend_on_their_text_alone(static):
    together = static.embed(NAMES)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert all(
        (static.embed([name])[0] == row).all() for name, row in zip(NAMES, together, strict=True)
    )


def test_a_text_without_pieces_is_close_to_nothing(static):
    assert static.embed([]).shape == (0, 128)
    assert (static.embed(["", "  "]) == 0).all()
    assert static.closeness("", [["graph"]]) == [0]


def test_a_group_is_as_close_as_its_closest_form(static):
    text = "We train a graph neural network on molecules."
    one, two = static.closeness(text, [["cooking", "graph neural network"], ["cooking"]])
    alone = static.embed([text, "graph neural network", "cooking"])
    assert one == pytest.approx(alone[0] @ alone[1], abs=1e-6)
    assert two == pytest.approx(alone[0] @ alone[2], abs=1e-6)
    assert static.closeness(text, []).shape == (0,)


def test_cosines_go_with_those_of_the_network(static):
    """The table stands in for MiniLM, whose vectors of our sentences are kept in a file."""
    with np.load(Path(__file__).parent / "data" / "minilm-fp32.npz") as kept:
        network, mine = kept["vectors"], static.embed(kept["sentences"].tolist())
    pairs = np.triu_indices(len(mine), 1)
    assert np.corrcoef((mine @ mine.T)[pairs], (network @ network.T)[pairs])[0, 1] > 0.6


def test_the_manifest_tells_the_files():
    files = json.loads((STATIC_FOLDER / "manifest.json").read_text())["files"]
    assert files == {
        name: hashlib.sha256((STATIC_FOLDER / name).read_bytes()).hexdigest() for name in files
    }


def test_a_folder_that_lacks_or_breaks_a_file_is_named(tmp_path):
    with pytest.raises(ModelError, match=r"vectors\.npz"):
        StaticEncoder.load(tmp_path)
    shutil.copytree(STATIC_FOLDER, tmp_path / "copy")
    (tmp_path / "copy" / "vectors.npz").write_bytes(b"no")
    with pytest.raises(ModelError, match="do not load"):
        StaticEncoder.load(tmp_path / "copy").embed(["graph"])
