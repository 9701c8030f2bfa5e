"""The same for crawls whose duplicates are filtered by another class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.spidermiddlewares.base import BaseSpiderMiddleware

from .crawl import Crawl

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Request, Response


class SpiderMiddleware(BaseSpiderMiddleware):
    """Drops requests of the spider's callbacks for kinds of pages of which enough were fetched. Those of `start()` pass."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._crawl = Crawl.of(crawler)

    def get_processed_request(self, request: Request, response: Response | None) -> Request | None:
        """Returns the request, or `None` if it is dropped."""
        return None if response is not None and self._crawl.drops(request) else request
