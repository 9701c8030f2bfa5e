"""Processor time of the module for a whole list, beside that of the program: python python/measure.py LIST [ROUNDS]

`URLSIFT` names the program, which should be built with the flags of the module; `urlsift` otherwise. Each measurement of the module is
paired with one of the program; the table has medians. What reads the file and makes the data is not counted for the module: the data are
there. For the program, everything is. Takes pandas, polars and pyarrow.
"""

import os
import resource
import statistics
import subprocess
import sys
import time

import pandas
import polars
import pyarrow
import urlsift


def program(path):
    """The processor time of the program, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([os.environ.get("URLSIFT", "urlsift"), "-q", path], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def module(work):
    """The processor time of a call, in seconds, in all threads."""
    before = time.process_time()
    work()
    return time.process_time() - before


def forms(path):
    """What can be done with a list, by what its lines are held in."""
    with open(path, "rb") as file:
        lines = file.read().removesuffix(b"\n").split(b"\n")
    texts = [line.decode("utf-8", "surrogateescape") for line in lines]
    clean = [line.decode("utf-8", "replace") for line in lines]
    whole = {
        "list of `str`": texts,
        "list of `bytes`": lines,
        "Arrow array": pyarrow.array(clean),
        "Series of pandas, `str`": pandas.Series(clean, dtype="str"),
        "Series of pandas, `object`": pandas.Series(clean, dtype="object"),
        "Series of polars": polars.Series(clean),
    }
    for name, data in whole.items():
        yield f"`urlsift.filter`, {name}", lambda data=data: urlsift.filter(data)
    yield "`Sift.decide`, list of `str`", lambda: urlsift.Sift().decide(texts)
    yield "`Sift.filter`, list of `str`", lambda: list(urlsift.Sift().filter(texts))


def main(path, rounds="9"):
    """Prints a table."""
    rows = dict(forms(path))
    pairs = {name: [] for name in rows}
    for _ in range(int(rounds)):
        for name, work in rows.items():
            pairs[name].append((module(work), program(path)))
    print("| | module, s | program, s | ratio |\n|---|---|---|---|")
    for name, times in pairs.items():
        own, other = (statistics.median(column) for column in zip(*times))
        ratio = statistics.median(own / other for own, other in times)
        print(f"| {name} | {own:.2f} | {other:.2f} | {ratio:.2f} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
