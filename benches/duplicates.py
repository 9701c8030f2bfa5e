#!/usr/bin/env python3
"""Near duplicates among long texts: urlsift beside MinHash LSH, on the same texts in one run.

    benches/duplicates.py                   20,000 texts
    benches/duplicates.py --texts 100000 --words en+zh
    benches/duplicates.py --growth          urlsift alone, on 10,000, 100,000 and 1,000,000 texts

`--words` says what the texts are made of:

- a number N, 1,000 by default: 40 to 120 of N made-up words (the fewer, the more texts share a rare one by
  chance), the n-th of which is n times rarer than the first one, as in natural languages. One text in
  three has copies, three on average.
- languages, such as `en`, `zh` or `en+zh`: 12 to 250 words by their real frequencies (`pip install
  wordfreq`), each text in one of the languages. One in four has copies, one in 400 has 20 to 300.

In a copy, 2 to 30 % of the words are replaced, left out or added. A pair is right if both texts come from
one original. Each program runs in a process of its own: CPU time and memory are those of the whole
process, for the peers with Python's start, and pairs are those of connected components.

$URLSIFT names the program (target/dist/urlsift); the peers need `pip install rensa datasketch` and are
left out without it. They get the words of a text, and the pairs of neighbouring characters in Chinese.
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

TEXTS = 20_000
THRESHOLDS = (70, 60, 50, 40)
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


def made_up(draw, size):
    """Texts of made-up words: one in three has copies, three on average."""
    words = vocabulary(draw, size)
    shares = list(accumulate(1 / rank for rank in range(1, len(words) + 1)))
    some = lambda number: draw.choices(words, cum_weights=shares, k=number)
    while True:
        yield some, " ", draw.randint(40, 120), draw.randint(1, 5) if draw.random() < 1 / 3 else 0


def natural(draw, languages):
    """Texts of 12 to 250 words by their frequencies: one in four has copies, one in 400 many."""
    from wordfreq import get_frequency_dict

    drawn = []
    for language in languages:
        words = sorted(get_frequency_dict(language).items(), key=lambda item: (-item[1], item[0]))[:60_000]
        names, shares = [word for word, _ in words], list(accumulate(share for _, share in words))
        some = lambda number, names=names, shares=shares: draw.choices(names, cum_weights=shares, k=number)
        drawn.append((some, "" if language == "zh" else " "))
    while True:
        length = min(250, max(12, round(draw.lognormvariate(3.8, 0.6))))
        chance = draw.random()
        copies = draw.randint(20, 300) if chance < 1 / 400 else draw.randint(1, 5) if chance < 1 / 4 else 0
        yield *draw.choice(drawn), length, copies


def make(count, kind, texts, truth):
    """Writes texts, and for each the number of its original."""
    draw = random.Random(f"duplicates {count}")
    originals = made_up(draw, int(kind)) if kind.isdigit() else natural(draw, kind.split("+"))
    made = []
    while len(made) < count:
        some, between, length, copies = next(originals)
        original, family = some(length), len(made)
        made.append((family, between.join(original)))
        for _ in range(copies):
            made.append((family, between.join(edited(original, draw, some))))
    del made[count:]
    draw.shuffle(made)
    with open(texts, "w") as lines, open(truth, "w") as numbers:
        for family, text in made:
            print(text, file=lines)
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


def terms(line):
    """The words of a text; in Chinese, pairs of neighbouring characters."""
    for word in line.split():
        if word.isascii() or len(word) < 3:
            yield word
        else:
            yield from map("".join, zip(word, word[1:]))


def minhash(lines, threshold):
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=threshold, num_perm=128)
    forest, sketches = Forest(len(lines)), []
    for number, line in enumerate(lines):
        sketch = MinHash(num_perm=128)
        sketch.update_batch([word.encode() for word in set(terms(line))])
        for other in index.query(sketch):
            # Candidates share a band of values; most of them are not as similar as the threshold asks.
            if sketch.jaccard(sketches[other]) >= threshold:
                forest.unite(number, other)
        index.insert(number, sketch, check_duplication=False)
        sketches.append(sketch)
    forest.show()


def rensa(lines, threshold):
    from rensa import RMinHash, RMinHashLSH

    index = RMinHashLSH(threshold=threshold, num_perm=128, num_bands=32)
    forest, sketches = Forest(len(lines)), []
    for number, line in enumerate(lines):
        sketch = RMinHash(num_perm=128, seed=42)
        sketch.update(list(set(terms(line))))
        for other in index.query(sketch):
            if sketch.jaccard(sketches[other]) >= threshold:
                forest.unite(number, other)
        index.insert(number, sketch)
        sketches.append(sketch)
    forest.show()


PEERS = {"minhash": minhash, "rensa": rensa}


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
        next(table, None)
        for row in table:
            group, line, _ = row.split("\t", 2)
            found[int(line)] = int(group)
    return *cost, [found[line] for line in sorted(found)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--growth", action="store_true", help="urlsift alone, on lists that grow by ten times")
    parser.add_argument("--texts", type=int, help="so many texts")
    parser.add_argument("--words", default="1000", help="a number of made-up words, or languages such as en+zh")
    parser.add_argument("--threshold", type=int, help="urlsift at this threshold only (growth: 60)")
    parser.add_argument("--peer", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.threshold = args.threshold or (60 if args.growth else None)
    if args.peer:
        name, value, texts = args.peer
        return PEERS[name](Path(texts).read_text().splitlines(), float(value))
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
        for threshold in (args.threshold,) if args.threshold else THRESHOLDS:
            row(f"`--as text -t {threshold}`", *clustered(texts, directory, "-t", str(threshold)))
        if args.growth:
            continue
        for name, package, value in (
            ("rensa, 32 bands of 4 values, threshold 0.4", "rensa", ("rensa", 0.4)),
            ("the same, threshold 0.5", "rensa", ("rensa", 0.5)),
            ("datasketch, MinHash LSH of 128 values, threshold 0.4", "datasketch", ("minhash", 0.4)),
            ("the same, threshold 0.5", "datasketch", ("minhash", 0.5)),
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
