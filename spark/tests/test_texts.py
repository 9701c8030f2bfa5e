"""Components of texts and sequences on Spark are those of the program."""

import random

import pytest
from conftest import WORDS, write
from pyspark.sql import functions as F
from test_cluster import printed

from urlsift_spark import Settings, cluster, texts
from urlsift_spark.settings import Refused


def messages(count, seed):
    """Messages of invented words, some of which are edited copies of others, in two scripts; equal ones, and lines without words."""
    draw = random.Random(seed)
    letters = [chr(0x4E00 + 7 * at) for at in range(600)]
    clause = lambda: "".join(draw.choices(letters[:120] if draw.random() < 0.7 else letters, k=draw.randint(4, 9)))
    word = lambda: draw.choice(WORDS) + str(draw.randrange(30))
    lines = ["", "!!!", "!!!"]
    while len(lines) < count:
        parts = [clause() for _ in range(draw.randint(2, 5))] if draw.random() < 0.6 else [word() for _ in range(draw.randint(4, 12))]
        between = "，" if parts[0][0] > "z" else " "
        for _ in range(1 if draw.random() < 0.7 else draw.randint(2, 12)):
            copy = list(parts)
            for _ in range(draw.randint(0, 2)):
                copy[draw.randrange(len(copy))] = clause() if between == "，" else word()
            lines.append(between.join(copy))
    lines = lines[:count]
    draw.shuffle(lines)
    return [line.encode() for line in lines]


def sequences(count, seed):
    """Sequences of requests, some of which are like others."""
    draw = random.Random(seed)
    step = lambda: f"/{draw.choice(WORDS)}/{draw.randrange(9)}|{draw.choice(['GET', 'POST'])}|{draw.randrange(60)}"
    lines = []
    while len(lines) < count:
        steps = [step() for _ in range(draw.randint(4, 10))]
        for _ in range(draw.choice([1, 1, 4])):
            copy = list(steps)
            copy[draw.randrange(len(copy))] = step()
            lines.append(" ".join(copy).encode())
    return lines[:count]


@pytest.mark.parametrize("threshold, seed", [(94, 1), (60, 2), (50, 3)])
def test_components_of_texts_are_those_of_the_program(session, program, tmp_path, threshold, seed):
    path = write(tmp_path / "list.txt", messages(1500, seed))
    found = printed(session, [path], Settings(threshold=threshold, as_="text"))
    assert found == program("cluster", "-q", "--exact", "--as", "text", "--format", "tsv", "-t", threshold, path)
    assert found == program("cluster", "-q", "--as", "text", "--format", "tsv", "-t", threshold, path)


def test_components_of_sequences_are_those_of_the_program(session, program, tmp_path):
    path = write(tmp_path / "list.txt", sequences(800, 3))
    found = printed(session, [path], Settings(threshold=50, as_="events"))
    assert found == program("cluster", "-q", "--as", "events", "--format", "tsv", "-t", 50, path)


def test_smallest_neighbours_on_executors_are_those_of_the_driver(session, monkeypatch):
    draw = random.Random(5)
    pairs = [(at, draw.randrange(at)) for at in range(1, 400) if draw.random() < 0.8]
    frame = session.createDataFrame(pairs, "one long, other long")
    here = sorted(map(tuple, texts.smallest(session, frame).collect()))
    monkeypatch.setattr(texts, "SMALL", 0)
    assert sorted(map(tuple, texts.smallest(session, frame).collect())) == here
    assert len({component for _, component in here}) > 1


def test_a_frame_of_texts_and_those_of_each_value(session):
    rows = [(at % 2, line.decode()) for at, line in enumerate(messages(400, 7))]
    frame = session.createDataFrame([(at, biz, line) for at, (biz, line) in enumerate(rows)], "at long, biz int, text string")
    settings = Settings(threshold=60, as_="text")
    together = cluster(frame, "text", settings, order="at").orderBy("at").collect()
    import urlsift

    def wanted(lines):
        groups = urlsift.cluster(lines, as_="text", threshold=60)
        first = {}
        return [None if group is None else first.setdefault(group, line) for group, line in zip(groups, lines)]

    assert [row.group for row in together] == wanted([line for _, line in rows])
    each = cluster(frame, "text", settings, order="at", by="biz").orderBy("at").collect()
    for biz in (0, 1):
        own = [row for row in each if row.biz == biz]
        assert [row.group for row in own] == wanted([row.text for row in own])
    # A message of today joins the component of yesterday, which keeps its name.
    today = session.createDataFrame([(1000, 0, rows[5][1] + "!")], frame.schema)
    joined = cluster(frame.union(today), "text", settings, order="at")
    assert joined.where(F.col("at") == 1000).first().group == together[5].group


def test_what_has_no_components_is_refused(session, tmp_path):
    path = write(tmp_path / "list.txt", messages(10, 1))
    with pytest.raises(Refused, match="leave out --leader"):
        printed(session, [path], Settings(as_="text", threshold=60), leader=True)
    with pytest.raises(Refused, match="below a threshold of 95"):
        printed(session, [path], Settings(as_="text"))


def test_the_command_takes_texts(command, program, tmp_path):
    path = write(tmp_path / "list.txt", messages(300, 9))
    done = command("cluster", "--as", "text", "-t", "60", "--to", "tsv", path)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout == program("cluster", "-q", "--as", "text", "-t", "60", "--format", "tsv", path)
    refused = command("sift", "--as", "text", path)
    assert refused.returncode == 2 and b"urlsift-spark cluster" in refused.stderr
