"""Files as the program reads them: their kept lines, and their groups, with the places and numbers that the program gives them."""

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
from .lines import PLACED
from .packs import PACKS, addresses, exchange, packed, unpacked
from .workers import settle

#: Many lines, joined by line ends.
TEXTS = StructType([StructField("text", BinaryType())])
#: A partition has so many bytes of the list, if there are enough partitions: its lines, or what is kept of a range of the list.
RANGE = 1 << 26


@dataclass(frozen=True)
class Kept:
    """The lines that the program prints, in its order."""

    _packs: DataFrame
    _count: int
    _schema: StructType

    def rows(self):
        """Gives the columns `place`, `line`, and `row` where the list has one."""
        return self._packs.mapInArrow(Arriving(self._count, unpacked), self._schema)

    def texts(self, counted=None):
        """Gives the column `text`: many lines at a time, joined by line ends. The accumulator `counted` counts them."""
        return self._packs.mapInArrow(Arriving(self._count, Texts(counted)), TEXTS)


class Arriving:
    """Runs on executors: takes the packs of a range of places, and sees that Spark brought them where they belong."""

    def __init__(self, count, take):
        self.count = count
        self.take = take

    def __call__(self, packs):
        """Takes packs of one partition."""
        settle()
        return self.take(self._checked(packs))

    def _checked(self, packs):
        address = addresses(self.count)[TaskContext.get().partitionId()]
        for batch in packs:
            if (batch.column("address").to_numpy() != address).any():
                raise RuntimeError("this Spark divides rows by a hash that is not known here: the lines would come in another order")
            yield batch


def sift(session, lines, settings, partitions=None):
    """Gives the lines that the program prints."""
    divided, found, count = _divided(session, lines, settings, partitions)
    packs = divided.mapInArrow(Sifting(settings, count, found.cuts(count)), PACKS)
    return Kept(exchange(packs, count), count, found.schema)


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

    def __init__(self, counted):
        self.counted = counted

    def __call__(self, packs):
        """Takes packs in their order."""
        for rows in unpacked(packs):
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
    divided, *_ = _divided(session, lines, settings, partitions, numbered=True)
    limited = session.sparkContext.accumulator(0)
    clustering = Clustering(settings, "line", "place", leader, limited)
    rows = divided.mapInArrow(lambda packs: clustering(rows.select(["place", "line"]) for rows in unpacked(packs)), with_groups(PLACED, LongType()))
    # They are read more than once: by those who sort them, and to find the largest.
    rows = rows.where(F.col("size") >= min_size).persist(StorageLevel.DISK_ONLY)
    if top is not None:
        largest = rows.where("place = group").orderBy(F.desc("size"), "group").limit(top).select("group")
        rows = rows.join(F.broadcast(largest), "group", "left_semi")
    return Groups(rows, limited)


def _divided(session, lines, settings, partitions, numbered=False):
    """The packs of a list, those of a host together and in order, what was found of the list, and the number of partitions.

    Places are given where parts are, in one go.
    """
    settings.refuse_meeting_hosts()
    found = lines.find(session, numbered)
    count = partitions or _partitions(session, found)
    packing = Packing(settings, found.numbering, count)
    return exchange(found.rows.mapInArrow(packing, PACKS), count), found, count


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
