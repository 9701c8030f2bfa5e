"""A made-up site with planted flaws, and the dump that a web archive would have of it."""

import random
import re
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

HOST = "https://shop.example.com"
LINES = 50_000

# Kind, number of lines in the dump, URL. {n} is a number, {u} a UUID, {h} a hash, {w} a user's name, {t} a
# title, {d} a date, {l} a language. The parameter of an input or a redirect is the last one.
FLAWS = """
reflected 40 /search?q={w}
reflected 9 /suche?begriff={w}
reflected 7 /buscar?consulta={w}
reflected 5 /cerca?testo={w}
reflected 3 /fr/recherche?mot={w}
reflected 12 /shop/{n}/reviews?sort={l}
reflected 2 /support/tickets/{n}/print?title={t}
reflected 1 /error?message={w}
reflected 1 /newsletter/confirm?email={w}
reflected 4 /calendar/{d}/event?name={w}
stored 2 /guestbook/sign?text={w}
stored 1 /gaestebuch/eintrag?text={w}
stored 6 /product/{n}/comment?body={t}
stored 3 /profile/{w}/status?message={t}
stored 2 /foro/{n}/responder?mensaje={t}
stored 1 /avis/{n}/ajouter?texte={t}
redirect 30 /login?next={w}
redirect 3 /logout?return={w}
redirect 25 /out?url={w}
redirect 2 /weiterleitung?ziel={w}
redirect 2 /redirection?cible={w}
redirect 1 /redirecionar?destino={w}
redirect 2 /sso/{u}/callback?target={w}
redirect 6 /lang/{l}?back={w}
redirect 1 /checkout/{n}/done?continue={w}
ids 20 /invoice/{n}
ids 4 /api/v2/users/{n}/addresses
ids 3 /compte/{n}/factures
ids 2 /pedidos/{n}/recibo
ids 3 /bestellung/{n}/rechnung
ids 8 /download?file_id={n}
ids 2 /messages/{n}/attachment/{n}
ids 1 /account?user={n}
ids 1 /ordini/{n}/stampa
ids 2 /faturas?id={n}
exposed 1 /.env
exposed 1 /.git/config
exposed 1 /backup/db-2019.sql
exposed 1 /static/app.js.map
exposed 1 /config.php.bak
exposed 1 /server-status
exposed 1 /uploads/export-users.csv
exposed 1 /phpinfo.php
panel 1 /administration/panel
panel 1 /verwaltung/anmeldung
panel 2 /administracion/usuarios
panel 1 /u/root-console
panel 1 /shop/{n}/manage
panel 1 /blog/wp-admin/setup
debug 1 /cart?action=dump
debug 1 /index.php?page=phpinfo
debug 1 /product/{n}?debug=1
debug 1 /report?mode=sql
delete 15 /api/v2/users/{n}
delete 2 /api/v2/coupons/{n}
delete 30 /tienda/articulo/{n}
old 3 /api/v1/users/{n}
old 1 /api/v0/orders/{n}
old 1 /api/2019-01/session/{u}
old 2 /mobile/v1/login?user={w}
"""

# Lines out of 100 of the rest of the dump; among them are traps: calendars, facets, sessions.
REST = """
16 /product/{n}
9 /product/{n}?color={l}&size={n}
3 /product/{n}/{t}
5 /shop?category={n}&page={n}&sort={l}
4 /shop?page={n}&category={n}&color={l}&size={n}
6 /calendar/{d}
4 /calendar?year={n}&month={n}&view={l}
8 /u/{w}
3 /u/{w}/photos/{n}
6 /blog/{d}/{t}
3 /de/magazin/{t}
3 /fr/articles/{t}
3 /es/noticias/{t}
2 /it/ricette/{t}
2 /pt/receitas/{t}
5 /forum/thread/{n}?page={n}
2 /forum/thread/{n};jsessionid={h}
3 /static/{h}.css
3 /static/img/{h}.png
2 /tag/{w}
2 /api/v2/orders/{n}
1 /api/v2/products/{n}/stock
1 /cart?action=add&id={n}
1 /cart?action=view
1 /report?mode=pdf&id={n}
1 /index.php?page=home&utm_source={w}
1 /tienda/categoria/{t}
4 /{s}/{p}
2 /{s}/{p}?lang={l}
2 /{s}/{p}.html
"""

SECTIONS = """about careers company customers delivery developers events gallery gifts help imprint legal partners press
    privacy returns services stores support team hilfe versand unternehmen aide livraison entreprise ayuda envios empresa
    aiuto spedizione azienda ajuda entrega""".split()
PAGES = """address archive benefits brands catalogue contact cookies details directions faq history imprint index licences
    locations methods news offers opening-hours overview payment pricing quality references regions safety size-guide
    sustainability terms tracking values warranty kontakt preise zahlung conditions paiement tarifs condiciones pago
    precios condizioni pagamento prezzi""".split()

NAMES = "ann bob carla dora emil farid gita hugo ines jonas kaya lena mira nils olga pavel rosa sven tara uma".split()
TITLE = """green summer garden kitchen winter letter window river paper silver morning market table orange bread
    maison jardin cuisine lettre fleur haus garten brief fenster blume casa cocina carta ventana flor mesa finestra
    giardino libro pane janela livro cozinha pão verde""".split()


def rows(text):
    """Kind or share, number and template of each row."""
    return [row.split() for row in text.strip().splitlines()]


FLAW_ROWS = [(kind, int(count), path) for kind, count, path in rows(FLAWS)]


def filled(template, draw):
    """A URL of a template."""
    make = {
        "n": lambda: str(draw.randint(1, 90_000)),
        "u": lambda: str(uuid.UUID(int=draw.getrandbits(128), version=4)),
        "h": lambda: f"{draw.getrandbits(128):032x}",
        "w": lambda: draw.choice(NAMES) + draw.choice(["", "-", "_", "."]) + draw.choice(NAMES + TITLE),
        "t": lambda: "-".join(draw.sample(TITLE, draw.randint(3, 6))),
        "d": lambda: f"{draw.randint(2009, 2026)}/{draw.randint(1, 12):02}/{draw.randint(1, 28):02}",
        "s": lambda: draw.choice(SECTIONS),
        "p": lambda: draw.choice(PAGES),
        "l": lambda: draw.choice(["de", "en", "es", "fr", "it", "pt", "up", "down", "red", "blue"]),
    }
    return HOST + re.sub(r"\{(.)\}", lambda found: make[found[1]](), template)


def dump(count):
    """The lines of the dump, in a fixed order."""
    draw = random.Random("hunt")
    lines = [filled(path, draw) for _, number, path in FLAW_ROWS for _ in range(number)]
    templates, shares = zip(*[(path, int(share)) for share, path in rows(REST)])
    while len(lines) < count:
        lines.append(filled(draw.choices(templates, shares)[0], draw))
    draw.shuffle(lines)
    return lines


class Route:
    """A flaw and the requests that reach it."""

    def __init__(self, number, kind, template):
        path, _, query = template.partition("?")
        self.number, self.kind, self.template = number, kind, template
        self.path = re.compile(re.sub(r"\\\{(.)\\\}", lambda m: r"\d+/\d+/\d+" if m[1] == "d" else "[^/]+", re.escape(path)))
        self.fixed = {name: value for name, value in parse_qsl(query) if "{" not in value}
        self.names = {name for name, _ in parse_qsl(query)}
        self.input = query.rpartition("&")[2].partition("=")[0]

    def reaches(self, path, params):
        return self.path.fullmatch(path) and self.names <= params.keys() and self.fixed.items() <= params.items()


ROUTES = [Route(number, kind, path) for number, (kind, _, path) in enumerate(FLAW_ROWS)]
EXPOSED = "DB_PASSWORD=made-up\n[core]\n"


def flaw_of(url):
    """The flaw that requests like this one reach, or None."""
    parts = urlsplit(url)
    params = dict(parse_qsl(parts.query, keep_blank_values=True))
    # A page of its own comes before pages of that form, and parameters before their absence.
    found = [route for route in ROUTES if route.reaches(unquote(parts.path), params)]
    return max(found, key=lambda route: (len(route.fixed), len(route.names)), default=None)


def answer(method, url, stored):
    """Status, target of a redirect and body of the answer to a request."""
    route = flaw_of(url)
    params = dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))
    page = "<title>Shop</title><p>a page"
    if route is None:
        return 200 if method == "GET" else 405, "", page
    value = params.get(route.input, "")
    if method != "GET":
        return (200, "", "deleted") if route.kind == "delete" else (405, "", "")
    match route.kind:
        case "reflected":
            return 200, "", page + value
        case "stored":
            stored.setdefault(route.number, set()).add(value)
            return 200, "", page + " ".join(sorted(stored[route.number] - {value}))
        case "redirect":
            return 302, value if "://" in value else "/" + value, ""
        case "ids":
            return 200, "", f"email of {','.join(re.findall(r'[0-9]+', url))}"
        case "exposed" | "debug":
            return 200, "", EXPOSED
        case "panel":
            return 200, "", "<title>Admin panel</title>"
        case "old":
            return 200, "", '{"password_hash": "made-up"}'
        case _:
            return 200, "", page


def server():
    """A server of the site on a free port of the loopback."""
    stored = {}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def handle_one(self):
            status, location, body = answer(self.command, HOST + self.path, stored)
            body = body.encode()
            self.send_response_only(status)
            if location:
                self.send_header("Location", location)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_DELETE = handle_one

    ThreadingHTTPServer.daemon_threads = True
    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)
