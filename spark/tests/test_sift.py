"""The filter on Spark prints what the program prints, whatever the list is like."""

import bz2
import gzip
import itertools
import json
import lzma
import random
import sys

import pyarrow
import pyarrow.parquet
import pyspark
import pytest
from conftest import made_up, write
from pyspark import cloudpickle
from pyspark.errors import PySparkException

from urlsift_spark import Lines, Settings, outputs
from urlsift_spark.command import cause
from urlsift_spark.lines import Numbering, in_order
from urlsift_spark.lists import sift
from urlsift_spark.settings import Refused


def kept(session, lines, settings=Settings(), **others):
    """The lines that are kept, in the order in which they come."""
    rows = sift(session, lines, settings, **others).rows().collect()
    assert [row.place for row in rows] == sorted({row.place for row in rows})
    return b"".join(bytes(row.line) + b"\n" for row in rows)


def zstd(data):
    """Compresses by zstd."""
    packed = pyarrow.BufferOutputStream()
    with pyarrow.CompressedOutputStream(packed, "zstd") as stream:
        stream.write(data)
    return packed.getvalue().to_pybytes()


def unzstd(data):
    """Undoes it."""
    return pyarrow.CompressedInputStream(pyarrow.BufferReader(data), "zstd").read()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Files of which the first one is divided into blocks, and the others are hard to read."""
    directory = tmp_path_factory.mktemp("list of 100%25 ü")
    lines = made_up(6000)
    first = write(directory / "b.txt", [b"\xef\xbb\xbfhttps://shop.test/first"] + lines[:4000], end=b"")
    second = write(directory / "a b+#&=,'.txt", [b"\xef\xbb\xbf"] + lines[4000:])
    long = write(directory / "long.txt", [b"https://shop.test/" + b"x" * (1 << 20), b"https://shop.test/item/1", b"https://shop.test/" + b"x" * (1 << 20)])
    (directory / "empty.txt").write_bytes(b"")
    return [first, second, long, directory / "empty.txt"]


@pytest.mark.parametrize("partitions", [None, 3], ids=["in one task", "divided"])
@pytest.mark.parametrize(
    "settings, options",
    [
        (Settings(), []),
        (Settings(literal=True, threshold=80), ["--literal", "-t", "80"]),
        (Settings(learn=False, params="names"), ["--no-learn", "--params", "names"]),
        (Settings(two_pass=True, samples=2), ["--two-pass", "--keep", "2"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_kept_lines_are_those_of_the_program_in_its_order(session, program, files, settings, options, partitions):
    assert kept(session, Lines(tuple(map(str, files))), settings, partitions=partitions) == program("-q", *options, *files)


def test_files_are_read_as_one_list_in_the_order_given(session, program, files):
    first, second, *_ = files
    assert kept(session, Lines((str(second), str(first)))) == program("-q", second, first)
    assert kept(session, Lines((str(first.parent),)), partitions=4) == program("-q", *sorted(files))


def test_blocks_in_any_order_come_out_in_order():
    draw = random.Random(8)
    lines = [b"\xef\xbb\xbf", *(b"x" * draw.choice([0, 0, 1, 5, 60, 700]) for _ in range(1000))]
    begins = [0, *itertools.accumulate(len(line) + 1 for line in lines)]
    for block in (1, 2, 64, 500, 5000, 1 << 20):
        # A block has the lines that begin in it, without its first byte and with the one that follows.
        blocks = [list(found) for _, found in itertools.groupby(range(len(lines)), lambda at: max(0, begins[at] - 1) // block)]
        for shuffled in (blocks, blocks[::-1], draw.sample(blocks, len(blocks)), blocks[1::2] + blocks[::2]):
            rows = [(max(0, begins[found[0]] - 1) // block * block, lines[at].removeprefix(b"\xef\xbb\xbf")) for found in shuffled for at in found]
            table = pyarrow.table({"start": [start + (start > 0) for start, _ in rows], "value": pyarrow.array([line for _, line in rows], pyarrow.binary())})
            given = list(in_order(Numbering(frozenset({0}), numbered=False)(table.to_batches(7))))
            assert [line for batch in given for line in batch.column("line").to_pylist()] == lines
            assert shuffled is not blocks or all(len(batch) <= 7 for batch in given)


@pytest.mark.parametrize("suffix, pack", [(".gz", gzip.compress), (".bz2", bz2.compress), (".zst", zstd)])
def test_compressed_files(session, program, files, tmp_path, suffix, pack):
    packed = tmp_path / f"list{suffix}"
    halves = files[0].read_bytes()[:100_000], files[0].read_bytes()[100_000:]
    packed.write_bytes(b"".join(map(pack, halves)))
    if suffix == ".zst" and pyspark.__version__ < "4.1":
        with pytest.raises(Refused, match="reads zstd only with Hadoop's native library"):
            kept(session, Lines((str(packed),)))
        return
    assert kept(session, Lines((str(packed),))) == program("-q", files[0])


def test_what_spark_cannot_read_is_refused_by_name(session, tmp_path):
    (tmp_path / "list.xz").write_bytes(lzma.compress(b"https://a.test/\n"))
    (tmp_path / "plain").write_bytes(lzma.compress(b"https://a.test/\n"))
    (tmp_path / "plain.txt").write_bytes(gzip.compress(b"https://a.test/\n"))
    for name, says in (("list.xz", "does not read xz.*zstd"), ("plain", "does not read xz"), ("plain.txt", "gzip.*call it .gz")):
        with pytest.raises(Refused, match=f"{name}.*{says}"):
            sift(session, Lines((str(tmp_path / name),)), Settings())
    with pytest.raises(Refused, match="2 times"):
        sift(session, Lines((str(tmp_path / "plain"), str(tmp_path / "plain"))), Settings())


def test_json_lines_are_printed_whole(session, program, tmp_path):
    urls = [line.decode("latin-1") for line in made_up(900, seed=3)]
    lines = [json.dumps({"at": at, "url": urls[-at], "request": {"to": url}}).encode() for at, url in enumerate(urls)]
    path = write(tmp_path / "list.jsonl", [*lines, b'{"request": 7}', b"[", b'{"request": 7}'])
    assert kept(session, Lines((str(path),))) == program("-q", path)
    assert kept(session, Lines((str(path),)), Settings(field="request.to"), partitions=2) == program("-q", "--field", "request.to", path)


def test_parquet_rows_go_through_whole(session, program, tmp_path):
    lines = [line for line in made_up(3000, seed=4) if line.isascii()]
    for name, part in (("a", lines[:2000]), ("b", lines[2000:])):
        table = pyarrow.table({"at": range(len(part)), "page": pyarrow.array([line.decode() for line in part])})
        pyarrow.parquet.write_table(table, tmp_path / f"{name}.parquet", row_group_size=100)
    expected = program("-q", write(tmp_path / "list.txt", lines))
    source = Lines((str(tmp_path / "a.parquet"), str(tmp_path / "b.parquet")), column="page")
    assert kept(session, source) == expected
    count = outputs.write(session, sift(session, source, Settings()), str(tmp_path / "out"), "parquet")
    written = session.read.parquet(str(tmp_path / "out"))
    assert written.columns == ["at", "page"] and written.count() == count == expected.count(b"\n")
    with pytest.raises(Refused, match="no column 'url'.*at, page"):
        sift(session, Lines((str(tmp_path / "a.parquet"),)), Settings())


def test_equal_rows_and_rows_without_a_url(session, program, tmp_path):
    lines = [line for line in made_up(1500, seed=7) if line.isascii() and b"\x00" not in line]
    pages = [None if at % 40 == 0 else line.decode() for at, line in enumerate([*lines, *lines[::-1], *lines[::3]])]
    table = pyarrow.table({"at": range(len(pages)), "page": pages})
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet", row_group_size=200)
    path = write(tmp_path / "list.txt", [(page or "").encode() for page in pages])
    for settings, options in ((Settings(), []), (Settings(samples=3), ["--keep", "3"]), (Settings(max_per_host=5), ["--max-per-host", "5"])):
        rows = sift(session, Lines((str(tmp_path / "a.parquet"),), column="page"), settings).rows().select("row.*", "line").collect()
        assert b"".join(bytes(row.line) + b"\n" for row in rows) == program("-q", *options, path)
        # Of equal rows it is the first that is kept, with its other columns.
        assert [row.at for row in rows] == sorted({row.at for row in rows}) and all(pages[row.at] == row.page for row in rows)


@pytest.mark.parametrize("compression, unpack", [("none", bytes), ("gzip", gzip.decompress), ("bzip2", bz2.decompress), ("zstd", unzstd)])
def test_written_files_in_order_are_the_output(session, program, files, tmp_path, compression, unpack):
    count = outputs.write(session, sift(session, Lines((str(files[0]),)), Settings()), str(tmp_path / "out"), compression=compression)
    parts = sorted(tmp_path.glob("out/part-*"))
    written = b"".join(unpack(part.read_bytes()) for part in parts)
    assert written == program("-q", files[0]) and count == written.count(b"\n")


def test_many_small_files_that_tasks_read_in_any_order(session, program, tmp_path):
    lines, paths = made_up(6000, seed=6), []
    # Spark gives the largest files to tasks first.
    for at, size in enumerate([10, 300, 0, 1, 2500, 40, 1200, 7, 600, 1342]):
        paths.append(write(tmp_path / f"{at}.txt", lines[:size], end=b"\n" * bool(size)))
        lines = lines[size:]
    for partitions in (None, 1, 3, 40):
        assert kept(session, Lines(tuple(map(str, paths))), partitions=partitions) == program("-q", *paths)


def test_nothing_is_written_of_nothing(session, tmp_path):
    (tmp_path / "empty.txt").write_bytes(b"")
    assert outputs.write(session, sift(session, Lines((str(tmp_path / "empty.txt"),)), Settings()), str(tmp_path / "out")) == 0
    assert all(not part.stat().st_size for part in tmp_path.glob("out/part-*"))


def test_lists_that_cannot_be_divided_are_refused(session, files):
    for settings in (Settings(threshold=50), Settings(metric="simhash"), Settings(weights={"host": 0})):
        with pytest.raises(Refused, match="cannot be divided by host.*; use"):
            sift(session, Lines((str(files[0]),)), settings)


class Failing(Settings):
    """Settings of which an executor can make nothing."""

    def sift(self, **others):
        import pyspark

        if pyspark.TaskContext.get():
            raise ValueError("the list is sour")
        return super().sift(**others)


def test_the_message_of_a_failing_executor_reaches_the_driver(session, files):
    # Executors do not know this file.
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    with pytest.raises(PySparkException) as caught:
        sift(session, Lines((str(files[0]),)), Failing()).rows().collect()
    assert cause(caught.value) == "an executor failed: ValueError: the list is sour"


def test_stages_have_names(session, files, tmp_path):
    context = session.sparkContext
    outputs.write(session, sift(session, Lines((str(files[0]),)), Settings()), str(tmp_path / "out"))
    tracker = context.statusTracker()
    names = {info.name for stage in range(10_000) if (info := tracker.getStageInfo(stage))}
    assert f"urlsift: decide on lines, and write {tmp_path / 'out'}" in names


def test_one_host_with_nine_tenths_of_the_list(session, program, tmp_path):
    lines = [line for line in made_up(2000, seed=5)]
    hot = [f"https://hot.test/{word}/{at}".encode() for at in range(4500) for word in ("zork", f"frob{at % 300}", f"list/{at % 7}/grue")]
    path = write(tmp_path / "hot.txt", [line for at, line in enumerate(hot) for line in (line, *lines[at : at + 1])])
    assert kept(session, Lines((str(path),)), partitions=4) == program("-q", path)


def test_other_requests_and_answers_are_kept(session, tmp_path):
    requests = [b'{"url":"https://a.test/u/1","method":"GET"}', b'{"url":"https://a.test/u/2","method":"POST"}', b'{"url":"https://a.test/u/3","method":"HEAD"}']
    answers = [b"https://b.test/u/1 [404]", b"https://b.test/u/2 [200]", b"https://b.test/u/3 [410]"]
    lines = Lines((str(write(tmp_path / "list.txt", requests + answers)),))
    assert kept(session, lines).splitlines() == requests[:2] + answers[:2]
    assert kept(session, lines, Settings(by="none")).splitlines() == requests[:1] + answers[:1]
