"""Measures the commands on a list and on larger ones made of it: `python measure.py LIST [--copies 1 2 4] [--run sift] [--with "--master local[2]"]`.

A copy of the list has the same lines on hosts of its own (`shop.example` becomes `shop.example.copy2`), so that everything grows alike. Prints
for each run the seconds on the clock, of processors, and in tasks, what was shuffled, what was spilled, and the largest memory of an executor, as Spark's own
event log has them. With `--warm ROUNDS`, it runs each command in one session beside `dropDuplicates`, in turn, and prints medians: what lines cost
beyond Spark's start and its compiler. For that, it first runs all of them on the first list as often as `--before` says, and once on each other list.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

COMMAND = Path(sysconfig.get_path("scripts")) / "urlsift-spark"
HOST = re.compile(rb"^([a-zA-Z]*://|//)?([^/?#:\s]+)")


def copy(line, number):
    """The line on a host of another name."""
    return line if number == 1 else HOST.sub(lambda found: found[0] + b".copy%d" % number, line, count=1)


def times(process, waited=0):
    """The processor seconds of a process and of all below it, by their numbers; with `waited=2`, also of those below that have ended."""
    stats = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                stats[int(entry.name)] = int(fields[1]), sum(map(int, fields[11 : 13 + waited])) / os.sysconf("SC_CLK_TCK")
    below = {process}
    while more := {one for one, (parent, _) in stats.items() if parent in below} - below:
        below |= more
    return {one: stats[one][1] for one in below & stats.keys()}


class Processors(threading.Thread):
    """Adds up the processor time of a process and of all below it, by looking twice a second."""

    def __init__(self, process):
        super().__init__(daemon=True)
        self.process = process
        self.times = {}

    def run(self):
        """Looks until the process has ended."""
        while self.process.poll() is None:
            self.times.update(times(self.process.pid))
            time.sleep(0.5)

    def seconds(self):
        """The sum."""
        self.join()
        return sum(self.times.values())


def run(command, path, directory, options):
    """Runs a command, and gives what its event log says."""
    log, output = directory / "log", directory / "out"
    for left in (log, output):
        shutil.rmtree(left, ignore_errors=True)
    log.mkdir()
    settings = {
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": log.as_uri(),
        "spark.eventLog.rolling.enabled": "false",
        "spark.eventLog.compress": "false",
        "spark.eventLog.logStageExecutorMetrics": "true",
        "spark.executor.processTreeMetrics.enabled": "true",
        "spark.executor.metrics.pollingInterval": "500",
        "spark.ui.enabled": "false",
    }
    conf = [f"--conf={key}={value}" for key, value in settings.items()]
    begin = time.monotonic()
    process = subprocess.Popen([COMMAND, *shlex.split(command), path, "-o", output, *conf, *options], cwd=directory)
    processors = Processors(process)
    processors.start()
    if process.wait():
        sys.exit(f"{command} failed with status {process.returncode}")
    found = {"clock": time.monotonic() - begin, "processors": processors.seconds(), "tasks": 0.0, "count": 0, "longest": 0.0, "shuffled": 0, "spilled": 0, "jvm": 0, "python": 0}
    started = None
    for event in map(json.loads, next(log.iterdir()).read_text().splitlines()):
        kind = event["Event"]
        if kind == "SparkListenerTaskEnd" and (metrics := event.get("Task Metrics")):
            seconds = metrics["Executor Run Time"] / 1000
            found["tasks"] += seconds
            found["count"] += 1
            found["longest"] = max(found["longest"], seconds)
            found["shuffled"] += metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"]
            found["spilled"] += metrics["Disk Bytes Spilled"]
        if kind == "SparkListenerStageExecutorMetrics":
            memory = event["Executor Metrics"]
            found["jvm"] = max(found["jvm"], memory.get("ProcessTreeJVMRSSMemory", 0))
            found["python"] = max(found["python"], memory.get("ProcessTreePythonRSSMemory", 0))
        if kind == "SparkListenerJobStart" and started is None:
            started = event["Submission Time"]
        if kind == "SparkListenerApplicationEnd":
            found["jobs"] = (event["Timestamp"] - started) / 1000
    return found


class Warm:
    """Runs commands and what Spark does by itself, in one session."""

    def __init__(self, master, directory, options, before):
        from urlsift_spark import session

        typed = self._typed("sift", "none", [*options, "--master", master])
        settings = dict(pair.partition("=")[::2] for pair in typed.conf)
        self.spark = session.start("measure", master, {"spark.ui.enabled": "false", **settings})
        self.output = directory / "out"
        self.options = options
        #: Runs that do not count.
        self.before = before

    @staticmethod
    def _typed(command, path, options):
        from urlsift_spark import options as commands

        return commands.parser().parse_args([*shlex.split(command), str(path), *options])

    def ways(self, commands, path):
        """What can be run on a list, by what it is called."""
        from urlsift_spark import command as module
        from urlsift_spark import filter, options

        frame = self.spark.read.text(str(path), lineSep="\n").withColumnRenamed("value", "url")
        unread = lambda rows: rows.write.format("noop").mode("overwrite").save()
        ways = {}
        for command in commands:
            typed = self._typed(command, path, ["-o", str(self.output), *self.options])
            ways[command] = lambda typed=typed: module.RUN[typed.command](self.spark, typed, options.settings(typed))
        ways["dropDuplicates, written"] = lambda: frame.dropDuplicates(["url"]).write.option("lineSep", "\n").text(str(self.output))
        ways["dropDuplicates, not written"] = lambda: unread(frame.dropDuplicates(["url"]))
        ways["filter of a frame, not written"] = lambda: unread(filter(frame, "url"))
        return ways

    def run(self, way):
        """The seconds on the clock and of processors that a run takes."""
        shutil.rmtree(self.output, ignore_errors=True)
        before, begin = times(os.getpid(), waited=2), time.monotonic()
        way()
        clock, after = time.monotonic() - begin, times(os.getpid(), waited=2)
        self.spark.catalog.clearCache()
        return clock, sum(after.values()) - sum(before.get(one, 0) for one in after)

    def medians(self, ways, rounds):
        """Runs all, some times for Java's compiler and then as often as asked, in turn; gives the medians of each."""
        found = {name: [] for name in ways}
        for at in range(self.before + rounds):
            for name, way in ways.items():
                seconds = self.run(way)
                if at >= self.before:
                    found[name].append(seconds)
        # The next list is larger, and only its own classes are new.
        self.before = 1
        return {name: tuple(map(statistics.median, zip(*seconds))) for name, seconds in found.items()}


def program(path, rounds):
    """The medians of what the program takes for a list."""
    found = []
    for _ in range(rounds):
        before, begin = os.times(), time.monotonic()
        subprocess.run([COMMAND.with_name("urlsift"), "-q", path], stdout=subprocess.DEVNULL, check=True)
        after = os.times()
        found.append((time.monotonic() - begin, after.children_user + after.children_system - before.children_user - before.children_system))
    return tuple(map(statistics.median, zip(*found)))


def cold(commands, path, count, directory, options):
    """Prints a row for each command, run from start to end."""
    for command in commands:
        found = run(command, path, directory, options)
        row = [command, f"{count:,}", *(f"{found[name]:.1f}" for name in ("clock", "processors", "jobs", "tasks")), found["count"], f"{found['longest']:.1f}"]
        row += [f"{found['shuffled'] / 1e6:.1f}", f"{found['shuffled'] / count:.1f}", f"{found['spilled'] / 1e6:.1f}"]
        row += [f"{found['jvm'] / 1e6:.0f}", f"{found['python'] / 1e6:.0f}"]
        print(" | ".join(map(str, row)), flush=True)


def main():
    """Prints a table."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("list", type=Path)
    given.add_argument("--copies", type=int, nargs="+", default=[1, 2, 4])
    given.add_argument("--run", action="append", help="a command with its options; can be repeated (default: sift)")
    given.add_argument("--with", dest="options", type=shlex.split, default=[], help="options of every command: '--master local[2]'")
    given.add_argument("--warm", type=int, metavar="ROUNDS", help="the medians of this many runs in one session, beside the program and dropDuplicates")
    given.add_argument("--before", type=int, default=20, help="runs of each on the first list before those of --warm, for Java's compiler")
    given.add_argument("--cores", type=int, nargs="+", default=[2], help="of the sessions of --warm, one after the other")
    typed = given.parse_args()
    commands = typed.run or ["sift"]
    lines = typed.list.read_bytes().rstrip(b"\n").split(b"\n")
    with tempfile.TemporaryDirectory() as directory:
        directory = Path(directory)
        if typed.warm:
            print("what | lines | cores | seconds | of processors | microseconds of a line", flush=True)
        else:
            print("command | lines | seconds | of processors | in jobs | in tasks | tasks | longest | shuffled MB | bytes a line | spilled MB | MB of Java | MB of Python")
        for copies in typed.copies:
            path = directory / f"list{copies}.txt"
            with path.open("wb") as file:
                for number in range(1, copies + 1):
                    file.writelines(copy(line, number) + b"\n" for line in lines)
            if not typed.warm:
                cold(commands, path, copies * len(lines), directory, typed.options)
        for cores in typed.cores if typed.warm else ():
            session = Warm(f"local[{cores}]", directory, typed.options, typed.before)
            for copies in typed.copies:
                path, count = directory / f"list{copies}.txt", copies * len(lines)
                found = {**session.medians(session.ways(commands, path), typed.warm), "the program": program(path, typed.warm)}
                for what, (clock, processors) in found.items():
                    print(f"{what} | {count:,} | {cores} | {clock:.2f} | {processors:.2f} | {processors / count * 1e6:.2f}", flush=True)
            session.spark.stop()


if __name__ == "__main__":
    main()
