#!/usr/bin/env python3
"""Makes `crates/url/src/token/data/programs_abroad.txt`, the words of MediaWiki for the namespace `Special`.

    benches/namespaces.py CACHE          writes the list

CACHE is a folder for the package, as that of `benches/catalogue.py`, which downloads it. Each language
of MediaWiki has a file with its names of namespaces, their aliases and their forms by gender. A word
that is also an ordinary English one is left out.
"""

import re
import sys
import unicodedata
from pathlib import Path

from catalogue import DATA, KNOWN, SOURCES, archive, listed, members

TABLE = re.compile(r"^\$namespace(Names|Aliases|GenderAliases)\s*=\s*(?:array\(|\[)(.*?)^[\])];", re.S | re.M)
COMMENT = re.compile(r"#.*|//.*|/\*(?:.|\n)*?\*/")
TEXT = r"'((?:[^'\\]|\\.)*)'"
OWN, ALIAS, BY_GENDER = (
    re.compile(pattern, re.S)
    for pattern in (rf"NS_SPECIAL\s*=>\s*{TEXT}", rf"{TEXT}\s*=>\s*NS_SPECIAL\b", r"NS_SPECIAL\s*=>\s*(?:\[|array\()(.*?)[\])]")
)
# Words for other things where no wiki is.
ORDINARY = {"extra", "wiki"}


def names(content):
    """The words of a language."""
    for kind, table in TABLE.findall(content):
        table = COMMENT.sub("", table)
        if kind == "Names":
            yield from OWN.findall(table)
        elif kind == "Aliases":
            yield from ALIAS.findall(table)
        else:
            for forms in BY_GENDER.findall(table):
                yield from re.findall(rf"=>\s*{TEXT}", forms)


def folded(name):
    """A word as URLs are compared with it; nothing if it has more than letters."""
    name = unicodedata.normalize("NFC", name.replace(" ", "_").lower())
    return name if all(unicodedata.category(letter)[0] in "LM" or letter == "_" for letter in name) else ""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    source = next(source for source in SOURCES if source[1] == "mediawiki")
    found = set()
    for path, read in members(archive(Path(sys.argv[1]), *source[:3])):
        if re.search(r"languages/messages/Messages\w+\.php$", path):
            found.update(map(folded, names(read().decode())))
    found -= {"", *ORDINARY, *listed(*KNOWN)}
    lines = [[]]
    for word in sorted(found):
        if sum(map(len, lines[-1])) + len(lines[-1]) + len(word) > 150:
            lines.append([])
        lines[-1].append(word)
    heading = "# The namespace of a wiki's programs in the languages of MediaWiki, by benches/namespaces.py.\n"
    (DATA / "programs_abroad.txt").write_text(heading + "".join(" ".join(line) + "\n" for line in lines))


if __name__ == "__main__":
    main()
