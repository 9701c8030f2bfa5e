"""What `--same-answer` drops and loses: lines and distinct answers that are kept with and without it, and the time that it takes.

`python3 benches/answers.py target/release/urlsift` measures a made-up list of 100,000 lines of an index of archived pages (CDX);
`--list FILE` measures a list of one's own, `--write FILE` only writes the made-up one.
"""

import argparse
import random
import subprocess
import tempfile
import time

CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
RUNS = [[], ["--same-answer"], ["--two-pass"], ["--two-pass", "--same-answer"]]


def word(draw):
    return "".join(draw.choice(CONSONANTS) + draw.choice(VOWELS) for _ in range(draw.randint(2, 4)))


def made_up(lines):
    """Captures, in the order of their keys: (host, path and query, status, digest)."""
    draw = random.Random(1)
    part = lines // 20
    # Every address of one host answers with the same page that says 200, but for its real pages.
    for _ in range(6 * part):
        yield "gone.example", "/" + "/".join(word(draw) for _ in range(draw.randint(1, 3))), 200, "GONE"
    # An application: one shell for every route, and an interface with an answer for each thing.
    for _ in range(3 * part):
        yield "app.example", f"/{word(draw)}/{draw.choice(['edit', 'view', 'share', 'history'])}", 200, "SHELL"
    for number in range(part):
        yield "app.example", f"/api/{draw.choice(['users', 'orders', 'files', 'teams'])}/{number}", 200, f"API{number}"
    # Names that hosts of one domain are asked for, and all show the same.
    for _ in range(part // 5):
        yield f"{word(draw)}{word(draw)}.parked.example", draw.choice(["/", "/login", "/robots.txt", "/contact"]), 200, "PARKED"
    # One page of a list, whatever page of it is asked for, and parameters that change nothing.
    for number in range(2 * part):
        names = draw.sample(["page", "via", "lang", "view_as"], draw.randint(1, 3))
        yield "list.example", "/archive?" + "&".join(f"{name}={draw.randint(1, 500)}" for name in names), 200, "ARCHIVE"
    # Real pages, some captured twice, some gone since.
    while True:
        host = f"{draw.choice(['www', 'shop', 'blog', 'docs'])}.site{draw.randint(1, 40)}.example"
        kind = draw.choice(["product", "article", "author", "tag", "help", "page"])
        name = draw.choice([str(draw.randint(1, 9999)), word(draw), f"{word(draw)}-{word(draw)}-{word(draw)}"])
        status = draw.choices([200, 404], [9, 1])[0]
        yield host, f"/{kind}/{name}", status, f"{kind}{name}" if status == 200 else f"GONE{host}"


def write(path, lines):
    captures = made_up(lines)
    records = [next(captures) for _ in range(lines)]
    with open(path, "w", encoding="ascii") as file:
        for host, target, status, digest in records:
            key = ",".join(reversed(host.split(".")))
            file.write(f"{key}){target} 20200102030405 https://{host}{target} text/html {status} {digest} 1043\n")


def answers(lines):
    """The distinct digests of captures."""
    return {fields[5] for fields in map(str.split, lines) if len(fields) > 5 and fields[5] != "-"}


def measure(program, path):
    with open(path, encoding="utf-8", errors="replace") as file:
        listed = file.readlines()
    distinct = answers(listed)
    print(f"{len(listed):,} lines with {len(distinct):,} digests\n")
    print("| options | lines kept | digests that no kept line has | time |\n|---|--:|--:|--:|")
    times = {}
    for options in RUNS:
        taken = []
        for _ in range(3):
            start = time.monotonic()
            kept = subprocess.run([program, "-q", *options, path], capture_output=True, check=True).stdout
            taken.append(time.monotonic() - start)
        kept = kept.decode("utf-8", "replace").splitlines()
        name = " ".join(options)
        times[name] = min(taken)
        base = times[name.replace("--same-answer", "").strip()]
        lost = len(distinct - answers(kept))
        print(f"| {f'`{name}`' if name else 'none'} | {len(kept):,} | {lost:,} | {times[name] / base:.2f} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", nargs="?", default="target/release/urlsift")
    parser.add_argument("--list", metavar="FILE", help="a list of one's own, of CDX lines")
    parser.add_argument("--lines", type=int, default=100_000, help="how many lines the made-up list has")
    parser.add_argument("--write", metavar="FILE", help="write the made-up list, and measure nothing")
    typed = parser.parse_args()
    if typed.write:
        write(typed.write, typed.lines)
    elif typed.list:
        measure(typed.program, typed.list)
    else:
        with tempfile.NamedTemporaryFile(suffix=".cdx") as file:
            write(file.name, typed.lines)
            measure(typed.program, file.name)
