"""Scrapy's filter of duplicates, and of what is similar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.dupefilters import RFPDupeFilter

from .crawl import Crawl

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Request
    from typing_extensions import Self


class DupeFilter(RFPDupeFilter):
    """Drops requests that were made before, as Scrapy does, and requests for kinds of pages of which enough were fetched."""

    _crawl: Crawl

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Makes the filter of a crawl from its settings."""
        dupefilter = super().from_crawler(crawler)
        dupefilter._crawl = Crawl.of(crawler)
        return dupefilter

    def request_seen(self, request: Request) -> bool:
        """Whether the request is dropped."""
        # Only what is fetched counts as seen: a redirect may lead to what was dropped before.
        return self._crawl.drops(request) or super().request_seen(request)
