import pytest

from kg.extract.neural.certain import kind_of_short, same_words

ONE = [
    ("kernel machines", "kernel-based methods"),
    ("text-based models", "text-based methods"),
    ("pronoun disambiguation", "disambiguate pronouns"),
    ("detection of objects", "object detection"),
    ("neural topic models", "Neural Topic Modelling"),
    ("graph neural network", "graph neural networks"),
]
TWO = [
    ("reward", "reward model"),
    ("language model", "language"),
    ("text-to-image synthesis", "image-to-text synthesis"),
    ("ResNet-50", "ResNet-101"),
    ("supervised learning", "self-supervised learning"),
    ("diffusion model", "diffusion process"),
    ("model", "method"),
    ("learning with noise", "noise with learning"),
]


@pytest.mark.parametrize(("one", "other"), ONE)
def test_the_same_words_are_one_thing(one, other):
    assert same_words(one, other) and same_words(other, one)


@pytest.mark.parametrize(("one", "other"), TWO)
def test_other_words_are_left_to_the_network(one, other):
    assert not same_words(one, other) and not same_words(other, one)


def test_a_kind_of_a_short_form_is_not_the_short_form():
    assert kind_of_short(["deep LSTM"], ["LSTM", "LSTMs"])
    assert not kind_of_short(["deep lstm"], ["memory"])
