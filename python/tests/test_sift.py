"""The filter, as Python programs use it."""

import copy
import importlib.metadata
import pickle
import subprocess
import threading
import time

import pytest
import urlsift
from urlsift import Sift, Verdict

LINES = [
    "https://example.com/user/1/edit",
    "https://example.com/user/2/edit",
    "https://example.com/user/2/delete",
    "not a url",
    "not a url",
    "",
]
VERDICTS = [
    Verdict.KEPT,
    Verdict.SIMILAR,
    Verdict.KEPT,
    Verdict.NOT_URL,
    Verdict.REPEATED,
    Verdict.EMPTY,
]


def lines(count):
    """Lines of many hosts, some of which learn positions."""
    return [
        f"https://h{i % 13}.example/{i % 7}/zork{i * i % 101}/x{'yz'[i % 2]}?{'abcde'[i % 5]}=1".encode()
        for i in range(count)
    ]


def test_a_line_is_decided_on():
    sift = Sift()
    assert [sift.admit(line) for line in LINES] == VERDICTS
    assert sift.kept == 2
    assert sift.memory > 0
    assert sift.search_limit_hits == 0


def test_verdicts_are_true_where_the_program_prints_the_line():
    assert [bool(verdict) for verdict in VERDICTS] == [True, False, True, True, False, False]
    assert [verdict.is_url for verdict in VERDICTS] == [True, True, True, False, False, False]
    assert Sift().admit(LINES[0]) is Verdict.KEPT
    assert pickle.loads(pickle.dumps(Verdict.NOT_URL)) is Verdict.NOT_URL


def test_bytes_and_text_are_the_same_line():
    sift = Sift()
    assert sift.admit(LINES[0].encode()) is Verdict.KEPT
    assert sift.admit(LINES[0]) is Verdict.SIMILAR


def test_bytes_that_are_not_utf8_stand_in_text_as_surrogates():
    raw = b"https://example.com/caf\xe9/list"
    text = raw.decode("utf-8", "surrogateescape")
    sift = Sift(literal=True, detail="explanations")
    assert sift.admit(raw) is Verdict.KEPT
    assert sift.admit(text) is Verdict.SIMILAR
    assert sift.explain().representative == text
    assert sift.admit(raw) is Verdict.SIMILAR
    assert sift.explain().representative == raw


def test_line_ends_are_no_part_of_a_line():
    sift = Sift()
    assert sift.admit("not a url\n") is Verdict.NOT_URL
    assert sift.admit("not a url\r\n") is Verdict.REPEATED
    assert sift.admit(b"\n") is Verdict.EMPTY


@pytest.mark.parametrize("wrong", [1, None, ["https://example.com/"], 1.5])
def test_other_types_are_refused(wrong):
    sift = Sift()
    for method in (sift.admit, sift.keys, sift.host):
        with pytest.raises(TypeError, match="bytes or str"):
            method(wrong)
    assert sift.kept == 0


def test_filter_gives_what_the_program_prints_as_it_comes():
    sift = Sift()
    assert list(sift.filter(LINES)) == [LINES[0], LINES[2], LINES[3]]
    produced = []

    def source():
        for line in LINES:
            produced.append(line)
            yield line

    kept = Sift().filter(source())
    assert produced == []
    assert next(kept) == LINES[0]
    assert produced == LINES[:1], "nothing is read ahead"


def test_an_error_of_the_source_goes_through_filter():
    def source():
        yield LINES[0]
        raise OSError("the disk is gone")

    kept = Sift().filter(source())
    next(kept)
    with pytest.raises(OSError, match="the disk is gone"):
        next(kept)


def test_batches_are_decided_as_single_lines():
    many = lines(5000) + [b"", b"no url", b"no url"]
    one, batched = Sift(), Sift()
    single = [one.admit(line) for line in many]
    assert batched.decide(many[:3000]) + batched.decide(iter(many[3000:])) == single
    assert batched.kept == one.kept
    assert batched.decide([]) == []


def test_a_wrong_line_in_a_batch_decides_nothing():
    sift = Sift()
    with pytest.raises(TypeError, match=r"^line 2 \(index 1\) is an int: a line is bytes or str$"):
        sift.decide(["https://example.com/", 7])
    assert sift.kept == 0


def test_a_wrong_line_names_its_position():
    kept = Sift().filter(["https://a.test/x", "https://a.test/y", None])
    assert [next(kept), next(kept)] == ["https://a.test/x", "https://a.test/y"]
    for wrong in (lambda: next(kept), lambda: Sift().decide(iter(["x", b"y", None]))):
        with pytest.raises(TypeError, match=r"^line 3 \(index 2\) is None: a line is bytes or str$"):
            wrong()
    with pytest.raises(TypeError, match="^a line is bytes or str, not None$"):
        Sift().admit(None)


class Table:
    """Iterating over tables gives the names of their columns."""

    columns = ("url",)

    def __iter__(self):
        return iter(self.columns)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("https://a.test/", "not a str; for one line use admit"),
        (b"https://a.test/", "not a bytes; for one line use admit"),
        (None, "not None"),
        (7, "not an int"),
        (Table(), "not a Table; urlsift.filter takes tables of pandas, polars and pyarrow"),
    ],
)
def test_what_is_no_list_of_lines_is_refused(lines, message):
    for method in (Sift().filter, Sift().decide):
        with pytest.raises(TypeError, match=f"^lines must be an iterable of lines, {message}$"):
            method(lines)


def test_other_threads_run_during_a_batch():
    # Something else may have the machine while one is measured, but not in every try.
    assert any(ticks_during_a_batch() for _ in range(5))


def ticks_during_a_batch():
    many = lines(300_000)
    sift = Sift()
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    clock = threading.Thread(target=tick)
    # The lines are taken over before the work, with the interpreter's lock held.
    clock.start()
    sift.decide(many)
    done.set()
    clock.join()
    start = time.perf_counter()
    Sift().decide(many)
    whole = time.perf_counter() - start
    longest = max(after - before for before, after in zip(ticks, ticks[1:]))
    return longest < whole / 2


def test_threads_take_turns():
    sift = Sift(learn=False)
    many = lines(20_000)
    results = []

    def work():
        results.append(sum(map(bool, sift.decide(many))) + sum(bool(sift.admit(line)) for line in many[:2000]))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(results) == sift.kept == sum(map(bool, Sift(learn=False).decide(many)))


def test_dropped_lines_are_explained():
    sift = Sift(detail="explanations")
    sift.admit("https://example.com/user/1/edit?item=a")
    assert sift.explain() is None
    sift.admit("https://example.com/user/ann@example.com/edit?item=2")
    found = sift.explain()
    assert found.representative == "https://example.com/user/1/edit?item=a"
    assert found.record == 1
    assert 95 <= found.percent < 100
    assert found.shape == "https://example.com/user/{email}/edit?item"
    assert found.representative_shape == "https://example.com/user/{int}/edit?item"
    assert found.differences == ["item={value} | item={word}"]
    assert found.same == ["segment 2: ann@example.com and 1 (email and int)"]
    assert "item={value} | item={word}" in str(found) and "Explanation" in repr(found)


def test_lines_of_a_batch_are_explained_by_index():
    sift = Sift(detail="explanations")
    sift.decide(LINES)
    assert [sift.explain(i) is not None for i in range(6)] == [False, True, False, False, False, False]
    assert sift.explain(-5).record == 1
    assert [sift.group(i) for i in range(6)] == [0, 0, 1, 2, 2, None]
    assert sift.shape(2) == "https://example.com/user/{int}/delete"
    assert sift.shape(3) is None
    for wrong in (6, -7):
        with pytest.raises(IndexError, match="took 6"):
            sift.explain(wrong)
    with pytest.raises(ValueError, match="detail"):
        Sift().explain()


def test_hosts_are_those_that_the_filter_knows():
    sift = Sift()
    assert {sift.host(url) for url in ("http://127.1/x", "127.0.0.1", "https://0x7f.1:443/")} == {"127.0.0.1"}
    assert {sift.host(url) for url in ("http://h./", "http://h:/", b"http://h:80", "https://H:443/")} == {"h"}
    assert sift.host("ftp://h/") == "ftp://h"
    assert sift.host("https://h:8443/") == "h:8443"
    assert sift.host("/path") == ""
    assert sift.host("not a url") is None
    assert sift.separates_hosts
    assert not Sift(threshold=50).separates_hosts


def test_keys_mean_the_same_everywhere():
    one, other = Sift(), Sift()
    assert one.keys("https://example.com/user/1") == other.keys(b"http://example.com/user/2")
    assert one.keys("https://example.com/user/1") != one.keys("https://example.com/team/1")
    assert one.keys("https://example.com/") != Sift(seed=(1, 2)).keys("https://example.com/")
    assert one.keys("") == []
    assert one.keys("not a url") == other.keys("not a url") != one.keys("not another")
    assert one.keys("https://example.com/a") != Sift(literal=True).keys("https://example.com/a")
    wide = "//example.com/?" + "&".join(f"p{i}=1" for i in range(60))
    with pytest.raises(ValueError, match="4,096"):
        Sift(50, literal=True).keys(wide)


def test_keys_are_those_of_the_program(program):
    output = subprocess.run([program, "keys"], input="\n".join(LINES).encode(), capture_output=True, check=True).stdout
    sift = Sift()
    wanted = ",".join(f"{key:016x}" for key in sift.keys(LINES[0]))
    assert output.splitlines()[0].decode() == f"{wanted}\t{LINES[0]}"


def test_what_was_learned_outlives_a_restart():
    words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian"]
    urls = [f"https://example.com/zork/{word}" for word in words]
    sift = Sift(count_learned=True)
    assert len(list(sift.filter(urls))) > 1
    dropped, positions = sift.learned_positions()
    assert dropped == 3 and positions[0][0] == "example.com/zork/{word}"
    sift.restart()
    assert len(list(sift.filter(urls))) == 1
    assert Sift().learned_positions() is None


@pytest.mark.parametrize("detail", ["verdicts", "groups"])
def test_what_was_saved_is_known_later(detail):
    many = lines(3000)
    whole, first = Sift(remember=True, detail=detail), Sift(remember=True, detail=detail)
    wanted = whole.decide(many)
    assert first.decide(many[:1500]) == wanted[:1500]
    later = Sift(detail=detail, remember=True)
    later.admit("https://forgotten.example/")
    later.load(first.save())
    assert later.decide(many[1500:]) == wanted[1500:]
    assert later.admit("https://forgotten.example/") is Verdict.KEPT


def test_groups_keep_their_numbers():
    many = lines(3000)
    first = Sift(remember=True, detail="groups")
    first.decide(many)
    numbers = {line: first.group(i) for i, line in enumerate(many)}
    later = Sift(remember=True, detail="groups")
    later.load(first.save())
    later.decide(many)
    assert {line: later.group(i) for i, line in enumerate(many)} == numbers
    later.admit("https://new.example/")
    assert later.group() not in numbers.values()


def test_what_is_known_of_one_host_is_passed_on():
    one, other = (Sift(remember=True, seed=(1, 2)) for _ in range(2))
    one.decide(["https://example.com/user/1", "https://example.net/cart"])
    other.load_host(one.save_host("http://EXAMPLE.com"))
    assert other.admit("https://example.com/user/2") is Verdict.SIMILAR
    assert other.admit("https://example.net/cart") is Verdict.KEPT


def test_what_cannot_be_loaded_is_refused_with_the_reason():
    saved = Sift(remember=True).save()
    with pytest.raises(ValueError, match="settings"):
        Sift(90, remember=True).load(saved)
    for damaged in (b"", b"zork", saved[:-1], saved[:-9] + b"x" + saved[-8:]):
        with pytest.raises(ValueError):
            Sift(remember=True).load(damaged)
    with pytest.raises(ValueError, match="notes=True"):
        Sift().save()
    with pytest.raises(TypeError, match="save"):
        pickle.dumps(Sift())


def test_lines_read_as_the_whole_list_leads_to():
    words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian"]
    urls = [f"https://example.com/zork/{word}" for word in words]
    sift = Sift(two_pass=True, seed=(0, 0))
    assert sift.learned_keys(urls[0]) == sift.keys(urls[0]) != sift.learned_keys(urls[1])
    assert sift.learned_shape(urls[0]) == urls[0]
    sift.decide(urls)
    sift.restart()
    assert len({tuple(sift.learned_keys(url)) for url in urls}) == 1
    assert sift.learned_shape(urls[0]) == "https://example.com/zork/{word}"
    assert sift.learned_keys("") == [] and sift.learned_shape("no url") is None
    assert sift.learned_keys("no url") == sift.keys("no url")


def test_the_url_of_an_object_is_the_member_that_is_named():
    sift = Sift(field="to.page")
    lines = ['{"url":"https://a.test/1","to":{"page":"https://b.test/1"}}', '{"url":"https://a.test/x","to":{"page":"https://b.test/2"}}']
    assert [sift.host(line) for line in lines] == ["b.test"] * 2
    assert sift.decide([*lines, '{"url":"https://a.test/1"}']) == [Verdict.KEPT, Verdict.SIMILAR, Verdict.NOT_URL]


def test_a_copy_goes_its_own_way():
    sift = Sift()
    sift.admit(LINES[0])
    for other in (copy.copy(sift), copy.deepcopy(sift)):
        assert other.admit(LINES[1]) is Verdict.SIMILAR
        assert other.admit(LINES[2]) is Verdict.KEPT
    assert sift.kept == 1


def test_a_panic_becomes_an_exception():
    from urlsift import _urlsift

    with pytest.raises(RuntimeError, match="a bug of it: on purpose"):
        _urlsift._panic("on purpose")


def test_other_requests_and_answers_are_kept():
    requests = ['{"url":"https://example.com/u/%d","method":"%s"}' % pair for pair in enumerate(["GET", "POST", "HEAD", "post"])]
    answers = [f"https://example.com/u/{number} [{status}]" for number, status in enumerate([404, 200, 410, 204])]
    for lines in requests, answers:
        assert list(Sift().filter(lines)) == lines[:2]
        assert list(Sift(by="none").filter(lines)) == lines[:1]
    with pytest.raises(ValueError, match="is not a list of fields"):
        Sift(by="method,,status")


def test_two_lines_are_compared():
    found = urlsift.compare("https://a.test/user/17/edit", b"https://a.test/user/42/edit")
    assert found.similar and found.percent == 100.0 and found.same == ["segment 2: 17 and 42 (int)"] and not found.differences
    assert found.first == found.second == "https://a.test/user/{int}/edit"
    found = urlsift.compare("http://example.com/a/b", "http://example.com/a/c", literal=True)
    assert not found.similar and found.percent == 85.0 and found.differences == ["segment 2: b | c"]
    assert repr(found) == "<Comparison: different, 85 %; segment 2: b | c>"
    assert urlsift.compare("http://example.com/a/b", "http://example.com/a/c", literal=True, threshold=80).similar
    assert urlsift.compare("no url", "http://example.com/") is None
    with pytest.raises(ValueError, match="^threshold: "):
        urlsift.compare("/a", "/b", threshold=0)


def test_the_version_is_that_of_the_package():
    assert urlsift.__version__ == importlib.metadata.version("urlsift")
