"""Step 4: write the trunk as int8 ONNX; step 6: write the heads, fitted on it, beside it.

python -m kg.training.export --model FOLDER --weights FILE --out FOLDER
python -m kg.training.export --model FOLDER --weights FILE --out FOLDER --heads FILE
"""

import argparse
import json
import shutil
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from kg.training.corpora import sha256
from kg.training.model import Reader
from kg.training.portable import to_seven_bits
from kg.training.pretrain import CORPORA


def export_trunk(model: Reader, path: Path) -> None:
    """The trunk in fp32: ids and shapes (1, pieces) to hidden states (1, pieces, 384)."""
    example = torch.randint(1000, 2000, (1, 24)), torch.randint(1, 9, (1, 24))
    model.trunk.eval()
    torch.onnx.export(
        model.trunk,
        example,
        str(path),
        input_names=["ids", "shapes"],
        output_names=["hidden"],
        dynamic_axes={"ids": {1: "pieces"}, "shapes": {1: "pieces"}, "hidden": {1: "pieces"}},
        opset_version=17,
        dynamo=False,
    )


def quantise(source: Path, target: Path) -> None:
    """Weights to seven bits, one scale a channel; activations are scaled as they come."""
    quantize_dynamic(
        str(source),
        str(target),
        per_channel=True,
        weight_type=QuantType.QInt8,
        extra_options={"MatMulConstBOnly": True},
    )
    to_seven_bits(target)


def write_trunk(model: Reader, out: Path) -> None:
    """Export and quantise."""
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        export_trunk(model, full)
        quantise(full, out / "model.onnx")
    onnx.checker.check_model(str(out / "model.onnx"))


def write_heads(path: Path, out: Path) -> None:
    """The heads with their decisions, matrices as float16."""
    with np.load(path) as stored:
        weights = {
            name: stored[name].astype(np.float16 if stored[name].ndim > 1 else np.float32)
            for name in stored
        }
    np.savez_compressed(out / "heads.npz", **weights)


def main() -> None:
    """The trunk, or with --heads what belongs to it: heads, tokenizer and manifest."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("model", "weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--heads", type=Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.heads is None:
        model = Reader(options.model, CORPORA)
        model.load_state_dict(torch.load(options.weights), strict=False)
        write_trunk(model, options.out)
        return
    write_heads(options.heads, options.out)
    shutil.copyfile(options.model / "tokenizer.json", options.out / "tokenizer.json")
    write_manifest(options.out, {"weights": sha256(options.weights)})


def write_manifest(folder: Path, inputs: dict[str, str]) -> None:
    """Name every shipped file with its SHA-256."""
    names = ("heads.npz", "model.onnx", "tokenizer.json")
    manifest = {
        "name": "paperkg-reader",
        "files": {name: sha256(folder / name) for name in names},
        "inputs": inputs,
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
