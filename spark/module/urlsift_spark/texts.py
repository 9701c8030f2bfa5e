"""Components of similar texts and sequences, which have no host to be divided by.

Each row gets keys: its rarest terms, in an order that all tasks share, so that two similar rows have one in common. The rows of a key come
to one task, which compares them and gives pairs; each row then takes the smallest number among its neighbours until nothing changes. The
counts of terms are all that each task has a copy of. The components are those of `urlsift cluster --exact`.
"""

import numpy
import pyarrow
from pyspark import StorageLevel
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, LongType, StringType, StructField, StructType

from .columns import buffers
from .lines import PLACED
from .settings import Refused
from .workers import settle

#: Terms with the number of rows that have them; without a term, the number of rows.
COUNTS = StructType([StructField("term", LongType()), StructField("rows", LongType())])
KEYED = StructType([*PLACED.fields, StructField("node", LongType()), StructField("keys", ArrayType(LongType()))])
PAIRS = StructType([StructField("one", LongType()), StructField("other", LongType())])
SHAPES = StructType([StructField("group", LongType()), StructField("shape", StringType())])
#: From this threshold on, words are compared in their order.
ORDERED = 95
#: So many pairs are joined by the driver: a round on executors takes seconds however few they are.
SMALL = 1 << 20


def components(session, rows, settings, partitions=None):
    """Gives rows of `place` and `line` with the columns `group` (the smallest place of the component), `size` and `shape`."""
    if float(settings.threshold) >= ORDERED or settings.metric != "overlap":
        raise Refused(f"below a threshold of {ORDERED}, texts and sequences have terms to be divided by; at {settings.threshold:g} they learn from the whole list, and by simhash they have none")
    rows = rows.persist(StorageLevel.DISK_ONLY)
    counts = session.sparkContext.broadcast(_counts(rows, settings))
    keyed = rows.mapInArrow(Keying(settings, counts), KEYED).where(F.col("node").isNotNull()).persist(StorageLevel.DISK_ONLY)
    # Equal rows are compared once.
    first = F.min(F.struct("place", "line", "keys")).alias("first")
    nodes = keyed.groupBy("node").agg(first).select("node", "first.*").persist(StorageLevel.DISK_ONLY)
    spread = nodes.select(F.explode("keys").alias("key"), "place", "line")
    spread = spread.repartition(partitions, "key") if partitions else spread.repartition("key")
    pairs = spread.mapInArrow(Joining(settings, counts), PAIRS)
    labels = smallest(session, pairs)
    group = F.coalesce("component", "first").alias("group")
    of_node = nodes.select("node", F.col("place").alias("first")).join(labels, "first", "left").select("node", group)
    grouped = keyed.select("place", "line", "node").join(of_node, "node").drop("node").persist(StorageLevel.DISK_ONLY)
    sizes = grouped.groupBy("group").agg(F.count("*").alias("size"))
    shapes = grouped.where("place = group").mapInArrow(Shaping(settings), SHAPES)
    return grouped.join(sizes, "group").join(shapes, "group").select("place", "line", "group", "size", "shape")


def smallest(session, pairs):
    """Gives each number of a pair, as `first`, with the smallest one that pairs connect it with, as `component`."""
    pairs = pairs.persist(StorageLevel.DISK_ONLY)
    if pairs.count() <= SMALL:
        return _smallest_here(session, pairs)
    edges = pairs.union(pairs.select("other", "one")).distinct().persist(StorageLevel.DISK_ONLY)
    labels = edges.groupBy(F.col("one").alias("first")).agg(F.min("other").alias("least"))
    labels = labels.select("first", F.least("first", "least").alias("component")).localCheckpoint()
    while True:
        of_others = edges.join(labels.select(F.col("first").alias("other"), "component"), "other")
        least = of_others.groupBy(F.col("one").alias("first")).agg(F.min("component").alias("least"))
        nearer = labels.join(least, "first").select("first", F.least("component", "least").alias("component"))
        # The label of a label is no larger, and halves the way.
        above = nearer.select(F.col("first").alias("component"), F.col("component").alias("above"))
        next = nearer.join(above, "component").select("first", F.col("above").alias("component")).localCheckpoint()
        changed = next.join(labels.withColumnRenamed("component", "before"), "first").where("component <> before")
        is_done = changed.isEmpty()
        labels = next
        if is_done:
            return labels


def _smallest_here(session, pairs):
    """The same, by the driver."""
    given = pairs.toPandas()
    names, at = numpy.unique(given[["one", "other"]].to_numpy().ravel(), return_inverse=True)
    one, other = at.reshape(-1, 2).T
    labels, before = numpy.arange(len(names)), None
    while before is None or (labels != before).any():
        before = labels.copy()
        least = numpy.minimum(labels[one], labels[other])
        numpy.minimum.at(labels, one, least)
        numpy.minimum.at(labels, other, least)
        labels = labels[labels]
    import pandas

    return session.createDataFrame(pandas.DataFrame({"first": names, "component": names[labels]}), "first long, component long")


def _counts(rows, settings):
    """The terms of all rows as `DividedTerms.add_counts` takes them."""
    counted = rows.mapInArrow(Counting(settings), COUNTS).groupBy("term").agg(F.sum("rows").alias("rows")).persist(StorageLevel.DISK_ONLY)
    total = counted.where("term is null").first()
    # A column with a null would have become numbers with a point.
    terms = counted.where("term is not null").toPandas()
    counted.unpersist()
    return terms["term"].to_numpy(numpy.int64).tobytes(), terms["rows"].to_numpy().astype(numpy.uint32).tobytes(), total["rows"] if total else 0


class Counting:
    """Runs on executors: counts terms."""

    def __init__(self, settings):
        self.settings = settings

    def __call__(self, batches):
        """Takes rows with the column `line`."""
        settle()
        terms = self.settings.terms()
        for batch in batches:
            terms.count(*buffers(batch.column("line")))
        tokens, counts, total = terms.counts()
        tokens = pyarrow.array(numpy.frombuffer(tokens, numpy.int64))
        counts = pyarrow.array(numpy.frombuffer(counts, numpy.uint32).astype(numpy.int64))
        yield pyarrow.RecordBatch.from_arrays([tokens, counts], ["term", "rows"])
        none = pyarrow.array([None], pyarrow.int64())
        yield pyarrow.RecordBatch.from_arrays([none, pyarrow.array([total], pyarrow.int64())], ["term", "rows"])


class Weighed:
    """Runs on executors: knows how frequent terms are."""

    def __init__(self, settings, counts):
        self.settings = settings
        self.counts = counts

    def terms(self):
        """What reads rows."""
        settle()
        terms = self.settings.terms()
        terms.add_counts(*self.counts.value)
        return terms


class Keying(Weighed):
    """Runs on executors: gives rows their keys, and equal ones the same node. Rows that are in no component have none."""

    def __call__(self, batches):
        """Takes rows of `place` and `line`."""
        terms = self.terms()
        for batch in batches:
            nodes, compared, ends, keys = terms.keys(*buffers(batch.column("line")))
            nodes = pyarrow.array(numpy.frombuffer(nodes, numpy.int64), mask=numpy.frombuffer(compared, numpy.uint8) == 0)
            ends = pyarrow.array(numpy.concatenate([[0], numpy.frombuffer(ends, numpy.uint32)]).astype(numpy.int32))
            keys = pyarrow.ListArray.from_arrays(ends, pyarrow.array(numpy.frombuffer(keys, numpy.int64)))
            columns = [batch.column("place"), batch.column("line"), nodes, keys]
            yield pyarrow.RecordBatch.from_arrays(columns, ["place", "line", "node", "keys"])


class Joining(Weighed):
    """Runs on executors: compares the rows of each key."""

    def __call__(self, batches):
        """Takes rows of `key`, `place` and `line`, all of a key."""
        terms = self.terms()
        for batch in batches:
            keys, names = (batch.column(name).to_numpy().tobytes() for name in ("key", "place"))
            terms.add(keys, names, *buffers(batch.column("line")))
        pairs = [pyarrow.array(numpy.frombuffer(numbers, numpy.int64)) for numbers in terms.pairs()]
        yield pyarrow.RecordBatch.from_arrays(pairs, ["one", "other"])


class Shaping:
    """Runs on executors: shows the first row of each component."""

    def __init__(self, settings):
        self.settings = settings

    def __call__(self, batches):
        """Takes first rows."""
        settle()
        sift = self.settings.sift()
        for batch in batches:
            shapes = pyarrow.array(sift.shapes_of_column(*buffers(batch.column("line"))), pyarrow.string())
            yield pyarrow.RecordBatch.from_arrays([batch.column("group"), shapes], ["group", "shape"])
