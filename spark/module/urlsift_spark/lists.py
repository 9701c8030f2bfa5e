"""Files as the program reads them: their kept lines, and their groups, with the places and numbers that the program gives them."""

from dataclasses import dataclass

from pyspark import Accumulator, StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.types import LongType

from .clustering import Clustering, with_groups
from .division import Division, ordered, with_part
from .filtering import Filter


def sift(session, lines, settings, partitions=None):
    """Gives the rows that the program prints: `place`, `line`, and `row` where the list has one. Their order is that of `place`."""
    divided = _divided(session, lines, settings, partitions)
    return divided.mapInArrow(Filter(settings, "line"), divided.schema)


@dataclass(frozen=True)
class Groups:
    """The groups of a list."""

    #: `place` (the number of a line), `line`, `group` (the number of its first line), `size` and `shape`.
    lines: DataFrame
    #: Counts the lines that were not compared with all candidates, once `lines` were made.
    limited: Accumulator


def cluster(session, lines, settings, leader=False, partitions=None, min_size=1, top=None):
    """Gives the groups of a list that the program prints."""
    divided = _divided(session, lines, settings, partitions, numbered=True).select("place", "line")
    limited = session.sparkContext.accumulator(0)
    rows = divided.mapInArrow(Clustering(settings, "line", "place", leader, limited), with_groups(divided.schema, LongType()))
    # They are read more than once: by those who sort them, and to find the largest.
    rows = rows.where(F.col("size") >= min_size).persist(StorageLevel.DISK_ONLY)
    if top is not None:
        largest = rows.where("place = group").orderBy(F.desc("size"), "group").limit(top).select("group")
        rows = rows.join(F.broadcast(largest), "group", "left_semi")
    return Groups(rows, limited)


def _divided(session, lines, settings, partitions, numbered=False):
    """The rows of a list, those of a host together and in order. Places are given where parts are, in one go."""
    settings.refuse_meeting_hosts()
    rows, before, schema = lines.unplaced(session, numbered)
    parts = rows.mapInArrow(Division(settings, "line", before), with_part(schema))
    return ordered(parts, ["place"], partitions)
