"""Sequences of requests from a log of visitors.py."""

import collections
import re
import subprocess
import time

# A pause that ends a visit, and how many requests a visit must have.
PAUSE, LEAST = 1800, 4
# What apps and pages ask for by themselves.
OWN = re.compile(r"[A-Z]+ /(api/|feed)")
REQUEST = re.compile(r'(\S+) \S+ \S+ \[([^]]+)\] "(\S+) (\S+) [^"]*" \S+ \S+ "[^"]*" "([^"]*)"')

Step = collections.namedtuple("Step", "method target route pause")
Sequence = collections.namedtuple("Sequence", "address post steps")


def visits(folder, left_out=None):
    """The visits of a log, without the routes that are left out."""
    last, current, found = {}, {}, []
    lines = (folder / "access.log").read_text().splitlines()
    for line, route in zip(lines, (folder / "routes.txt").read_text().splitlines()):
        if left_out and left_out.match(route):
            continue
        address, when, method, target, agent = REQUEST.match(line).groups()
        at = int(time.mktime(time.strptime(when, "%d/%b/%Y:%H:%M:%S %z")))
        pause = at - last.get((address, agent), at - PAUSE - 1)
        if pause > PAUSE:
            pause, current[address, agent] = 0, []
            found.append(Sequence(address, "", current[address, agent]))
        last[address, agent] = at
        current[address, agent].append(Step(method, target, route, pause))
    return [visit for visit in found if len(visit.steps) >= LEAST]


def windows(folder, program):
    """What `urlsift sessions` prints."""
    log = (folder / "access.log").read_text()
    requests = (REQUEST.match(line).group(3, 4) for line in log.splitlines())
    routes = dict(zip(requests, (folder / "routes.txt").read_text().splitlines()))
    out = subprocess.run([program, "sessions", "-q"], input=log, capture_output=True, text=True, check=True)
    found = []
    for line in out.stdout.splitlines():
        client, post, *steps = line.split(" ")
        steps = [step.rsplit("|", 2) for step in steps]
        steps = [Step(method, target, routes[method, target], int(pause)) for target, method, pause in steps]
        found.append(Sequence(client.removeprefix("client="), post.removeprefix("post="), steps))
    return found


def line(sequence):
    """A sequence as the program reads it."""
    steps = " ".join(f"{step.target}|{step.method}|{step.pause}" for step in sequence.steps)
    return f"post={sequence.post} {steps}" if sequence.post else steps
