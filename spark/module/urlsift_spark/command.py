"""The commands `urlsift-spark sift` and `urlsift-spark cluster`."""

import re
import sys

from pyspark.errors import PySparkException

from . import options, outputs
from .arrivals import follow
from .clustering import LIMITED
from .lines import Lines
from .lists import cluster, sift
from .reports import report
from .session import start
from .settings import Refused


def main(arguments=None):
    """Runs a command, and gives the exit status: 0, or 2 after an error."""
    typed = options.parser().parse_args(arguments)
    try:
        settings = options.settings(typed)
        # Says what is wrong with the settings before Spark has started.
        settings.sift()
        session = start(f"urlsift {typed.command}", typed.master, dict(pair.partition("=")[::2] for pair in typed.conf))
        try:
            return RUN[typed.command](session, typed, settings)
        finally:
            session.stop()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0
    except (Refused, PySparkException, ValueError, OSError) as error:
        print(f"urlsift-spark: cannot {typed.command}: {cause(error)}", file=sys.stderr)
        return 2


def _follow(session, typed, settings):
    if len(typed.files) != 1 or not typed.output:
        raise Refused("--follow takes one directory to read, and -o with one to write to")
    checkpoint = typed.checkpoint or f"{typed.output.rstrip('/')}.checkpoint"
    query = follow(session, typed.files[0], settings, typed.output, checkpoint, typed.forget, typed.once, typed.compress)
    try:
        query.awaitTermination()
    finally:
        query.stop()
    return 0


def _sift(session, typed, settings):
    if typed.follow:
        return _follow(session, typed, settings)
    lines = Lines(tuple(typed.files), typed.format, typed.column)
    kept = sift(session, lines, settings, typed.partitions)
    if typed.output:
        count = outputs.write(session, kept, typed.output, typed.to, typed.compress)
        _note(f"{count:,} lines kept")
    else:
        _print(kept.texts())
    return 0


def _cluster(session, typed, settings):
    lines = Lines(tuple(typed.files), typed.format, typed.column)
    groups = cluster(session, lines, settings, typed.leader, typed.partitions, typed.min_size, typed.top)
    printed = report(session, groups.lines, typed.to, typed.members, settings)
    if typed.output:
        outputs.write_lines(session, printed, typed.output, typed.compress)
    else:
        _print(printed)
    if groups.limited.value:
        _note(LIMITED.format(groups.limited.value))
    return 0


RUN = {"sift": _sift, "cluster": _cluster}


def _print(rows):
    """Prints the one column of rows, a partition at a time."""
    for (line,) in rows.toLocalIterator(prefetchPartitions=True):
        sys.stdout.buffer.write(bytes(line) + b"\n")
    sys.stdout.buffer.flush()


def _note(text):
    print(f"urlsift-spark: {text}", file=sys.stderr)


def cause(error):
    """What a person needs of an error: of a failed executor, the last line of its own report."""
    text = str(error)
    # Python's report ends before the one of the Java machine begins, whose lines are indented.
    reported = re.findall(r"^(?:\w+\.)*(\w+(?:Error|Exception|Refused|Exit|Interrupt)): (.+)$", text, re.MULTILINE)
    if "Traceback" in text and reported:
        return "an executor failed: " + ": ".join(reported[-1])
    return re.split(r"\n\s*(?:at |JVM stacktrace|==)", text)[0].strip()
