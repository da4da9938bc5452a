import networkx as nx
import numpy as np
import pytest

from kg.view.layout.communities import RESOLUTION, cluster
from kg.view.layout.packing import extents, pack
from kg.view.layout.values import as_links

Pairs = list[tuple[int, int]]


def communities(count: int, pairs: Pairs) -> list[set[int]]:
    home = np.arange(count)
    for labels in cluster(count, as_links(pairs)):
        home = labels[home]
    return [set(np.flatnonzero(home == label).tolist()) for label in range(int(home.max()) + 1)]


def test_two_cliques_joined_by_one_link_are_two_communities() -> None:
    clique = [(i, j) for i in range(6) for j in range(i)]
    pairs = clique + [(i + 6, j + 6) for i, j in clique] + [(0, 6)]
    found = communities(12, pairs)
    assert sorted(map(sorted, found)) == [list(range(6)), list(range(6, 12))]


def test_nodes_without_links_are_one_community() -> None:
    found = communities(6, [(0, 1), (3, 3)])
    assert sorted(map(sorted, found)) == [[0, 1], [2, 3, 4, 5]]


def test_a_link_given_more_often_binds_more() -> None:
    ring = [(n, (n + 1) % 4) for n in range(4)]
    assert sorted(map(sorted, communities(4, ring + [(0, 1), (2, 3)] * 9))) == [[0, 1], [2, 3]]


@pytest.mark.parametrize("graph", [
    nx.karate_club_graph(),
    nx.les_miserables_graph(),
    nx.barabasi_albert_graph(400, 3, seed=1),
    nx.random_partition_graph([60, 50, 40, 30, 20], 0.3, 0.02, seed=2),
])  # fmt: skip
def test_communities_are_as_good_as_those_of_networkx(graph: "nx.Graph[int]") -> None:
    plain: nx.Graph[int] = nx.convert_node_labels_to_integers(nx.Graph(graph.edges))
    found = communities(len(plain), list(plain.edges))
    known = nx.community.louvain_communities(plain, resolution=RESOLUTION, seed=1)
    ours, theirs = (
        nx.community.modularity(plain, parts, resolution=RESOLUTION) for parts in (found, known)
    )
    assert ours > 0.95 * theirs


def test_a_crowd_of_small_communities_pushes_no_large_one_away() -> None:
    large, small = np.linspace(100, 40, 20), np.full(600, 4.0)
    discs = np.concatenate([large, small])
    among = [(a, b) for a in range(20) for b in range(a)]
    alone = extents(pack(large, as_links(among)), large)
    crowd = as_links([*among, *((n % 20, n) for n in range(20, 620, 3))])
    places = pack(discs, crowd)
    assert np.allclose(extents(places[:20], large), alone, rtol=0.15)
    gaps = np.abs(places[:, None] - places[None, :]) - discs[:, None] - discs[None, :]
    np.fill_diagonal(gaps, 0)
    assert gaps.min() >= -1e-6
