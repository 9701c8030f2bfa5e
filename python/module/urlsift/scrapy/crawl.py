"""Which requests of a crawl are dropped, and what is learned from what becomes of the others."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, proxy

import urlsift
from scrapy import signals
from scrapy.http import Request, Response
from scrapy.utils.request import request_from_dict

from .state import State

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler

TICKET = "urlsift_ticket"
"""The key in the `meta` of a request of the name of its ticket. Redirects and retries take it along."""

ANSWERED = ""
"""Stands there once the request was answered: spiders may copy the `meta` of a response to other requests."""


class Crawl:
    """What a crawl's dupefilter and middleware share: a `urlsift.Crawl`, whose tickets go with requests."""

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
        self._crawl = urlsift.Crawl(
            threshold=settings.getfloat("URLSIFT_THRESHOLD", 95.0),
            keep=settings.getint("URLSIFT_KEEP", 3),
            parameter_sets=settings.getint("URLSIFT_PARAMETER_SETS", 10),
            failures=settings.getint("URLSIFT_FAILURES", 20),
            **settings.getdict("URLSIFT_OPTIONS"),
        )
        self._state = State(settings)
        # It must not keep alive what it is looked up by.
        self._crawler: Crawler = proxy(crawler)
        self._tickets, self._saved = self._state.load(self._crawl)
        self._waiting: dict[str, Request] = {}
        self._many_waiting = 1000
        # Crawls that share a queue do not take each other's tickets for their own.
        self._name = os.urandom(4).hex()
        connect = crawler.signals.connect
        connect(self._opened, signals.spider_opened)
        connect(self._answered, signals.response_received)
        connect(self._dropped, signals.request_dropped)
        connect(self._idle, signals.spider_idle)
        connect(self._closed, signals.spider_closed)

    def drops(self, request: Request) -> bool:
        """Whether the crawl refuses a request. If not, the request has a ticket."""
        if not self._is_judged(request):
            return False
        ticket, why = self._crawl.take(request.url)
        if ticket is not None:
            self._give(ticket, request)
            return False
        if why != "repeated":
            self._count("dropped")
        if why == "waiting":
            self._wait(request)
        return True

    def _is_judged(self, request: Request) -> bool:
        """Whether the URL alone says what the request is for, and nobody else has decided that it is needed."""
        if request.dont_filter or request.method != "GET" or request.body:
            return False
        name = request.meta.get(TICKET)
        if name == ANSWERED:
            return True
        if name in self._tickets and self._tickets[name][1] == request.url:
            return False
        return not (request.meta.get("redirect_times") or request.meta.get("retry_times"))

    def _give(self, ticket: int, request: Request) -> None:
        name = f"{self._name}-{ticket}"
        self._tickets[name] = ticket, request.url
        request.meta[TICKET] = name

    def _wait(self, request: Request) -> None:
        self._waiting[request.url] = request
        if len(self._waiting) > self._many_waiting:
            # Those of kinds that have their pages wait no more.
            self._waiting = {url: self._waiting[url] for url in self._crawl.waiting if url in self._waiting}
            self._many_waiting = 1000 + 2 * len(self._waiting)

    def _answered(self, response: Response, request: Request) -> None:
        ticket, _ = self._tickets.pop(request.meta.get(TICKET) or "", (None, ""))
        request.meta[TICKET] = ANSWERED
        if ticket is not None:
            self._ask(self._crawl.done(ticket, response.status, response.url))
        elif response.status < 400 and request.method == "GET":
            self._crawl.fetched(response.url)

    def _dropped(self, request: Request) -> None:
        """The scheduler has dropped a request, most often because one for the same URL came before."""
        ticket, url = self._tickets.pop(request.meta.get(TICKET) or "", (None, ""))
        if ticket is not None:
            # A redirect may lead to a page that was fetched before.
            settle = self._crawl.released if request.url == url else self._crawl.failed
            self._ask(settle(ticket))

    def _idle(self) -> None:
        """Nothing is asked for any more: what was not answered until now will not be."""
        lost, self._tickets = self._tickets, {}
        for ticket, _ in lost.values():
            self._ask(self._crawl.failed(ticket))

    def _ask(self, waited: tuple[str, int] | None) -> None:
        """Asks for a link that waited."""
        if waited is None:
            return
        url, ticket = waited
        request = self._waiting.pop(url, None)
        if request is None:
            # The process was killed before it was saved.
            self._ask(self._crawl.released(ticket))
            return
        self._give(ticket, request)
        self._count("asked_again")
        self._crawler.engine.crawl(request)

    def _opened(self, spider: Spider) -> None:
        for saved in self._saved:
            request = request_from_dict(saved, spider=spider)
            self._waiting[request.url] = request
        self._saved = []

    def _closed(self, spider: Spider) -> None:
        waiting = [self._waiting[url].to_dict(spider=spider) for url in self._crawl.waiting if url in self._waiting]
        self._state.save(self._crawl, self._tickets, waiting)
        self._crawler.stats.set_value("urlsift/kinds", self._crawl.templates)

    def _count(self, what: str) -> None:
        self._crawler.stats.inc_value(f"urlsift/{what}")
