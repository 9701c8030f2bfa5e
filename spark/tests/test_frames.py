"""Data frames of any source go in, and come out with their columns."""

import random

import pytest
from conftest import made_up
from pyspark.sql import functions as F

from urlsift_spark import Lines, Refused, Settings, cluster, filter


@pytest.fixture(scope="module")
def urls():
    """Lines that are text."""
    return [line.decode() for line in made_up(3000, seed=8) if line.isascii() and b"\x00" not in line]


@pytest.fixture(scope="module")
def frame(session, urls):
    """Rows in no order: with a number, a URL, and columns of other types; URLs are null or empty at the end."""
    rows = [(at, url, {"at": str(at)}, [at], None) for at, url in enumerate(urls)]
    rows += [(at, url, {}, [], 1.5) for at, url in enumerate([None, "", None], len(rows))]
    random.Random(1).shuffle(rows)
    return session.createDataFrame(rows, "at long, `the url` string, tags map<string,string>, list array<long>, other double").repartition(5)


def expected(program, urls, tmp_path, *options):
    """The numbers of the lines that the program keeps."""
    path = tmp_path / "list.txt"
    path.write_text("".join(f"{url}\n" for url in urls))
    kept = program("-q", *options, path).decode().split("\n")[:-1]
    numbers, at = [], 0
    for line in kept:
        at = urls.index(line, at)
        numbers.append(at)
        at += 1
    return numbers


@pytest.mark.parametrize(
    "settings, options",
    [
        (None, []),
        (Settings(two_pass=True, samples=2), ["--two-pass", "--keep", "2"]),
        (Settings(ext=["none"], not_host=["shop.test"], max_per_host=9), ["--ext", "none", "--not-host", "shop.test", "--max-per-host", "9"]),
    ],
)
def test_rows_are_kept_as_lines_are(program, frame, urls, tmp_path, settings, options):
    kept = filter(frame, "the url", settings, order="at")
    assert kept.schema == frame.schema
    rows = sorted(kept.collect(), key=lambda row: row.at)
    wanted = expected(program, urls, tmp_path, *options)
    without = [at for at, url in enumerate(urls) if not url]
    assert [row.at for row in rows] == sorted(wanted + without) + [len(urls), len(urls) + 1, len(urls) + 2]
    assert [row.tags for row in rows[:2]] == [{"at": str(row.at)} for row in rows[:2]]


def test_the_order_says_which_row_of_a_group_is_kept(session):
    frame = session.createDataFrame([(at, 9 - at, f"https://a.test/item/{at}") for at in range(10)], "at long, down long, url string")
    assert [row.at for row in filter(frame, "url", order="at").collect()] == [0]
    assert [row.at for row in filter(frame, "url", order="down").collect()] == [9]
    assert [row.at for row in filter(frame, "url", order=F.desc("at")).collect()] == [9]
    assert [row.at for row in filter(frame, "url", order=["other", "at"][1:]).collect()] == [0]


def test_without_an_order_rows_are_kept_alike_however_they_are_partitioned(frame):
    answers = [sorted(row.at for row in filter(frame.repartition(count), "the url").collect()) for count in (1, 3, 7)]
    assert answers[0] == answers[1] == answers[2]
    assert 3 < len(answers[0]) < frame.count()


def test_bytes_are_as_good_as_text(frame):
    texts = filter(frame, "the url", order="at").select("at")
    binary = filter(frame.withColumn("the url", F.col("the url").cast("binary")), "the url", order="at")
    assert sorted(binary.select("at").collect()) == sorted(texts.collect())
    assert isinstance(binary.where(F.col("the url").isNotNull()).first()["the url"], (bytes, bytearray))


@pytest.mark.parametrize("leader", [False, True])
def test_groups_are_those_of_the_program(program, frame, urls, tmp_path, leader):
    path = tmp_path / "list.txt"
    path.write_text("".join(f"{url}\n" for url in urls))
    printed = program("cluster", "-q", "--format", "tsv", *["--leader"] * leader, path).decode().split("\n")[1:-1]
    wanted = {}
    for group, number, size, shape, _ in (line.split("\t") for line in printed):
        wanted[int(number) - 1] = urls[int(group) - 1], int(size), None if shape == "-" else shape
    grouped = cluster(frame, "the url", leader=leader, order="at")
    assert grouped.columns == [*frame.columns, "group", "size", "shape"]
    rows = grouped.collect()
    assert len(rows) == frame.count()
    found = {row.at: (row.group, row.size, row.shape) for row in rows}
    assert found == {**dict.fromkeys(range(len(urls) + 3), (None, None, None)), **wanted}


def test_nothing_comes_of_nothing(frame):
    none = frame.where("at < 0")
    assert filter(none, "the url").collect() == [] and cluster(none, "the url").collect() == []
    nulls = frame.where("`the url` is null")
    assert filter(nulls, "the url").count() == 2
    assert [row.group for row in cluster(nulls, "the url").collect()] == [None, None]


def test_what_cannot_be_done_is_refused(frame):
    for call, says in (
        (lambda: filter(frame, "link"), "no column 'link': name one of at, the url, tags"),
        (lambda: filter(frame, "at"), "holds bigint: URLs are strings or binary"),
        (lambda: filter(frame, "the url", Settings(threshold=50)), "use a higher --threshold"),
        (lambda: cluster(frame, "the url", Settings(metric="simhash")), "use --metric overlap"),
        (lambda: cluster(frame.withColumn("size", F.lit(1)), "the url"), "rename"),
    ):
        with pytest.raises(Refused, match=says):
            call()


def test_files_are_frames_too(session, program, tmp_path):
    path = tmp_path / "list.txt"
    path.write_bytes(b"\n".join(made_up(2000)))
    lines = Lines((str(path),)).read(session)
    rows = filter(lines, "line", order="place").where("length(line) > 0").orderBy("place").collect()
    assert b"".join(bytes(row.line) + b"\n" for row in rows) == program("-q", path)
