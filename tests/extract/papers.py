"""Short papers in our own words, written to hold what extraction must get right."""

from kg.model import Paper


def paper(abstract: str, title: str = "", name: str = "p") -> Paper:
    return Paper(name, title, abstract)


WHOLE = paper(
    "We write the solver in C++ and compare GPT-4 and R-CNN with self-supervised learning. "
    "Agents are evaluated on SWE-bench Verified. An ε-greedy policy serves as baseline, and"
    " ℓ1 regression selects its features.",
    name="whole",
)

CORPUS = (
    WHOLE,
    paper(
        "We propose TideNet, a graph neural network (GNN) for traffic forecasting. GNNs pass"
        " messages over roads. TideNet outperforms recurrent neural networks and DCRNN on the"
        " METR-LA and PEMS-BAY datasets.",
        "TideNet: Graph Neural Networks for Traffic Forecasting",
        "tide",
    ),
    paper(
        "Semantic segmentation of aerial images needs many labels. We introduce a label-efficient"
        " loss that trains a vision transformer with contrastive learning. Experiments on the"
        " Vaihingen benchmark show gains over U-Net and DeepLabV3.",
        "Contrastive Pretraining for Aerial Images",
        "aerial",
    ),
    paper(
        "We study federated learning (FL) under differential privacy (DP). Our framework, called"
        " QuietFed, adds Gaussian noise to gradients. It improves image classification on CIFAR-10"
        " compared with FedAvg.",
        name="quiet",
    ),
    paper(
        "Large language models (LLMs) hallucinate. We present CiteBack, a retrieval-augmented"
        " generation pipeline for question answering, and release CiteBench, a new benchmark for"
        " hallucination detection. CiteBack beats GPT-4 on Natural Questions and on HotpotQA.",
        "CiteBack",
        "cite",
    ),
)

ODD = (
    paper("", name="empty"),
    paper(". . . . . . . .", name="dots"),
    paper("the of and", name="stop"),
    paper("x", name="letter"),
    paper("我们提出了一种新的图神经网络方法用于交通预测。" * 5, name="chinese"),
    paper(
        "Aquest treball presenta un mètode nou per a la detecció d'objectes en imatges aèries amb"
        " xarxes neuronals profundes i compara els resultats obtinguts amb altres tècniques.",
        name="catalan",
    ),
    paper(
        "Wir stellen ein neues Verfahren zur Erkennung von Objekten in Luftbildern vor und"
        " vergleichen es mit anderen Verfahren auf mehreren Datensätzen aus der Praxis und"
        " zeigen dabei deutliche Verbesserungen der Genauigkeit.",
        name="german",
    ),
    paper("", "Transformers", name="title-only-word"),
    paper("", name="title-only", title="Graph Neural Networks for Traffic Forecasting"),
)
