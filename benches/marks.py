#!/usr/bin/env python3
"""Copies of messages with marks between their characters: are they found?

    benches/marks.py                        20,000 messages in each of five languages, and all together
    benches/marks.py --messages 100000 --languages zh
    benches/marks.py --options '--fold none'

All words are made up: Chinese of random ideographs, Japanese of ideographs and kana, Korean of random syllables
between blanks, English and Russian of random syllables. Six in ten messages belong to campaigns, whose copies have
another contact, and up to three words left out, replaced or moved. In a third of the copies one of 14 marks stands
between all neighbouring characters of the words, or of two words in three. A pair is right if both are of one campaign;
pairs are those of components.

$URLSIFT names the program (target/dist/urlsift).
"""

import argparse
import os
import random
import resource
import subprocess
import tempfile
from collections import Counter
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARKS = ["★", ".", "-", "_", "·", "*", "|", "~", "♥", "\U0001F525", "\u200b", "\ufe0f", "\u0336", "\u2060"]
LANGUAGES = ("zh", "ja", "en", "ko", "ru")


def word(draw, language):
    """A made-up word."""
    if language == "zh":
        return "".join(chr(draw.randrange(0x4E00, 0x5E00)) for _ in range(draw.choice((1, 2, 2, 2, 3))))
    if language == "ja":
        kana = "".join(chr(draw.randrange(0x3042, 0x3094)) for _ in range(draw.choice((1, 2, 3))))
        return kana if draw.random() < 0.4 else chr(draw.randrange(0x4E00, 0x5600)) + kana[:1]
    if language == "ko":
        return "".join(chr(draw.randrange(0xAC00, 0xD7A3, 7)) for _ in range(draw.choice((2, 2, 3, 4))))
    consonants, vowels = ("bdfgklmnprstvz", "aeiou") if language == "en" else ("бвгдзклмнпрст", "аеиоуя")
    return "".join(draw.choice(consonants) + draw.choice(vowels) for _ in range(draw.choice((1, 2, 2, 3))))


class Writer:
    """Writes messages in one language."""

    def __init__(self, draw, language):
        self.draw = draw
        self.blank = "" if language in ("zh", "ja") else " "
        self.lexicon = list(dict.fromkeys(word(draw, language) for _ in range(6_000)))
        self.shares = list(accumulate(1 / (rank + 20) for rank in range(len(self.lexicon))))

    def words(self, count):
        return self.draw.choices(self.lexicon, cum_weights=self.shares, k=count)

    def ordinary(self):
        return self.blank.join(self.words(self.draw.randint(6, 24)))

    def copy(self, words, marks):
        draw = self.draw
        words = list(words)
        for _ in range(draw.randint(0, 3)):
            at = draw.randrange(len(words))
            edit = draw.choice(("leave out", "replace", "move"))
            old = words.pop(at)
            if edit == "replace":
                words.insert(at, self.words(1)[0])
            elif edit == "move":
                words.insert(draw.randrange(len(words) + 1), old)
        if marks and draw.random() < 1 / 3:
            mark = draw.choice(MARKS)
            share = draw.choice((1, 2 / 3))
            if self.blank:
                words = [mark.join(word) if draw.random() < share else word for word in words]
            else:
                cut = int(len(words) * share)
                words = [mark.join("".join(words[:cut])), "".join(words[cut:])]
        contact = "".join(draw.choices("abcdefghijkmnp23456789", k=8))
        return self.blank.join(words) + " " + contact


def messages(count, languages, marks, seed):
    """Messages, and the campaign of each; ordinary ones have none."""
    draw = random.Random(seed)
    writers = [Writer(draw, language) for language in languages]
    lines = []
    while len(lines) < count:
        writer = draw.choice(writers)
        if draw.random() < 0.04:
            campaign = writer.words(draw.randint(14, 26))
            size = min(400, int(4 * draw.paretovariate(1.1)))
            number = len(lines)
            lines += [(writer.copy(campaign, marks), number) for _ in range(size)]
        else:
            lines += [(writer.ordinary(), None) for _ in range(draw.randint(0, 1))]
    draw.shuffle(lines)
    return lines[:count]


def pairs(counts):
    return sum(count * (count - 1) // 2 for count in counts.values())


def score(program, lines, threshold, options):
    """Precision, recall and F1 of pairs in percent, and seconds of CPU time."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.writelines(f"{text}\n" for text, _ in lines)
        file.flush()
        command = [program, "cluster", "-q", "--as", "text", "-t", str(threshold), "--format", "tsv", *options, file.name]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        rows = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()[1:]
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    found, true, both = Counter(), Counter(), Counter()
    for row in rows:
        group, record = row.split("\t")[:2]
        campaign = lines[int(record) - 1][1]
        found[group] += 1
        if campaign is not None:
            true[campaign] += 1
            both[group, campaign] += 1
    right = pairs(both)
    precision, recall = right / max(pairs(found), 1), right / max(pairs(true), 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    return [100 * precision, 100 * recall, 100 * f1], seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--languages", default="zh ja en ko ru all")
    parser.add_argument("--options", default="")
    parser.add_argument("--seed", type=int, default=1)
    typed = parser.parse_args()
    program = os.environ.get("URLSIFT", str(ROOT / "target/dist/urlsift"))
    print("| messages | marks | `-t` | precision | recall | F1 | CPU time |\n|---|---|--:|--:|--:|--:|--:|")
    for language in typed.languages.split():
        languages = LANGUAGES if language == "all" else (language,)
        for marks in (False, True):
            lines = messages(typed.messages, languages, marks, typed.seed)
            for threshold in (50, 60):
                figures, seconds = score(program, lines, threshold, typed.options.split())
                shown = " | ".join(f"{figure:.1f}" for figure in figures)
                print(f"| {language} | {'yes' if marks else 'no'} | {threshold} | {shown} | {seconds:.2f} s |", flush=True)


if __name__ == "__main__":
    main()
