"""A small scanner: what it asks of each line of a list depends on the line alone."""

import http.client
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote, urlsplit

MARK = "zq7'\"><i>"
TARGET = "https://other.test/"
SIGNS = ["DB_PASSWORD=", "<title>Admin panel</title>", "password_hash"]


def requests(url):
    """The checks of a line: method, path and query, and the signs of a flaw in the answer."""
    parts = urlsplit(url)
    whole = parts.path + ("?" + parts.query if parts.query else "")
    yield "GET", whole, lambda status, location, body: any(sign in body for sign in SIGNS)
    yield "DELETE", whole, lambda status, location, body: status == 200
    pairs = parts.query.split("&") if parts.query else []
    for number, pair in enumerate(pairs):
        name = pair.partition("=")[0]
        tried = lambda value: f"{parts.path}?{'&'.join([*pairs[:number], f'{name}={quote(value)}', *pairs[number + 1:]])}"
        yield "GET", tried(MARK), lambda status, location, body: MARK in body
        yield "GET", tried(TARGET), lambda status, location, body: location == TARGET
    if pairs:
        # What was stored by the requests before.
        yield "GET", whole, lambda status, location, body: MARK in body
    for found in re.finditer(r"(?<=[/=])[0-9]+(?=$|[/?&])", whole):
        other = str(int(found[0]) + 1)
        changed = whole[: found.start()] + other + whole[found.end() :]
        yield "GET", changed, lambda status, location, body, other=other: bool(re.search(rf"email.*\b{other}\b", body))


def scan(lines, port):
    """Lines in which something was found, and the number of requests."""

    def check(share):
        connection, found, count = http.client.HTTPConnection("127.0.0.1", port), [], 0
        for url in share:
            for method, path, is_flaw in requests(url):
                connection.request(method, path)
                response = connection.getresponse()
                body = response.read().decode(errors="replace")
                count += 1
                if is_flaw(response.status, response.getheader("Location", ""), body):
                    found.append(url)
        return found, count

    shares = [lines[number::8] for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(check, shares))
    return [url for found, _ in results for url in found], sum(count for _, count in results)
