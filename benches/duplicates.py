#!/usr/bin/env python3
"""Near duplicates among long texts: urlsift beside MinHash LSH and SimHash, on the same texts in one run.

    benches/duplicates.py            the table in docs/groups.md: 20,000 texts
    benches/duplicates.py --growth   urlsift alone, on 10,000, 100,000 and 1,000,000 texts

The texts have 40 to 120 of 1,000 made-up words (`--words`: the fewer, the more texts share a rare one
by chance), the n-th of which is n times rarer than the first one, as in natural languages. Half of the
texts are copies of others, in each of which 2 to 30 % of the words are replaced, left out or added. A
pair is right if both texts come from one original. Each program runs in a process of its own: CPU time
and memory are those of the whole process, for the peers with Python's start, and pairs are those of
connected components.

$URLSIFT names the program (target/dist/urlsift); the peers need `pip install datasketch simhash` and
are left out without it.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path

WORDS = 1_000
TEXTS = 20_000
THRESHOLDS = (80, 70, 60, 50)
ROOT = Path(__file__).resolve().parent.parent


# The texts.


def vocabulary(draw, count):
    """Different words of two to four syllables; short ones are frequent."""
    syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "el", "or")]
    words = {}
    while len(words) < count:
        parts = 2 + (len(words) > 3_000) + (len(words) > 30_000)
        words.setdefault("".join(draw.choices(syllables, k=parts)))
    return list(words)


def make(count, vocabulary_size, texts, truth):
    """Writes texts, and for each the number of its original."""
    draw = random.Random(f"duplicates {count}")
    words = vocabulary(draw, vocabulary_size)
    shares = list(accumulate(1 / rank for rank in range(1, len(words) + 1)))
    some = lambda number: draw.choices(words, cum_weights=shares, k=number)
    made = []
    while len(made) < count:
        original = some(draw.randint(40, 120))
        family = len(made)
        made.append((family, original))
        # One in three has copies, three on average.
        for _ in range(draw.randint(1, 5) if draw.random() < 1 / 3 else 0):
            made.append((family, edited(original, draw, some)))
    del made[count:]
    draw.shuffle(made)
    with open(texts, "w") as lines, open(truth, "w") as numbers:
        for family, text in made:
            print(*text, file=lines)
            print(family, file=numbers)


def edited(text, draw, some):
    rate = draw.uniform(0.02, 0.3)
    copy = []
    for word in text:
        if draw.random() >= rate:
            copy.append(word)
            continue
        copy += some(draw.choice((0, 1, 1, 2)))
    return copy


# The peers: each prints, for each text, the number of the first text of its component.


class Forest:
    def __init__(self, count):
        self.above = list(range(count))

    def root(self, node):
        while self.above[node] != node:
            self.above[node] = self.above[self.above[node]]
            node = self.above[node]
        return node

    def unite(self, one, other):
        one, other = sorted((self.root(one), self.root(other)))
        self.above[other] = one

    def show(self):
        for node in range(len(self.above)):
            print(self.root(node))


def minhash(lines, threshold):
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=threshold, num_perm=128)
    forest, sketches = Forest(len(lines)), []
    for number, line in enumerate(lines):
        sketch = MinHash(num_perm=128)
        sketch.update_batch([word.encode() for word in set(line.split())])
        for other in index.query(sketch):
            # Candidates share a band of values; most of them are not as similar as the threshold asks.
            if sketch.jaccard(sketches[other]) >= threshold:
                forest.unite(number, other)
        index.insert(number, sketch, check_duplication=False)
        sketches.append(sketch)
    forest.show()


def simhash(lines, distance):
    import logging

    from simhash import Simhash, SimhashIndex

    logging.disable()
    index, forest = SimhashIndex([], k=distance), Forest(len(lines))
    for number, line in enumerate(lines):
        code = Simhash(Counter(line.split()))
        for other in index.get_near_dups(code):
            forest.unite(number, int(other))
        index.add(str(number), code)
    forest.show()


PEERS = {"minhash": (minhash, float), "simhash": (simhash, int)}


# Runs.


def run(command, stdout):
    """CPU seconds and peak MB of a command."""
    child = subprocess.Popen(command, stdout=stdout)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed: {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def pairs(groups):
    return sum(size * (size - 1) // 2 for size in Counter(groups).values())


def quality(found, truth):
    """Recall and precision of pairs."""
    right = pairs(zip(found, truth))
    return 100 * right / pairs(truth), 100 * right / max(1, pairs(found))


def urlsift():
    return os.environ.get("URLSIFT", ROOT / "target/dist/urlsift")


def clustered(texts, directory, *options):
    """CPU time, memory, and the group of each text."""
    rows = directory / "rows"
    with open(rows, "w") as out:
        cost = run([urlsift(), "cluster", "--as", "text", "--format", "tsv", *options, texts], out)
    found = {}
    with open(rows) as table:
        for row in table:
            group, line, _ = row.split("\t", 2)
            found[int(line)] = int(group)
    return *cost, [found[line] for line in sorted(found)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--growth", action="store_true", help="urlsift alone, on lists that grow by ten times")
    parser.add_argument("--texts", type=int, help="so many texts")
    parser.add_argument("--words", type=int, default=WORDS, help="of so many different words")
    parser.add_argument("--peer", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.peer:
        name, value, texts = args.peer
        peer, kind = PEERS[name]
        return peer(Path(texts).read_text().splitlines(), kind(value))
    with tempfile.TemporaryDirectory() as directory:
        compare(args, Path(directory))


def compare(args, directory):
    texts, truth = directory / "texts", directory / "truth"
    sizes = (10_000, 100_000, 1_000_000) if args.growth else (args.texts or TEXTS,)
    for size in sizes:
        make(size, args.words, texts, truth)
        wanted = [int(family) for family in truth.read_text().split()]
        print(f"{size} texts\n\n| how | CPU time | peak memory | recall | precision |\n|---|--:|--:|--:|--:|")
        row = lambda name, time, memory, found: print(
            "| {} | {:.1f} s | {:.0f} MB | {:.1f} | {:.1f} |".format(name, time, memory, *quality(found, wanted)), flush=True
        )
        for threshold in (60,) if args.growth else THRESHOLDS:
            row(f"`--as text -t {threshold}`", *clustered(texts, directory, "-t", str(threshold)))
        if args.growth:
            continue
        for name, package, value in (
            ("datasketch, MinHash LSH of 128 values, threshold 0.5", "datasketch", ("minhash", 0.5)),
            ("the same, threshold 0.4", "datasketch", ("minhash", 0.4)),
            ("simhash, distance 3", "simhash", ("simhash", 3)),
            ("the same, distance 6", "simhash", ("simhash", 6)),
        ):
            if not find_spec(package):
                print(f"{package} is not installed: left out", file=sys.stderr)
                continue
            found = directory / "found"
            with open(found, "w") as out:
                cost = run([sys.executable, __file__, "--peer", value[0], str(value[1]), texts], out)
            row(name, *cost, [int(group) for group in found.read_text().split()])


if __name__ == "__main__":
    main()
