"""The filter over files that arrive in a directory, by Structured Streaming: what each host has shown is kept as state.

Whatever arrives together is decided on in the order of its files (their time, then their name), and each such batch is written to a
directory of its own. So the directories one after the other are what `urlsift` prints of the same files in the same order, as long as
nothing is forgotten. A batch that is repeated after a failure is written anew, to the same place.
"""

import pandas
import pyarrow
import pyspark
from pyspark import StorageLevel
from pyspark.sql import functions as F

from . import outputs
from .inputs import COMPRESSIONS
from .settings import Refused
from .stages import named

#: The longest line that is compared, as in the program.
LONGEST = 1 << 20
#: Spark passes over files that are so much older than the newest one: none, for what has waited elsewhere is not less wanted.
OLDEST = "36500d"
#: How far the clock may be set back before lines that arrive count as too late and are lost.
CLOCK = "1 day"
#: Lines that are not URLs are divided among so many states.
OTHERS = 64
ORDER = ["time", "file", "place"]
ARRIVED = "host string, time timestamp, file string, place long, line binary"
KEPT = ["time", "file", "place", "line"]


def follow(session, directory, settings, output, checkpoint, forget="30 days", once=False, compression="none", limit=None):
    """Starts to filter what arrives in a directory, and gives Spark's query.

    A host of which nothing came for the time `forget` is forgotten: its next lines are decided on as if they were its first. With
    `once`, the query ends when all files that are there are done; `limit` is how many files make a batch at most.
    """
    if pyspark.__version__ < "4":
        raise Refused(f"--follow takes Spark 4: state by host fails in pyspark {pyspark.__version__} with the Arrow of today")
    settings.refuse_meeting_hosts()
    if settings.two_pass:
        raise Refused("what arrives cannot be read twice: leave out --two-pass")
    if settings.same_answer:
        raise Refused("how often a host gave an answer is not counted from batch to batch: leave out --same-answer")
    if settings.max_per_host or settings.max_per_prefix:
        raise Refused("what was kept of a host is not counted from batch to batch: leave out --max-per-host and --max-per-prefix")
    age = session.sql(f"select cast(unix_micros(timestamp_seconds(0) + interval {forget}) / 1000 as long)").first()[0]
    reader = session.readStream.option("lineSep", "\n").option("maxFileAge", OLDEST)
    if limit:
        reader = reader.option("maxFilesPerTrigger", limit)
    metadata = [F.col(f"_metadata.{name}").alias(name) for name in ("file_path", "file_block_start", "file_modification_time")]
    rows = reader.text(directory).select(F.col("value").cast("binary").alias("value"), *metadata)
    rows = rows.mapInArrow(Arrivals(settings), ARRIVED)
    # The time of arrival, not that of the file: what has waited elsewhere is not late.
    rows = rows.withColumn("arrived", F.current_timestamp()).withWatermark("arrived", CLOCK)
    kept = rows.groupBy("host").applyInPandasWithState(Hosts(settings, age), "time timestamp, file string, place long, line binary", "state binary", "append", "EventTimeTimeout")

    def write(batch, number):
        batch = batch.persist(StorageLevel.DISK_ONLY)
        with named(session, f"decide on batch {number}"):
            if not batch.isEmpty():
                ordered = batch.orderBy(*ORDER).select("line")
                outputs.write_lines(session, ordered, f"{output}/batch-{number:09}", compression, mode="overwrite")
        batch.unpersist()

    query = kept.writeStream.foreachBatch(write).option("checkpointLocation", checkpoint)
    return (query.trigger(availableNow=True) if once else query).start()


class Arrivals:
    """Runs on executors: says of each line which host's it is, and where it stands."""

    def __init__(self, settings):
        self.settings = settings

    def __call__(self, batches):
        """Takes rows of `value`, `file_path`, `file_block_start` and `file_modification_time`."""
        sift = self.settings.sift()
        last, number = None, 0
        for batch in batches:
            values, paths, blocks = (batch.column(at).to_pylist() for at in range(3))
            places = []
            for value, path, block in zip(values, paths, blocks):
                if (path, block) != last:
                    last, number = (path, block), 0
                    if block == 0:
                        _refuse_compressed(value, path)
                places.append(block + (block > 0) + number)
                number += 1
            columns = {
                "host": pyarrow.array([_state(sift, line) for line in values], pyarrow.string()),
                "time": batch.column(3),
                "file": batch.column(1),
                "place": pyarrow.array(places, pyarrow.int64()),
                "line": pyarrow.array(values, pyarrow.binary()),
            }
            yield pyarrow.RecordBatch.from_pydict(columns)


def _refuse_compressed(line, path):
    """Spark tells compressed files by their names, so others come as lines."""
    for name, (magic, _) in COMPRESSIONS.items():
        if line.startswith(magic):
            raise Refused(f"cannot read {path}: it is compressed by {name} in a way that Spark does not see")


def _state(sift, line):
    """What a line's state is called: its host, or one for some of the lines that are not URLs."""
    if len(line) > LONGEST:
        return " long"
    host = sift.host(line)
    # No host has a blank.
    return host if host is not None else f" {(sift.keys(line) or [0])[0] % OTHERS}"


class Hosts:
    """Runs on executors: decides on the lines of one host that have arrived together."""

    def __init__(self, settings, age):
        self.settings = settings
        self.age = age

    def __call__(self, host, frames, state):
        """Takes frames of rows in no order, and gives those that are kept."""
        if state.hasTimedOut:
            state.remove()
            return
        rows = pandas.concat(list(frames)).sort_values(ORDER, kind="stable")
        if host == (" long",):
            yield rows[KEPT]
            return
        sift = self.settings.sift(notes=True)
        if state.exists:
            # Spark 4.0 gives a bytearray.
            sift.load_host(bytes(state.get[0]))
        lines = list(rows["line"])
        printed = [bool(verdict) for verdict in sift.decide(lines)]
        state.update((sift.save_host(lines[0]),))
        now = int(rows["arrived"].max().timestamp() * 1000)
        state.setTimeoutTimestamp(max(now, state.getCurrentWatermarkMs()) + self.age)
        yield rows.loc[printed, KEPT]
