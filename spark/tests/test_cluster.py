"""Groups on Spark are those that the program prints."""

import json

import pytest
from conftest import made_up, write

from urlsift_spark import Cuts, Lines, Settings, cluster
from urlsift_spark.reports import report
from urlsift_spark.settings import Refused


def printed(session, directory, path, settings=Settings(), format="tsv", members=None, **others):
    """What is printed of a list."""
    with Cuts(session, str(directory)) as cuts:
        groups = cluster(session, Lines(tuple(map(str, path))), settings, cuts, **others)
        assert groups.wide == 0
        return b"".join(bytes(line) + b"\n" for (line,) in report(session, groups.lines, format, members).collect())


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two files, the first of several blocks."""
    directory = tmp_path_factory.mktemp("lists")
    lines = made_up(4000, seed=7) + [f"https://deep.test/a/{at}?{'&'.join(f'p{n}=1' for n in range(at, at + 4))}".encode() for at in range(60)]
    return [write(directory / "a.txt", lines[:3000]), write(directory / "b.txt", lines[3000:])]


@pytest.mark.parametrize(
    "settings, options",
    [
        (Settings(), []),
        (Settings(threshold=85), ["-t", "85"]),
        (Settings(literal=True, threshold=80), ["--literal", "-t", "80"]),
        (Settings(learn=False, threshold=50), ["--no-learn", "-t", "50"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_groups_are_those_of_the_program(session, program, files, tmp_path, settings, options):
    assert printed(session, tmp_path, files, settings) == program("cluster", "-q", "--format", "tsv", *options, *files)


def test_every_format_is_that_of_the_program(session, program, files, tmp_path):
    for format, wanted, options in (
        ("text", {"members": 3}, ["--members", "3"]),
        ("tsv", {"members": 0, "min_size": 2}, ["--members", "0", "--min-size", "2"]),
        ("jsonl", {"top": 40}, ["--top", "40"]),
    ):
        found = printed(session, tmp_path, files[1:], format=format, **wanted)
        expected = program("cluster", "-q", "--format", format, *options, files[1])
        assert found == expected, format
    assert json.loads(found.splitlines()[0])["size"] > 1


def test_urls_of_too_many_keys_are_counted_and_equal_ones_grouped(session, tmp_path):
    wide = [f"https://a.test/{at % 2}?{'&'.join(f'p{n}=1' for n in range(40))}".encode() for at in range(4)]
    path = write(tmp_path / "list.txt", [*wide, b"https://a.test/3"])
    with Cuts(session, str(tmp_path / "work")) as cuts:
        groups = cluster(session, Lines((str(path),)), Settings(literal=True, threshold=60), cuts)
        assert groups.wide == 2
        assert sorted(row[:2] for row in groups.lines.select("group", "place").collect()) == [(1, 1), (1, 3), (2, 2), (2, 4), (5, 5)]


def test_other_metrics_are_refused(session, files, tmp_path):
    with pytest.raises(Refused, match="use --metric overlap"):
        printed(session, tmp_path, files, Settings(metric="simhash"))
