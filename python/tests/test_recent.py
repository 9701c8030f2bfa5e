"""What a policy asks about recent events."""

import json
import random
import re
from datetime import timedelta
from pathlib import Path

import pytest
import urlsift
from test_state import server  # noqa: F401
from urlsift import Sift

START = 1_700_000_000
EVENTS = dict(as_="text", field="ActionType", time_field="Created", window="2h", slice="10m", remember="all")


def made_up(count, seed=1):
    """Events of a few kinds, addresses and users, one each ten seconds."""
    draw = random.Random(seed)
    kinds = ["ANSWER_CREATE", "LOGIN", "VOTE"]
    for at in range(count):
        yield json.dumps({"ActionType": draw.choice(kinds), "UserIP": f"10.0.0.{draw.randrange(9)}", "User": {"Id": draw.randrange(20)}, "Created": START + 10 * at})


def naive(events, field, event, seconds):
    """The same events by definition, the latest first."""
    now = json.loads(events[-1])["Created"]
    value = lambda text: json.loads(text)["User"]["Id"] if field == "User.Id" else json.loads(text)[field]
    return [text for text in reversed(events) if value(text) == value(event) and json.loads(text)["Created"] >= now - seconds]


@pytest.mark.parametrize("place", [None, "file", "server"])
def test_recent_events_of_each_dimension(place, tmp_path, request):
    state = {"file": tmp_path / "act.state", "server": place == "server" and request.getfixturevalue("server") + tmp_path.name}.get(place)
    events = list(made_up(500))
    with Sift(state=state, **EVENTS) as sift:
        for at, event in enumerate(events):
            verdict = sift.admit(event)
            assert bool(verdict) == (not any(json.loads(event)["ActionType"] == json.loads(other)["ActionType"] for other in events[:at][-30:]) and at < 30)
            assert sift.in_window() == len(naive(events[: at + 1], "ActionType", event, 7200)) or at > 300
        for event in events[-20:]:
            for field in ("ActionType", "UserIP", "User.Id"):
                by = None if field == "ActionType" else field
                for within in ("10m", timedelta(minutes=47)):
                    wanted = naive(events, field, event, 600 if within == "10m" else 47 * 60)
                    assert sift.count(event, by=by, within=within) == len(wanted)
                    assert [found.line for found in sift.recent(event, by=by, within=within)] == wanted
                    limited = sift.recent(event.encode(), by=by, within=within, limit=3)
                    assert [found.line.decode() for found in limited] == wanted[:3]
        assert limited[0].last == json.loads(wanted[0])["Created"] and limited[0].count == 1
    if state:
        with Sift(state=state, **EVENTS) as later:
            assert later.count(events[-1], by="UserIP", within="30m") == len(naive(events, "UserIP", events[-1], 1800))


def test_workers_count_together(server, tmp_path):  # noqa: F811
    place = server + tmp_path.name
    workers = [Sift(state=place, **EVENTS) for _ in range(4)]
    events = list(made_up(400, seed=2))
    for at, event in enumerate(events):
        workers[at % 4].admit(event)
    for worker in workers:
        for event in events[-9:]:
            for field, by in (("ActionType", None), ("UserIP", "UserIP")):
                assert worker.count(event, by=by, within="1h") == len(naive(events, field, event, 3600))


def test_what_cannot_be_asked_is_said():
    sift = Sift(window="1h")
    with pytest.raises(ValueError, match="recalls no lines"):
        sift.count("/a")
    with pytest.raises(ValueError, match="remember="):
        Sift().recent("/a")
    with pytest.raises(ValueError, match="^remember: must be 'kept' or 'all'"):
        Sift(window="1h", remember="some")
    with pytest.raises(ValueError, match="^within: "):
        Sift(window="1h", remember="all").count("/a", within="soon")
    sift = Sift(window="1h", remember="all")
    assert sift.admit("/a/1") and not sift.admit("/a/2")
    assert (sift.in_window(), sift.count("/a/3"), sift.count("/b")) == (2, 2, 0)
    with pytest.raises(IndexError, match="no line 1"):
        sift.in_window(1)


def test_the_policy_of_the_manual_runs(tmp_path, monkeypatch):
    page = (Path(urlsift.__file__).parent / "state.md", Path(__file__).parents[2] / "docs" / "state.md")[1]
    (code,) = [text for text in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL) if "sift.count" in text]
    monkeypatch.chdir(tmp_path)
    lines = list(made_up(300, seed=3)) + [json.dumps({"ActionType": "LOGIN", "UserIP": "10.9.9.9", "Created": START + 3000 + at}) for at in range(40)]
    (tmp_path / "actions.jsonl").write_text("".join(f"{line}\n" for line in lines))
    printed = []
    exec(code, {"print": lambda *given: printed.append(given)})
    assert printed and all("10.9.9.9" in " ".join(map(str, given)) for given in printed)


def test_bands_are_those_of_the_program(program):
    import subprocess

    text = "call one two three for cheap tickets today and tomorrow"
    printed = subprocess.run([program, "keys", "--as", "text", "-t", "60", "--bands"], input=text, capture_output=True, check=True, text=True).stdout
    bands = Sift(threshold=60, as_="text").bands(text)
    assert [f"{band:016x}" for band in bands] == printed.split("\t")[0].split(",")
    other = Sift(threshold=60, as_="text").bands(text.replace("two", "five"))
    assert len(bands) == len(other) <= 40 and set(bands) & set(other)
