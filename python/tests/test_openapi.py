"""Descriptions that the program writes fit the requests that they were made from, says a validator that knows none of it."""

import json
import random
import subprocess
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from openapi_core import OpenAPI
from openapi_core.testing.requests import MockRequest
from openapi_spec_validator import validate

HOST = "https://app.example"
FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=xyz"
WORDS = ["amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath", "inlet", "juniper", "kelp", "lagoon", "moss", "north"]


def parts(*fields):
    """A multipart body: a field without a value is a file."""
    text = ""
    for name, value in fields:
        file = '; filename="a.png"\r\nContent-Type: image/png' if value is None else ""
        text += f'--xyz\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n{value or "..."}\r\n'
    return text + "--xyz--\r\n"


def shop(r):
    items = [{"sku": r.choice(WORDS), "count": r.randrange(9), "price": r.choice([3, 4.5])} for _ in range(r.randrange(3))]
    order = {"items": items, "express": r.random() < 0.5, "zip": f"{r.randrange(99999):05}", "coupon": r.choice([None, "SPRING"])}
    yield "POST", "/orders", order
    yield "GET", f"/products/{r.randrange(999)}?page={r.randrange(9)}&sort={r.choice(['price', 'name'])}", None
    yield "DELETE", f"/orders/{r.randrange(999)}", None


def tickets(r):
    state = r.choice(["open", "closed", "waiting"])
    ticket = {"title": " ".join(r.choices(WORDS, k=4)), "state": state, "labels": r.sample(WORDS, r.randrange(3))}
    if r.random() < 0.5:
        ticket["assignee"] = r.choice([None, 7, {"name": "ann", "teams": [1, 2]}])
    yield r.choice(["POST", "PUT"]), f"/tickets/{r.randrange(999)}", ticket
    yield "GET", "/tickets?" + urlencode([("label", word) for word in r.sample(WORDS, 2)]), None


def chat(r):
    kind = r.choice(["text", "image", "reaction"])
    message = {"id": str(r.randrange(10**12)), "kind": kind, "body": {"text": r.choice(WORDS)} if kind == "text" else None}
    yield "POST", f"/rooms/{r.randrange(99)}/messages", message if r.random() < 0.7 else [message, message]
    yield "PATCH", f"/rooms/{r.randrange(99)}", {"muted": r.choice([True, False, "until-monday"])}


def billing(r):
    yield "POST", "/invoices", {"amount": r.choice([10, 10.25, "10.25"]), "currency": "EUR", "tax": {"rate": 0.2, "exempt": None}}
    yield "POST", "/cards", [("number", "4111"), ("month", f"{r.randrange(1, 13)}"), ("code", f"{r.randrange(999):03}"), ("tag", "a"), ("tag", "b")]


def readings(r):
    yield "POST", f"/devices/{r.randrange(99)}/readings", [[r.randrange(10**9), r.choice([21, 21.5, None])] for _ in range(3)]
    yield "PUT", f"/devices/{r.randrange(99)}/state", {"sensors": {str(r.randrange(9)): {"on": True}}, "at": r.randrange(10**9)}


def graphql(r):
    name = r.choice(["Cart", "User", "Feed"])
    body = {"query": f"query {name}($id: ID!) {{ {name.lower()}(id: $id) {{ id }} }}", "variables": {"id": r.choice([7, "7"])}}
    if r.random() < 0.5:
        body |= {"operationName": name}
    yield "POST", "/graphql", body if r.random() < 0.8 else {"query": "{ me { id } }", "variables": None}
    yield "GET", "/graphql?" + urlencode({"query": "{ me { id } }"}), None


def uploads(r):
    yield "POST", "/uploads", parts(("title", r.choice(WORDS)), ("size", "7"), ("file", None))
    yield "PUT", f"/avatars/{r.randrange(99)}", parts(("file", None))
    yield "POST", "/login", [("user", r.choice(WORDS)), ("remember", "true")]


def rpc(r):
    call = {"jsonrpc": "2.0", "method": r.choice(["get", "set"]), "params": r.choice([[1, "a"], {"key": "a"}]), "id": r.choice([1, "a1", None])}
    yield "POST", "/rpc", call if r.random() < 0.7 else [call] * 2


def webhooks(r):
    event = r.choice(["order.paid", "order.sent"])
    data = {"object": {"id": r.choice(WORDS), "total": 10}} if event == "order.paid" else {"tracking": ["1", "2"], "object": None}
    yield "POST", "/hooks/payments", {"id": "evt_1", "type": event, "created": 1700000000, "data": data}
    yield "POST", "/hooks/chat", [("payload", json.dumps({"a": 1})), ("token", "x")]


@pytest.mark.parametrize("application", [shop, tickets, chat, billing, readings, graphql, uploads, rpc, webhooks])
@pytest.mark.parametrize("form", ["records", "lines"])
def test_requests_fit_the_description_made_of_them(program, tmp_path, application, form):
    r = random.Random(7)
    requests = [request for _ in range(40) for request in application(r)]
    lines = []
    for method, path, body in requests:
        text = urlencode(body) if isinstance(body, list) and body and isinstance(body[0], tuple) else body
        text = text if isinstance(text, str | None) else json.dumps(text)
        if form == "records" or (text and "\n" in text):
            lines.append(json.dumps({"method": method, "url": HOST + path, "status": 200, "body": text}))
        else:
            lines.append(f"{method} {HOST}{path}" + (f"\t{text}" if text else ""))
    # Nobody describes what a scanner asked for.
    lines += [json.dumps({"method": "GET", "url": f"{HOST}/{probe}", "status": 404}) for probe in (".env", "wp-login.php")]
    listed = "".join(line + "\n" for line in lines)
    output = tmp_path / "api.json"
    run = subprocess.run([program, "export", "-o", output], input=listed.encode(), capture_output=True, check=True)
    assert b"always answered by 404 are left out: 2\n" in run.stderr
    description = json.loads(output.read_text())
    validate(description)
    assert not {"/.env", "/wp-login.php"} & set(description["paths"])
    openapi = OpenAPI.from_dict(description)
    for method, path, body in requests:
        kind, data = "application/json", None
        if isinstance(body, str):
            kind, data = PARTS, body.encode()
        elif isinstance(body, list) and body and isinstance(body[0], tuple):
            kind, data = FORM, urlencode(body).encode()
        elif body is not None:
            data = json.dumps(body).encode()
        url = urlsplit(path)
        asked = MockRequest(HOST, method, url.path, args=parse_qsl(url.query), data=data, content_type=kind)
        openapi.validate_request(asked)


def schema(program, lines):
    output = subprocess.run([program, "export", "-q", "--to", "openapi"], input=lines.encode(), capture_output=True, check=True)
    [item] = json.loads(output.stdout)["paths"].values()
    return item["post"]["requestBody"]["content"]["application/json"]["schema"]


def test_only_a_closed_set_is_an_enum(program):
    names = ["open", "closed", "amber", "birch"]
    body = '{{"state":"{}","owner":"{}","query":"{}"}}'
    lines = [body.format(names[at % 2], WORDS[at % 14], f"up{{job={at % 2}}} > 1") for at in range(60)]
    found = schema(program, "".join(f"POST {HOST}/a\t{line}\n" for line in lines))["properties"]
    assert found["state"] == {"type": "string", "enum": ["closed", "open"]}
    assert found["owner"] == found["query"] == {"type": "string"}
