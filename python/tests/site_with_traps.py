"""A small web site with traps for crawlers, served from this machine.

Twenty kinds of pages, which say their kind in `<body id=...>`; searches whose choices can be combined without end, three ways; a calendar
that never ends. Below `/app/` an application answers whatever is asked with one page, below `/old/` pages that are gone say so with
status 200; no other page links there. Plain HTTP redirects to HTTPS, sections redirect to their address with a slash, and the first pages of some kinds fail.
"""

from __future__ import annotations

import re
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations
from threading import Lock, Thread
from urllib.parse import parse_qsl, urlencode, urlsplit

HOST = "shop.test"

# Sections that are one page each.
SECTIONS = ["about", "contact", "careers", "press", "privacy", "terms", "imprint"]
# Lists of things, each with a page of its own.
THINGS = {"product": 400, "author": 60, "recipe": 120, "ticket": 80, "invoice": 40}
# The first pages of these fail: how many, and with which status. 0: the connection is closed without an answer.
FAILING = {"ticket": (7, 404), "invoice": (2, 500), "author": (4, 0)}
COLOURS = ["red", "green", "blue", "grey", "black"]
FACETS = ["brand", "material", "season", "fit", "pattern", "sleeve"]

KINDS = [*SECTIONS, *THINGS, "home", "list", "catalogue", "search", "finder", "calendar", "maze", "event", "download"]
TRAPS = ["catalogue", "search", "finder", "calendar", "maze"]
# Kinds that answer every path below theirs with one page. Their pages are asked for by name only.
CATCH_ALLS = {"app": "/app/", "gone": "/old/"}


def page(path: str, query: str) -> tuple[str, list[str]] | int | str | None:
    """The kind and the links of a page, the status of one that fails, where one redirects to, or nothing."""
    choices = dict(parse_qsl(query))
    if path == "/":
        lists = [f"/{thing}s" for thing in THINGS]
        return "home", [
            "/catalogue",
            "/search",
            "/finder",
            "/calendar?month=2024-05",
            "/maze/",
            *lists,
            *(f"/{section}" for section in SECTIONS),
            "/download/manual.pdf",
        ]
    for kind, start in CATCH_ALLS.items():
        if path.startswith(start):
            return kind, [f"{start}{section}" for section in SECTIONS]
    if path.startswith("/maze/"):
        # Whatever stands below it: the link leads ever deeper.
        return "maze", ["deeper/down/"]
    name = path.strip("/")
    if name in SECTIONS:
        return (name, ["/"]) if path.endswith("/") else f"{path}/"
    if name == "download/manual.pdf":
        return "download", []
    if name[:-1] in THINGS:
        thing = name[:-1]
        return "list", [f"/{thing}/{number}" for number in range(1, THINGS[thing] + 1)]
    if found := re.fullmatch(r"/(\w+)/(\d+)", path):
        thing, number = found[1], int(found[2])
        if thing == "event":
            return "event", ["/calendar?month=2024-06"]
        if thing not in THINGS or number > THINGS[thing]:
            return None
        failing, status = FAILING.get(thing, (0, 0))
        others = [f"/{thing}/{(number * 7 + step) % THINGS[thing] + 1}" for step in range(3)]
        return status if number <= failing else (thing, [*others, "/"])
    return trap(name, choices)


def trap(name: str, choices: dict[str, str]) -> tuple[str, list[str]] | None:
    """Pages that link to more of the same without end."""
    if name == "catalogue":
        # The same names in every link, values without end.
        links = []
        for colour in COLOURS:
            chosen = {"colour": colour, "size": "40", "sort": "price", "page": "1", **choices}
            number = int(chosen["page"])
            links += [
                urlencode({**chosen, "colour": colour}),
                urlencode({**chosen, "page": str(number + 1)}),
                urlencode({**chosen, "size": str(int(chosen["size"]) + 1)}),
            ]
        return name, [f"/catalogue?{link}" for link in links]
    if name == "search":
        # Any of six names may be chosen, with values without end.
        number = int(next(iter(choices.values()), "0")) + 1
        subsets = [subset for size in (1, 2, 3, 4, 5, 6) for subset in combinations(FACETS, size)]
        return name, ["/search?" + urlencode({facet: number for facet in subset}) for subset in subsets]
    if name == "finder":
        # Each page offers more names.
        count = len(choices)
        return name, [
            "/finder?" + urlencode({**choices, f"{word}{'x' * count}": "1"})
            for word in ("zork", "quux", "frob", "wib")
        ]
    if name == "calendar":
        year, month = map(int, choices.get("month", "2024-05").split("-"))
        links = [divmod(year * 12 + month - 1 + step, 12) for step in (-1, 1, 12)]
        events = [f"/event/{year}{month:02}{day:02}" for day in (3, 17)]
        return name, [*(f"/calendar?month={year:04}-{month + 1:02}" for year, month in links), *events]
    return None


class Site:
    """The site, served from any free port. The header `X-Scheme` stands for the scheme by which it was asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        """How often pages of each kind were given."""
        self.requests = 0
        site, lock = self, Lock()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                target = urlsplit(self.path)
                found = page(target.path, target.query)
                status, kind, links, location = 200, "none", [], None
                if self.headers.get("X-Scheme") == "http":
                    status, location = 301, f"https://{HOST}{self.path}"
                elif isinstance(found, str):
                    status, location = 301, found
                elif found == 0:
                    self.close_connection = True
                    return
                elif isinstance(found, int) or found is None:
                    status = found or 404
                else:
                    kind, links = found
                with lock:
                    site.requests += 1
                    if status == 200:
                        site.asked[kind] += 1
                body = f"<html><body id={kind}>" + "".join(f'<a href="{link}">.</a>' for link in links)
                self.send_response(status)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                if location is not None:
                    self.send_header("Location", location)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]

    def __enter__(self) -> Site:
        Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
