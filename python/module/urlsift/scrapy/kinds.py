"""How many pages of each kind were fetched, and which URLs may still be."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from urlsift import Sift


@dataclass
class Account:
    """What became of the pages of one kind."""

    pending: int = 0
    """Taken, and not answered yet."""
    good: int = 0
    """Answered well."""
    failed: int = 0
    """Answered by an error or by a page of another kind, or not at all."""


@dataclass(frozen=True)
class Ticket:
    """A URL that was taken, until it is answered."""

    url: str
    kind: int
    path: str | None
    """The path whose kinds are limited, where it has parameters."""


@dataclass(frozen=True)
class Limits:
    """When a URL is not taken any more."""

    keep: int
    """Pages of a kind that answer well."""
    parameter_sets: int
    """Kinds that differ in the names of their parameters only."""
    failures: int
    """Pages of a kind that do not answer well."""


class Kinds:
    """Tells kinds of pages apart, and keeps account of them.

    A kind is a group of similar URLs. A site that links every choice of filters gives each set of parameter names a kind of its own, so
    the kinds of one path are limited too. Parameters that choose a page (`action=edit`) count as a part of that path.
    """

    def __init__(self, limits: Limits, **settings: Any) -> None:
        self._limits = limits
        self._sift = Sift(**settings, detail="groups", notes=True)
        self._accounts: dict[int, Account] = {}
        self._paths: dict[str, set[int]] = {}

    def __len__(self) -> int:
        """How many kinds answered well."""
        return sum(account.good > 0 for account in self._accounts.values())

    def take(self, url: str) -> Ticket | None:
        """Takes a URL, if its kind may have another page. `None`: it may not."""
        kind, path = self._tell(url)
        account = self._account(kind)
        if account.good + account.pending >= self._limits.keep or account.failed >= self._limits.failures:
            return None
        if path is not None:
            others = self._paths.setdefault(path, set())
            if kind not in others and len(others) >= self._limits.parameter_sets:
                return None
            others.add(kind)
        account.pending += 1
        return Ticket(url, kind, path)

    def answer(self, ticket: Ticket, url: str) -> None:
        """Notes that a URL was answered well, at last from this one. That may be a page of another kind: then its own had none."""
        kind = ticket.kind if url == ticket.url else self._tell(url)[0]
        if kind == ticket.kind or _on_its_host(url) == _on_its_host(ticket.url):
            self._account(ticket.kind).pending -= 1
            self._account(ticket.kind).good += 1
        else:
            self.fail(ticket)
            self._account(kind).good += 1

    def fetch(self, url: str) -> None:
        """Notes that a URL that was not taken was answered well."""
        self._account(self._tell(url)[0]).good += 1

    def fail(self, ticket: Ticket) -> None:
        """Notes that a URL was not answered well: its kind may have another page."""
        self._account(ticket.kind).failed += 1
        self.give_back(ticket)

    def give_back(self, ticket: Ticket) -> None:
        """Forgets that a URL was taken: it was not asked for."""
        account = self._account(ticket.kind)
        account.pending -= 1
        if ticket.path is not None and not account.pending and not account.good:
            self._paths[ticket.path].discard(ticket.kind)

    def is_open(self, kind: int) -> bool:
        """Whether a kind may have further pages if those fail that were taken."""
        account = self._account(kind)
        return account.pending > 0 and account.good < self._limits.keep

    def kind(self, url: str) -> int:
        """The kind of a URL."""
        return self._tell(url)[0]

    def save(self) -> dict[str, Any]:
        """Everything but what is pending, as JSON has it."""
        return {
            "sift": b64encode(self._sift.save()).decode(),
            "accounts": [[kind, a.good, a.failed] for kind, a in self._accounts.items()],
            "paths": {path: sorted(kinds) for path, kinds in self._paths.items()},
        }

    def load(self, saved: dict[str, Any]) -> None:
        """Takes over what was saved. Raises ValueError if that was with other settings of the filter."""
        self._sift.load(b64decode(saved["sift"]))
        self._accounts = {kind: Account(good=good, failed=failed) for kind, good, failed in saved["accounts"]}
        self._paths = {path: set(kinds) for path, kinds in saved["paths"].items()}

    def take_again(self, ticket: Ticket) -> None:
        """Takes a URL that was taken before what was saved was loaded, and is still to be answered."""
        self._account(ticket.kind).pending += 1

    def _account(self, kind: int) -> Account:
        return self._accounts.setdefault(kind, Account())

    def _tell(self, url: str) -> tuple[int, str | None]:
        """The kind of a URL, and its path with the parameters that choose a page, if it has others."""
        self._sift.admit(url)
        kind = self._sift.group()
        assert kind is not None, "Scrapy's requests have URLs"
        path, _, query = (self._sift.shape() or "").partition("?")
        parameters = query.partition("#")[0].split("&") if query else []
        chosen = [p for p in parameters if "=" in p and not p.endswith("}")]
        if len(chosen) == len(parameters):
            return kind, None
        return kind, "?".join([path, "&".join(chosen)])


def _on_its_host(url: str) -> tuple[str, str]:
    """What is asked of a host, wherever that is: a site that moves from one name to another keeps its pages."""
    parts = urlsplit(url)
    return parts.path.rstrip("/"), parts.query
