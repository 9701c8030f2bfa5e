"""The programs beside which urlsift is measured: commands that read a list from standard input."""

import os
import shutil
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = [["uro"], ["urless", "-nb"], ["urlsieve"], ["urldedupe", "-s"], ["xcull"]]


def urlsift():
    """The program that is measured: $URLSIFT, or the fastest one that is built here."""
    builds = [ROOT / "target" / build / "urlsift" for build in ("dist", "release", "debug")]
    return os.environ.get("URLSIFT") or str(next((path for path in builds if path.exists()), "urlsift"))


def installed():
    """The peers that are in PATH, and the names of the others."""
    there = [command for command in PEERS if shutil.which(command[0])]
    return there, [command[0] for command in PEERS if command not in there]


def run(command, source):
    """What a command prints about a list, a line each, and its CPU seconds."""
    before = os.times()
    with open(source, "rb") as lines:
        result = subprocess.run(command, stdin=lines, capture_output=True, timeout=900)
    after = os.times()
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: {result.stderr.decode(errors='replace').strip()}")
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    printed = result.stdout.decode(errors="replace").splitlines()
    return [line for line in printed if "://" in line], seconds
