"""Seven-bit weights: the same result on every processor.

    python -m kg.training.portable FOLDER…

Processors without VNNI add products of bytes in pairs into 16 bits, which eight-bit weights can
overflow: they saturate, silently, and one abstract gives other concepts on another machine. With
weights in [-64, 64] no pair can (255 * 64 * 2 < 2**15), so that the sums are exact everywhere.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from kg.training.corpora import sha256


def to_seven_bits(path: Path) -> None:
    """Halve the int8 weights of all integer products in a file and double their scales, once."""
    model = onnx.load(str(path))
    known = {item.name: item for item in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type != "MatMulInteger" or node.input[1] not in known:
            continue
        weights, scales = known[node.input[1]], known[_scale_of(node.input[1])]
        values = numpy_helper.to_array(weights).astype(np.float32)
        if np.abs(values).max() <= 64:
            continue
        halved = np.rint(values / 2).astype(np.int8)
        doubled = numpy_helper.to_array(scales) * np.float32(2)
        weights.CopyFrom(numpy_helper.from_array(halved, weights.name))
        scales.CopyFrom(numpy_helper.from_array(doubled, scales.name))
    onnx.save(model, str(path))


def _scale_of(weights: str) -> str:
    return weights.removesuffix("_quantized") + "_scale"


def main() -> None:
    """Convert the models of folders in place, and name the new files in their manifests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    for folder in parser.parse_args().folders:
        to_seven_bits(folder / "model.onnx")
        file = folder / "manifest.json"
        manifest = json.loads(file.read_text("utf-8"))
        manifest["files"]["model.onnx"] = sha256(folder / "model.onnx")
        file.write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
