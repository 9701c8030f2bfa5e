#!/usr/bin/env python3
"""Groups the lines of lists by other programs: NAME.txt becomes NAME.drain3 and NAME.mitmproxy2swagger.

Each line of those is the name of a group, for `cargo run --release --example routes -- FOLDER`. Takes
the folder; needs drain3 and mitmproxy2swagger of PyPI in its environment.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
from urllib.parse import urlsplit

import yaml
from drain3 import TemplateMiner
from drain3.template_miner_config import TemplateMinerConfig


def drain3(urls):
    """Clusters of Drain3 in its default configuration, where segments are words."""
    config = TemplateMinerConfig()
    config.drain_extra_delimiters = ["/"]
    miner = TemplateMiner(config=config)
    return [str(miner.add_log_message(urlsplit(url).path)["cluster_id"]) for url in urls]


def mitmproxy2swagger(urls):
    """The first path that it proposes for each URL, with parameters if it proposes one that has any."""
    parts = urlsplit(urls[0])
    program = pathlib.Path(sys.executable).parent / "mitmproxy2swagger"
    with tempfile.TemporaryDirectory() as folder:
        har, out = pathlib.Path(folder, "all.har"), pathlib.Path(folder, "out.yaml")
        har.write_text(json.dumps({"log": {"version": "1.2", "entries": [entry(url) for url in urls]}}))
        host = f"{parts.scheme}://{parts.netloc}"
        subprocess.run(
            [program, "-f", "har", "-i", har, "-o", out, "-p", host], check=True, capture_output=True
        )
        paths = yaml.safe_load(out.read_text())["x-path-templates"]
    paths = sorted((path.removeprefix("ignore:") for path in paths), key=lambda path: "{" not in path)
    rules = [re.compile(re.sub(r"\\\{[^/]+?\\\}", "[^/]+", re.escape(path)) + "/*") for path in paths]

    def path_of(url):
        found = (at for at, rule in enumerate(rules) if rule.fullmatch(urlsplit(url).path))
        return paths[at] if (at := next(found, None)) is not None else url

    return [path_of(url) for url in urls]


def entry(url):
    """A request of an HTTP archive."""
    both = {"httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "headersSize": -1, "bodySize": 0}
    content = {"size": 0, "mimeType": "text/plain", "text": ""}
    return {
        "startedDateTime": "2026-01-01T00:00:00Z",
        "time": 1,
        "request": both | {"method": "GET", "url": url, "queryString": []},
        "response": both | {"status": 200, "statusText": "OK", "content": content, "redirectURL": ""},
        "cache": {},
        "timings": {"send": 0, "wait": 0, "receive": 0},
    }


for file in sorted(pathlib.Path(sys.argv[1]).glob("*.txt")):
    lines = file.read_text().splitlines()
    for program in (drain3, mitmproxy2swagger):
        groups = "".join(f"{group}\n" for group in program(lines))
        file.with_suffix(f".{program.__name__}").write_text(groups)
