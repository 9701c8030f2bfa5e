"""Components of similar URLs over rows that are divided by host: each task has whole hosts, so it has whole components."""

import sys

import numpy
import pyarrow
import pyarrow.compute as pc
from pyspark import StorageLevel
from pyspark.sql import Window
from pyspark.sql import functions as F
from pyspark.sql.types import LongType, StringType, StructField, StructType

from .columns import buffers, check
from .division import divide, ordering, quoted
from .settings import Refused, Settings
from .spool import Spool
from .texts import components
from .workers import settle

#: The number of a row in its order.
ORDER = "urlsift_order"
#: The group that an earlier call gave a row.
KNOWN = "urlsift_known"

#: Settings that say what is kept, which components do not ask.
KEEPING = ("params", "same_answer", "max_per_host", "max_per_prefix", "keep", "suspects")
LIMITED = "{:,} lines with very many parts were not compared with all candidates: their components may be split; a higher threshold helps"


def cluster(frame, column, settings=None, leader=False, order=(), partitions=None, by=None, known=None):
    """Gives the rows of a data frame with the columns `group`, `size` and `shape`: the components of similar URLs.

    `column` holds the URLs, as strings or binary. `group` is the URL of the group's first row, which names the group, `size` how many
    rows it has, and `shape` its template. They are null for rows that belong to none: without a URL, or of more than 1 MiB. With
    `leader`, groups are those of the filter: each row belongs to the kept one that it is similar to. `order` is that of `filter`;
    without `leader`, it decides only which row is the first one of a group.

    Texts and sequences (`Settings(as_="text")`, `as_="events"`) have no host, and are divided by their rarest terms. With `by`, the name of
    a column, only rows with the same value there are compared, each value in one task that holds all its rows. With `known`, rows that an
    earlier call gave, the result has the rows of both: those of `known` come first and stay together, and new ones join their components.
    """
    settings = settings or Settings()
    taken = {"group", "size", "shape"} & set(frame.columns)
    if taken:
        raise Refused(f"the result has a column {min(taken)!r} of its own: rename that of the data frame")
    if not leader:
        settings.refuse("components are of all rows: use leader=True for groups of the filter, or", KEEPING)
    if known is not None and (by is not None or not settings.has_terms):
        raise Refused("only texts and sequences join known components, and not with by: group the rows of both together")
    if by is not None:
        return _cluster_each(frame, column, settings, leader, order, by)
    if settings.has_terms:
        return _cluster_terms(frame, column, settings, leader, order, partitions, known)
    divided = divide(frame, column, settings, order, partitions)
    return divided.mapInArrow(Clustering(settings, column, column, leader), with_groups(divided.schema, divided.schema[column].dataType))


def _cluster_each(frame, column, settings, leader, order, by):
    """The groups of the rows of each value of a column."""
    check(frame, column)
    schema = with_groups(frame.schema, frame.schema[column].dataType)
    clustering = Clustering(settings, column, column, leader)
    by_order = ordering(frame, column, order)
    numbered = frame.withColumn(ORDER, F.row_number().over(Window.partitionBy(by).orderBy(*by_order)))

    def of_value(rows):
        rows = rows.sort_values(ORDER).drop(columns=ORDER)
        batches = clustering(pyarrow.Table.from_pandas(rows, preserve_index=False).combine_chunks().to_batches())
        return pyarrow.Table.from_batches(batches).to_pandas()

    return numbered.groupBy(by).applyInPandas(of_value, schema)


def _cluster_terms(frame, column, settings, leader, order, partitions, known):
    """The components of texts or sequences."""
    if leader:
        raise Refused("groups of the filter depend on the order of all rows: leave out leader, or name a column with by=")
    check(frame, column)
    by_order = ordering(frame, column, order)
    rows = frame.withColumn(KNOWN, F.lit(None).cast(frame.schema[column].dataType))
    if known is not None:
        rows = rows.unionByName(known.withColumnRenamed("group", KNOWN).drop("size", "shape"))
    # Numbers in order; they must be the same whenever the rows are read.
    placed = rows.sort(F.col(KNOWN).isNull(), *by_order).withColumn(ORDER, F.monotonically_increasing_id()).persist(StorageLevel.DISK_ONLY)
    together = None
    if known is not None:
        first = F.min(ORDER).over(Window.partitionBy(KNOWN))
        together = placed.where(F.col(KNOWN).isNotNull()).select(F.col(ORDER).alias("one"), first.alias("other")).where("one <> other")
    lines = placed.select(F.col(ORDER).alias("place"), F.col(quoted(column)).cast("binary").alias("line"))
    found = components(frame.sparkSession, lines, settings, partitions, together=together)
    firsts = placed.select(F.col(ORDER).alias("number"), F.col(quoted(column)).alias("group"))
    groups = found.select("place", F.col("group").alias("number"), "size", "shape").join(firsts, "number").drop("number")
    joined = placed.join(groups, F.col(ORDER) == F.col("place"), "left")
    return joined.select(*(F.col(quoted(name)) for name in frame.columns), "group", "size", "shape")


def with_groups(schema, name):
    """The columns with those of groups; `name` is what groups are named by."""
    new = [StructField("group", name), StructField("size", LongType()), StructField("shape", StringType())]
    return StructType([*schema.fields, *new])


class Clustering:
    """Runs on executors: says to which group each row belongs."""

    def __init__(self, settings, column, name, leader=False, limited=None):
        self.settings = settings
        self.column = column
        #: The column whose value in the first row names a group.
        self.name = name
        self.leader = leader
        #: Counts the lines that were not compared with all candidates; without it, the log of the executor says how many.
        self.limited = limited

    def __call__(self, batches):
        """Takes rows in their order."""
        settle()
        clusters, spool = self.settings.clusters(self.leader), Spool()
        needs_learning, count = clusters.needs_learning, 0
        for batch in batches:
            (clusters.learn if needs_learning else clusters.add)(*buffers(batch.column(self.column)))
            spool.write(batch)
            count += batch.num_rows
        if not count:
            return
        if needs_learning:
            for batch in spool.read():
                clusters.add(*buffers(batch.column(self.column)))
        (*groups, shape_ends, shapes), limit_hits = clusters.groups()
        if limit_hits:
            self._note(limit_hits)
        lines, of, sizes = (numpy.frombuffer(column, numpy.uint32) for column in groups)
        firsts = lines[numpy.concatenate([[0], numpy.cumsum(sizes[:-1], dtype=numpy.int64)])] if len(sizes) else lines
        group_of = numpy.full(count, -1, numpy.int64)
        group_of[lines] = of
        # Groups in the order in which they begin, as their names are found.
        by_begin = numpy.argsort(firsts)
        rank = numpy.empty(len(sizes) + 1, numpy.int64)
        rank[by_begin], rank[-1] = numpy.arange(len(sizes)), -1
        is_first = numpy.zeros(count, bool)
        is_first[firsts] = True
        names = pyarrow.concat_arrays(self._firsts(spool, is_first))
        shapes = pyarrow.StringArray.from_buffers(len(sizes), pyarrow.py_buffer(shape_ends), pyarrow.py_buffer(shapes))
        shapes = pc.if_else(pc.equal(shapes, ""), None, shapes)
        begin = 0
        for batch in spool.read():
            of = group_of[begin : begin + batch.num_rows]
            begin += batch.num_rows
            has_none = of < 0
            group = names.take(pyarrow.array(rank[of], mask=has_none))
            size = pyarrow.array(sizes.astype(numpy.int64)[of] if len(sizes) else of, mask=has_none)
            shape = shapes.take(pyarrow.array(of, mask=has_none))
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, group, size, shape], [*batch.schema.names, "group", "size", "shape"])

    def _note(self, count):
        if self.limited is not None:
            self.limited.add(count)
        else:
            print(f"urlsift: {LIMITED.format(count)}", file=sys.stderr)

    def _firsts(self, spool, is_first):
        """The names of groups, in the order in which they begin."""
        begin = 0
        for batch in spool.read():
            yield batch.column(self.name).filter(pyarrow.array(is_first[begin : begin + batch.num_rows]))
            begin += batch.num_rows
