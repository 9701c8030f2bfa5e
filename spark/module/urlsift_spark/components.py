"""Which nodes hang together: connected components, called by their smallest node.

Alternating large and small stars (Kiveris et al., "Connected Components in MapReduce and Beyond", 2014). In each round every node is
joined to the smallest of its neighbours instead of the neighbours to each other: first those that are larger than itself, then
those that are smaller. Stars grow together until each component is one, after about log(n) rounds; no round makes more edges than
there were, and no two nodes of a component are ever listed in pairs.
"""

from pyspark.sql import Window
from pyspark.sql import functions as F


def components(edges, cuts):
    """Gives `node` and `root` for every node of the edges (`node`, `other`) that is not itself the smallest of its component."""
    measures = [F.count(F.lit(1)).alias("edges"), F.sum(F.xxhash64("node", "other").cast("decimal(20)")).alias("sum")]
    towards = F.greatest("node", "other").alias("node"), F.least("node", "other").alias("other")
    edges = edges.where("node != other").select(*towards).distinct()
    edges, before = cuts.cut(edges, "join what shares a key", *measures)
    rounds = 0
    while before["edges"]:
        rounds += 1
        joined, after = cuts.cut(_small_stars(_large_stars(edges)), f"components, round {rounds}", *measures)
        cuts.drop(edges)
        edges = joined
        if after == before:
            break
        before = after
    return edges.withColumnRenamed("other", "root"), rounds


def _large_stars(edges):
    """Joins the larger neighbours of each node to the smallest of all its neighbours and itself."""
    both = edges.unionByName(edges.select(F.col("other").alias("node"), F.col("node").alias("other")))
    least = F.least("node", F.first("other").over(_neighbours()))
    return both.withColumn("least", least).where("other > node").select(F.col("other").alias("node"), F.col("least").alias("other"))


def _small_stars(edges):
    """Joins the smaller neighbours of each node, and itself, to the smallest of them. All edges lead to the smaller node."""
    least = F.first("other").over(_neighbours())
    # The node itself stands where its smallest neighbour does, which needs no edge of its own.
    moved = F.when(F.col("other") == F.col("least"), F.col("node")).otherwise(F.col("other"))
    return edges.withColumn("least", least).select(moved.alias("node"), F.col("least").alias("other")).distinct()


def _neighbours():
    # In this order the first one is the smallest, and nothing of a star is held in memory.
    return Window.partitionBy("node").orderBy("other").rowsBetween(Window.unboundedPreceding, Window.currentRow)
