#!/usr/bin/env python3
"""The table of crawls in docs/crawling.md: crawlers on three sites, without urlsift and with it.

    benches/crawls/run.py [--limit N] [--site NAME]... [--crawler NAME]... [--kinds]

Installs what it needs below target/crawls: this repository's package for Python with Scrapy, the applications Trac and Datasette, crawlee,
colly and katana, from PyPI, npm and a proxy of Go modules. Takes Python, Rust, Go, Node and git. A crawl that does not end is stopped
after N requests. Kinds are judged by the routes of the application; how many there are, by what all crawls of a site found together.
--kinds also prints which were found, and which were lost, with the pages of each.
"""

import argparse
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLACE = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "crawls"
PYTHON = PLACE / "venv" / "bin" / "python"
PACKAGES = ["setuptools<81", "trac==1.6", "datasette==0.65.5", "scrapy==2.19.0"]
SITES = ["traps", "trac", "datasette"]
CRAWLERS = {
    "Scrapy 2.19": [PYTHON, HERE / "spider.py"],
    "colly 2.3": [PLACE / "crawls", "colly"],
    "katana 1.2": [PLACE / "crawls", "katana"],
    "crawlee 3.18": ["node", PLACE / "node" / "crawl.mjs"],
}


def install() -> None:
    """Installs what is not there."""
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", PLACE / "venv"], check=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", *PACKAGES, ROOT / "python"], check=True)
    subprocess.run(["go", "build", "-o", PLACE / "crawls", "."], cwd=HERE / "go", check=True)
    node = PLACE / "node"
    if not node.exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", node, "@crawlee/cheerio@3.18.1", ROOT / "js"], check=True)
    shutil.copy(HERE / "crawl.mjs", node)


def lines(stream) -> queue.Queue:
    """The lines of a stream, as they come."""
    found: queue.Queue = queue.Queue()
    threading.Thread(target=lambda: [found.put(line.strip()) for line in stream], daemon=True).start()
    return found


def crawl(site: str, crawler: str, how: str, limit: int, most: float) -> dict:
    """Crawls a site once."""
    served = subprocess.Popen([PYTHON, HERE / "site.py", site, PLACE / site, str(limit)], stdout=subprocess.PIPE, text=True)
    said = lines(served.stdout)
    address = said.get(timeout=300)
    began = time.monotonic()
    running = subprocess.Popen([*CRAWLERS[crawler], how, address], stdout=subprocess.DEVNULL, start_new_session=True)
    while running.poll() is None and said.empty() and time.monotonic() - began < most:
        time.sleep(0.1)
    ended, seconds = running.poll() is not None, time.monotonic() - began
    if not ended:
        os.killpg(running.pid, signal.SIGKILL)
    elif running.returncode != 0:
        raise SystemExit(f"{crawler} {how}: status {running.returncode}")
    served.send_signal(signal.SIGINT)
    text = said.get(timeout=60)
    requests, kinds = json.loads(said.get(timeout=60) if text == "limit" else text)
    served.wait()
    return {"requests": requests, "kinds": kinds, "ended": ended, "seconds": seconds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=600, help="after which a crawl is stopped, too")
    parser.add_argument("--site", action="append", choices=SITES)
    parser.add_argument("--crawler", action="append", choices=CRAWLERS)
    parser.add_argument("--kinds", action="store_true")
    given = parser.parse_args()
    PLACE.mkdir(parents=True, exist_ok=True)
    install()
    print("| site | crawler | requests without | with | kinds without | with |\n|---|---|--:|--:|--:|--:|")
    for site in given.site or SITES:
        found = {}
        for crawler in given.crawler or CRAWLERS:
            found[crawler] = {how: crawl(site, crawler, how, given.limit, given.seconds) for how in ("without", "with")}
        every = sorted({kind for one in found.values() for result in one.values() for kind in result["kinds"]})
        for crawler, one in found.items():
            requests = [f"{one[how]['requests']:,}, {'ends' if one[how]['ended'] else 'stopped'}" for how in ("without", "with")]
            kinds = [f"{len(one[how]['kinds'])} of {len(every)}" for how in ("without", "with")]
            print("|", " | ".join([site, crawler, *requests, *kinds]), "|", flush=True)
        if given.kinds:
            for kind in every:
                print(f"  {kind}:", *(one[how]["kinds"].get(kind, 0) for one in found.values() for how in ("without", "with")))


if __name__ == "__main__":
    main()
