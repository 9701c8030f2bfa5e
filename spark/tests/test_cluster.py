"""Groups on Spark are those that the program prints."""

import json
import random

import pytest
from conftest import made_up, write

from urlsift_spark import Lines, Settings
from urlsift_spark.lists import cluster
from urlsift_spark.reports import report
from urlsift_spark.settings import Refused


def printed(session, path, settings=Settings(), format="tsv", members=None, **others):
    """What is printed of a list."""
    groups = cluster(session, Lines(tuple(map(str, path))), settings, **others)
    lines = b"".join(bytes(line) + b"\n" for (line,) in report(session, groups.lines, format, members, settings).collect())
    assert groups.limited.value == 0
    return lines


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two files, the first of several blocks."""
    directory = tmp_path_factory.mktemp("lists")
    lines = made_up(4000, seed=7) + [f"https://deep.test/a/{at}?{'&'.join(f'p{n}=1' for n in range(at, at + 4))}".encode() for at in range(60)]
    return [write(directory / "a.txt", lines[:3000]), write(directory / "b.txt", lines[3000:])]


#: Settings under which the test of all components of `files` would find other ones if anything of them were lost on the way.
SETTINGS = [
    (Settings(), []),
    (Settings(threshold=85), ["-t", "85"]),
    (Settings(threshold=65), ["-t", "65"]),
    (Settings(literal=True), ["--literal"]),
    (Settings(literal=True, threshold=80), ["--literal", "-t", "80"]),
    (Settings(learn=False, threshold=70), ["--no-learn", "-t", "70"]),
    (Settings(merge_hosts=True), ["--merge-hosts"]),
]


@pytest.mark.parametrize("settings, options", SETTINGS, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_groups_are_those_of_the_program(session, program, files, settings, options):
    assert printed(session, files, settings) == program("cluster", "-q", "--format", "tsv", *options, *files)


@pytest.mark.parametrize("settings, options", SETTINGS[:4], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_groups_of_the_filter_are_those_of_the_program(session, program, files, settings, options):
    assert printed(session, files, settings, leader=True) == program("cluster", "-q", "--leader", "--format", "tsv", *options, *files)


def test_every_format_is_that_of_the_program(session, program, files):
    for format, wanted, options in (
        ("text", {"members": 3}, ["--members", "3"]),
        ("tsv", {"members": 0, "min_size": 2}, ["--members", "0", "--min-size", "2"]),
        ("jsonl", {"top": 40}, ["--top", "40"]),
    ):
        found = printed(session, files[1:], format=format, **wanted)
        expected = program("cluster", "-q", "--format", format, *options, files[1])
        assert found == expected, format
    assert json.loads(found.splitlines()[0])["size"] > 1


@pytest.mark.parametrize("threshold", [70, 80, 90])
def test_urls_of_very_many_parts_are_compared_as_the_program_does(session, program, tmp_path, threshold):
    """Such URLs have more keys than can be listed, so no join of keys finds what is similar."""
    draw = random.Random(threshold)
    urls = []
    for at in range(300):
        names = [name for name in range(40) if draw.random() < 0.96]
        urls.append(f"https://{'ab'[at % 2]}.test/{at % 3}?{'&'.join(f'p{name}={at % 2}' for name in names)}".encode())
    path = write(tmp_path / "list.txt", urls)
    sift = Settings(literal=True, threshold=threshold).sift()
    with pytest.raises(ValueError, match="more than 4,096 keys"):
        [sift.keys(url) for url in urls]
    found = printed(session, [path], Settings(literal=True, threshold=threshold))
    assert found == program("cluster", "-q", "--format", "tsv", "--literal", "-t", threshold, path)
    assert 1 < len({line.split(b"\t")[0] for line in found.splitlines()}) < 300


@pytest.mark.parametrize(
    "settings, says",
    [
        (Settings(metric="simhash"), "use --metric overlap"),
        (Settings(threshold=60), "use a higher --threshold"),
        (Settings(as_="text"), "at 95 they learn from the whole list"),
    ],
)
def test_lists_that_cannot_be_divided_are_refused(session, files, settings, says):
    with pytest.raises(Refused, match=says):
        printed(session, files, settings)
