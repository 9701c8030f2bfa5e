"""Which requests of a crawl are dropped, and what is learned from what becomes of the others."""

from __future__ import annotations

import logging
import os
from collections import defaultdict, deque
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, proxy

from scrapy import signals
from scrapy.http import Request, Response

from .kinds import Kinds, Limits, Ticket
from .state import State

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

TICKET = "urlsift_ticket"
"""The key in the `meta` of a request of the name of its ticket. Redirects and retries take it along."""

ANSWERED = ""
"""Stands there once the request was answered: spiders may copy the `meta` of a response to other requests."""


class Crawl:
    """What a crawl's dupefilter and middleware share: which requests are dropped.

    A request takes a *ticket* when it is let through, and its answer settles the ticket. While pages of a kind are not answered, what is
    dropped of it waits, and is asked for if one of them fails.
    """

    _crawls: WeakKeyDictionary[Crawler, Crawl] = WeakKeyDictionary()

    @classmethod
    def of(cls, crawler: Crawler) -> Crawl:
        """The one of this crawler."""
        crawl = cls._crawls.get(crawler)
        if crawl is None:
            crawl = cls._crawls[crawler] = cls(crawler)
        return crawl

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        limits = Limits(
            keep=settings.getint("URLSIFT_KEEP", 3),
            parameter_sets=settings.getint("URLSIFT_PARAMETER_SETS", 10),
            failures=settings.getint("URLSIFT_FAILURES", 20),
        )
        options = settings.getdict("URLSIFT_OPTIONS")
        self._kinds = Kinds(limits, threshold=settings.getfloat("URLSIFT_THRESHOLD", 95.0), **options)
        self._state = State(settings)
        # It must not keep alive what it is looked up by.
        self._crawler: Crawler = proxy(crawler)
        self._waiting_at_most = limits.failures
        self._state.load(self._kinds)
        self._tickets = self._state.load_tickets()
        for ticket in self._tickets.values():
            self._kinds.take_again(ticket)
        self._waiting: defaultdict[int, deque[Request]] = defaultdict(deque)
        # Crawls that share a queue do not take each other's tickets for their own.
        self._name = os.urandom(4).hex()
        self._serial = 0
        connect = crawler.signals.connect
        connect(self._opened, signals.spider_opened)
        connect(self._answered, signals.response_received)
        connect(self._dropped, signals.request_dropped)
        connect(self._idle, signals.spider_idle)
        connect(self._closed, signals.spider_closed)

    def drops(self, request: Request) -> bool:
        """Whether enough pages of the request's kind were fetched. If not, the request has a ticket."""
        if not self._is_judged(request):
            return False
        if self._take(request):
            return False
        self._count("dropped")
        kind = self._kinds.kind(request.url)
        if self._kinds.is_open(kind) and len(self._waiting[kind]) < self._waiting_at_most:
            self._waiting[kind].append(request)
        return True

    def _is_judged(self, request: Request) -> bool:
        """Whether the URL alone says what the request is for, and nobody else has decided that it is needed."""
        if request.dont_filter or request.method != "GET" or request.body:
            return False
        name = request.meta.get(TICKET)
        if name == ANSWERED:
            return True
        if name in self._tickets and self._tickets[name].url == request.url:
            return False
        return not (request.meta.get("redirect_times") or request.meta.get("retry_times"))

    def _take(self, request: Request) -> bool:
        ticket = self._kinds.take(request.url)
        if ticket is None:
            return False
        self._serial += 1
        name = f"{self._name}-{self._serial}"
        self._tickets[name] = ticket
        request.meta[TICKET] = name
        return True

    def _answered(self, response: Response, request: Request) -> None:
        ticket = self._tickets.pop(request.meta.get(TICKET) or "", None)
        request.meta[TICKET] = ANSWERED
        is_good = response.status < 400
        if ticket is None:
            if is_good and request.method == "GET":
                self._kinds.fetch(response.url)
        else:
            if is_good:
                self._kinds.answer(ticket, response.url)
            else:
                self._kinds.fail(ticket)
            self._ask_again(ticket.kind)

    def _dropped(self, request: Request) -> None:
        """The scheduler has dropped a request, most often because one for the same URL came before."""
        ticket = self._tickets.pop(request.meta.get(TICKET) or "", None)
        if ticket is None:
            return
        if self._kinds.kind(request.url) == ticket.kind:
            self._kinds.give_back(ticket)
        else:
            # Redirected to a page of another kind that was fetched before.
            self._kinds.fail(ticket)
        self._ask_again(ticket.kind)

    def _idle(self) -> None:
        """Nothing is asked for any more: what was not answered until now will not be."""
        lost, self._tickets = self._tickets, {}
        for ticket in lost.values():
            self._kinds.fail(ticket)
            self._ask_again(ticket.kind)

    def _ask_again(self, kind: int) -> None:
        """Asks for what waits, as far as the kind may have more pages."""
        waiting = self._waiting.get(kind)
        while waiting and self._take(waiting[0]):
            request = waiting.popleft()
            self._count("asked_again")
            self._crawler.engine.crawl(request)
        if not self._kinds.is_open(kind):
            self._waiting.pop(kind, None)

    def _opened(self, spider: Spider) -> None:
        for request in self._state.load_waiting(spider):
            self._waiting[self._kinds.kind(request.url)].append(request)

    def _closed(self, spider: Spider) -> None:
        waiting = (request for requests in self._waiting.values() for request in requests)
        self._state.save(self._kinds, self._tickets, waiting, spider)
        self._crawler.stats.set_value("urlsift/kinds", len(self._kinds))

    def _count(self, what: str) -> None:
        self._crawler.stats.inc_value(f"urlsift/{what}")
