"""Step 2: sentence embeddings of the untouched MiniLM, which the trunk learns to give as well.

    python -m kg.training.targets --model FOLDER --gold FOLDER --out FILE

With them one pass over a paper serves both the tagger and KeyBERT's salience.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertModel

from kg.extract.neural.pairs import Floats
from kg.training.corpora import read_further, read_gold
from kg.training.model import half_precision
from kg.training.pretrain import batches, load_tokenizer
from kg.training.samples import sample_of


def embed(texts: list[str], model: BertModel, tokenizer: Tokenizer) -> Floats:
    """Normalised mean-pooled embeddings of texts, (texts, 384)."""
    coded = [tokenizer.encode(text).ids[:512] for text in texts]
    out = np.zeros((len(texts), 384), np.float32)
    model.eval()
    for batch in batches([len(c) for c in coded], 4000, seed=0):
        size = max(len(coded[i]) for i in batch)
        ids, mask = (
            torch.zeros(len(batch), size, dtype=torch.long),
            torch.zeros(len(batch), size, dtype=torch.long),
        )
        for row, index in enumerate(batch):
            ids[row, : len(coded[index])] = torch.tensor(coded[index])
            mask[row, : len(coded[index])] = 1
        with torch.no_grad(), half_precision():
            hidden = model(ids, attention_mask=mask).last_hidden_state.float()
        pooled = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        out[batch] = torch.nn.functional.normalize(pooled).numpy()
    return out


def main() -> None:
    """Embed every view of every gold paper and every gold form."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--more", type=Path, help="further annotations, of --abstracts")
    parser.add_argument("--abstracts", type=Path, help="the texts that they annotate")
    options = parser.parse_args()
    tokenizer = load_tokenizer(options.model)
    model = BertModel.from_pretrained(options.model, add_pooling_layer=False)
    gold = read_gold(options.gold, "train")
    papers = gold + (read_further(options.more, options.abstracts) if options.more else [])
    samples = [sample_of(paper, tokenizer) for paper in papers]
    forms = sorted({text for s in samples if s for text in s.form_texts})
    texts = [f"{p.title}. {p.abstract}" for p in papers] + [p.abstract for p in gold]
    names = [f"{p.id}+title" for p in papers] + [p.id for p in gold]
    np.savez(
        options.out,
        documents=embed(texts, model, tokenizer),
        document_names=np.array(names),
        forms=embed(forms, model, tokenizer),
        form_names=np.array(forms),
    )


if __name__ == "__main__":
    main()
