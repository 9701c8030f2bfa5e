"""Measures the commands on a list and on larger ones made of it: `python measure.py LIST [--copies 1 2 4] [--run sift] [--with "--master local[2]"]`.

A copy of the list has the same lines on hosts of its own (`shop.example` becomes `shop.example.copy2`), so that everything grows alike. Prints
for each run the seconds on the clock, of processors, and in tasks, what was shuffled, what was spilled, and the largest memory of an executor, as Spark's own
event log has them.
"""

import argparse
import json
import os
import re
import shlex
import shutil
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


class Processors(threading.Thread):
    """Adds up the processor time of a process and of all below it, by looking twice a second."""

    TICK = os.sysconf("SC_CLK_TCK")

    def __init__(self, process):
        super().__init__(daemon=True)
        self.process = process
        self.times = {}

    def run(self):
        """Looks until the process has ended."""
        below = {self.process.pid}
        while self.process.poll() is None:
            stats = {}
            for entry in Path("/proc").iterdir():
                if entry.name.isdigit():
                    with suppress(OSError):
                        fields = (entry / "stat").read_text().rpartition(")")[2].split()
                        stats[int(entry.name)] = int(fields[1]), (int(fields[11]) + int(fields[12])) / self.TICK
            while more := {one for one, (parent, _) in stats.items() if parent in below} - below:
                below |= more
            self.times.update((one, stats[one][1]) for one in below & stats.keys())
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


def main():
    """Prints a table."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("list", type=Path)
    given.add_argument("--copies", type=int, nargs="+", default=[1, 2, 4])
    given.add_argument("--run", action="append", help="a command with its options; can be repeated (default: sift)")
    given.add_argument("--with", dest="options", type=shlex.split, default=[], help="options of every command: '--master local[2]'")
    typed = given.parse_args()
    lines = typed.list.read_bytes().rstrip(b"\n").split(b"\n")
    with tempfile.TemporaryDirectory() as directory:
        directory = Path(directory)
        print("command | lines | seconds | of processors | in jobs | in tasks | tasks | longest | shuffled MB | bytes a line | spilled MB | MB of Java | MB of Python")
        for copies in typed.copies:
            path = directory / "list.txt"
            with path.open("wb") as file:
                for number in range(1, copies + 1):
                    file.writelines(copy(line, number) + b"\n" for line in lines)
            count = copies * len(lines)
            for command in typed.run or ["sift"]:
                found = run(command, path, directory, typed.options)
                row = [command, f"{count:,}", *(f"{found[name]:.1f}" for name in ("clock", "processors", "jobs", "tasks")), found["count"], f"{found['longest']:.1f}"]
                row += [f"{found['shuffled'] / 1e6:.1f}", f"{found['shuffled'] / count:.1f}", f"{found['spilled'] / 1e6:.1f}"]
                row += [f"{found['jvm'] / 1e6:.0f}", f"{found['python'] / 1e6:.0f}"]
                print(" | ".join(map(str, row)), flush=True)


if __name__ == "__main__":
    main()
