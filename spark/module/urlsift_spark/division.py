"""Dividing rows by host: what is similar comes to one task, in its order.

Rows get a `part`, a number made of what the filter takes for the host of the URL, or of the line if it is not a URL. Rows of one part
come to one task. Tasks have many parts each, which do not meet in a filter.
"""

import numpy
import pyarrow
from pyspark.sql import functions as F
from pyspark.sql.types import IntegerType, MapType, StructField, StructType

from .columns import buffers, check
from .workers import settle

PART = "urlsift_part"


def divide(frame, column, settings, order=(), partitions=None):
    """Brings the rows of a host together, ordered by `order`: names or columns. Spark chooses the number of partitions unless it is given.

    Without an order, rows are ordered by their URLs, and by all that they hold, so the same rows are always divided and ordered alike.
    """
    check(frame, column)
    settings.refuse_meeting_hosts()
    rows = frame.mapInArrow(Division(settings, column), with_part(frame.schema))
    rows = rows.repartition(partitions, PART) if partitions else rows.repartition(PART)
    return rows.sortWithinPartitions(*ordering(frame, column, order)).drop(PART)


def with_part(schema):
    """The columns with the part."""
    return StructType([StructField(PART, IntegerType()), *schema.fields])


def ordering(frame, column, order):
    """The columns by which rows are ordered."""
    order = [order] if isinstance(order, (str, type(F.lit(1)))) else list(order)
    if order:
        return order
    others = [field.name for field in frame.schema.fields if not _has_map(field.dataType)]
    return [F.col(quoted(column)).cast("binary"), F.xxhash64(*map(quoted, others))]


def _has_map(kind):
    """Whether a type is of maps, which have no order and no hash."""
    if isinstance(kind, StructType):
        return any(_has_map(field.dataType) for field in kind.fields)
    return isinstance(kind, MapType) or (hasattr(kind, "elementType") and _has_map(kind.elementType))


def quoted(name):
    """A name of a column, whatever is in it."""
    return "`" + name.replace("`", "``") + "`"


class Division:
    """Runs on executors: says to which part each row belongs."""

    def __init__(self, settings, column):
        self.settings = settings
        self.column = column

    def __call__(self, batches):
        """Takes rows with the column."""
        settle()
        sift = self.settings.sift()
        for batch in batches:
            parts = numpy.frombuffer(sift.parts_of_column(*buffers(batch.column(self.column))), numpy.uint64)
            parts = pyarrow.array(parts.astype(numpy.uint32).view(numpy.int32))
            yield pyarrow.RecordBatch.from_arrays([parts, *batch.columns], [PART, *batch.schema.names])
