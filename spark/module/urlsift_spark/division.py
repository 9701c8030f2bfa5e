"""Dividing a list by host: the parts in which nothing is similar to a line of another one.

Rows get a `part`, a checksum of what the filter takes for the host of the line, or of the line itself if it is not a URL. A task then gets
whole parts, one after the other, each in the order of the list. It may begin with a new filter wherever a part begins, so it
holds no more than the largest part takes.
"""

import tempfile
import zlib

import pyarrow
from pyspark.sql import functions as F

#: The longest line that is compared, as in the program.
LONGEST = 1 << 20
#: Bytes that a filter may hold before the next part gets a new one. A million lines of many hosts take about 100 MB.
ENOUGH = 256 << 20


def divide(lines, settings, partitions=None):
    """Brings the lines of a host together, ordered by `part` and `place`. Spark chooses the number of partitions unless it is given."""
    fields = ["part int", "place long", "line binary"]
    schema = ", ".join(fields + [f"row {field.dataType.simpleString()}" for field in lines.schema if field.name == "row"])
    divided = lines.mapInArrow(Division(settings), schema)
    divided = divided.repartition(partitions, "part") if partitions else divided.repartition("part")
    return divided.sortWithinPartitions("part", "place")


class Division:
    """Runs on executors: says to which part each line belongs."""

    def __init__(self, settings):
        self.settings = settings

    def __call__(self, batches):
        """Takes rows with `line`."""
        sift = self.settings.sift()
        for batch in batches:
            parts = [part(sift, line) for line in batch.column("line").to_pylist()]
            parts = pyarrow.array(parts, pyarrow.uint32()).view(pyarrow.int32())
            yield pyarrow.RecordBatch.from_arrays([parts, *batch.columns], ["part", *batch.schema.names])


def part(sift, line):
    """The part of a line, below 2^32."""
    if line is None or len(line) > LONGEST:
        return 0
    host = sift.host(line)
    if host is None:
        # Lines that are not URLs and equal for the filter share a key: a carriage return at the end makes no difference.
        return (sift.keys(line) or [0])[0] & 0xFFFFFFFF
    return zlib.crc32(host.encode())


def portions(batches, is_full):
    """Gives batches, each with whether it begins a new portion: where a part begins, once the portion before it `is_full`."""
    last = None
    for batch in batches:
        parts = batch.column("part").to_pylist()
        if not parts:
            continue
        begin = 0
        if last is not None and is_full():
            begin = next((at for at, part in enumerate(parts) if part != last), len(parts))
            if begin:
                yield batch.slice(0, begin), False
            if begin < len(parts):
                yield batch.slice(begin), True
        else:
            yield batch, last is None
        last = parts[-1]


def comparable(batch):
    """The lines of a batch, and which are too long to be compared; these are empty instead."""
    lines = [line or b"" for line in batch.column("line").to_pylist()]
    long = [at for at, line in enumerate(lines) if len(line) > LONGEST]
    for at in long:
        lines[at] = b""
    return lines, long


def filters(batches, settings):
    """Gives batches, each with the filter that is to take its lines."""
    sift = None
    for batch, is_new in portions(batches, lambda: sift.memory > ENOUGH):
        if is_new:
            sift = settings.sift()
        yield sift, batch


def surveyed_filters(batches, settings):
    """Gives batches, each with a filter that has learned from all lines of their parts. Meanwhile the batches wait in a file."""
    sift, spool = None, None
    for batch, is_new in portions(batches, lambda: sift.memory > ENOUGH):
        if is_new:
            if spool:
                yield from _surveyed(sift, spool)
            sift, spool = settings.sift(two_pass=True), Spool(batch.schema)
        sift.decide(comparable(batch)[0])
        spool.write(batch)
    if spool:
        yield from _surveyed(sift, spool)


def _surveyed(sift, spool):
    sift.restart()
    for batch in spool.read():
        yield sift, batch


class Spool:
    """Batches in a file that vanishes with it."""

    def __init__(self, schema):
        self.file = tempfile.TemporaryFile(prefix="urlsift-spark-")
        self.writer = pyarrow.ipc.new_stream(self.file, schema, options=pyarrow.ipc.IpcWriteOptions(compression="lz4"))

    def write(self, batch):
        """Appends a batch."""
        self.writer.write_batch(batch)

    def read(self):
        """Gives all batches, once."""
        self.writer.close()
        self.file.seek(0)
        with self.file, pyarrow.ipc.open_stream(self.file) as batches:
            yield from batches
