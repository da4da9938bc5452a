import hashlib
import json
import shutil

import numpy as np
import pytest

from kg.errors import ModelError
from kg.extract.encoder import Encoder
from kg.extract.static import STATIC_FOLDER, StaticEncoder
from tests.extract.papers import CORPUS

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


def test_phrases_of_a_paper_come_in_the_order_of_the_network(static):
    """The table stands in for MiniLM: over our papers their cosines must go together."""
    encoder, mine, network = Encoder.load(), [], []
    for paper in CORPUS:
        words = paper.abstract.split()
        phrases = sorted({" ".join(words[i : i + 2]) for i in range(0, len(words) - 1, 3)})
        for model, out in ((static, mine), (encoder, network)):
            vectors = model.embed([f"{paper.title}. {paper.abstract}", *phrases])
            out += (vectors[1:] @ vectors[0]).tolist()
    assert np.corrcoef(mine, network)[0, 1] > 0.6


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
