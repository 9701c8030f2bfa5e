#!/usr/bin/env python3
"""Counts the instructions of commands over lists of many kinds, and fails where four times the lines take over five times as many.

Usage: benches/growth.py [KIND ...]

Each kind is made so that something of it is many: names, parameters, bodies, hosts, levels. Counts come from callgrind, less those of a
list of ten lines, so neither the machine nor its load matters. URLSIFT names the program, which is built as it is shipped.
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LINES = 300
MOST = 5.0
SYLLABLES = [a + b for a in "bcdfgklmnprstvz" for b in "aeiou"]
SITE = "https://t.example"


def word(number):
    letters = ""
    for _ in range(3):
        letters += SYLLABLES[number * 7 % 75]
        number //= 75
        letters += SYLLABLES[number % 75]
    return letters


KINDS = {
    "word_number": lambda i: f"{SITE}/{word(i)}_{i}.php",
    "word_word_number": lambda i: f"{SITE}/{word(i)}_{word(3 * i)}_{i}.php",
    "word_number_word": lambda i: f"{SITE}/{word(i)}-{i}-{word(3 * i)}",
    "prefixes": lambda i: f"{SITE}/{'ab' * (1 + i % 150)}{i}",
    "words_and_tails": lambda i: f"{SITE}/{word(i)}/{word(3 * i)}",
    "hyphens": lambda i: f"{SITE}/{'-'.join(word(i + j) for j in range(8))}",
    "hashes": lambda i: f"{SITE}/s/{word(i)}.{i * 2654435761 % 2**32:08x}.js",
    "deep": lambda i: SITE + "".join(f"/{word(13 * i + j)}" for j in range(30)),
    "levels": lambda i: f"{SITE}{'/a' * (i % 200)}/{word(i)}",
    "long_segments": lambda i: f"{SITE}/{word(i)}{'a-' * 400}{word(i)}",
    "paths_in_paths": lambda i: f"{SITE}/{word(i)}/https://b.example/{word(3 * i)}",
    "parameters": lambda i: f"{SITE}/a?{word(i)}=1",
    "pairs": lambda i: f"{SITE}/a?{word(i % 30)}=1&{word(300 + i // 30)}=2",
    "many_parameters": lambda i: f"{SITE}/a{i % 50}?" + "&".join(f"{word(20 * i + j)}=1" for j in range(10)),
    "facets": lambda i: f"{SITE}/c?" + "&".join(f"{x}=1" for b, x in enumerate("abcdefghijklmn") if i >> b & 1),
    "selectors": lambda i: f"{SITE}/x?action={word(i)}",
    "matrix": lambda i: f"{SITE}/a;{word(i)}=1/b",
    "fragments": lambda i: f"{SITE}/app#/{word(i)}/{i}",
    "subdomains": lambda i: f"https://{word(i)}.t.example/a/{i}",
    "redirects": lambda i: f'{{"url":"{SITE}/r/{i}","status":302,"location":"/{word(i)}"}}',
    "many_body_names": lambda i: f"POST {SITE}/a\t{{" + ",".join(f'"{word(20 * i + j)}":1' for j in range(12)) + "}",
    "numbers": lambda i: f"{SITE}{'/1' * (i % 60)}/{word(i)}",
    "dates": lambda i: f"{SITE}/2024/{i % 12 + 1:02}/{word(i)}/{i}",
    "brackets": lambda i: f"{SITE}/a?f[{word(i)}][{i}]=1",
    "escapes": lambda i: f"{SITE}/a?u=https%3A%2F%2Fb.example%2F{word(i)}%2F{i}",
    "letters": lambda i: f"{SITE}/" + "".join(chr(0x4E00 + 7 * ord(c)) for c in word(i)) + f"/{i}",
    "mirrors": lambda i: f"{SITE}/docs/{i % 40}.{i % 7}/{word(1000 + i // 40)}/{word(5000 + i // 40)}",
    "frames": lambda i: f"{SITE}/{word(i)}/prn/{word(3 * i)}",
    "members": lambda i: f'{{"url":"{SITE}/a","{word(i)}":1,"url":"{SITE}/{word(3 * i)}"}}',
    "log": lambda i: f'10.0.0.{i % 250} - - [23/Nov/2026:10:00:00 +0000] "POST /{word(i)}?{word(3 * i)}=1 HTTP/1.1" 200 5 "-" "-"',
    "operations": lambda i: f'POST {SITE}/graphql\t{{"query":"query {word(i)} {{ a }}"}}',
}
# Rules of a file to which `teach` adds one.
RULES = {
    "words": lambda i: f"t.example  /a/{word(i)}  different",
    "hosts": lambda i: f"{word(i)}.example  /*/{word(3 * i)}  different",
    "depths": lambda i: f"t.example  {'/a' * (i % 60)}/{word(i)}  different",
}
# Other formats of `export` have the routes that a description has, and all but the last two read a list as `templates` does.
COMMANDS = ["export --to openapi -j1", "export --to rules -j1", "diff - -j1", "cluster -j1", "traps"]
# Each rule of this kind may overlap all rules before it, which few lines do not show.
OVERLAPPING = ("word_word_number", "export --to zap -j1")


def count(program, command, lines):
    """The instructions of a command over a list, which `diff` compares with its first ten lines."""
    with tempfile.NamedTemporaryFile("w") as listed:
        listed.write("".join(line + "\n" for line in lines))
        listed.flush()
        tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        few = "".join(line + "\n" for line in lines[:10])
        run = [*tool, program, *command.split(), "-q", listed.name]
        if command == "teach":
            run = [*tool, program, command, listed.name, "different", f"{SITE}/x", f"{SITE}/y"]
        done = subprocess.run(run, input=few, capture_output=True, text=True)
    # Status 1 says that two lists differ.
    if done.returncode > 1:
        sys.exit(f"{command} cannot be counted: {done.stderr}")
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def growth(program, kind, command):
    # A rule that `teach` reads takes 68,000 instructions among 300, 84,000 among 1,200 and 70,000 among 4,800.
    least = 4 * LINES if command in (OVERLAPPING[1], "teach") else LINES
    kinds = RULES if command == "teach" else KINDS
    lines = [kinds[kind](number) for number in range(4 * least)]
    few, some, all = (count(program, command, lines[:number]) for number in (10, least, 4 * least))
    return (all - few) / max(some - few, 1)


def main():
    program = os.environ.get("URLSIFT", "target/dist/urlsift")
    kinds = sys.argv[1:] or list(KINDS)
    pairs = [(kind, command) for kind in kinds for command in COMMANDS]
    if OVERLAPPING[0] in kinds:
        pairs.append(OVERLAPPING)
    # A description is of one host.
    pairs = [pair for pair in pairs if pair[0] != "subdomains" or "openapi" not in pair[1]]
    if not sys.argv[1:]:
        pairs += [(kind, "teach") for kind in RULES]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda pair: growth(Path(program).resolve(), *pair), pairs))
    grown = [(*pair, ratio) for pair, ratio in zip(pairs, found) if ratio > MOST]
    for kind, command, ratio in grown:
        print(f"{command} of {kind}: four times the lines take {ratio:.1f} times the instructions")
    if grown:
        sys.exit(1)
    print(f"growth result: ok. {len(pairs)} lists and commands, at most {max(found):.1f} times for four times the lines")


if __name__ == "__main__":
    main()
