#!/usr/bin/env python3
"""What a policy pays for a question about recent events: the table of docs/state.md.

    benches/policy.py               one process, and four workers on a Redis server of its own
    benches/policy.py --questions 100 --limits 200

Two hours of events, 2,000 a minute of one kind and 100 a minute of another. A question is asked after each further event:
its `recent` lines in the last hour, at most so many, and their `count`. Medians in milliseconds of CPU time and of the
clock; on Redis, each of the workers takes every fourth event, all ask at once, and the CPU time is that of a worker.

It takes redis-server, and the Python module (`pip install ./python`).
"""

import argparse
import json
import multiprocessing
import os
import statistics
import subprocess
import tempfile
import time
from datetime import datetime, timedelta, timezone

import urlsift

#: Events of a kind in a minute.
KINDS = {"ANSWER_CREATE": 100, "QUESTION_VIEW": 2000}
MINUTES = 120
WORKERS = 4
SETTINGS = {"as_": "text", "field": "ActionType", "time_field": "Created", "window": "2h", "slice": "10m", "remember": "all"}


def events():
    """The events of two hours up to now, as JSON, in their order."""
    start = datetime.now(timezone.utc) - timedelta(minutes=MINUTES)
    dated = []
    for kind, rate in KINDS.items():
        for number in range(rate * MINUTES):
            dated.append((60 * number / rate, kind, number))
    return [event(start + timedelta(seconds=seconds), kind, number) for seconds, kind, number in sorted(dated)]


def event(moment, kind, number):
    """An event as JSON."""
    created = moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return json.dumps({"Created": created, "ActionType": kind, "UserIP": f"192.0.2.{number % 250}", "User": {"Id": number % 999}})


class Clocks:
    """The milliseconds of each question, by its name."""

    def __init__(self):
        self.cpu, self.wall = {}, {}

    def ask(self, name, question):
        cpu, wall = time.process_time(), time.perf_counter()
        question()
        self.cpu.setdefault(name, []).append(1000 * (time.process_time() - cpu))
        self.wall.setdefault(name, []).append(1000 * (time.perf_counter() - wall))


def questions(sift, limits, count):
    """The clocks of each kind of event."""
    of_kind = {}
    for kind in KINDS:
        clocks = of_kind[kind] = Clocks()
        for number in range(count):
            now = event(datetime.now(timezone.utc), kind, number)
            sift.admit(now)
            for limit in limits:
                clocks.ask(limit, lambda: sift.recent(now, within="60m", limit=limit))
                sift.admit(event(datetime.now(timezone.utc), kind, number))
            clocks.ask("count", lambda: sift.count(now, within="60m"))
    return of_kind


def work(state, share, limits, count, barrier, found):
    """A worker: admits its share, and asks when all have."""
    sift = urlsift.Sift(**SETTINGS, **({"state": state} if state else {}))
    for line in share:
        sift.admit(line)
    if state:
        sift.commit()
    barrier.wait()
    clocks = questions(sift, limits, count)
    if state:
        sift.commit()
    found.put({kind: (clocks[kind].cpu, clocks[kind].wall) for kind in KINDS})


def measured(name, workers, state, lines, limits, count):
    """Runs workers, and prints a row for each kind."""
    barrier, found = multiprocessing.Barrier(workers), multiprocessing.Queue()
    started = []
    for number in range(workers):
        given = (state, lines[number::workers], limits, count, barrier, found)
        started.append(multiprocessing.Process(target=work, args=given))
    for process in started:
        process.start()
    results = [found.get() for _ in started]
    for process in started:
        process.join()
    for kind, rate in KINDS.items():
        cells = []
        for question in [*limits, "count"]:
            cpu, wall = ([time for result in results for time in result[kind][clock][question]] for clock in (0, 1))
            cells.append(f"{statistics.median(cpu):.2f} / {statistics.median(wall):.2f}")
        print(f"| {rate:,} | {name} | {' | '.join(cells)} |", flush=True)


class Server:
    """A Redis server on a socket of its own."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.port = 20_000 + os.getpid() % 20_000
        command = ["redis-server", "--port", str(self.port), "--save", "", "--dir", self.folder.name]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(1)
        return f"redis://127.0.0.1:{self.port}/0?prefix=policy"

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--limits", default="200 1000 3000")
    typed = parser.parse_args()
    limits = [int(limit) for limit in typed.limits.split()]
    lines = events()
    print(f"{len(lines):,} events; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; CPU ms / ms by the clock\n")
    print(f"| events of the kind a minute | | {' | '.join(f'{limit:,}' for limit in limits)} | `count` |")
    print(f"|--:|---|{'--:|' * (len(limits) + 1)}")
    measured("one process", 1, None, lines, limits, typed.questions)
    with Server() as state:
        measured(f"{WORKERS} workers on Redis", WORKERS, state, lines, limits, typed.questions)


if __name__ == "__main__":
    main()
