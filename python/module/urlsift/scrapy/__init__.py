"""Keeps a Scrapy crawl out of faceted searches and calendars, without losing a kind of page.

Pages that urlsift takes for similar are of one *kind*. A few pages of each kind are fetched, and further requests for it are dropped:

    DUPEFILTER_CLASS = "urlsift.scrapy.DupeFilter"

or, where requests for the same URL are dropped by another class (scrapy-redis):

    SPIDER_MIDDLEWARES = {"urlsift.scrapy.SpiderMiddleware": 543}

Settings: `URLSIFT_KEEP`, `URLSIFT_PARAMETER_SETS`, `URLSIFT_FAILURES`, `URLSIFT_THRESHOLD`, `URLSIFT_OPTIONS` and `URLSIFT_STATE`.
"""

from .dupefilter import DupeFilter
from .middleware import SpiderMiddleware

__all__ = ["DupeFilter", "SpiderMiddleware"]
