import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from kg.errors import ModelError
from kg.extract.encoder import DIMENSION, MODEL_FOLDER, Encoder

VECTORS = Path(__file__).parent / "data" / "minilm-fp32.npz"


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder.load()


def test_vectors_stay_close_to_fp32(encoder):
    with np.load(VECTORS) as stored:
        sentences, expected = [str(s) for s in stored["sentences"]], stored["vectors"]
    alone = np.concatenate([encoder.embed([sentence]) for sentence in sentences])
    assert (alone * expected).sum(1).min() >= 0.99


def test_shape_and_norm(encoder):
    vectors = encoder.embed(["graph neural network", "", "ε-greedy"])
    assert vectors.shape == (3, DIMENSION) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert encoder.embed([]).shape == (0, DIMENSION)


def test_order_and_repeats_of_a_call_do_not_matter(encoder):
    texts = [f"method number {i} for image segmentation" for i in range(40)]
    straight = encoder.embed(texts)
    shuffled = encoder.embed([*reversed(texts), texts[0]])
    assert (straight == shuffled[:-1][::-1]).all()
    assert (straight[0] == shuffled[-1]).all()


def test_a_long_text_is_cut(encoder):
    assert encoder.embed(["word " * 20_000]).shape == (1, DIMENSION)


def test_manifest_names_the_files_that_are_there(encoder):
    manifest = json.loads((MODEL_FOLDER / "manifest.json").read_text())
    for name, expected in manifest["files"].items():
        assert hashlib.sha256((MODEL_FOLDER / name).read_bytes()).hexdigest() == expected


def test_missing_weights_are_named(tmp_path):
    with pytest.raises(ModelError, match=r"no model\.onnx"):
        Encoder.load(tmp_path)


def test_broken_weights_are_a_model_error(tmp_path):
    (tmp_path / "model.onnx").write_bytes(b"no graph")
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match="do not load"):
        Encoder.load(tmp_path).embed(["text"])
