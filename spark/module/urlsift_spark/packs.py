"""Rows on their way to other tasks, many in one value: Spark moves and sorts a few packs where it would move and sort every row.

A pack is an Arrow stream of rows for one partition, in the order of their places.
"""

import numpy
import pyarrow
from pyspark.sql.types import BinaryType, IntegerType, LongType, StructField, StructType

#: Where a pack goes, as `addresses` has it, the place of its first row, and the rows.
PACKS = StructType([StructField("address", IntegerType()), StructField("at", LongType()), StructField("pack", BinaryType())])
#: Bytes of rows that are divided or sorted at once: so many for each partition, at least and at most.
FOR_EACH, LEAST, MOST = 1 << 15, 1 << 21, 1 << 26


def exchange(packs, count):
    """Brings packs to as many partitions as they were made for, sorted."""
    return packs.repartition(count, "address").sortWithinPartitions("at")


def addresses(count):
    """For each partition a number that Spark sends there when it divides rows by hash."""
    found, begin = numpy.full(count, -1, numpy.int32), 0
    while (found < 0).any():
        tried = numpy.arange(begin, begin + 16 * count, dtype=numpy.uint32)
        found[_hash(tried).view(numpy.int32) % count] = tried
        begin += len(tried)
    return found


def _hash(numbers):
    """Murmur3 of 32-bit integers, with the seed of Spark."""
    turn = lambda of, by: of << numpy.uint32(by) | of >> numpy.uint32(32 - by)
    mix = lambda of, by, factor: (of ^ of >> numpy.uint32(by)) * numpy.uint32(factor)
    mixed = turn(numbers * numpy.uint32(0xCC9E2D51), 15) * numpy.uint32(0x1B873593)
    mixed = turn(mixed ^ numpy.uint32(42), 13) * numpy.uint32(5) + numpy.uint32(0xE6546B64)
    mixed = mix(mix(mixed ^ numpy.uint32(4), 16, 0x85EBCA6B), 13, 0xC2B2AE35)
    return mixed ^ mixed >> numpy.uint32(16)


def packed(batches, count, partition):
    """Packs rows with a `place`. `partition` says of a batch to which of so many partitions each row goes."""
    numbers = addresses(count)
    for rows in _joined(batches, min(max(LEAST, FOR_EACH * count), MOST)):
        rows = _sorted(rows)
        # Sorted as numbers of 16 bits, which takes a tenth of the time.
        to = partition(rows).astype(numpy.min_scalar_type(count))
        if (to[1:] < to[:-1]).any():
            order = numpy.argsort(to, kind="stable")
            rows, to = rows.take(pyarrow.array(order)), to[order]
        begins = numpy.flatnonzero(numpy.diff(to, prepend=-1))
        ends = numpy.append(begins[1:], len(to))
        packs = _packs(rows.slice(begin, end - begin) for begin, end in zip(begins, ends))
        at = rows.column("place").take(pyarrow.array(begins))
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array(numbers[to[begins]]), at, packs], ["address", "at", "pack"])


def unpacked(packs):
    """The rows of all packs of a partition in the order of their places, in batches.

    Packs of different tasks overlap, so rows wait until a pack begins behind them. One that begins behind all of them need not be compared.
    """
    waiting, size, enough, end = [], 0, LEAST, -1
    for batch in packs:
        for at, pack in zip(batch.column("at").to_pylist(), batch.column("pack")):
            if waiting and at > end and size >= LEAST // 8:
                yield _sorted(_join(waiting))
                waiting, size, enough = [], 0, LEAST
            elif size >= enough:
                rows = _sorted(_join(waiting))
                done = int(numpy.searchsorted(rows.column("place").to_numpy(), at))
                if done:
                    yield rows.slice(0, done)
                waiting = [rows.slice(done)]
                # Sorting the same rows again and again must not take more than sorting them once.
                size = waiting[0].nbytes
                enough = max(LEAST, 2 * size)
            with pyarrow.ipc.open_stream(pack.as_buffer()) as stream:
                waiting += stream
            end = max(end, waiting[-1].column("place")[-1].as_py())
            size += len(pack.as_buffer())
    if waiting:
        yield _sorted(_join(waiting))


def _packs(batches):
    """A column of packs, each made of a batch."""
    sink, ends = pyarrow.BufferOutputStream(), [0]
    for rows in batches:
        with pyarrow.ipc.new_stream(sink, rows.schema) as stream:
            stream.write_batch(rows)
        ends.append(sink.tell())
    return pyarrow.BinaryArray.from_buffers(pyarrow.binary(), len(ends) - 1, [None, pyarrow.py_buffer(numpy.array(ends, numpy.int32)), sink.getvalue()])


def _joined(batches, enough):
    """Batches of about so many bytes, made of smaller ones."""
    waiting, size = [], 0
    for batch in batches:
        if waiting and size + batch.nbytes > enough:
            yield _join(waiting)
            waiting, size = [], 0
        waiting.append(batch)
        size += batch.nbytes
    if size:
        yield _join(waiting)


def _join(batches):
    filled = [batch for batch in batches if len(batch)] or batches[:1]
    if len(filled) > 1:
        filled = pyarrow.Table.from_batches(filled).combine_chunks().to_batches()
    (rows,) = filled
    return rows


def _sorted(rows):
    """Rows in the order of their places."""
    places = rows.column("place").to_numpy()
    return rows if (places[1:] > places[:-1]).all() else rows.take(pyarrow.array(numpy.argsort(places, kind="stable")))
