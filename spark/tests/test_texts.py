"""Components of texts and sequences on Spark are those of the program."""

import json
import random

import numpy
import pytest
from conftest import WORDS, write
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


def test_smallest_neighbours_on_executors_are_those_of_the_driver(session, tmp_path, monkeypatch):
    draw = random.Random(5)
    pairs = [(at, draw.randrange(at)) for at in range(1, 400) if draw.random() < 0.8]
    frame = session.createDataFrame(pairs, "one long, other long")
    places, components = texts.smallest_here(*numpy.array(pairs).T)
    assert sorted(map(tuple, texts.smallest(frame).collect())) == list(zip(places.tolist(), components.tolist()))
    assert len(set(components.tolist())) > 1
    path = write(tmp_path / "list.txt", messages(500, 4))
    here = printed(session, [path], Settings(threshold=60, as_="text"))
    monkeypatch.setattr(texts, "SMALL", 0)
    assert printed(session, [path], Settings(threshold=60, as_="text")) == here


def test_messages_join_the_components_of_earlier_ones(session, tmp_path):
    settings, schema = Settings(threshold=60, as_="text"), "at long, text string"
    text = "sell your old {} today and get a fair price of {} crowns"
    days = [
        [(1, text.format("car", 700)), (2, "the meeting of tomorrow is in the large room"), (3, text.format("car", 800))],
        [(4, text.format("car", 900)), (5, "another word"), (6, "the meeting of tomorrow is in the small room")],
        [(7, "another word"), (8, text.format("car", 950))],
    ]
    # Each batch of a stream joins what the batches before left.
    for at, rows in enumerate(days):
        session.createDataFrame(rows, schema).coalesce(1).write.parquet(str(tmp_path / "arriving"), mode="append")
    left = str(tmp_path / "groups-{}")

    def join(batch, number):
        known = session.read.parquet(left.format(number - 1)) if number else None
        cluster(batch, "text", settings, order="at", known=known).write.parquet(left.format(number))

    stream = session.readStream.schema(schema).option("maxFilesPerTrigger", 1).parquet(str(tmp_path / "arriving"))
    query = stream.writeStream.foreachBatch(join).trigger(availableNow=True).option("checkpointLocation", str(tmp_path / "checkpoint")).start()
    query.awaitTermination()
    groups = {row.at: (row.group, row.size) for row in session.read.parquet(left.format(2)).collect()}
    text = {at: line for rows in days for at, line in rows}
    assert groups == {at: (text[first], size) for first, size, members in [(1, 4, [1, 3, 4, 8]), (2, 2, [2, 6]), (5, 2, [5, 7])] for at in members}


def test_known_components_stay_together(session):
    schema = "at long, text string"
    known = session.createDataFrame([(1, "one two three", "one two three", 2, None), (2, "four five six", "one two three", 2, None)], f"{schema}, group string, size long, shape string")
    new = session.createDataFrame([(3, "four five six")], schema)
    found = cluster(new, "text", Settings(threshold=60, as_="text"), order="at", known=known)
    assert sorted((row.at, row.group, row.size) for row in found.collect()) == [(at, "one two three", 3) for at in (1, 2, 3)]
    with pytest.raises(Refused, match="only texts and sequences join known components"):
        cluster(new, "text", known=known)


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


CAMPAIGNS = [["win a red prize, call {} now", "加我微信{}，日结工资，名额有限", "今すぐ{}で無料登録できます"], ["cheap pills at {} dot test", "贷款当天到账，联系{}办理"]]


def campaign(texts, count):
    """Copies of texts with another contact each, and messages of people."""
    lines = [text.format(f"abc{number}x{number}").encode() for number in range(count) for text in texts]
    return lines + [f"see you at {number} o'clock near the {word}".encode() for number, word in enumerate(WORDS[:5])]


def test_components_of_texts_are_printed_with_their_signatures(session, program, tmp_path):
    path = write(tmp_path / "list.txt", campaign(CAMPAIGNS[0], 9) + [b"!!!", b"\xff \xfe", b"one two"])
    settings = Settings(threshold=60, as_="text")
    for format in ("jsonl", "text"):
        found = printed(session, [path], settings, format)
        assert found == program("cluster", "-q", "--exact", "--as", "text", "--format", format, "-t", 60, path)
        assert "win a red prize, call {...} now".encode() in found
    path = write(tmp_path / "steps.txt", sequences(40, 5))
    found = printed(session, [path], Settings(threshold=50, as_="events"), "jsonl")
    assert found == program("cluster", "-q", "--as", "events", "--format", "jsonl", "-t", 50, path)


def test_signatures_of_a_day_choose_messages_of_the_next(command, program, tmp_path):
    day = write(tmp_path / "day", campaign(CAMPAIGNS[0], 9))
    next_day = write(tmp_path / "next day", campaign(CAMPAIGNS[0] + CAMPAIGNS[1], 3))
    texts = ("--as", "text", "-t", "60")
    components = program("cluster", "-q", *texts, "--min", "5", "--format", "jsonl", day)
    on_spark = command("cluster", *texts, "--min-size", "5", "--to", "jsonl", day).stdout
    assert on_spark == components
    plain = "\n".join(["", *(json.loads(line)["signature"] for line in components.splitlines())])
    # Each form of the file with one of the options, as a start of Spark takes seconds.
    for option, rules in [
        ("--signatures", components),
        ("--not-signatures", b"\xef\xbb\xbf" + components),
        ("--not-signatures", plain.encode()),
        ("--signatures", plain.replace("\n", "\r\n").encode()),
    ]:
        file = write(tmp_path / "rules", [rules])
        chosen = write(tmp_path / "chosen", program("-q", "-k", "1000", "--as", "text", option, file, next_day).splitlines())
        done = command("cluster", *texts, option, file, "--to", "text", next_day)
        assert done.returncode == 0, done.stderr.decode()
        of_chosen = program("cluster", "-q", *texts, chosen)
        assert members(done.stdout) == members(of_chosen)
    assert command("cluster", *texts, "--signatures", write(tmp_path / "none", [b'{"group":1}']), day).returncode == 2
    assert b"urlsift-spark cluster" in command("sift", "--signatures", file, day).stderr


def members(printed):
    """The headings of components without their numbers, and lines."""
    return [line.partition(b", ")[2] if line.startswith(b"group ") else line for line in printed.splitlines()]
