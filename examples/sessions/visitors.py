#!/usr/bin/env python3
"""Makes the log of a site that people and machines visit: visitors.py FOLDER [SEED [PEOPLE]]

Writes FOLDER/access.log, in the combined format; FOLDER/routes.txt, the route of each request; and
FOLDER/labels.tsv: the address of each visitor, its kind, and its script if it has one. Visitors with
the same script do the same, with variations. The same log for the same seed. For 600 people there are
some 190 machines that share scripts, and 20 with a script of their own.
"""

import itertools
import math
import pathlib
import random
import re
import sys
import time

from shop import FORMS, LOADED, MENU, PAGES, Site

DAYS = 2
START = 1_790_000_000

LANDINGS = ["GET /"] * 5 + ["GET /products/{id}"] * 4 + ["GET /news/{slug}"] * 2
LANDINGS += ["GET /category/{category}"] * 2 + ["GET /forum/threads/{thread}", "GET /search?q={word}"]

# Ways through forms, which everybody takes in the same order.
LOGIN = ["GET /login", "POST /login", "GET /account"]
BUYING = ["GET /products/{id}", "POST /cart/add", "GET /cart", "GET /checkout"]
BUYING += ["POST /checkout/address", "POST /checkout/payment", "GET /orders/{id}"]
REPLY = ["GET /forum/threads/{thread}", "POST /forum/threads/{thread}/replies"]
CONTACT = ["GET /help", "GET /contact", "POST /contact", "GET /contact/thanks"]
REGISTER = ["GET /register", "POST /register", "GET /account"]

AGENTS = [f"Mozilla/5.0 (browser {number})" for number in range(12)]


def of_page(route, page):
    """The request of a route that a page sends: its number is that of the page."""
    method, target = route.split(" ", 1)
    return method, re.sub(r"\{.*\}", page.split("/")[-1], target)


class Visits:
    """Makes visitors, and keeps their requests."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.site = Site(self.random)
        self.requests, self.labels = [], []
        self.addresses = (f"198.{18 + n // 65536}.{n // 256 % 256}.{n % 256}" for n in itertools.count(1))

    def visitor(self, kind, script=""):
        """The address of a new visitor."""
        address = next(self.addresses)
        self.labels.append((address, kind, script))
        return address

    def visit(self, address, agent, steps, start=None):
        """Notes the steps of a visit: each has a pause in seconds, a route, and maybe a request of it."""
        at = self.random.uniform(0, DAYS * 86400) if start is None else start
        for pause, route, *request in steps:
            at += pause
            method, target = request[0] if request else self.site.request(route)
            self.requests.append((int(START + at), address, agent, method, target, route))
        return at

    # People.

    def browse(self, pace, length, route, request=None, menu=0.1):
        """Follows links: now and then the menu, back to the page before, or the same page again."""
        chance, seen = self.random, []
        for number in range(length):
            request = request or self.site.request(route)
            yield (0 if number == 0 else self.pause(pace), route, request)
            for loaded in LOADED.get(route, []):
                yield (chance.choice([0, 0, 0, 1]), loaded, of_page(loaded, request[1]))
            seen.append((route, request))
            what = chance.random()
            if what < 0.05:
                continue
            request = None
            if what < 0.17 and len(seen) > 1:
                route, request = seen[-2]
            elif what < 0.17 + menu:
                route = MENU[(MENU.index(route) + 1) % len(MENU) if route in MENU else 0]
            else:
                route = chance.choice(PAGES[route])

    def pause(self, pace):
        return self.random.lognormvariate(math.log(pace), 0.9)

    def way(self, pace, routes):
        """Goes a way through forms; every tenth step fails and is sent again."""
        for route in routes:
            request = self.site.request(route)
            for _ in range(self.random.choice([1] * 9 + [2])):
                yield (self.pause(pace), route, request)
            yield from ((0, it, of_page(it, request[1])) for it in LOADED.get(route, []))

    def poll(self, route, period, seconds):
        """What an app or an open page asks for again and again."""
        for _ in range(int(seconds / period)):
            yield (period + self.random.uniform(-0.5, 0.5), route)

    def person(self, kind):
        chance = self.random
        address, agent = self.visitor(kind), chance.choice(AGENTS)
        pace = chance.lognormvariate(2.3, 0.5)
        landing, favourites = chance.choice(LANDINGS), chance.sample(list(PAGES), 4)
        favourites = [(route, self.site.request(route)) for route in favourites]
        for _ in range(chance.randint(1, 4)):
            length = 1 + int(chance.expovariate(1 / 8))
            match kind:
                case "menu":
                    steps = self.browse(pace, length, "GET /", menu=0.6)
                case "buyer":
                    steps = itertools.chain(
                        self.browse(pace, length, landing),
                        self.way(pace, LOGIN * chance.randint(0, 1) + BUYING),
                    )
                case "writer":
                    more = chance.choice([REPLY, REPLY * 2, CONTACT, REGISTER, LOGIN])
                    steps = itertools.chain(self.browse(pace, length, landing), self.way(pace, more))
                case "regular":
                    first = ((self.pause(pace), *favourite) for favourite in favourites)
                    steps = itertools.chain(first, self.browse(pace, length, favourites[-1][0]))
                case "shared link":
                    link = "GET /news/{slug}", ("GET", f"/news/{self.site.news[chance.randint(0, 2)]}")
                    steps = self.browse(pace, chance.randint(1, 5), *link)
                case "app":
                    start = [(0, "GET /api/session"), (0, "GET /api/me"), (1, "GET /api/threads/latest")]
                    polls = self.poll("GET /api/messages?since={id}", 30, chance.uniform(120, 3600))
                    steps = itertools.chain(start, polls)
                case "feed reader":
                    steps = self.poll("GET /feed.xml", 900, 43200)
                case "open page" | "office":
                    # Several sequences from one address at a time.
                    start, steps = chance.uniform(0, DAYS * 86400), self.browse(pace, length, landing)
                    if kind == "open page":
                        others = [self.poll("GET /api/notifications", 60, chance.uniform(300, 3600))]
                    else:
                        lengths = [1 + int(chance.expovariate(1 / 8)) for _ in range(chance.randint(1, 4))]
                        others = [self.browse(pace, it, chance.choice(LANDINGS)) for it in lengths]
                    for it in others:
                        self.visit(address, agent, it, start + chance.uniform(0, 300))
                    self.visit(address, agent, steps, start)
                    continue
                case _:
                    steps = self.browse(pace, length, landing)
            self.visit(address, agent, steps)

    # Machines.

    def script(self):
        """Steps with their pauses, at least one of them sends a form."""
        chance, speed = self.random, self.random.lognormvariate(1.0, 1.0)
        routes = chance.choices(list(PAGES), k=chance.randint(4, 10))
        for form in chance.sample(FORMS, chance.randint(1, 3)):
            routes.insert(chance.randint(2, len(routes)), form)
        return [(speed * chance.lognormvariate(0, 0.5), route) for route in routes]

    def run(self, script, speed):
        """Runs a script, with variations: another order of three steps, steps that are left out, that
        come twice, or that others stand between."""
        chance, script = self.random, list(script)
        if chance.random() < 0.3:
            at = chance.randrange(len(script) - 2)
            script[at : at + 3] = chance.sample(script[at : at + 3], 3)
        for pause, route in script:
            what = chance.random()
            pause = pause * speed * chance.uniform(0.8, 1.2)
            if what < 0.08:
                continue
            yield (pause, route)
            if what < 0.13:
                yield (pause, route)
            elif what < 0.21:
                yield (pause, chance.choice(list(PAGES)))

    def imitation(self):
        """The steps of a person with their pauses."""
        more = self.random.choice([BUYING, REPLY * 2, CONTACT, REGISTER, LOGIN])
        browse = self.browse(5, self.random.randint(3, 8), self.random.choice(LANDINGS))
        return [step[:2] for step in itertools.chain(browse, self.way(5, more))]

    def bots(self, script, name, count, kind):
        """Bots that share a script, each with an agent and a speed of its own."""
        chance = self.random
        for _ in range(count):
            address, agent = self.visitor(kind, name), chance.choice(AGENTS)
            speed = 2 ** chance.uniform(-1, 1)
            for _ in range(chance.randint(1, 4)):
                self.visit(address, agent, self.run(script, speed))

    def guessers(self, name, count):
        """They try passwords: few from each address."""
        for _ in range(count):
            address, agent = self.visitor("guesser", name), self.random.choice(AGENTS)
            steps = [(0, "GET /login")] + [(2, "POST /login")] * self.random.randint(3, 8)
            self.visit(address, agent, ((p * self.random.uniform(0.7, 1.3), route) for p, route in steps))

    def scrapers(self, name, count):
        """They fetch all products in order, and change their address every few requests."""
        chance, next_product = self.random, itertools.cycle(self.site.products)
        routes = chance.sample(["GET /products/{id}", "GET /products/{id}/reviews", "GET /api/stock/{id}"], 2)
        at, pause = chance.uniform(0, DAYS * 43200), chance.uniform(0.5, 20)
        for _ in range(count):
            address, agent, steps = self.visitor("scraper", name), chance.choice(AGENTS), []
            for _ in range(chance.randint(3, 8)):
                product = next(next_product)
                for route in routes:
                    method, target = route.split()
                    request = method, target.replace("{id}", str(product))
                    steps.append((pause * chance.uniform(0.7, 1.3), route, request))
            at = self.visit(address, agent, steps, at)

    def crawlers(self, name, count, kind):
        """A crawler on several machines: pages in any order at a steady pace, or with long pauses."""
        chance, agent = self.random, f"{name}/1.0 (+https://{name}.example/bot)"
        routes, pause = [page for page in PAGES if page != "GET /login"], chance.uniform(3, 12)
        for _ in range(count):
            address, steps = self.visitor(kind, name), [(0, "GET /robots.txt")]
            for _ in range(chance.randint(20, 80)):
                rests = kind == "patient crawler" and chance.random() < 0.15
                waits = chance.uniform(600, 3600) if rests else pause * chance.uniform(0.8, 1.5)
                steps.append((waits, chance.choice(routes)))
            self.visit(address, agent, steps)

    def write(self, folder):
        self.requests.sort(key=lambda request: request[0])
        log, routes = [], []
        for at, address, agent, method, target, route in self.requests:
            day = time.strftime("%d/%b/%Y:%H:%M:%S +0000", time.gmtime(at))
            log.append(f'{address} - - [{day}] "{method} {target} HTTP/1.1" 200 512 "-" "{agent}"\n')
            routes.append(route + "\n")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "access.log").write_text("".join(log))
        (folder / "routes.txt").write_text("".join(routes))
        (folder / "labels.tsv").write_text("".join("\t".join(label) + "\n" for label in self.labels))


# Of a hundred people.
KINDS = {
    "wanderer": 30, "menu": 15, "buyer": 12, "writer": 8, "regular": 8, "shared link": 10,
    "app": 6, "open page": 4, "feed reader": 2, "office": 5,
}  # fmt: skip
MACHINES = ["form bot", "imitator", "guesser", "scraper", "search engine", "patient crawler", "lone bot"]


def write(folder, seed=1, people=600):
    """Writes the three files into a folder."""
    visits = Visits(seed)
    for kind, share in KINDS.items():
        for _ in range(people * share // 100):
            visits.person(kind)
    part = people // 100
    for number in range(part):
        visits.bots(visits.script(), f"jumps {number}", visits.random.randint(5, 10), "form bot")
        visits.bots(visits.imitation(), f"imitates {number}", visits.random.randint(5, 10), "imitator")
    for number in range(max(part // 3, 1)):
        visits.guessers(f"guesses {number}", 15)
        visits.scrapers(f"scraper {number}", 25)
        visits.crawlers(f"seeker{number}", 8, "search engine")
        visits.crawlers(f"patient{number}", 6, "patient crawler")
    for _ in range(20):
        visits.bots(visits.script(), "", 1, "lone bot")
    visits.write(folder)


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:]))
