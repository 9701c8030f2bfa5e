"""Groups: `urlsift cluster`, one host beside the other, and components over what hosts share."""

from dataclasses import dataclass

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .components import components
from .edges import edges
from .readings import read
from .settings import Refused


@dataclass(frozen=True)
class Groups:
    """The groups of a list."""

    #: `group` (the number of its first line), `size`, `shape`, `place` (the number of a line) and `line`.
    lines: DataFrame
    #: How many lines have too many keys: they are in one group with lines of the same bytes only.
    wide: int
    rounds: int


def cluster(session, lines, settings, cuts, partitions=None, min_size=1, top=None):
    """Groups a list. The result is read from `cuts` and is lost with them."""
    if settings.as_ != "urls":
        raise Refused(f"a list is divided by host, and {settings.as_} have none: urlsift cluster groups them")
    if settings.metric != "overlap":
        raise Refused(f"groups are those of the metric overlap, not {settings.metric}: use --metric overlap")
    counted = F.sum(F.col("is_wide").cast("int")).alias("wide")
    readings, found = cuts.cut(read(session, lines, settings, partitions), "read every line as the whole list leads to", counted)
    bands = readings.where("keys is not null").select("node", F.explode("keys").alias("key"))
    joined, _ = edges(session, bands, cuts)
    roots, rounds = components(joined, cuts)
    members = readings.join(roots, "node", "left").withColumn("group", F.coalesce("root", "node"))
    sizes = members.groupBy("group").agg(F.count(F.lit(1)).alias("size"))
    if min_size > 1:
        sizes = sizes.where(F.col("size") >= min_size)
    if top is not None:
        sizes = sizes.orderBy(F.desc("size"), "group").limit(top)
    # The first line of a group is the first of its node too, so it has a shape.
    shapes = readings.where("node = place").select(F.col("place").alias("group"), "shape")
    sizes, _ = cuts.cut(sizes.join(shapes, "group"), "count lines of groups")
    grouped = members.select("group", "place", "line").join(sizes, "group")
    return Groups(grouped.select("group", "size", "shape", "place", "line"), found["wide"] or 0, rounds)
