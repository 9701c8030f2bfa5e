"""What can be typed. Options have the names and meanings of the program's."""

import argparse
import json
from pathlib import Path

from . import lines, outputs, reports
from .refusals import REFUSED, add_refusals
from .settings import KNOWN, Refused, Settings

ENDING = """
Files, directories and patterns are read in the order given as one list, those of a directory by name: text, JSON lines or Parquet. Text may
be compressed by gzip (.gz), zstd (.zst) or bzip2 (.bz2). Spark's own settings: --conf spark.executor.memory=4g, or spark-submit.
"""

#: The settings that no command takes, and why.
LEFT_OUT = {
    "as": "the filter divides a list by host, and only URLs have one; urlsift-spark cluster takes it",
    "shingle": "only sequences have steps",
    "fold": "only texts have marks",
    "signatures": "only texts have signatures; urlsift-spark cluster --as text takes it",
    "not-signatures": "as --signatures",
    "column": "here, --column is that of Parquet, which Spark reads",
    "detail": "each command sets it",
    "count-learned": "no command prints it",
    "notes": "each command sets it",
    "exhaustive": "it is for tests",
    "seed": "every executor has to draw the same keys",
}
#: What `cluster` takes of these: components of texts and sequences need no host.
OF_TERMS = ("as", "shingle", "fold", "signatures", "not-signatures")
#: The sections whose settings `cluster` takes: it makes groups of all lines, as `urlsift cluster` does.
CLUSTER = ("similarity", "input")
#: Why it does not take the others.
OF_SIFT = "groups are made of all lines: sift, and then group what it prints"


def parser():
    """The command line."""
    top = argparse.ArgumentParser(prog="urlsift-spark", description="Filter and group lists of URLs on Spark, as urlsift does on one machine.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    sift = _command(commands, "sift", "Print one URL of every group of similar ones: what urlsift prints")
    sift.add_argument("--to", choices=outputs.FORMATS, default="lines", help="write lines, or Parquet (default: lines)")
    sift.add_argument("--follow", action="store_true", help="go on with files as they arrive in the directory FILE; see --forget")
    sift.add_argument("--checkpoint", metavar="DIR", help="with --follow: where Spark notes what is done (default: OUTPUT.checkpoint)")
    sift.add_argument("--forget", default="30 days", metavar="AGE", help="with --follow: forget a host that had no line for this long (default: 30 days)")
    sift.add_argument("--once", action="store_true", help="with --follow: stop when all files that are there are done")
    cluster = _command(commands, "cluster", "Print the connected components of similar lines: what urlsift cluster prints")
    cluster.add_argument("--to", choices=reports.FORMATS, default="text", help="how groups are written (default: text)")
    cluster.add_argument("--min-size", type=int, default=1, metavar="N", help="print only groups of at least N lines")
    cluster.add_argument("--top", type=int, metavar="N", help="print only the N largest groups")
    cluster.add_argument("--members", type=int, metavar="N", help="print only the first N lines of each group")
    cluster.add_argument("--leader", action="store_true", help="print the groups that the filter makes")
    add_refusals(sift, {**REFUSED, **LEFT_OUT})
    of_cluster = {name: reason for name, reason in LEFT_OUT.items() if name not in OF_TERMS}
    not_of_cluster = {setting.name: OF_SIFT for setting in set(taken("sift")) - set(taken("cluster"))}
    add_refusals(cluster, {**REFUSED, **of_cluster, **not_of_cluster})
    return top


def _command(commands, name, about):
    command = commands.add_parser(name, help=about, description=about + ".", epilog=ENDING)
    command.add_argument("files", nargs="+", metavar="FILE", help="lists to read")
    command.add_argument("-o", "--output", metavar="DIR", help="write to a new directory instead of standard output")
    command.add_argument("--compress", choices=outputs.COMPRESSIONS, default="none", help="compress the files of the output")
    command.add_argument("--from", dest="format", choices=lines.FORMATS, help="what the files hold (default: by their names, else text)")
    command.add_argument("--column", default="url", metavar="NAME", help="the column of Parquet files with the URL (default: url)")
    command.add_argument("--master", metavar="URL", help="where to run (default: spark-submit's, else local[*])")
    command.add_argument("--conf", action="append", default=[], metavar="KEY=VALUE", help="set something of Spark; can be repeated")
    command.add_argument("--partitions", type=int, metavar="N", help="divide the list into N parts (default: by its size)")
    groups = {}
    for setting in taken(name):
        section = setting.section.capitalize()
        group = groups.get(section) or groups.setdefault(section, command.add_argument_group(section))
        group.add_argument(*_names(setting), **_argument(setting))
    return command


def taken(command):
    """The settings that a command takes."""
    for setting in KNOWN.values():
        is_of_cluster = setting.section in CLUSTER and setting.name not in ("params", "two-pass", "same-answer")
        is_of_terms = command == "cluster" and setting.name in OF_TERMS
        if is_of_terms or (setting.name not in LEFT_OUT and (command == "sift" or is_of_cluster)):
            yield setting


def _names(setting):
    others = [f"--{name.replace('_', '-')}" for name, is_opposite in setting.aliases if not is_opposite]
    return [f"-{setting.short}"] * bool(setting.short) + [f"--{setting.name}"] + others


def _argument(setting):
    """What argparse is told of a setting."""
    help = setting.help[0].lower() + setting.help[1:]
    told = {"dest": setting.keyword, "default": None, "help": help.replace("%", "%%")}
    if setting.kind == "switch":
        return {**told, "action": "store_true"}
    if setting.default is not None and not isinstance(setting.default, tuple):
        told["help"] += f" (default: {setting.default:g})" if setting.kind == "percent" else f" (default: {setting.default})"
    told["metavar"] = setting.value_name
    if setting.kind in ("list", "names"):
        told["action"] = "append"
    if setting.choices:
        told["choices"] = setting.choices
    if setting.kind in ("whole", "percent"):
        told["type"] = {"whole": int, "percent": _percent}[setting.kind]
    return told


def settings(typed):
    """The settings that were typed."""
    given = {setting.keyword: getattr(typed, setting.keyword) for setting in taken(typed.command)}
    if given.get("protect"):
        given["protect"] = [name for text in given["protect"] for name in _protected(text)]
    if given.get("scope"):
        given["scope"] = [rule for file in given["scope"] for rule in _scope(file)]
    for keyword in ("signatures", "not_signatures"):
        if given.get(keyword):
            given[keyword] = [text for file in given[keyword] for text in _signatures(file)]
    if given.get("params_from"):
        given["params_from"] = [_rules(file) for file in given["params_from"]]
    if given.get("rules"):
        given["rules"] = [Path(file).read_text(encoding="utf-8-sig") for file in given["rules"]]
    return Settings(**{keyword: value for keyword, value in given.items() if value is not None and value is not False})


def _protected(given):
    """A name, or those in a file, one a line; lines that begin with # are comments."""
    if not given.startswith("@"):
        return [given]
    names = (line.strip() for line in Path(given[1:]).read_text().splitlines())
    return [name for name in names if name and not name.startswith("#")]


def _scope(file):
    """The rules in a file, one a line."""
    text = Path(file).read_text(encoding="utf-8-sig")
    if text.lstrip().startswith(("{", "[")):
        raise Refused(f"cannot read the scope from {file}: it is JSON; write a rule on each line, like *.example.com")
    return text.splitlines()


def _signatures(file):
    """The signatures in a file: one a line, or components as cluster writes them as JSON lines."""
    found = []
    for line in Path(file).read_text(encoding="utf-8-sig").split("\n"):
        signature = _signature(line.strip())
        if signature:
            found.append(signature)
    if not found:
        raise Refused(f"{file} has no signature")
    return found


def _signature(line):
    """The signature in a line, or None."""
    try:
        component = json.loads(line)
    except ValueError:
        return line
    if not isinstance(component, dict):
        return line
    signature = component.get("signature")
    return signature if isinstance(signature, str) else None


def _rules(given):
    """The rules for parameters in a file, or those of the robots.txt of a host, HOST=FILE."""
    host, equals, file = given.partition("=")
    file = file if equals and "/" not in host else given
    text = Path(file).read_text(encoding="utf-8-sig")
    if text.lstrip().startswith("["):
        raise Refused(f"cannot read rules for parameters from {file}: it is JSON; write lines like example.com: ref utm_*")
    return text if file == given else f"{text}\nHost: {host}\n"


def _percent(text):
    return float(text.removesuffix("%"))
