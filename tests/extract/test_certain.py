import pytest

from kg.extract.neural.certain import same_words, spelled_out, two_things

ONE = [
    ("random forests", "random forest algorithm"),
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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("WGANs", "Wasserstein GAN"),
        ("POS tagging", "Part-of-speech tagging"),
        ("nonlinear MPC", "nonlinear model predictive control"),
        ("C3RL", "constrained convex contrastive reinforcement learning"),
        ("LLM-based SQG", "large language model based scientific question generation"),
    ],
)
def test_initials_stand_for_their_words_within_a_form(one, other):
    assert spelled_out(one, other) and spelled_out(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("deep RL", "deep representation learning"),
        ("VAE training", "variational autoencoder pruning"),
        ("GAN", "GAN"),
        ("MPC", "mean"),
        ("linear MPC", "nonlinear model predictive control"),
        ("DCRNN", "recurrent neural networks"),
        ("", "WGAN"),
    ],
)
def test_initials_of_other_words_stand_for_nothing(one, other):
    assert not spelled_out(one, other) and not spelled_out(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("deep LSTM", "LSTM"),
        ("ResNet-50", "ResNet-101"),
        ("uniform compression", "non-uniform compression"),
        ("discrete problems", "continuous problems"),
    ],
)
def test_what_cannot_be_one_thing_is_two(one, other):
    assert two_things([one], ["neither", other]) and two_things([other], [one])


@pytest.mark.parametrize(
    ("one", "other"),
    [("deep lstm", "memory"), ("GNN", "graph neural network"), ("object detection", "detection")],
)
def test_what_may_be_one_thing_is_left_to_the_network(one, other):
    assert not two_things([one], [other])
