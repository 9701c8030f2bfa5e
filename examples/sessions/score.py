#!/usr/bin/env python3
"""How well visitors with the same script are found: score.py [--people N] [SEED...]

visitors.py makes a log for each seed. Its requests become sequences: visits of at least four requests,
or what `urlsift sessions` prints. These are grouped by `urlsift cluster --as events` and by cosine of
tf-idf, if scikit-learn is there. A visitor is flagged if a group has sequences of it and of four
others. Prints precision and recall, of flagged visitors and of pairs of visitors in one group, with
processor seconds, as medians over the seeds, in Markdown. Of many settings, "best F1" is the one with
the highest F1 of flagged visitors, and "precise" the one with the highest recall at a precision of at
least 90 %, both on the seeds 1 to 3.

URLSIFT names the program, target/release/urlsift if unset.
"""

import argparse
import collections
import functools
import itertools
import os
import pathlib
import resource
import statistics
import subprocess
import tempfile
import time

import sequences
import visitors

try:
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial.distance import squareform
    from sklearn.feature_extraction.text import TfidfVectorizer
except ImportError:
    TfidfVectorizer = None

URLSIFT = os.environ.get("URLSIFT", "target/release/urlsift")
INPUTS = {
    "visits": sequences.visits,
    "visits, polling left out": lambda folder: sequences.visits(folder, sequences.OWN),
    "urlsift sessions": lambda folder: sequences.windows(folder, URLSIFT),
}
CROWD = 5
THRESHOLDS = range(95, 35, -5)
CHOICE = [1, 2, 3]
# What the documents advise, and what a first try with scikit-learn would be.
ADVISED, USUAL = ("urlsift", "--shingle 2", 50), ("tf-idf, components", "runs of 1 to 2 routes", 50)


def by_program(found):
    """The groups of sequences by the program, for each setting, and its processor seconds."""
    lines = "\n".join(map(sequences.line, found))
    for shingle, threshold in itertools.product("12", THRESHOLDS):
        command = [URLSIFT, "cluster", "--as", "events", "--format", "tsv", "--shingle", shingle]
        command += ["-t", str(threshold), *(["--by", "post"] if found[0].post else [])]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        table = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        groups = [""] * len(found)
        for row in table.splitlines()[1:]:
            group, number, _ = row.split("\t", 2)
            groups[int(number) - 1] = group
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        yield ("urlsift", f"--shingle {shingle}", threshold), groups, seconds


def magnitude(seconds):
    return max((4**power for power in range(9) if 4**power <= seconds), default=0)


def by_cosine(found):
    """The groups by cosine: as connected components, and by average linkage. The routes are what the
    log was made from, which the program has to find."""
    ways = {
        "routes": lambda step: f"{step.route} {magnitude(step.pause)}",
        "paths": lambda step: f"{step.method} {step.target}",
    }
    for (way, term), runs in itertools.product(ways.items(), [(1, 1), (1, 2), (2, 2)]):
        start = time.process_time()
        documents = [[f"{it.post} {term(step)}" for step in it.steps] for it in found]
        vectors = TfidfVectorizer(analyzer=lambda terms: shingles(terms, *runs)).fit_transform(documents)
        near = (vectors @ vectors.T).tocoo()
        common, far = time.process_time() - start, (1 - near.toarray()).clip(0)
        setting = f"runs of {runs[0]} to {runs[1]} {way}"
        for threshold in THRESHOLDS:
            start = time.process_time()
            kept = near.data >= threshold / 100
            graph = type(near)((near.data[kept], (near.row[kept], near.col[kept])), near.shape)
            groups = connected_components(graph, directed=False)[1]
            yield ("tf-idf, components", setting, threshold), groups, common + time.process_time() - start
        start = time.process_time()
        tree = linkage(squareform(far, checks=False), "average")
        common += time.process_time() - start
        for threshold in THRESHOLDS:
            groups = fcluster(tree, 1 - threshold / 100, "distance")
            yield ("tf-idf, average", setting, threshold), groups, common


def shingles(terms, least, most):
    return [tuple(terms[at : at + n]) for n in range(least, most + 1) for at in range(len(terms) - n + 1)]


def score(found, groups, labels):
    """Precision and recall of visitors and pairs in percent, and how many of each kind are flagged."""
    # Sets of visitors are the bits of a number.
    bits = {address: 1 << number for number, address in enumerate(labels)}
    members, of_script, of_kind, beside = (collections.defaultdict(int) for _ in range(4))
    for sequence, group in zip(found, groups):
        members[group] |= bits[sequence.address]
    for sequence, group in zip(found, groups):
        beside[sequence.address] |= members[group]
    for address, (kind, script) in labels.items():
        of_kind[kind] |= bits[address]
        if script:
            of_script[script] |= bits[address]
    sought = functools.reduce(int.__or__, of_script.values())
    flagged = functools.reduce(int.__or__, (it for it in members.values() if it.bit_count() >= CROWD), 0)
    # Each pair is counted from both ends, and everyone is beside himself.
    pairs = sum(those.bit_count() - 1 for those in beside.values())
    scripts = ((labels[address][1], those) for address, those in beside.items())
    right = sum((those & of_script[script]).bit_count() - 1 for script, those in scripts if script)
    wanted = sum(those.bit_count() * (those.bit_count() - 1) for those in of_script.values())
    scores = {
        "P": share(sought & flagged, flagged),
        "R": share(sought & flagged, sought),
        "pair P": 100 * right / pairs if pairs else 100,
        "pair R": 100 * right / wanted,
    }
    scores["F1"] = 2 * scores["P"] * scores["R"] / max(scores["P"] + scores["R"], 1)
    return scores | {kind: share(flagged & those, those) for kind, those in of_kind.items()}


def share(part, whole):
    return 100 * part.bit_count() / whole.bit_count() if whole else 100


def medians(seeds, people, make):
    """Scores of all settings, as medians over seeds; `make` finds sequences in a folder."""
    rows = collections.defaultdict(list)
    for seed in seeds:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            visitors.write(folder, seed, people)
            labels = [line.split("\t") for line in (folder / "labels.tsv").read_text().splitlines()]
            found = make(folder)
        labels = {address: (kind, script) for address, kind, script in labels}
        others = by_cosine(found) if TfidfVectorizer else []
        for setting, groups, seconds in itertools.chain(by_program(found), others):
            rows[setting].append(score(found, groups, labels) | {"s": seconds})
    median = lambda of: {it: statistics.median(row[it] for row in of) for it in of[0]}
    return {setting: median(of) for setting, of in rows.items()}


def table(head, rows):
    print("\n|", " | ".join(head), "|\n|---" + "|--:" * (len(head) - 1) + "|")
    for row in rows:
        print("|", " | ".join(row), "|")
    print(flush=True)


def cells(scores):
    return [f"{scores['P']:.0f} / {scores['R']:.0f}", f"{scores['pair P']:.0f} / {scores['pair R']:.0f}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=600)
    parser.add_argument("seeds", type=int, nargs="*", default=[11, 12, 13])
    typed = parser.parse_args()
    for name, make in INPUTS.items():
        scores, chosen = (medians(seeds, typed.people, make) for seeds in (typed.seeds, CHOICE))
        print(f"# {name}")
        shingles = [f"--shingle {n}" for n in (1, 2)]
        of = [[cells(scores["urlsift", shingle, t]) for shingle in shingles] for t in THRESHOLDS]
        head = ["`-t`"] + [f"{shingle}: {what}" for shingle in shingles for what in ("visitors", "pairs")]
        table(head, [[str(t), *itertools.chain(*row)] for t, row in zip(THRESHOLDS, of)])
        methods = ["urlsift"] + ["tf-idf, components", "tf-idf, average"] * (TfidfVectorizer is not None)
        settings = {("advised", ADVISED)} | ({("usual", USUAL)} if TfidfVectorizer else set())
        for method, of_paths in itertools.product(methods, [False, True]):
            is_meant = lambda it: it[0] == method and it[1].endswith("paths") == of_paths
            those = {it: chosen[it] for it in filter(is_meant, chosen)}
            if those:
                settings.add(("best F1", max(those, key=lambda it: those[it]["F1"])))
            if sure := [it for it in those if those[it]["P"] >= 90]:
                settings.add(("precise", max(sure, key=lambda it: those[it]["R"])))
        rows = [
            [*map(str, setting), why, *cells(scores[setting]), f"{scores[setting]['s']:.2f}"]
            for why, setting in sorted(settings)
        ]
        table(["method", "setting", "`-t`", "why", "visitors", "pairs", "s"], rows)
        few = [("urlsift", "--shingle 2", threshold) for threshold in (95, 60, 50, 40)]
        kinds = [*visitors.KINDS, *visitors.MACHINES]
        rows = [[kind, *(f"{scores[it][kind]:.0f}" for it in few)] for kind in kinds]
        table(["flagged", *(f"`-t {it[2]}`" for it in few)], rows)


if __name__ == "__main__":
    main()
