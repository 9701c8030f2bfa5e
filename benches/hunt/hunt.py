#!/usr/bin/env python3
"""What a hunter keeps: 60 flaws planted in a made-up site, and what a scanner finds of them on filtered dumps.

    benches/hunt/hunt.py         the table of docs/benchmark.md
    benches/hunt/hunt.py --svg   the same, and its picture: docs/hunt.svg

The site (shop.py) answers on the loopback. Its dump, as a web archive would have it, has 50,000 lines, of
which 1 to 40 lead to each flaw. The scanner (scanner.py) asks 2 to 16 things about each line that a filter
prints. A flaw is found if the scanner finds something at a URL that leads there. The requests of the whole
list are counted, and sent with --whole. Minutes are those of 20 requests a second, a usual limit.

--lines N makes a smaller dump, --alone leaves out all but a plain run of urlsift. $URLSIFT names the program; peers are looked for in PATH.
"""

import argparse
import multiprocessing
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import peers
import scanner
import shop

PER_MINUTE = 20 * 60


def flaws_found(lines):
    """The flaws that the scanner finds on these lines, and its requests, on a site of its own."""
    served = shop.server()
    process = multiprocessing.get_context("fork").Process(target=served.serve_forever, daemon=True)
    process.start()
    try:
        urls = [quote(url, safe="%/:?&=;~.,-_") for url in lines]
        found, requests = scanner.scan(urls, served.server_address[1])
    finally:
        process.kill()
        process.join()
        served.server_close()
    return {route.number for route in map(shop.flaw_of, found) if route}, requests


def picture(rows, whole):
    """Flaws found and requests made, as bars."""
    high = 44
    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="720" height="{60 + high * len(rows)}" '
        'font-family="sans-serif" font-size="14">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="16" y="28" font-size="16">Flaws found of {len(shop.ROUTES)} (dark), and requests in % of the '
        f"whole list's {whole:,} (light)</text>",
    ]
    for number, (name, lines, found, requests) in enumerate(rows):
        y, share = 48 + high * number, 100 * requests / whole
        text += [
            f'<text x="16" y="{y + 22}">{name}</text>',
            f'<rect x="190" y="{y}" width="{400 * found / len(shop.ROUTES):.0f}" height="15" fill="#24527a"/>',
            f'<text x="{196 + 400 * found / len(shop.ROUTES):.0f}" y="{y + 13}">{found}</text>',
            f'<rect x="190" y="{y + 17}" width="{4 * share:.1f}" height="15" fill="#9dc3e6"/>',
            f'<text x="{196 + 4 * share:.0f}" y="{y + 30}">{share:.1f} %</text>',
        ]
    return "\n".join([*text, "</svg>\n"])


def main():
    about = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    about.add_argument("--lines", type=int, default=shop.LINES)
    about.add_argument("--whole", action="store_true")
    about.add_argument("--alone", action="store_true")
    about.add_argument("--svg", action="store_true")
    options = about.parse_args()
    lines = shop.dump(options.lines)
    whole = sum(1 for url in lines for _ in scanner.requests(url))
    there, missing = peers.installed()
    commands = [[peers.urlsift(), "-q"]]
    if not options.alone:
        commands += [[*commands[0], "--suspects", "1"], [*commands[0], "--no-learn"], *there]
    rows = []
    print("| list | lines | flaws found | requests | of all | minutes |\n|---|--:|--:|--:|--:|--:|")

    def row(name, count, found, requests):
        shown = "" if found is None else len(found)
        share = f"{100 * requests / whole:.1f} %"
        print(f"| {name} | {count:,} | {shown} | {requests:,} | {share} | {requests / PER_MINUTE:,.0f} |", flush=True)
        if found is not None:
            rows.append((name.strip("`"), count, len(found), requests))

    row("the whole dump", len(lines), flaws_found(lines)[0] if options.whole else None, whole)
    missed = ""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as source:
        source.write("".join(line + "\n" for line in lines))
        source.flush()
        for command in commands:
            printed, _ = peers.run(command, source.name)
            found, requests = flaws_found(printed)
            name = " ".join([Path(command[0]).name, *(word for word in command[1:] if word not in ("-q", "-nb"))])
            row(f"`{name}`", len(printed), found, requests)
            left = [route.template for route in shop.ROUTES if route.number not in found]
            missed += f"\n{name} misses: {' '.join(left)}" if left else ""
    print(missed)
    if missing and not options.alone:
        print(f"\nnot in PATH: {', '.join(missing)}")
    if options.svg:
        (peers.ROOT / "docs" / "hunt.svg").write_text(picture(rows, whole))


if __name__ == "__main__":
    main()
