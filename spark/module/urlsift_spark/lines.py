"""Lists as data frames: each line with its place, which orders lines as one machine reads them.

Spark says of a line in which file it is, at which byte the block starts that a task has read, and nothing else; the rows of a block come
in order. So a line gets the place (start of its block + its number in the block), which no two lines share: every line takes a byte
at least, its line end.

Lines are bytes. As text, Spark replaces what is not UTF-8, and unless it is told otherwise it also ends lines at carriage returns.
"""

from dataclasses import dataclass

import numpy
import pyarrow
from pyspark.sql import functions as F
from pyspark.sql.types import BinaryType, LongType, StructField, StructType

from . import inputs
from .inputs import BYTE_ORDER_MARK
from .settings import Refused

#: A place is the number of a file above this bit, and where the line is in the file below: half a million files of 16 TB.
FILE_BIT = 44
MAX_FILES = 1 << (63 - FILE_BIT)
FORMATS = ("text", "parquet")
#: The columns of lines with their places.
PLACED = StructType([StructField("place", LongType()), StructField("line", BinaryType())])


@dataclass(frozen=True)
class Lines:
    """A list: files, directories or patterns, read in this order as one list.

    `format` is "text" or "parquet", or None to go by the names. Lines of text may be JSON objects: the filter finds the URL in them.
    `column` names the column of Parquet files with the URL.
    """

    paths: tuple
    format: str | None = None
    column: str = "url"

    @property
    def kind(self):
        """What the files hold."""
        if self.format:
            return self.format
        return "parquet" if any(path.rstrip("/").endswith(".parquet") for path in self.paths) else "text"

    def read(self, session, numbered=False):
        """Gives the columns `place`, `line` (bytes), and for Parquet `row`, the columns that the line is from.

        If `numbered`, places are the numbers of the lines, from 1: the list is read twice.
        """
        rows, numbering, schema = self.unplaced(session, numbered)
        return rows.mapInArrow(numbering, schema) if numbering else rows

    def unplaced(self, session, numbered=False):
        """Gives rows, what makes those of `read` of them on executors if that is anything, and the columns of these."""
        rows, found = self._rows(session)
        starts = _numbers(session, rows, found) if numbered else _offsets(session, found)
        if self.kind == "parquet":
            rows = _placed(rows, starts).select((F.col("start") + F.col("at")).alias("place"), "line", "row")
            return rows, None, rows.schema
        return _placed(rows, starts).select("start", "value"), Numbering(_marked(starts, found)), PLACED

    def _rows(self, session):
        """The rows as Spark reads them, with `file`, `block` and what is needed of them."""
        if self.kind != "parquet":
            find = lambda paths: session.read.text(paths, lineSep="\n")
            found = inputs.find(session, find, self.paths, is_text=True)
            file, block = F.col("_metadata.file_path").alias("file"), F.col("_metadata.file_block_start").alias("block")
            return find(list(self.paths)).select(F.col("value").cast("binary").alias("value"), file, block), found
        find = lambda paths: session.read.parquet(*([paths] if isinstance(paths, str) else paths))
        found = inputs.find(session, find, self.paths, is_text=False)
        rows = find(list(self.paths))
        if self.column not in rows.columns:
            raise Refused(f"there is no column {self.column!r}: use --column with one of {', '.join(rows.columns)}")
        line, row = F.col(self.column).cast("binary").alias("line"), F.struct(*rows.columns).alias("row")
        file, at = F.col("_metadata.file_path").alias("file"), F.col("_metadata.row_index").alias("at")
        return rows.select(line, row, file, F.lit(0).cast("long").alias("block"), at), found


class Numbering:
    """Runs on executors: gives lines their places."""

    def __init__(self, marked):
        self.marked = marked

    def __call__(self, batches):
        """Takes rows of `start` and `value`."""
        start, number = None, 0
        for batch in batches:
            starts, lines = batch.column("start").to_numpy(), batch.column("value")
            places = numpy.empty(len(starts), dtype=numpy.int64)
            begins = numpy.flatnonzero(numpy.diff(starts, prepend=~starts[:1]))
            for begin, end in zip(begins, [*begins[1:], len(starts)]):
                if starts[begin] != start:
                    start, number = starts[begin], 0
                    if start in self.marked:
                        lines = _marked_line(lines, begin)
                places[begin:end] = numpy.arange(start + number, start + number + end - begin)
                number += end - begin
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array(places), lines], ["place", "line"])


def _marked_line(lines, at):
    """Lines of which one begins with the byte order mark that Spark took away."""
    line = pyarrow.array([BYTE_ORDER_MARK + lines[at].as_py()], lines.type)
    return pyarrow.concat_arrays([lines[:at], line, lines[at + 1 :]])


def _offsets(session, found):
    """Places by the block's start: needs no look at the rows. A block takes the line that begins where it ends."""
    if len(found.paths) > MAX_FILES:
        raise Refused(f"cannot order {len(found.paths):,} files, more than {MAX_FILES:,}: join some of them first")
    rows = [(path, place << FILE_BIT) for place, path in enumerate(found.paths)]
    # What begins at the last byte of a block is the block's own: all others begin one later.
    start = F.col("first") + F.when(F.col("block") > 0, F.col("block") + 1).otherwise(0)
    return session.createDataFrame(rows, "file string, first long"), ["file"], start


def _numbers(session, rows, found):
    """Places by the number of lines before: counts the rows of every block."""
    counted = rows.groupBy("file", "block").count().collect()
    order = {path: place for place, path in enumerate(found.paths)}
    starts, before = [], 1
    for path, block, count in sorted(counted, key=lambda row: (order[row[0]], row[1])):
        starts.append((path, block, before))
        before += count
    return session.createDataFrame(starts, "file string, block long, start long"), ["file", "block"], F.col("start")


def _placed(rows, starts):
    """Joins the starts of blocks to their rows, by a copy for each executor."""
    table, keys, start = starts
    joined = rows.join(F.broadcast(table), keys, "left")
    # A file that Spark suddenly called by another name must not be left out.
    unknown = F.raise_error(F.concat(F.lit("no place is known for the lines of "), "file")).cast("long")
    return joined.withColumn("start", F.coalesce(start, unknown))


def _marked(starts, found):
    """The starts of the files that begin with a byte order mark."""
    if not found.marked:
        return frozenset()
    paths = {found.paths[place] for place in found.marked}
    table, _, start = starts
    if "block" not in table.columns:
        return frozenset(place << FILE_BIT for place in found.marked)
    return frozenset(row.start for row in table.where("block = 0").collect() if row.file in paths)
