#!/usr/bin/env python3
"""Measures which share of endpoints is kept in languages that no list knows.

    pip install wordfreq && benches/blind.py CACHE LANGUAGE_OR_PACKAGE...

The catalogue is made without these languages (`de`) or packages (`wagtail`), and the program built with
it; `routes_abroad.txt`, which says no language, is left out too. Then this program and the one with the
whole catalogue read the same lists: one endpoint of a language among 40 other words of it, by themselves
and in twos. The endpoints are the most frequent translations of MEANINGS. CACHE is a folder as that of
`benches/catalogue.py`.
"""

import random
import subprocess
import sys
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path
from urllib.parse import quote

import wordfreq

from catalogue import DATA, LANGUAGES, choose, gather, table

MEANINGS = """
    login logout register admin users search upload download delete edit settings password export import
    orders cart checkout payment messages comments files help profile account category news reports
    statistics permissions contact
""".split()
SLUGS = 40
# Languages that wordfreq cannot cut into words by itself.
UNCUT = {"ja", "ko", "th", "zh"}


def endpoints(found, languages):
    """The most frequent name of each meaning in each language."""
    names = defaultdict(Counter)
    for (language, parts, means), sources in found.items():
        if language in languages and means in MEANINGS:
            names[language, means]["-".join(parts)] += len(sources)
    return [(language, name.most_common(1)[0][0]) for (language, _), name in sorted(names.items())]


def lists(names):
    """The lists of URLs: of each endpoint the language, its URL and the others on its host."""
    for number, (language, name) in enumerate(names):
        drawn = random.Random(number)
        words = [word for word in wordfreq.top_n_list(language, 9000)[300:] if word.isalpha() and len(word) > 3]
        slugs = ["-".join(drawn.sample(words, 1 + at % 2)) for at in range(SLUGS)]
        urls = [f"https://h{number}.site-{language}.example/" + quote(unicodedata.normalize("NFC", text)) for text in (name, *slugs)]
        yield language, urls[0], drawn.sample(urls, len(urls))


def build(folder):
    command = ["cargo", "build", "--quiet", "--release", "--bin", "urlsift", "--target-dir", folder / "blind"]
    subprocess.run(command, check=True)
    return folder / "blind/release/urlsift"


def kept(program, read):
    """The shares of endpoints and of other words that a program prints, by language."""
    text = "\n".join(url for _, _, urls in read for url in urls)
    printed = set(subprocess.run([program, "-q"], input=text, capture_output=True, text=True, check=True).stdout.split())
    shares = defaultdict(lambda: [0, 0, 0])
    for language, endpoint, urls in read:
        counts = shares[language]
        counts[0] += 1
        counts[1] += endpoint in printed
        counts[2] += len(printed.intersection(urls)) - (endpoint in printed)
    return shares


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, unheard = Path(sys.argv[1]), sys.argv[2:]
    known = {code for group in LANGUAGES for code in group}
    languages = known.intersection(unheard) - UNCUT or known - UNCUT
    read = list(lists(endpoints(gather(folder, ())[0], languages)))
    shares = [kept(build(folder), read)]
    path = DATA / "catalogue.bin"
    whole = path.read_bytes()
    try:
        path.write_bytes(table(choose(folder, unheard)))
        shares.append(kept(build(folder), read))
    finally:
        path.write_bytes(whole)
    for language in sorted(shares[0]):
        for title, share in zip(("whole", "blind"), shares):
            count, names, slugs = share[language]
            print(f"{language} {title}: {names} of {count} endpoints, {slugs / count / SLUGS:.0%} of other words")
    for title, share in zip(("whole", "blind"), shares):
        count, names, slugs = (sum(counts[at] for counts in share.values()) for at in range(3))
        print(f"{title}: {names / count:.3f} of {count} endpoints, {slugs / count / SLUGS:.3f} of other words")


if __name__ == "__main__":
    main()
