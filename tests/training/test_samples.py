"""Gold papers as training samples: what is annotated comes out as labels, all of it."""

import numpy as np
import pytest
from tokenizers import Tokenizer

from kg.extract.neural.reader import READER_FOLDER
from kg.training.corpora import GoldPaper
from kg.training.samples import RELATION_ROWS, ROLE_ROWS, GoldSample, sample_of

ABSTRACT = (
    "We present MossNet, a gated lichen network (GLN), for lichen counting. MossNet beats FernNet."
)
GOLD = GoldPaper(
    "p1",
    "On moss",
    ABSTRACT,
    (
        {"type": "method", "name": "MossNet", "aliases": [], "role": "introduced",
         "required": True},
        {"type": "method", "name": "gated lichen network", "aliases": ["GLN"], "role": "used",
         "required": False},
        {"type": "method", "name": "FernNet", "aliases": [], "role": "compared", "required": True},
        {"type": "task", "name": "lichen counting", "aliases": [], "role": "addressed",
         "required": True},
        {"type": "dataset", "name": "nowhere in the text", "aliases": [], "role": "used",
         "required": True},
    ),
    (("MossNet", "used-for", "lichen counting"), ("MossNet", "compare-with", "FernNet")),
)  # fmt: skip


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    found = Tokenizer.from_file(str(READER_FOLDER / "tokenizer.json"))
    found.no_padding()
    found.no_truncation()
    return found


def sample(paper: GoldPaper, tokenizer: Tokenizer) -> GoldSample:
    made = sample_of(paper, tokenizer)
    assert made is not None
    return made


def stated(made: GoldSample) -> set[tuple[int, str, int]]:
    rows, kinds = np.nonzero(made.relations)
    return {
        (*made.pairs[row][:1].tolist(), RELATION_ROWS[kind], int(made.pairs[row][1]))
        for row, kind in zip(rows.tolist(), kinds.tolist(), strict=True)
    }


def test_each_mention_of_a_form_is_labelled_with_its_type(tokenizer):
    made = sample(GOLD, tokenizer)
    marked = {made.keys[row]: kind for row, kind in np.argwhere(made.labels).tolist()}
    assert marked == {"mossnet": 0, "gated lichen network": 0, "gln": 0, "fernnet": 0,
                      "lichen counting": 1}  # fmt: skip
    assert made.labels.sum() == 6  # MossNet stands twice


def test_roles_and_need_are_those_of_the_concepts_in_the_text(tokenizer):
    made = sample(GOLD, tokenizer)
    roles = [ROLE_ROWS[row] for row in made.roles.argmax(1)]
    assert roles == [("method", "introduced"), ("method", "used"), ("method", "compared"),
                     ("task", "addressed")]  # fmt: skip
    assert made.required == (1.0, 0.0, 1.0, 1.0)


def test_relations_keep_their_direction_where_they_have_one(tokenizer):
    assert stated(sample(GOLD, tokenizer)) == {
        (0, "used-for", 3),
        (0, "compare-with", 2),
        (2, "compare-with", 0),
    }


def test_forms_of_one_concept_are_the_same_and_others_are_not(tokenizer):
    made = sample(GOLD, tokenizer)
    names = [made.keys[rows[0]] for rows in made.form_rows]
    same = [{names[i], names[j]} for (i, j), y in zip(made.form_pairs, made.same, strict=True) if y]
    assert same == [{"gated lichen network", "gln"}]


def test_a_teacher_may_be_unsure(tokenizer):
    chances = [0.75, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0]
    concepts = tuple({**c, "chances": chances, "required": 0.5} for c in GOLD.concepts[:3])
    told = GoldPaper("p2", "", ABSTRACT, concepts, (), {("FernNet", "part-of", "MossNet"): 0.25})
    made = sample(told, tokenizer)
    assert made.roles.tolist() == [chances] * 3 and made.required == (0.5, 0.5, 0.5)
    assert stated(made) == {(2, "part-of", 0)} and made.relations.sum() == 0.25
