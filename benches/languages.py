#!/usr/bin/env python3
"""Writes crates/url/src/token/data/letter_pairs.txt: which pairs of letters tell other languages from English.

    pip install wordfreq && benches/languages.py

For each pair of neighbouring letters, the edge of a word among them, the file has the logarithm of how
much more probable the second letter is after the first one in a mixture of 31 languages than in English,
in quarters of a bit, as a character that is so many places after "P". Rows are the first letters. Words
are the 20,000 most frequent ones of each language (wordfreq by Robyn Speer), weighted by the root of their
frequency, without accents, and in Latin letters, as they stand in URLs.
"""

import math
import pathlib
import re
import unicodedata

import wordfreq

EDGE = "`"  # the character before "a"
LETTERS = EDGE + "abcdefghijklmnopqrstuvwxyz"
# Languages that most sites have weigh more; French, the nearest to English, weighs most.
WEIGHTS = dict.fromkeys("ca cs da fi fil hu id is lt lv ms nb pl ro sh sk sl sv tr vi ru uk bg mk el".split(), 1)
WEIGHTS |= {"de": 2, "es": 3, "it": 2, "nl": 2, "pt": 3, "fr": 10}

LATIN = {"ß": "ss", "ø": "o", "æ": "ae", "ł": "l", "đ": "d", "ı": "i", "þ": "th", "ð": "d", "œ": "oe"}
CYRILLIC = zip(
    "абвгдеёжзийклмнопрстуфхцчшщыэюяіїєґјљњћџђѓќѕў",
    "a b v g d e e zh z i y k l m n o p r s t u f h ts ch sh shch y e yu ya i yi ye g j lj nj c dz d g k dz u".split(),
)
GREEK = zip("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o".split())
LETTER = LATIN | dict(CYRILLIC) | {"ъ": "", "ь": ""} | dict(GREEK)


def in_latin(word):
    """Returns a word in the letters from a to z, or None."""
    word = unicodedata.normalize("NFD", "".join(LATIN.get(letter, letter) for letter in word))
    bare = (letter for letter in word if not unicodedata.combining(letter))
    word = "".join(LETTER.get(letter, letter) for letter in bare)
    return word if re.fullmatch("[a-z]{3,}", word) else None


def shares(language):
    """Returns the share of each pair of letters in the words of a language."""
    frequencies = wordfreq.get_frequency_dict(language, wordlist="small")
    counts = dict.fromkeys((a + b for a in LETTERS for b in LETTERS), 0.0)
    for word in sorted(frequencies, key=lambda word: (-frequencies[word], word))[:20000]:
        latin = in_latin(word)
        if latin:
            for pair in zip(EDGE + latin, latin + EDGE):
                counts["".join(pair)] += frequencies[word] ** 0.5
    total = sum(counts.values())
    return {pair: count / total for pair, count in counts.items()}


def transitions(weights):
    """Returns the probability of each letter after another in a mixture of languages."""
    mixture = dict.fromkeys((a + b for a in LETTERS for b in LETTERS), 0.0)
    for language, weight in weights.items():
        for pair, share in shares(language).items():
            mixture[pair] += share * weight / sum(weights.values())
    rows = {a: sum(mixture[a + b] + 2e-7 for b in LETTERS) for a in LETTERS}
    return {pair: (share + 2e-7) / rows[pair[0]] for pair, share in mixture.items()}


def main():
    others, english = transitions(WEIGHTS), transitions({"en": 1})
    evidence = lambda pair: max(-40, min(40, round(4 * math.log2(others[pair] / english[pair]))))
    rows = ("".join(chr(ord("P") + evidence(a + b)) for b in LETTERS) for a in LETTERS)
    path = pathlib.Path(__file__).parent.parent / "crates/url/src/token/data/letter_pairs.txt"
    path.write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
