#!/usr/bin/env python3
"""The public benchmark of another program (xcull): groups of URLs that are lost, and those kept twice.

    benches/rival.py CLONE    its own list and scorer: CLONE is a copy of github.com/ayodyadsr/udud-benchmark
    benches/rival.py          a list made here, of the same twelve kinds of groups

The benchmark labels each URL with a group. A group is lost if no line of it is printed; each further
line of a group is a false positive. F1 is taken over all groups (micro) and as the mean of the twelve
kinds (macro). Nothing of the other project is kept here: its generator, which gives the same list each
time, and its scorer run where they are. The list made here is scored in the same way.

--divide N makes a list with an Nth of the lines (only without CLONE). $URLSIFT names the program; peers are
looked for in PATH (`pip install uro urless`, `cargo install urlsieve`), and named if they are missing.
"""

import argparse
import hashlib
import random
import re
import subprocess
import sys
import tempfile
import uuid
from collections import Counter
from pathlib import Path

import peers

HOST = "https://shop.example.com"
OURS = [[], ["--no-class", "numbered"], ["--no-class", "numbered", "--no-learn"], ["--literal"]]

# Kind: names of its groups with how many there are of each, lines of a group, and a line. The numbers
# are those that the benchmark's report gives.
TITLE = "green tea pot with lid large small red old new best top kit set mug cup jar tin box".split()
KINDS = {
    "numeric id": ("goods ware lot bill case memo plan visit stay trip".split(), 3, 1000, lambda g, n, r: f"/{g}/{n}"),
    "uuid": (["parcel"], 15, 1000, lambda g, n, r: f"/{g}/{uuid.UUID(int=r.getrandbits(128), version=4)}"),
    "hash": (["blob"], 10, 1000, lambda g, n, r: f"/{g}/{hashlib.sha256(f'{g} {n}'.encode()).hexdigest()}"),
    "title": (["diary"], 260, 1000, lambda g, n, r: f"/{g}/{'-'.join(r.sample(TITLE, 5))}-{n}"),
    "cache": ("start core base tool grid".split(), 50, 1000, lambda g, n, r: f"/{g}.js?_={1_700_000_000 + n}"),
    "session": (["enter"], 5, 1000, lambda g, n, r: f"/{g};jsessionid={r.getrandbits(128):032X}"),
    "redirect": (["leave"], 50, 1000, lambda g, n, r: f"/{g}?url=https%3A%2F%2Fother-{n}.example"),
    "file": (["sheet"], 50, 1000, lambda g, n, r: f"/{g}?file=..%2F..%2Fetc%2Fhosts.{n}"),
    "order": (["find"], 50, 1000, lambda g, n, r: f"/{g}?" + "&".join([f"p={n}", f"q={n + 1}"][:: 1 if n % 2 else -1])),
}
WORDS = {
    "areas": "api inner office manage desk portal staff system".split(),
    "things": """users orders goods bills coupons visits parcels letters labels groups teams tasks boards lists pages
        stories lessons devices keys roles rules events logs reports images videos sheets themes queues jobs plans
        drafts offers rooms tickets stores brands cards routes hooks""".split(),
    "verbs": """list create update delete search export import approve reject submit cancel copy archive restore
        publish preview check verify sync rebuild rotate revoke lock unlock""".split(),
}
FILES = """.env .env.local .git/config .git/HEAD dump.sql backup.zip backup.tar.gz index.php.bak config.php.swp
    .htpasswd .DS_Store secrets.json id_rsa server.key""".split()


def made(divisor):
    """Kind and group of each URL of a list made here, in the order of the list."""
    draw = random.Random("rival")
    lines = {}

    def add(kind, group, path):
        lines.setdefault(HOST + path, (kind, group))

    for kind, (names, count, lines_each, line) in KINDS.items():
        for group in [f"{name}-{number}" for name in names for number in range(max(1, count // divisor))]:
            for number in range(lines_each // divisor):
                add(kind, group, line(group, number, draw))
    for number in range(5000 // divisor):
        for end in ("", "/"):
            add("slash", number, f"/part{number}{end}")
    for area in WORDS["areas"]:
        for version in (1, 2, 3):
            for thing in WORDS["things"][:: min(divisor, 10)]:
                for verb in WORDS["verbs"]:
                    add("distinct", path := f"/{area}/v{version}/{thing}/{verb}", path)
    for place in ("", "/app", "/web", "/site", "/portal"):
        for name in FILES:
            add("exposed", path := f"{place}/{name}", path)
    order = list(lines.items())
    draw.shuffle(order)
    return dict(order)


def form(url):
    """What stays of a URL of the list made here that a program rewrites."""
    path, _, query = url.strip().removeprefix(HOST).partition("?")
    return path.split(";")[0].rstrip("/") + "?" + "&".join(sorted(re.sub("=.*", "", part) for part in query.split("&")))


class Made:
    """A list made here."""

    def __init__(self, divisor, folder):
        self.groups = made(divisor)
        self.source = Path(folder) / "list"
        self.source.write_text("".join(url + "\n" for url in self.groups))
        self.rewritten = {form(url): group for url, group in self.groups.items()}
        self.sizes = Counter(kind for kind, _ in set(self.groups.values()))

    def score(self, printed):
        """Groups lost, and the two F1, of printed lines."""
        found = [self.groups.get(url) or self.rewritten.get(form(url)) for url in printed]
        kept = Counter(kind for kind, _ in filter(None, found))
        survive = Counter(kind for kind, _ in set(filter(None, found)))
        f1 = lambda alive, groups, lines: 2 * alive / (groups + lines) if alive else 0.0
        macro = sum(f1(survive[kind], size, kept[kind]) for kind, size in self.sizes.items()) / len(self.sizes)
        groups, alive = self.sizes.total(), survive.total()
        return groups - alive, f1(alive, groups, kept.total()), macro


class Theirs:
    """The list of the benchmark, and its scorer."""

    def __init__(self, clone):
        self.source = clone / "data" / "D_unified.full"
        self.source.parent.mkdir(exist_ok=True)
        if not self.source.exists():
            subprocess.run([sys.executable, "harness/synth_gen.py"], cwd=clone, check=True, stdout=subprocess.DEVNULL)
        sys.path.insert(0, str(clone / "harness"))
        import synth_eval

        self.scorer, self.truth = synth_eval, synth_eval.load_truth()
        self.sizes = Counter({kind: groups["n_canonical_groups"] for kind, groups in self.truth.items()})

    def score(self, printed):
        with tempfile.NamedTemporaryFile("w", suffix=".out") as output:
            output.write("".join(url + "\n" for url in printed))
            output.flush()
            figures = self.scorer.aggregate_prf(self.scorer.evaluate_output(output.name, self.truth))
        return figures["fn"], figures["micro_f1"], figures["macro_f1"]


def main():
    about = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    about.add_argument("clone", nargs="?", type=Path)
    about.add_argument("--divide", type=int, default=1)
    options = about.parse_args()
    ours = [[peers.urlsift(), "-q", *more] for more in OURS]
    there, missing = peers.installed()
    with tempfile.TemporaryDirectory() as folder:
        task = Theirs(options.clone) if options.clone else Made(options.divide, folder)
        with open(task.source, "rb") as lines:
            print(f"{sum(1 for _ in lines):,} URLs, {task.sizes.total():,} groups\n")
        print("| command | lines out | groups lost | micro F1 | macro F1 | CPU s |\n|---|--:|--:|--:|--:|--:|")
        for command in ours + there:
            printed, seconds = peers.run(command, task.source)
            lost, micro, macro = task.score(printed)
            name = " ".join([Path(command[0]).name, *(word for word in command[1:] if word not in ("-q", "-nb"))])
            print(f"| `{name}` | {len(printed):,} | {lost:,} | {micro:.3f} | {macro:.3f} | {seconds:.1f} |", flush=True)
    if missing:
        print(f"\nnot in PATH: {', '.join(missing)}")


if __name__ == "__main__":
    main()
