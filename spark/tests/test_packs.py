"""Packs carry rows to their partitions and into their order."""

import numpy
import pyarrow
import pytest
from pyspark.errors import PySparkException
from pyspark.sql import functions as F

from urlsift_spark import packs
from urlsift_spark.lines import PLACED
from urlsift_spark.lists import Arriving, Kept


@pytest.mark.parametrize("count", [1, 2, 7, 200])
def test_addresses_lead_to_their_partitions(session, count):
    rows = session.createDataFrame([(int(at),) for at in packs.addresses(count)], "address int")
    found = rows.repartition(count, "address").select("address", F.spark_partition_id().alias("at")).collect()
    assert dict(found) == dict(zip(map(int, packs.addresses(count)), range(count)))


@pytest.mark.parametrize("bytes", [1, 2000, 1 << 20])
def test_overlapping_packs_come_out_in_order(monkeypatch, bytes):
    monkeypatch.setattr(packs, "LEAST", bytes)
    monkeypatch.setattr(packs, "FOR_EACH", bytes)
    draw = numpy.random.default_rng(1)
    places = numpy.arange(5000) * 3
    tasks = numpy.sort(draw.integers(0, 40, len(places)) * 7 % 5)
    sent = []
    for task in range(5):
        own = places[draw.permutation(numpy.flatnonzero(tasks == task))] if task else places[tasks == task]
        batches = [pyarrow.record_batch({"place": part, "line": [str(place) for place in part]}) for part in numpy.array_split(own, 9)]
        sent += [row for batch in packs.packed(batches, 3, lambda rows: rows.column("place").to_numpy() // 3 % 3) for row in batch.to_pylist()]
    for partition, address in enumerate(packs.addresses(3)):
        arrived = sorted((pack for pack in sent if pack["address"] == address), key=lambda pack: pack["at"])
        batches = [pyarrow.RecordBatch.from_pylist(arrived[at : at + 4]) for at in range(0, len(arrived), 4)]
        rows = [row for batch in packs.unpacked(batches) for row in batch.to_pylist()]
        assert rows == [{"place": at, "line": str(at)} for at in places if at // 3 % 3 == partition]


def test_packs_in_a_partition_that_is_not_theirs_are_refused(session):
    astray = session.createDataFrame([(-1, 0, b"")], packs.PACKS).repartition(1, "address")
    with pytest.raises(PySparkException, match="would come in another order"):
        Kept(astray, Arriving(1), PLACED).rows().collect()
