"""Options of the program that are not here, each with what helps instead."""

import argparse

GROUPS = "urlsift-spark cluster --leader prints each kept line with those that it stands for"
FOLLOWS = "--follow keeps what hosts have shown, and --forget forgets it"
NOVEL = "it compares lines of all hosts: run urlsift --two-pass --order novel on the output"
#: What is not an option here, and why.
REFUSED = {
    "dropped": GROUPS,
    "all": GROUPS,
    "explain": f"{GROUPS}; urlsift --explain says of the lines of a host why",
    "count": "urlsift-spark cluster --leader --members 0 --to tsv prints each kept line with the size of its group",
    "prefer": "the first line is kept: order a data frame by what is preferred, filter(frame, column, order=...)",
    "order": NOVEL,
    "top": "head -n on the output, or limit() of a data frame, takes the first lines",
    "format": "--to says how the output is written",
    "print": "lines are printed as they are; urlsift-spark cluster prints the shapes of groups",
    "color": "nothing is coloured",
    "overwrite": "the output is a new directory: delete the old one first",
    "stats": "Spark's web page counts rows; run urlsift --stats on the output or on the lines of a host",
    "report": "run urlsift --report on the output or on the lines of a host",
    "extract": "it reads files as a whole: run urlsift --extract on each file first",
    "null": "lines end with a newline",
    "invalid": "lines that are not URLs are printed once; a data frame can be filtered before",
    "threads": "--master local[N] runs on N threads",
    "state": FOLLOWS,
    "wait": FOLLOWS,
    "dry-run": FOLLOWS,
    "window": FOLLOWS,
    "remember": FOLLOWS,
    "min": FOLLOWS,
    "time-field": FOLLOWS,
    "progress": "--conf spark.ui.showConsoleProgress=true shows progress",
    "no-config": "no configuration file is read",
    "new-params": "--params names",
    "classes": "--class NAME and --no-class NAME",
}


class Refusal(argparse.Action):
    """An option that ends in a sentence."""

    def __call__(self, parser, namespace, values, option_string=None):
        parser.error(f"{option_string} is not for Spark: {self.const}")


def add_refusals(command, refused):
    """Has a command refuse the options that it does not take."""
    for name, reason in refused.items():
        if f"--{name}" not in command._option_string_actions:
            command.add_argument(f"--{name}", action=Refusal, nargs="?", const=reason, help=argparse.SUPPRESS)
