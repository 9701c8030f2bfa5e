"""Files as the program reads them: their kept lines, and their groups, with the places and numbers that the program gives them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy
import pyarrow
import pyarrow.compute as pc
from pyspark import Accumulator, StorageLevel, TaskContext
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import BinaryType, LongType, StructField, StructType

from .clustering import Clustering, with_groups
from .columns import buffers
from .filtering import Filter
from .lines import PLACED, in_order
from .packs import PACKS, addresses, exchange, packed, unpacked
from .settings import Refused
from .texts import components
from .workers import settle

#: Many lines, joined by line ends.
TEXTS = StructType([StructField("text", BinaryType())])
#: A partition has so many bytes of the list, if there are enough partitions: its lines, or what is kept of a range of the list.
RANGE = 1 << 26
#: The text of at most so many bytes is filtered by one task: that takes half of the CPU time, and two tasks take no less on the clock.
UNDIVIDED = 1 << 27


@dataclass(frozen=True)
class Kept:
    """The lines that the program prints, in its order."""

    #: What a task takes, and what makes the lines of a range of the list of it, on executors.
    _given: DataFrame
    _lines: Callable
    #: The columns of these.
    _schema: StructType

    def rows(self):
        """Gives the columns `place`, `line`, and `row` where the list has one."""
        return self._given.mapInArrow(self._lines, self._schema)

    def texts(self, counted=None):
        """Gives the column `text`: many lines at a time, joined by line ends. The accumulator `counted` counts them."""
        return self._given.mapInArrow(Texts(self._lines, counted), TEXTS)


class Arriving:
    """Runs on executors: takes the packs of a range of places, and sees that Spark brought them where they belong."""

    def __init__(self, count):
        self.count = count

    def __call__(self, packs):
        """Takes packs of one partition."""
        settle()
        return unpacked(self._checked(packs))

    def _checked(self, packs):
        address = addresses(self.count)[TaskContext.get().partitionId()]
        for batch in packs:
            if (batch.column("address").to_numpy() != address).any():
                raise RuntimeError("this Spark divides rows by a hash that is not known here: the lines would come in another order")
            yield batch


def sift(session, lines, settings, partitions=None):
    """Gives the lines that the program prints."""
    settings.refuse_meeting_hosts()
    found = lines.find(session)
    if not partitions and lines.kind == "text" and found.is_within(UNDIVIDED):
        return Kept(found.rows.coalesce(1), Whole(settings, found.numbering), found.schema)
    divided, count = _divided(session, found, settings, partitions)
    packs = divided.mapInArrow(Sifting(settings, count, found.cuts(count)), PACKS)
    return Kept(exchange(packs, count), Arriving(count), found.schema)


class Whole:
    """Runs on executors: leaves the lines of a whole list that are kept, in order."""

    def __init__(self, settings, numbering):
        self.filter = Filter(settings, "line")
        self.numbering = numbering

    def __call__(self, batches):
        """Takes lines as they are read."""
        settle()
        return self.filter(in_order(self.numbering(batches)))


class Sifting:
    """Runs on executors: packs the lines that are kept, by where they come in the output."""

    def __init__(self, settings, count, cuts):
        self.filter = Filter(settings, "line")
        self.count = count
        self.cuts = cuts

    def __call__(self, packs):
        """Takes packs of whole hosts."""
        return packed(self.filter(unpacked(packs)), self.count, lambda rows: numpy.searchsorted(self.cuts, rows.column("place").to_numpy(), "right"))


class Texts:
    """Runs on executors: joins lines."""

    def __init__(self, lines, counted):
        #: Gives them in order, of what a task takes.
        self.lines = lines
        self.counted = counted

    def __call__(self, given):
        """Takes what lines are made of."""
        for rows in self.lines(given):
            line = rows.column("line")
            if self.counted is not None:
                self.counted.add(len(line))
            text = pc.binary_join(pyarrow.ListArray.from_arrays([0, len(line)], line), b"\n")
            yield pyarrow.RecordBatch.from_arrays([text], ["text"])


@dataclass(frozen=True)
class Groups:
    """The groups of a list."""

    #: `place` (the number of a line), `line`, `group` (the number of its first line), `size` and `shape`.
    lines: DataFrame
    #: Counts the lines that were not compared with all candidates, once `lines` were made.
    limited: Accumulator


def cluster(session, lines, settings, leader=False, partitions=None, min_size=1, top=None):
    """Gives the groups of a list that the program prints."""
    if settings.has_terms:
        return _cluster_terms(session, lines, settings, leader, partitions, min_size, top)
    settings.refuse_meeting_hosts()
    divided, _ = _divided(session, lines.find(session, numbered=True), settings, partitions)
    limited = session.sparkContext.accumulator(0)
    clustering = Clustering(settings, "line", "place", leader, limited)
    rows = divided.mapInArrow(lambda packs: clustering(rows.select(["place", "line"]) for rows in unpacked(packs)), with_groups(PLACED, LongType()))
    return Groups(_wanted(rows, min_size, top), limited)


def _wanted(rows, min_size, top):
    """The rows of the groups to be printed."""
    # They are read more than once: by those who sort them, and to find the largest.
    rows = rows.where(F.col("size") >= min_size).persist(StorageLevel.DISK_ONLY)
    if top is not None:
        largest = rows.where("place = group").orderBy(F.desc("size"), "group").limit(top).select("group")
        rows = rows.join(F.broadcast(largest), "group", "left_semi")
    return rows


def _cluster_terms(session, lines, settings, leader, partitions, min_size, top):
    """Gives the components of texts or sequences."""
    if leader:
        raise Refused("groups of the filter depend on the order of the whole list: leave out --leader, or group texts by urlsift cluster --leader")
    found = lines.find(session, numbered=True)
    rows = components(session, found.rows.drop("row"), settings, partitions, found.numbering)
    return Groups(_wanted(rows, min_size, top), session.sparkContext.accumulator(0))


def _divided(session, found, settings, partitions):
    """The packs of a list, those of a host together and in order, and the number of partitions.

    Places are given where parts are, in one go.
    """
    count = partitions or _partitions(session, found)
    packing = Packing(settings, found.numbering, count)
    return exchange(found.rows.mapInArrow(packing, PACKS), count), count


def _partitions(session, found):
    """How many partitions a list is worth: one for each task at a time at least, and as many as Spark is told at most."""
    told = int(session.conf.get("spark.sql.shuffle.partitions"))
    return min(told, max(session.sparkContext.defaultParallelism, found.bytes() // RANGE))


class Packing:
    """Runs on executors: packs lines by host."""

    def __init__(self, settings, numbering, count):
        self.settings = settings
        self.numbering = numbering
        self.count = count

    def __call__(self, batches):
        """Takes lines as they are read."""
        settle()
        sift = self.settings.sift()
        part = lambda rows: numpy.frombuffer(sift.parts_of_column(*buffers(rows.column("line"))), numpy.uint64) % self.count
        return packed(self.numbering(batches), self.count, part)
