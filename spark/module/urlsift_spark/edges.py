"""From keys to edges: the nodes that share a key form a star around the smallest of them. Listing their pairs would be quadratic."""

from pyspark.sql import functions as F

#: The largest star. A key with more nodes gets several, whose centres form a star in turn, so no task holds all nodes of one key.
CAP = 100_000
#: Up to so many shared keys, their centres are copied to every executor, and the keys of nodes stay where they are.
SMALL = 1_000_000


def edges(session, bands, cuts, cap=CAP, small=SMALL):
    """Gives `node` and `other` for `bands` of `node` and `key`."""
    counted = bands.groupBy("key").agg(F.min("node").alias("centre"), F.count("node").alias("count")).where("count > 1")
    counts = [F.count(F.lit(1)).alias("keys"), F.sum(F.when(F.col("count") > cap, 1).otherwise(0)).alias("hot")]
    centres, found = cuts.cut(counted, "find shared keys", *counts)
    if found["keys"] <= small:
        stars = bands.join(F.broadcast(centres), "key").select("node", F.col("centre").alias("other"))
    else:
        stars = _shuffled(bands, centres, cap, found["hot"])
    return stars.where("node != other"), found


def _shuffled(bands, centres, cap, hot):
    """Brings nodes and centres together by key; those of hot keys in several shares."""
    if not hot:
        return bands.join(centres, "key").select("node", F.col("centre").alias("other"))
    hot = F.broadcast(centres.where(F.col("count") > cap).select("key", F.ceil(F.col("count") / cap).alias("shares")))
    share = F.pmod(F.xxhash64("node"), F.coalesce("shares", F.lit(1))).alias("share")
    shared = bands.join(hot, "key", "left").select("key", "node", share)
    least = shared.groupBy("key", "share").agg(F.min("node").alias("least"))
    stars = shared.join(least, ["key", "share"]).select("node", F.col("least").alias("other"))
    return stars.unionByName(least.join(centres, "key").select(F.col("least").alias("node"), F.col("centre").alias("other")))
