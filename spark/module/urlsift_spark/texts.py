"""Components of similar texts and sequences, which have no host to be divided by.

Each row gets keys: its rarest terms, in an order that all tasks share, so that two similar rows have one in common. Keys are dealt to
partitions. A partition gets each row that has one of its keys once, compares the rows of each key, and gives pairs; each row then takes the
smallest number among its neighbours until nothing changes. The counts of terms are all that each task has a copy of. The components are
those of `urlsift cluster --exact`.
"""

import numpy
import pyarrow
import pyarrow.compute
from pyspark import StorageLevel
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, BinaryType, LongType, StringType, StructField, StructType

from .columns import buffers
from .lines import PLACED
from .packs import PACKS, exchange, packed, unpacked
from .settings import Refused
from .workers import settle

#: Terms with the number of rows that have them; without a term, the number of rows.
COUNTS = StructType([StructField("term", LongType()), StructField("rows", LongType())])
#: The same as arrays of numbers, in each row those of a partition.
COUNT_ARRAYS = StructType([StructField("terms", BinaryType()), StructField("rows", BinaryType()), StructField("total", LongType())])
#: Pairs of places as arrays of numbers, and pair by pair.
PAIR_ARRAYS = StructType([StructField("ones", BinaryType()), StructField("others", BinaryType())])
PAIRS = StructType([StructField("one", LongType()), StructField("other", LongType())])
LABELLED = StructType([*PLACED.fields, StructField("group", LongType()), StructField("size", LongType())])
SHAPED = StructType([*LABELLED.fields, StructField("shape", StringType())])
#: From this threshold on, words are compared in their order.
ORDERED = 95
#: So many pairs are joined by the driver: a round on executors takes seconds however few they are.
SMALL = 1 << 23
#: A partition has so many rows, if there are enough partitions. Most rows have keys in several.
ROWS = 1 << 18


def components(session, rows, settings, partitions=None, reading=iter, together=None):
    """Gives rows with the columns `place`, `line`, `group` (the smallest place of the component), `size` and `shape`.

    `reading` makes rows of `place` and `line` of `rows`, on executors. They are read three times. The pairs `together`, of `one` and `other`
    place, are in one component whatever their lines are.
    """
    if float(settings.threshold) >= ORDERED or settings.metric != "overlap":
        raise Refused(f"below a threshold of {ORDERED}, texts and sequences have terms to be divided by; at {settings.threshold:g} they learn from the whole list, and by simhash they have none")
    counts = _counts(rows, settings, reading)
    count = partitions or _partitions(session, counts[-1])
    counts = session.sparkContext.broadcast(counts)
    packs = exchange(rows.mapInArrow(Keying(settings, reading, counts, count), PACKS), count)
    pairs = packs.mapInArrow(Joining(settings, counts), PAIR_ARRAYS)
    if together is not None:
        pairs = pairs.union(together.mapInArrow(_pair_arrays, PAIR_ARRAYS))
    pairs = pairs.persist(StorageLevel.DISK_ONLY)
    amount = pairs.select(F.sum(F.length("ones")) / 8).first()[0] or 0
    if amount <= SMALL:
        labels = session.sparkContext.broadcast(_labels_here(pairs))
        labelled = rows.mapInArrow(Labelling(settings, reading, labels), SHAPED)
    else:
        labelled = _labelled(session, rows.mapInArrow(Labelling(settings, reading, None), SHAPED), smallest(pairs.mapInArrow(_pair_rows, PAIRS)))
        labelled = labelled.mapInArrow(Shaping(settings), SHAPED)
    labelled = labelled.persist(StorageLevel.DISK_ONLY)
    firsts = labelled.where("place = group")
    shapes = firsts.where("size > 1").select("group", "shape")
    others = labelled.where("place <> group").drop("shape").join(shapes, "group")
    return firsts.unionByName(others)


def _partitions(session, rows):
    """How many partitions so many rows are worth: one for each task at a time at least, and as many as Spark is told at most."""
    told = int(session.conf.get("spark.sql.shuffle.partitions"))
    return min(told, max(session.sparkContext.defaultParallelism, rows // ROWS))


def _labelled(session, rows, labels):
    """Rows with the group and the size that labels give them."""
    labels = labels.withColumnRenamed("first", "place").persist(StorageLevel.DISK_ONLY)
    sizes = labels.groupBy("component").agg(F.count("*").alias("count"))
    of_place = labels.join(sizes, "component")
    joined = rows.drop("group", "size", "shape").join(of_place, "place", "left")
    group, size = F.coalesce("component", "place").alias("group"), F.coalesce("count", F.lit(1)).alias("size")
    return joined.select("place", "line", group, size)


def smallest(pairs):
    """Gives each number of a pair, as `first`, with the smallest one that pairs connect it with, as `component`."""
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


def smallest_here(one, other):
    """The same of arrays: the numbers of all pairs in order, and the smallest one of each."""
    names, at = numpy.unique(numpy.concatenate([one, other]), return_inverse=True)
    one, other = at.reshape(2, -1)
    labels, before = numpy.arange(len(names)), None
    while before is None or (labels != before).any():
        before = labels.copy()
        least = numpy.minimum(labels[one], labels[other])
        numpy.minimum.at(labels, one, least)
        numpy.minimum.at(labels, other, least)
        labels = labels[labels]
    return names, names[labels]


def _labels_here(pairs):
    """The places of all pairs in order, and the component of each with its size."""
    given = pairs.collect()
    ends = (numpy.frombuffer(b"".join(column), numpy.int64) for column in zip(*given)) if given else (numpy.empty(0, numpy.int64),) * 2
    places, components = smallest_here(*ends)
    _, at, sizes = numpy.unique(components, return_inverse=True, return_counts=True)
    return places, components, sizes[at]


def _counts(rows, settings, reading):
    """The terms of several rows as `DividedTerms.add_counts` takes them."""
    counted = rows.mapInArrow(Counting(settings, reading), COUNTS).groupBy("term").agg(F.sum("rows").alias("rows"))
    # A term that nobody has counted is one of a single row.
    several = counted.where("rows > 1 or term is null").mapInArrow(_count_arrays, COUNT_ARRAYS).collect()
    return b"".join(part.terms for part in several), b"".join(part.rows for part in several), sum(part.total for part in several)


def _count_arrays(batches):
    """Makes arrays of counts."""
    for batch in batches:
        is_term = pyarrow.compute.is_valid(batch.column("term"))
        terms, rows = (batch.column(name).filter(is_term).to_numpy() for name in ("term", "rows"))
        total = batch.column("rows").filter(pyarrow.compute.invert(is_term)).to_numpy().sum()
        yield pyarrow.RecordBatch.from_pydict({"terms": [terms.tobytes()], "rows": [rows.astype(numpy.uint32).tobytes()], "total": [int(total)]})


def _pair_arrays(batches):
    """Makes arrays of pairs."""
    for batch in batches:
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array([end.to_numpy().tobytes()]) for end in batch.columns], PAIR_ARRAYS.names)


def _pair_rows(batches):
    """Makes rows of arrays of pairs."""
    for batch in batches:
        for ends in zip(batch.column("ones"), batch.column("others")):
            numbers = [pyarrow.array(numpy.frombuffer(end.as_py(), numpy.int64)) for end in ends]
            yield pyarrow.RecordBatch.from_arrays(numbers, PAIRS.names)


class Counting:
    """Runs on executors: counts terms."""

    def __init__(self, settings, reading):
        self.settings = settings
        self.reading = reading

    def __call__(self, batches):
        """Takes rows as `components` does."""
        settle()
        terms = self.settings.terms()
        for batch in self.reading(batches):
            terms.count(*buffers(batch.column("line")))
        tokens, counts, total = terms.counts()
        tokens = pyarrow.array(numpy.frombuffer(tokens, numpy.int64))
        counts = pyarrow.array(numpy.frombuffer(counts, numpy.uint32).astype(numpy.int64))
        yield pyarrow.RecordBatch.from_arrays([tokens, counts], COUNTS.names)
        none = pyarrow.array([None], pyarrow.int64())
        yield pyarrow.RecordBatch.from_arrays([none, pyarrow.array([total], pyarrow.int64())], COUNTS.names)


class Keying:
    """Runs on executors: packs rows with their keys for the partitions that keys are dealt to."""

    def __init__(self, settings, reading, counts, count):
        self.settings = settings
        self.reading = reading
        self.counts = counts
        self.count = count

    def __call__(self, batches):
        """Takes rows as `components` does."""
        settle()
        return packed(self._dealt(batches), self.count, lambda rows: rows.column("part").to_numpy())

    def _dealt(self, batches):
        """Rows, each as often as partitions have a key of it."""
        terms = self.settings.terms()
        terms.add_counts(*self.counts.value)
        for batch in self.reading(batches):
            ends, keys = terms.keys(*buffers(batch.column("line")))
            keys = numpy.frombuffer(keys, numpy.int64)
            row = numpy.repeat(numpy.arange(len(batch)), numpy.diff(numpy.frombuffer(ends, numpy.uint32), prepend=numpy.uint32(0)))
            part = (keys.view(numpy.uint64) % numpy.uint64(self.count)).astype(numpy.int64)
            both = row * self.count + part
            order = numpy.argsort(both, kind="stable")
            dealt, begins = numpy.unique(both[order], return_index=True)
            keys = pyarrow.ListArray.from_arrays(numpy.append(begins, len(keys)).astype(numpy.int32), pyarrow.array(keys[order]))
            rows = batch.take(pyarrow.array(dealt // self.count))
            yield pyarrow.RecordBatch.from_arrays([*rows.columns, keys, pyarrow.array(dealt % self.count)], [*rows.schema.names, "keys", "part"])


class Joining:
    """Runs on executors: compares the rows of each key."""

    def __init__(self, settings, counts):
        self.settings = settings
        self.counts = counts

    def __call__(self, packs):
        """Takes packs of rows with their keys in this partition."""
        settle()
        terms = self.settings.terms()
        terms.add_counts(*self.counts.value)
        for rows in unpacked(packs):
            keys = rows.column("keys")
            ends = numpy.cumsum(keys.value_lengths().to_numpy(), dtype=numpy.uint32)
            names = rows.column("place").to_numpy()
            terms.add(names.tobytes(), ends.tobytes(), keys.flatten().to_numpy().tobytes(), *buffers(rows.column("line")))
        yield pyarrow.RecordBatch.from_pydict(dict(zip(PAIR_ARRAYS.names, ([numbers] for numbers in terms.pairs()))))


class Labelling:
    """Runs on executors: gives rows that are compared at all the group and the size that labels say, and shapes to first ones."""

    def __init__(self, settings, reading, labels):
        self.settings = settings
        self.reading = reading
        #: Of some places in order the group and the size; all others are alone.
        self.labels = labels

    def __call__(self, batches):
        """Takes rows as `components` does."""
        settle()
        return Shaping(self.settings)(self._labelled(batches))

    def _labelled(self, batches):
        terms = self.settings.terms()
        labelled, groups, sizes = self.labels.value if self.labels else numpy.empty((3, 0), numpy.int64)
        for batch in self.reading(batches):
            compared = numpy.frombuffer(terms.are_compared(*buffers(batch.column("line"))), numpy.uint8)
            batch = batch.filter(pyarrow.array(compared.astype(bool)))
            places = batch.column("place").to_numpy()
            group, size = places.copy(), numpy.ones(len(places), numpy.int64)
            at = numpy.searchsorted(labelled, places)
            has_label = at < len(labelled)
            has_label[has_label] = labelled[at[has_label]] == places[has_label]
            group[has_label], size[has_label] = groups[at[has_label]], sizes[at[has_label]]
            yield pyarrow.RecordBatch.from_arrays([batch.column("place"), batch.column("line"), pyarrow.array(group), pyarrow.array(size)], LABELLED.names)


class Shaping:
    """Runs on executors: shows the first row of each component."""

    def __init__(self, settings):
        self.settings = settings

    def __call__(self, batches):
        """Takes rows of `place`, `line`, `group` and `size`."""
        settle()
        sift = self.settings.sift()
        for batch in batches:
            is_first = batch.column("place").to_numpy() == batch.column("group").to_numpy()
            shapes = sift.shapes_of_column(*buffers(batch.column("line").filter(pyarrow.array(is_first))))
            # The shapes of first rows, and nothing for the others.
            at = numpy.cumsum(is_first) - 1
            shape = pyarrow.array(shapes, pyarrow.string()).take(pyarrow.array(at, mask=~is_first))
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, shape], SHAPED.names)
