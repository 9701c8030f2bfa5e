"""Lists as data frames: each line with its place, which orders lines as one machine reads them.

Spark says of a line in which file it is, at which byte the block starts that a task has read, and nothing else; the rows of a block come
in order. So a line gets the place (start of its block + the bytes before it in the block), which no two lines share: every line takes a
byte at least, its line end.

Lines are bytes. As text, Spark replaces what is not UTF-8, and unless it is told otherwise it also ends lines at carriage returns.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy
import pyarrow
import pyarrow.compute as pc
from pyspark.sql import DataFrame
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
        found = self.find(session, numbered)
        return found.rows.mapInArrow(found.numbering, found.schema)

    def find(self, session, numbered=False):
        """Finds the rows without reading them."""
        rows, files = self._rows(session)
        if self.kind != "parquet" and not numbered and len(files.paths) == 1:
            # The path in each row, and a look at it, would take as long as reading the line.
            start = _start(F.lit(0), F.input_file_block_start())
            numbering = Numbering(frozenset({0} if files.marked else ()), numbered)
            return Found(rows.select(start.alias("start"), _bytes("value")), numbering, PLACED, files)
        rows = self._located(rows)
        starts = _numbers(session, rows, files) if numbered else _offsets(session, files)
        if self.kind == "parquet":
            rows = _placed(rows, starts, files).select((F.col("start") + F.col("at")).alias("place"), "line", "row")
            return Found(rows, iter, rows.schema, files)
        return Found(_placed(rows, starts, files).select("start", "value"), Numbering(_marked(starts, files), numbered), PLACED, files)

    def _rows(self, session):
        """The rows as Spark reads them, and the files."""
        is_text = self.kind != "parquet"
        # If one path is all, the frame that finds its files also reads them.
        read = cache(lambda *paths: session.read.text(list(paths), lineSep="\n") if is_text else session.read.parquet(*paths))
        files = inputs.find(session, read, self.paths, is_text)
        return read(*self.paths), files

    def _located(self, rows):
        """The rows with `file`, `block` and what is needed of them."""
        file = F.col("_metadata.file_path").alias("file")
        if self.kind != "parquet":
            return rows.select(_bytes("value"), file, F.col("_metadata.file_block_start").alias("block"))
        if self.column not in rows.columns:
            raise Refused(f"there is no column {self.column!r}: use --column with one of {', '.join(rows.columns)}")
        line, row = F.col(self.column).cast("binary").alias("line"), F.struct(*rows.columns).alias("row")
        return rows.select(line, row, file, F.lit(0).cast("long").alias("block"), F.col("_metadata.row_index").alias("at"))


@dataclass(frozen=True)
class Found:
    """The rows of a list that was found."""

    rows: DataFrame
    #: Makes those of `read` of them, on executors.
    numbering: Callable
    #: The columns of these.
    schema: StructType
    files: inputs.Inputs

    def bytes(self):
        """About how long the lines are together."""
        return sum(size * (4 if path.endswith(inputs.SUFFIXES) else 1) for size, path in zip(self.files.sizes, self.files.paths))

    def is_within(self, size):
        """Whether the lines are no longer than this together, for certain."""
        return sum(self.files.sizes) <= size and not any(path.endswith(inputs.SUFFIXES) for path in self.files.paths)

    def cuts(self, count):
        """The places at which a list is cut into so many ranges of about the same size, as far as files show it."""
        ends = numpy.cumsum([max(1, int(size * factor)) for size, factor in zip(self.files.sizes, map(_places_of_bytes, self.files.paths))])
        cuts = ends[-1] * numpy.arange(1, count) // count
        file = numpy.searchsorted(ends, cuts, "right")
        return (file << FILE_BIT) + cuts - numpy.append(0, ends)[file]


def _places_of_bytes(path):
    """How many places a byte of a file stands for, about."""
    if path.endswith(".parquet"):
        return 1 / 16
    return 4 if path.endswith(inputs.SUFFIXES) else 1


class Numbering:
    """Runs on executors: gives lines their places."""

    def __init__(self, marked, numbered):
        self.marked = marked
        #: Whether places are numbers of lines.
        self.numbered = numbered

    def __call__(self, batches):
        """Takes rows of `start` and `value`."""
        start, next = None, 0
        for batch in batches:
            starts, lines = batch.column("start").to_numpy(), batch.column("value")
            # Where each line begins in the batch, and where the last one ends.
            begins = numpy.arange(len(lines) + 1)
            if not self.numbered:
                begins = begins + numpy.frombuffer(lines.buffers()[1], numpy.int32)[lines.offset :][: len(lines) + 1]
            places = numpy.empty(len(lines), dtype=numpy.int64)
            changes = numpy.flatnonzero(numpy.diff(starts, prepend=~starts[:1]))
            for begin, end in zip(changes, [*changes[1:], len(lines)]):
                if starts[begin] != start:
                    start = next = starts[begin]
                    if start in self.marked:
                        lines = _marked_line(lines, begin)
                places[begin:end] = begins[begin:end] + (next - begins[begin])
                next += begins[end] - begins[begin]
            yield pyarrow.RecordBatch.from_arrays([pyarrow.array(places), lines], ["place", "line"])


def in_order(batches):
    """The lines of a list that is not compressed in the order of their places, from batches in any order.

    Places are at most what they stand for, bytes of a file: a line at a place within the bytes that were given comes next.
    """
    given, waiting = 0, []
    for rows in batches:
        lengths = pc.binary_length(rows.column("line")).to_numpy().astype(numpy.int64) + 1
        ends = given + numpy.cumsum(lengths)
        if waiting or (rows.column("place").to_numpy() > ends - lengths).any():
            waiting.append(rows)
        elif len(rows):
            given = ends[-1]
            yield rows
    if waiting:
        yield pyarrow.Table.from_batches(waiting).sort_by("place").combine_chunks().to_batches()[0]


def _marked_line(lines, at):
    """Lines of which one begins with the byte order mark that Spark took away."""
    line = pyarrow.array([BYTE_ORDER_MARK + lines[at].as_py()], lines.type)
    return pyarrow.concat_arrays([lines[:at], line, lines[at + 1 :]])


def _offsets(session, found):
    """Places by the block's start: needs no look at the rows. A block takes the line that begins where it ends."""
    if len(found.paths) > MAX_FILES:
        raise Refused(f"cannot order {len(found.paths):,} files, more than {MAX_FILES:,}: join some of them first")
    start = _start(F.col("first"), F.col("block"))
    if len(found.paths) == 1:
        return None, ["file"], start
    rows = [(path, place << FILE_BIT) for place, path in enumerate(found.paths)]
    return session.createDataFrame(rows, "file string, first long"), ["file"], start


def _bytes(name):
    return F.col(name).cast("binary").alias(name)


def _start(first, block):
    """Where the lines of a block start, in a file whose first place is `first`."""
    # What begins at the last byte of a block is the block's own: all others begin one later.
    return first + F.when(block > 0, block + 1).otherwise(0)


def _numbers(session, rows, found):
    """Places by the number of lines before: counts the rows of every block."""
    counted = rows.groupBy("file", "block").count().collect()
    order = {path: place for place, path in enumerate(found.paths)}
    starts, before = [], 1
    for path, block, count in sorted(counted, key=lambda row: (order[row[0]], row[1])):
        starts.append((path, block, before))
        before += count
    return session.createDataFrame(starts, "file string, block long, start long"), ["file", "block"], F.col("start")


def _placed(rows, starts, files):
    """Gives rows the starts of their blocks: of the only file, or by a copy of the table for each executor."""
    table, keys, start = starts
    # A file that Spark suddenly called by another name must not be left out.
    unknown = F.raise_error(F.concat(F.lit("no place is known for the lines of "), "file")).cast("long")
    if table is None:
        # A join by its name takes as long as reading a line.
        rows = rows.withColumn("first", F.when(F.col("file") == files.paths[0], F.lit(0).cast("long")))
    else:
        rows = rows.join(F.broadcast(table), keys, "left")
    return rows.withColumn("start", F.coalesce(start, unknown))


def _marked(starts, found):
    """The starts of the files that begin with a byte order mark."""
    if not found.marked:
        return frozenset()
    paths = {found.paths[place] for place in found.marked}
    table, keys, _ = starts
    if "block" not in keys:
        return frozenset(place << FILE_BIT for place in found.marked)
    return frozenset(row.start for row in table.where("block = 0").collect() if row.file in paths)
