"""Crawls by Scrapy from an address: `spider.py with|without ADDRESS`."""

import sys
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

with_urlsift, address = sys.argv[1] == "with", sys.argv[2]


class Pages(scrapy.Spider):
    name = "pages"
    start_urls = [address]
    links = LinkExtractor(allow_domains=[urlsplit(address).netloc], deny_extensions=[])

    def parse(self, response):
        if isinstance(response, scrapy.http.HtmlResponse):
            for link in self.links.extract_links(response):
                yield response.follow(link)


settings = {"LOG_LEVEL": "CRITICAL", "ROBOTSTXT_OBEY": False, "TELNETCONSOLE_ENABLED": False, "RETRY_TIMES": 1, "DOWNLOAD_DELAY": 0}
settings |= {"AUTOTHROTTLE_ENABLED": False, "CONCURRENT_REQUESTS": 4, "CONCURRENT_REQUESTS_PER_DOMAIN": 4}
if with_urlsift:
    settings["DUPEFILTER_CLASS"] = "urlsift.scrapy.DupeFilter"
process = CrawlerProcess(settings)
process.crawl(Pages)
process.start()
