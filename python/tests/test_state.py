"""What is remembered in a file, or on a server, by the module and the program alike."""

import copy
import os
import shutil
import socket
import subprocess
import time
from datetime import timedelta
from pathlib import Path

import pytest
import urlsift
from urlsift import Sift, Verdict

LIST = ["https://a.test/user/1", "https://a.test/user/2", "no url", "https://b.test/cart"]
NEW = ["https://a.test/user/3", "no url", "https://a.test/login"]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A Redis server, by its address without a prefix."""
    if shutil.which("redis-server") is None:
        assert "redis-server" not in os.environ.get("URLSIFT_REQUIRED", ""), "redis-server is not installed"
        pytest.skip("redis-server is not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("redis")
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        for _ in range(500):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        yield f"redis://127.0.0.1:{port}/0?prefix="
        process.kill()


@pytest.fixture(params=["file", "server"])
def place(request, tmp_path):
    if request.param == "file":
        return str(tmp_path / "seen.state")
    return request.getfixturevalue("server") + tmp_path.name


def test_what_one_filter_kept_another_drops(place, program):
    with Sift(state=place) as sift:
        assert list(sift.filter(LIST)) == [LIST[0], LIST[2], LIST[3]]
    with Sift(state=place) as sift:
        assert sift.decide(NEW) == [Verdict.SIMILAR, Verdict.REPEATED, Verdict.KEPT]
    assert urlsift.filter(NEW, state=place) == []
    # The program reads it, and what the program adds the module reads.
    given = "\n".join([*NEW, "https://c.test/1"])
    printed = subprocess.run([program, "-q", "--state", place], input=given, capture_output=True, check=True, text=True).stdout
    assert printed == "https://c.test/1\n"
    assert urlsift.filter(["https://c.test/2", "https://d.test/"], state=place) == ["https://d.test/"]


def test_what_was_not_stored_is_decided_again(tmp_path):
    place = tmp_path / "seen.state"
    with pytest.raises(KeyError), Sift(state=place) as sift:
        assert sift.admit(LIST[0])
        sift.commit()
        assert sift.admit(LIST[3])
        raise KeyError("of the caller")
    assert urlsift.filter(LIST, state=Path(place)) == LIST[2:]


def test_decisions_on_a_server_are_those_of_all(server):
    one, other = (Sift(state=f"{server}together") for _ in range(2))
    assert one.admit(LIST[0]) is Verdict.KEPT
    assert other.admit(LIST[1]) is Verdict.SIMILAR
    assert [bool(verdict) for verdict in other.decide(LIST)] == [False, False, True, True]
    assert one.decide(LIST) == [Verdict.SIMILAR, Verdict.SIMILAR, Verdict.REPEATED, Verdict.SIMILAR]


def test_a_window_forgets():
    for window in (timedelta(seconds=1), "1s"):
        sift = Sift(window=window)
        assert [bool(sift.admit(line)) for line in LIST[:2]] == [True, False]
        time.sleep(2.1)
        assert sift.admit(LIST[1])


def test_a_state_keeps_the_window_it_was_made_with(tmp_path):
    place = tmp_path / "seen.state"
    assert urlsift.filter(LIST[:2], state=place, window="30d") == LIST[:1]
    assert urlsift.filter(LIST[:2], state=place, window=timedelta(days=30)) == []


def test_one_filter_at_a_time_writes_to_a_file(tmp_path):
    place = tmp_path / "seen.state"
    first = Sift(state=place)
    with pytest.raises(BlockingIOError, match="^state: "):
        Sift(state=place)
    first.close()
    first.close()
    with pytest.raises(ValueError, match="^this filter was closed$"):
        first.admit("/a")
    Sift(state=place).close()


@pytest.mark.parametrize(
    ("kind", "settings", "message"),
    [
        (TypeError, {"state": 7}, "^state: must be a path or the address of a server, not 7$"),
        (TypeError, {"window": 7}, "^window: must be a timedelta or a str, not 7$"),
        (ValueError, {"window": "soon"}, "^window: must be a whole number and one of s, m, h, d or w"),
        (ValueError, {"window": "30d", "two_pass": True}, "^two_pass and window cannot be combined"),
        (ValueError, {"state": "x", "notes": True}, "^notes and state cannot be combined"),
        (ValueError, {"state": ""}, "^state: the name of the state is empty"),
        (ValueError, {"state": "x", "keep": 0}, "^keep: "),
        (ValueError, {"state": "redis://:secret@127.0.0.1:x/"}, "^state: "),
        (OSError, {"state": "missing/seen.state"}, "^state: "),
        (ConnectionError, {"state": "redis://127.0.0.1:1/0?prefix=x"}, "^state: "),
    ],
)
def test_what_cannot_be_remembered_is_refused(kind, settings, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(kind, match=message) as refused:
        Sift(**settings)
    assert "secret" not in str(refused.value) and not list(tmp_path.iterdir())


def test_a_state_of_other_settings_is_refused(tmp_path):
    place = tmp_path / "seen.state"
    urlsift.filter(LIST, state=place)
    with pytest.raises(ValueError, match="^state: "):
        urlsift.filter(LIST, state=place, literal=True)
    place.write_text("not a state")
    with pytest.raises(ValueError, match="^state: "):
        Sift(state=place)


def test_a_filter_with_a_state_is_one():
    sift = Sift(window="1h", detail="groups")
    with pytest.raises(TypeError, match="cannot be copied"):
        copy.copy(sift)
    with pytest.raises(ValueError, match="cannot restart"):
        sift.restart()
    with pytest.raises(ValueError, match="the filter has no state"):
        Sift().commit()
    assert sift.decide(LIST[:2]) and [sift.group(at) for at in (0, 1)] == [0, 0] and sift.memory > 0
    with Sift() as plain:
        assert plain.admit("/a")
