"""What arrives in a directory is filtered as one list, also by a query that goes on where another one has stopped."""

import os

import pytest
from conftest import SPARK_4, made_up, write
from pyspark.errors import StreamingQueryException

from urlsift_spark import Settings
from urlsift_spark.arrivals import follow

pytestmark = SPARK_4


def arrive(directory, name, lines, time):
    """Puts a file into a directory."""
    path = write(directory / name, lines)
    os.utime(path, (time, time))
    return path


def test_it_goes_on_where_it_stopped(session, program, tmp_path):
    arriving, output = tmp_path / "in", tmp_path / "out"
    arriving.mkdir()
    lines = made_up(3000, seed=9)
    files = []
    for at, cut in enumerate((lines[:1800], lines[1800:2400], lines[2400:])):
        # The second file is older than the first: nothing that arrives is too late.
        files.append(arrive(arriving, f"{at}.txt", cut, 1_700_000_000 + (100, -9_000_000, 300)[at]))
        follow(session, str(arriving), Settings(), str(output), str(tmp_path / "checkpoint"), once=True).awaitTermination()
    written = b"".join(part.read_bytes() for part in sorted(output.glob("batch-*/part-*")))
    assert written == program("-q", *files)


def test_what_arrives_together_is_ordered_by_time_and_name(session, program, tmp_path):
    arriving, output = tmp_path / "in", tmp_path / "out"
    arriving.mkdir()
    lines = made_up(900, seed=10)
    late = arrive(arriving, "a.txt", lines[:300], 1_700_000_200)
    second = arrive(arriving, "c.txt", lines[300:600], 1_700_000_100)
    first = arrive(arriving, "b.txt", lines[600:], 1_700_000_100)
    follow(session, str(arriving), Settings(), str(output), str(tmp_path / "checkpoint"), once=True).awaitTermination()
    written = b"".join(part.read_bytes() for part in sorted(output.glob("batch-*/part-*")))
    assert written == program("-q", first, second, late)


def test_what_is_compressed_in_another_way_stops_it(session, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "list").write_bytes(b"\xfd7zXZ\0 and so on\n")
    query = follow(session, str(tmp_path / "in"), Settings(), str(tmp_path / "out"), str(tmp_path / "checkpoint"), once=True)
    with pytest.raises(StreamingQueryException, match="in/list: it is compressed by xz"):
        query.awaitTermination()
