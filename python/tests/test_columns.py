"""Columns of lines, as Arrow has them, are decided on and grouped as lines are."""

import struct
from itertools import accumulate

import pytest
from urlsift import Clusters, Sift, Verdict

LINES = [b"https://a.test/user/1", b"https://a.test/login", b"", b"https://b.test/user/1", b"no url", b"https://a.test/user/2?", b"no url\r"]


def column(lines, before=b""):
    """The two buffers; `before` stands before the first line, as in a slice."""
    ends = accumulate(map(len, lines), initial=len(before))
    return struct.pack(f"={len(lines) + 1}i", *ends), b"".join(lines)


def numbers(kind, data):
    return [number for (number,) in struct.iter_unpack(f"={kind}", data)]


def test_verdicts_are_those_of_the_lines():
    members = list(Verdict)
    for before in (b"", b"zork"):
        decided = Sift().decide_column(*column(LINES, before))
        assert [members[number] for number in decided] == Sift().decide(LINES)
    assert Sift().decide_column(*column([])) == b""


def test_a_line_that_is_too_long_is_printed_and_not_compared():
    long = b"https://a.test/" + b"x" * (1 << 20)
    decided = Sift().decide_column(*column([long, LINES[0], long]))
    assert [list(Verdict)[number] for number in decided] == [Verdict.NOT_URL, Verdict.KEPT, Verdict.NOT_URL]


def test_explanations_are_of_the_column():
    sift = Sift(detail="explanations")
    sift.admit("https://b.test/other")
    sift.decide_column(*column(LINES))
    assert sift.explain(5).representative == LINES[0] and sift.shape(1) == "https://a.test/login"


def test_lines_that_have_something_in_common_are_of_one_part():
    spellings = [b"http://127.1/x", b"//127.0.0.1/y", b"https://h./", b"http://h:/", b"no url", b"no url\r", b"other", b""]
    parts = numbers("Q", Sift().parts_of_column(*column(spellings)))
    assert parts[0] == parts[1] != parts[2] == parts[3] != parts[4] == parts[5] != parts[6] != parts[7]
    assert parts == numbers("Q", Sift().parts_of_column(*column(spellings)))
    merged = Sift(merge_hosts=True).parts_of_column(*column([b"https://en.shop.example/", b"https://de.shop.example/"]))
    assert merged[:8] == merged[8:]


@pytest.mark.parametrize("offsets", [[0, 5], [3, 2], [0, -1], [2, 1, 3]])
def test_wrong_offsets_are_refused(offsets):
    with pytest.raises(ValueError, match="not the offsets of lines"):
        Sift().decide_column(struct.pack(f"={len(offsets)}i", *offsets), b"zork")
    with pytest.raises(ValueError, match="not the offsets of lines"):
        Sift().decide_column(b"\0\0\0\0\0", b"")


def groups(clusters, lines):
    """The numbers of the lines of each group, and its template."""
    if clusters.needs_learning:
        clusters.learn(*column(lines))
    clusters.add(*column(lines[:2]))
    clusters.add(*column(lines[2:]))
    (members, of, sizes, ends, shapes), limit_hits = clusters.groups()
    assert limit_hits == 0
    found = {}
    for line, group in zip(numbers("I", members), numbers("I", of)):
        found.setdefault(group, []).append(line)
    assert [len(group) for group in found.values()] == numbers("I", sizes)
    ends = numbers("I", ends)
    return [(found[at], shapes[start:end].decode()) for at, (start, end) in enumerate(zip(ends, ends[1:]))]


def test_components_are_those_of_the_program():
    assert groups(Clusters(), LINES) == [
        ([0, 5], "https://a.test/user/{int}"),
        ([4, 6], ""),
        ([1], "https://a.test/login"),
        ([3], "https://b.test/user/{int}"),
    ]
    words = [f"https://a.test/zork/{word}".encode() for word in "quartz basalt gneiss schist marble tuff obsidian".split()]
    assert [members for members, _ in groups(Clusters(), words)] == [list(range(7))]
    assert len(groups(Clusters(learn=False), words)) == 7
    assert groups(Clusters(leader=True), words)[0][0] != list(range(7))


def test_clusters_are_made_in_order():
    clusters = Clusters(80)
    assert clusters.needs_learning and not Clusters(literal=True).needs_learning
    clusters.add(*column(LINES))
    with pytest.raises(ValueError, match="learn from all lines first"):
        clusters.learn(*column(LINES))
    clusters.groups()
    for again in (lambda: clusters.add(*column(LINES)), clusters.groups):
        with pytest.raises(ValueError, match="make new ones"):
            again()
    with pytest.raises(ValueError, match="from 1 to 100"):
        Clusters(0)
