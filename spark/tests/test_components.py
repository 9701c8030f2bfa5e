"""Components are those of union-find, whatever hangs together."""

import random

import pytest
from pyspark.sql import functions as F

from urlsift_spark import Cuts
from urlsift_spark.components import components
from urlsift_spark.edges import edges


def forest(pairs):
    """The smallest node of each node's component, by union-find; without those that are it themselves."""
    above = {}

    def root(node):
        while above.setdefault(node, node) != node:
            above[node] = above[above[node]]
            node = above[node]
        return node

    for pair in pairs:
        one, other = map(root, pair)
        above[max(one, other)] = min(one, other)
    return {node: root(node) for node in above if root(node) != node}


def found(session, pairs, directory):
    """The same by Spark, and the rounds that it took."""
    with Cuts(session, str(directory)) as cuts:
        roots, rounds = components(session.createDataFrame(pairs, "node long, other long"), cuts)
        result = {node: root for node, root in roots.collect()}
    assert list(directory.iterdir()) == []
    return result, rounds


@pytest.mark.parametrize("seed", range(3))
def test_random_graphs(session, tmp_path, seed):
    draw = random.Random(seed)
    count = [30, 300, 3000][seed]
    pairs = [(draw.randrange(count), draw.randrange(-3, count)) for _ in range(int(count * [1.5, 0.9, 0.5][seed]))]
    assert found(session, pairs, tmp_path)[0] == forest(pairs)


def test_nothing_hangs_together(session, tmp_path):
    assert found(session, [(4, 4)], tmp_path) == ({}, 0)


@pytest.mark.long
def test_a_chain_of_fifty_thousand(session, tmp_path):
    pairs = [(at, at + 1) for at in range(49_999)]
    roots, rounds = found(session, pairs, tmp_path)
    assert roots == {at: 0 for at in range(1, 50_000)}
    assert rounds <= 20


def test_a_chain(session, tmp_path):
    draw = random.Random(3)
    nodes = draw.sample(range(500), 500)
    assert found(session, list(zip(nodes, nodes[1:])), tmp_path)[0] == {node: 0 for node in range(1, 500)}


@pytest.mark.parametrize("small", [1000, 0], ids=["copied", "shuffled"])
def test_stars_have_a_largest_size(session, tmp_path, small):
    draw = random.Random(1)
    bands = [(node, 7) for node in range(0, 4000, 2)] + [(draw.randrange(9000), draw.randrange(10, 6000)) for _ in range(3000)]
    rows = session.createDataFrame(bands, "node long, key long").distinct()
    by_key = {}
    for node, key in bands:
        by_key.setdefault(key, []).append(node)
    with Cuts(session, str(tmp_path)) as cuts:
        stars, counts = edges(session, rows, cuts, cap=100, small=small)
        roots, _ = components(stars, cuts)
        assert {node: root for node, root in roots.collect()} == forest((nodes[0], node) for nodes in by_key.values() for node in nodes)
        assert counts["hot"] == 1
        if small == 0:
            # 2,000 nodes in 20 shares: beside the few edges of other keys, no centre has many more than its share.
            assert stars.groupBy("other").count().agg(F.max("count")).first()[0] < 200
