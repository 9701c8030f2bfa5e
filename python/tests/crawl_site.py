"""Crawls the test site by Scrapy, in a process of its own, and prints what was fetched as JSON.

`python crawl_site.py compare` prints the table of the README: this package's filter beside Scrapy's own.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from urllib.parse import urlsplit

import scrapy
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.crawler import CrawlerProcess
from scrapy.http import Request, Response

from site_with_traps import HOST, KINDS, TRAPS, Site

FILTERS = {
    "scrapy": {},
    "dupefilter": {"DUPEFILTER_CLASS": "urlsift.scrapy.DupeFilter"},
    "middleware": {"SPIDER_MIDDLEWARES": {"urlsift.scrapy.SpiderMiddleware": 543}},
}


class Local(HTTP11DownloadHandler):
    """Asks the site on this machine, whatever the host and the scheme."""

    async def download_request(self, request: Request) -> Response:
        url = urlsplit(request.url)
        target = f"http://127.0.0.1:{self._crawler.settings['SITE_PORT']}{url.path or '/'}?{url.query}"
        asked = request.replace(url=target.rstrip("?"), headers={**request.headers, "X-Scheme": url.scheme})
        response = await super().download_request(asked)
        return response.replace(url=request.url)


class Follower(scrapy.Spider):
    """Follows every link, and counts the kinds of pages."""

    name = "follower"
    custom_settings = {"TELNETCONSOLE_ENABLED": False, "ROBOTSTXT_OBEY": False, "RETRY_TIMES": 1}

    def __init__(self, start: str = f"http://{HOST}/", copy_meta: bool = False, **rest: object) -> None:
        super().__init__(**rest)
        self.first = start
        self.copy_meta = copy_meta
        self.kinds: Counter[str] = Counter()
        self.urls: list[str] = []

    async def start(self):
        yield Request(self.first)

    def parse(self, response):
        self.kinds[response.css("body::attr(id)").get()] += 1
        self.urls.append(response.url)
        for link in response.css("a::attr(href)").getall():
            meta = dict(response.meta) if self.copy_meta else {}
            yield response.follow(link, meta=meta)


def crawl(settings: dict[str, object], **arguments: object) -> dict[str, object]:
    """Crawls the site once. A process crawls no second time: its reactor has stopped."""
    with Site() as site:
        process = CrawlerProcess(
            {
                "LOG_LEVEL": "WARNING",
                "DOWNLOAD_HANDLERS": {"http": Local, "https": Local},
                "DOWNLOAD_DELAY": 0,
                "AUTOTHROTTLE_ENABLED": False,
                "SITE_PORT": site.port,
                **settings,
            }
        )
        crawler = process.create_crawler(Follower)
        process.crawl(crawler, **arguments)
        process.start()
        return {
            "requests": site.requests,
            "pages": sum(site.asked.values()),
            "kinds": site.asked,
            "urls": crawler.spider.urls,
            "stats": {k: v for k, v in crawler.stats.get_stats().items() if isinstance(v, (int, str))},
        }


def compare(limit: int) -> None:
    """Prints a row for each filter. A crawl that does not end is ended after so many pages."""
    print(f"| filter | requests | pages in traps | other pages | kinds found, of {len(KINDS)} | ends |")
    print("|---|---|---|---|---|---|")
    for name, title in {
        "scrapy": "Scrapy's own",
        "dupefilter": "`urlsift.scrapy.DupeFilter`",
        "middleware": "`urlsift.scrapy.SpiderMiddleware` before Scrapy's own",
    }.items():
        arguments = json.dumps({"settings": {**FILTERS[name], "CLOSESPIDER_PAGECOUNT": limit}})
        output = subprocess.run([sys.executable, __file__, arguments], capture_output=True, check=True).stdout
        found = json.loads(output)
        trapped = sum(found["kinds"].get(kind, 0) for kind in TRAPS)
        ends = "by itself" if found["stats"]["finish_reason"] == "finished" else f"stopped after {limit:,} pages"
        kinds = sum(kind in found["kinds"] for kind in KINDS)
        print(f"| {title} | {found['requests']:,} | {trapped:,} | {found['pages'] - trapped:,} | {kinds} | {ends} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", help="compare, or the settings and arguments of a crawl as JSON")
    parser.add_argument("--limit", type=int, default=3000, help="pages after which a crawl is stopped")
    typed = parser.parse_args()
    if typed.what == "compare":
        compare(typed.limit)
    else:
        given = json.loads(typed.what)
        print(json.dumps(crawl(given["settings"], **given.get("arguments", {}))))
