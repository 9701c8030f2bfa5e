#!/usr/bin/env python3
"""Counts the dropped lines that stand for a line of another kind: one whose path has other structural names.

Usage: benches/kinds.py LIST NAME ...

NAMEs are the segments that tell a site's kinds apart, such as prn, prid, cn, cid. URLSIFT names the program.
"""

import collections
import json
import os
import subprocess
import sys
from urllib.parse import urlsplit


def kind(line, names):
    segments = urlsplit(line.split()[0]).path.split("/")
    return tuple(segment for segment in segments if segment in names)


def main():
    listed, *names = sys.argv[1:]
    program = os.environ.get("URLSIFT", "target/dist/urlsift")
    run = [program, "-q", "--format", "jsonl", "--explain", listed]
    records = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    dropped = 0
    others = collections.Counter()
    for record in map(json.loads, records.splitlines()):
        kept = record.get("representative")
        if kept and record["verdict"] == "similar":
            dropped += 1
            pair = kind(record["line"], names), kind(kept["line"], names)
            if pair[0] != pair[1]:
                others["/{} for /{}".format(*map("/".join, pair))] += 1
    for pair, lines in others.most_common(10):
        print(f"{lines:7} {pair}")
    share = 100 * sum(others.values()) / max(dropped, 1)
    print(f"kinds result: {sum(others.values())} of {dropped} dropped lines stand for another kind ({share:.1f} %)")


if __name__ == "__main__":
    main()
