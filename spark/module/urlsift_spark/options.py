"""What can be typed. Options have the names and meanings of the program's."""

import argparse
from pathlib import Path

from . import lines, outputs, reports
from .settings import Settings

ENDING = """
Files, directories and patterns are read in the order given as one list, those of a directory by name: text, JSON lines or Parquet. Text may
be compressed by gzip (.gz), zstd (.zst) or bzip2 (.bz2). Spark's own settings: --conf spark.executor.memory=4g, or spark-submit.
"""


def parser():
    """The command line."""
    top = argparse.ArgumentParser(prog="urlsift-spark", description="Filter and group lists of URLs on Spark, as urlsift does on one machine.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    sift = _command(commands, "sift", "Print one URL of every group of similar ones: what urlsift prints")
    sift.add_argument("-k", "--keep", type=int, default=1, metavar="N", help="keep up to N lines of each group")
    sift.add_argument("--two-pass", action="store_true", help="learn from the whole list before deciding")
    sift.add_argument("--to", choices=outputs.FORMATS, default="lines", help="write lines, or Parquet (default: lines)")
    sift.add_argument("--follow", action="store_true", help="go on with files as they arrive in the directory FILE; see --forget")
    sift.add_argument("--checkpoint", metavar="DIR", help="with --follow: where Spark notes what is done (default: OUTPUT.checkpoint)")
    sift.add_argument("--forget", default="30 days", metavar="AGE", help="with --follow: forget a host of which nothing came for so long (default: 30 days)")
    sift.add_argument("--once", action="store_true", help="with --follow: stop when all files that are there are done")
    cluster = _command(commands, "cluster", "Print the groups of similar lines: what urlsift cluster prints")
    cluster.add_argument("--to", choices=reports.FORMATS, default="text", help="how groups are written (default: text)")
    cluster.add_argument("--min-size", type=int, default=1, metavar="N", help="print only groups of at least N lines")
    cluster.add_argument("--top", type=int, metavar="N", help="print only the N largest groups")
    cluster.add_argument("--members", type=int, metavar="N", help="print only the first N lines of each group")
    cluster.add_argument("--work", metavar="DIR", help="a directory that all executors reach, for copies of results between rounds")
    return top


def _command(commands, name, about):
    command = commands.add_parser(name, help=about, description=about + ".", epilog=ENDING)
    command.add_argument("files", nargs="+", metavar="FILE", help="lists to read")
    command.add_argument("-o", "--output", metavar="DIR", help="write to a new directory instead of standard output")
    command.add_argument("--compress", choices=outputs.COMPRESSIONS, default="none", help="compress the files of the output")
    command.add_argument("--from", dest="format", choices=lines.FORMATS, help="what the files hold (default: by their names, else text)")
    command.add_argument("--field", metavar="PATH", help="the member of JSON objects with the URL, like request.endpoint (default: found as urlsift does)")
    command.add_argument("--column", default="url", metavar="NAME", help="the column of Parquet files with the URL (default: url)")
    command.add_argument("--master", metavar="URL", help="where to run (default: spark-submit's, else local[*])")
    command.add_argument("--conf", action="append", default=[], metavar="KEY=VALUE", help="set something of Spark; can be repeated")
    command.add_argument("--partitions", type=int, metavar="N", help="divide the list into N parts (default: as Spark sees fit)")
    similarity = command.add_argument_group("similarity")
    similarity.add_argument("-t", "--threshold", type=_percent, default=95.0, metavar="PERCENT", help="how similar is similar (default: 95)")
    similarity.add_argument("--weights", type=_weights, metavar="WEIGHTS", help="weights of components, like host=4,path=3")
    similarity.add_argument("--metric", choices=("overlap", "simhash"), default="overlap", help="how similarity is measured")
    similarity.add_argument("--literal", action="store_true", help="compare words and numbers as they are written")
    similarity.add_argument("--no-learn", action="store_true", help="do not learn variable path positions")
    similarity.add_argument("--no-default-ignores", action="store_true", help="compare tracking and session parameters too")
    similarity.add_argument("--params", choices=("sets", "names"), default="sets", help="compare names of parameters as a set, or each by itself")
    for option, meaning in (
        ("--class", "recognise only this value class"),
        ("--no-class", "do not recognise this value class"),
        ("--protect", "never merge path segments of this name; @FILE reads names"),
        ("--ignore-param", "do not compare parameters of this name"),
        ("--select-param", "keep lines apart by the values of this parameter"),
    ):
        similarity.add_argument(option, action="append", default=[], metavar="NAME", help=f"{meaning}; can be repeated")
    return command


def settings(typed):
    """What was typed about similarity."""
    return Settings(
        threshold=typed.threshold,
        weights=typed.weights,
        metric=typed.metric,
        literal=typed.literal,
        learn=not typed.no_learn,
        classes=tuple(getattr(typed, "class")) or None,
        without_classes=tuple(typed.no_class),
        default_ignores=not typed.no_default_ignores,
        ignore_params=tuple(typed.ignore_param),
        select_params=tuple(typed.select_param),
        params=typed.params,
        field=typed.field,
        protect=tuple(name for given in typed.protect for name in _names(given)),
        samples=getattr(typed, "keep", 1),
        two_pass=getattr(typed, "two_pass", False),
    )


def _names(given):
    """A name, or those in a file, one a line; lines that begin with # are comments."""
    if not given.startswith("@"):
        return [given]
    names = (line.strip() for line in Path(given[1:]).read_text().splitlines())
    return [name for name in names if name and not name.startswith("#")]


def _percent(text):
    return float(text.removesuffix("%"))


def _weights(text):
    pairs = (pair.partition("=") for pair in text.split(","))
    return {name: float(weight) for name, _, weight in pairs}
