#!/usr/bin/env python3
"""Serves an application on this machine to a crawler, and counts what it answers: by its own routes, which the crawler does not know.

    benches/crawls/site.py trac|datasette|traps FOLDER LIMIT

Prints the address; then "limit" if so many requests came; and when it is interrupted, what was asked for as JSON. The applications have
made-up data, and keep it below FOLDER.
"""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from threading import Event, Lock, Thread

ROOT = Path(__file__).resolve().parents[2]
WORDS = "anchor basket candle desert engine flower garden hammer island jacket kettle lantern mirror needle orange pencil".split()


class Count:
    """What was asked for: requests, and the pages of each kind that were answered well."""

    def __init__(self) -> None:
        self.requests, self.kinds, self.lock = 0, Counter(), Lock()

    def note(self, status: int, kind: str) -> None:
        with self.lock:
            self.requests += 1
            if 200 <= status < 300:
                self.kinds[kind] += 1

    def read(self) -> tuple[int, Counter[str]]:
        return self.requests, self.kinds


Served = tuple[str, Callable[[], None], Callable[[], tuple[int, Counter[str]]]]


def trac(folder: Path) -> Served:
    """A wiki, tickets, milestones, a timeline by day, queries with filters, and the history of a repository. Its handlers, with the
    action and the format that they were asked for, are the kinds."""
    from socketserver import ThreadingMixIn
    from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

    import trac.db_default  # noqa: F401
    from trac.admin.console import TracAdmin
    from trac.core import Component, implements
    from trac.env import open_environment
    from trac.ticket.model import Milestone, Ticket
    from trac.versioncontrol.api import DbRepositoryProvider, RepositoryManager
    from trac.web.api import IRequestFilter
    from trac.web.main import dispatch_request
    from trac.wiki.model import WikiPage

    class Watch(Component):
        """Notes which handler answers a request."""

        implements(IRequestFilter)

        def pre_process_request(self, req, handler):
            action, form = req.args.getfirst("action", "view"), req.args.getfirst("format", "html")
            req.environ["kind"] = f"{type(handler).__name__} {action} {form}"
            return handler

        def post_process_request(self, req, template, data, metadata):
            return template, data, metadata

    count, repository, place = Count(), folder / "repository", folder / "trac"
    draw = random.Random(44)
    start = datetime(2025, 1, 6, 9, tzinfo=timezone.utc)
    new = not place.exists()
    if new:
        commits(repository, draw, start)
        with contextlib.redirect_stdout(sys.stderr):
            TracAdmin(str(place)).onecmd("initenv Example sqlite:db/trac.db")
    environment = open_environment(str(place), use_cache=True)
    environment.config.set("components", "tracopt.versioncontrol.git.*", "enabled")
    environment.config.set("components", f"{__name__}.*", "enabled")
    environment.config.set("logging", "log_type", "none")
    environment.config.save()
    if new:
        environment = open_environment(str(place), use_cache=True)
        DbRepositoryProvider(environment).add_repository("", str(repository), "git")
        RepositoryManager(environment).get_repository("").sync()
        for number in range(12):
            milestone = Milestone(environment)
            milestone.name, milestone.description = f"release-{number}", f"The {draw.choice(WORDS)} release."
            milestone.due = start + timedelta(days=30 * number)
            milestone.insert()
        for number in range(150):
            ticket, when = Ticket(environment), start + timedelta(hours=37 * number)
            ticket.populate({
                "summary": f"The {draw.choice(WORDS)} of the {draw.choice(WORDS)}", "reporter": draw.choice(["ann", "bob", "eve"]),
                "description": f"See #{draw.randint(1, 150)} and wiki:Page{draw.randint(1, 40)}.", "status": "new",
                "milestone": f"release-{draw.randint(0, 11)}", "component": draw.choice(["component1", "component2"]),
                "keywords": " ".join(draw.sample(WORDS, 2)), "type": draw.choice(["defect", "task"]), "priority": "major",
            })
            ticket.insert(when)
            for step in range(draw.randint(0, 3)):
                ticket.save_changes(draw.choice(["ann", "bob"]), f"See milestone:release-{draw.randint(0, 11)}.", when + timedelta(hours=step + 1))
        for number in range(1, 41):
            page = WikiPage(environment, f"Page{number}")
            for version in range(draw.randint(1, 4)):
                links = " ".join(f"wiki:Page{draw.randint(1, 40)} #{draw.randint(1, 150)}" for _ in range(3))
                page.text = f"= {draw.choice(WORDS)} {version} =\n{links} [query:status=new&component=component1 open] source:{draw.choice(WORDS)}\n"
                page.save("ann", "", start + timedelta(days=number, hours=version))

    class Server(ThreadingMixIn, WSGIServer):
        daemon_threads = True
        request_queue_size = 64

    class Quiet(WSGIRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    def application(environ, start_response):
        environ.update({"trac.env_path": str(place), "kind": "none"})

        def started(status, headers, error=None):
            count.note(int(status.split()[0]), environ["kind"])
            return start_response(status, headers, error) if error else start_response(status, headers)

        return dispatch_request(environ, started)

    server = make_server("127.0.0.1", 0, application, Server, Quiet)
    return f"http://127.0.0.1:{server.server_port}/", server.serve_forever, count.read


def commits(repository: Path, draw: random.Random, start: datetime) -> None:
    """Makes a repository of sixty commits."""
    subprocess.run(["git", "init", "-q", "-b", "main", repository], check=True)
    for number in range(60):
        for name in draw.sample(WORDS, 3):
            path = repository / name / f"{draw.choice(WORDS)}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text("".join(f"{draw.choice(WORDS)} = {draw.randint(0, 99)}\n" for _ in range(30)))
        when = (start + timedelta(days=5 * number)).isoformat()
        environment = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, "PATH": "/usr/bin:/bin", "HOME": str(repository)}
        for command in (["add", "-A"], ["-c", "user.name=ann", "-c", "user.email=ann@example.com", "commit", "-q", "-m", f"Change {number}"]):
            subprocess.run(["git", "-C", repository, *command], check=True, env=environment)


def datasette(folder: Path) -> Served:
    """Tables of a shop to browse by facets, filters, orders and pages, row by row, and as JSON and CSV. Its views, with the format and
    the table, are the kinds."""
    import socket

    import uvicorn
    from datasette.app import Datasette
    from datasette.utils import resolve_routes

    count, path = Count(), folder / "shop.db"
    if not path.exists():
        draw = random.Random(44)
        with sqlite3.connect(path) as base:
            base.executescript("""
                create table customer (id integer primary key, name text, city text, since text);
                create table product (id integer primary key, name text, colour text, size integer, price real, brand text);
                create table purchase (id integer primary key, customer integer references customer(id), day text, status text);
                create table item (purchase integer references purchase(id), product integer references product(id), pieces integer,
                    primary key (purchase, product));
                create view sold as select product.name, sum(pieces) as pieces from item join product on product = product.id group by product.id;
            """)
            base.executemany("insert into customer values (?, ?, ?, ?)", [
                (number, f"Customer {number}", draw.choice(WORDS).title(), f"2024-{draw.randint(1, 12):02}-01") for number in range(1, 201)])
            base.executemany("insert into product values (?, ?, ?, ?, ?, ?)", [
                (number, draw.choice(WORDS), draw.choice(["red", "green", "blue"]), draw.randint(36, 46), draw.randint(1, 999) / 10,
                 draw.choice(WORDS[:6])) for number in range(1, 401)])
            base.executemany("insert into purchase values (?, ?, ?, ?)", [
                (number, draw.randint(1, 200), f"2025-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}", draw.choice(["paid", "sent"]))
                for number in range(1, 601)])
            base.executemany("insert or ignore into item values (?, ?, ?)", [
                (draw.randint(1, 600), draw.randint(1, 400), draw.randint(1, 5)) for _ in range(1500)])
        base.close()
    site = Datasette([str(path)], settings={"default_page_size": 20})
    routes, inner = site._routes(), site.app()

    async def application(scope, receive, send):
        if scope["type"] != "http":
            return await inner(scope, receive, send)
        match, view = resolve_routes(routes, scope["path"])
        named = match.groupdict() if match else {}
        kind = " ".join(filter(None, [getattr(view, "__name__", "none"), named.get("table"), named.get("format") or "html"]))

        async def noted(message):
            if message["type"] == "http.response.start":
                count.note(message["status"], kind)
            await send(message)

        return await inner(scope, receive, noted)

    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application, log_level="error", lifespan="on"))
    server.install_signal_handlers = lambda: None
    return f"http://127.0.0.1:{listener.getsockname()[1]}/", lambda: server.run(sockets=[listener]), count.read


def traps(folder: Path) -> Served:
    """The site that the package for Python is tested with."""
    sys.path.insert(0, str(ROOT / "python" / "tests"))
    from site_with_traps import KINDS, Site

    site = Site()
    read = lambda: (site.requests, Counter({kind: site.asked[kind] for kind in KINDS if kind in site.asked}))
    return f"http://127.0.0.1:{site.port}/", site.server.serve_forever, read


def main() -> None:
    name, folder, limit = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    address, serve, read = {"trac": trac, "datasette": datasette, "traps": traps}[name](folder)
    Thread(target=serve, daemon=True).start()
    print(address, flush=True)
    try:
        while read()[0] < limit:
            time.sleep(0.05)
        print("limit", flush=True)
        Event().wait()
    except KeyboardInterrupt:
        print(json.dumps(read()), flush=True)


if __name__ == "__main__":
    main()
