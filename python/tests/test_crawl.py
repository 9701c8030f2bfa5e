"""The crawl: tickets for links, and what comes back for them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from urlsift import Crawl

PAGE = Path(__file__).parents[2] / "docs" / "crawling.md"


def item(number):
    return f"https://shop.example/item/{number}"


def test_a_link_that_waits_has_its_turn():
    crawl = Crawl(keep=1)
    ticket, refusal = crawl.take(item(1))
    assert refusal is None
    assert crawl.take(item(1)) == (None, "repeated")
    assert crawl.take(item(2)) == (None, "waiting")
    assert crawl.waiting == [item(2)]
    url, second = crawl.done(ticket, status=404)
    assert (url, crawl.open) == (item(2), [(second, item(2))])
    assert crawl.done(second) is None
    assert crawl.take(item(3)) == (None, "enough")
    assert (crawl.templates, crawl.waiting, crawl.open) == (1, [], [])


def test_redirects_digests_and_canonical_addresses():
    crawl = Crawl(keep=1)
    crawl.take(item(1))
    crawl.take(item(2))
    url, ticket = crawl.done(0, address="https://shop.example/")
    assert url == item(2), "the front page is a page of another kind"
    assert crawl.done(ticket, digest=b"x") is None
    ticket, _ = crawl.take("https://shop.example/list")
    assert crawl.done(ticket, digest=b"x", canonical="https://shop.example/item/2") is None
    assert crawl.take("https://shop.example/list?page=2")[0] is not None, "it is another template"


def test_limits_and_settings():
    assert Crawl(depth=1).take("https://shop.example/a/b") == (None, "depth")
    assert Crawl(not_ext=["pdf"]).take("https://shop.example/a.pdf") == (None, "unwanted")
    assert Crawl().take("no url") == (None, "not_url")
    for wrong in ({"keep": -1}, {"keep": "x"}, {"threshold": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Crawl(**wrong)
    with pytest.raises(TypeError, match=r"Crawl\(\) got an unexpected keyword argument 'kep'"):
        Crawl(kep=1)


def test_a_crawl_goes_on_from_saved_bytes():
    crawl = Crawl(keep=1)
    crawl.take(item(1))
    crawl.take(item(2))
    later = Crawl(keep=1)
    later.load(crawl.save())
    assert (later.open, later.waiting) == (crawl.open, crawl.waiting) == ([(0, item(1))], [item(2)])
    assert later.failed(0) == crawl.failed(0) == (item(2), 1)
    assert later.released(1) is None
    later.fetched(item(4))
    later.restart()
    assert later.take(item(1)) == (None, "enough")
    for saved in (b"", b"PK", crawl.save()[:-1]):
        with pytest.raises(ValueError, match="saved crawl"):
            later.load(saved)
    with pytest.raises(ValueError, match="settings"):
        Crawl(80).load(crawl.save())


def test_the_spider_of_the_page_runs():
    [spider] = re.findall(r"```python\n(# spider.py.*?)```", PAGE.read_text(), re.S)
    runner = f"""
import json, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from scrapy.crawler import CrawlerProcess
from crawl_site import Local
from site_with_traps import KINDS, Site
{spider}
Pages.start_urls, Pages.allowed_domains = ["http://shop.test/"], ["shop.test"]
with Site() as site:
    handlers = {{"http": Local, "https": Local}}
    process = CrawlerProcess({{"LOG_LEVEL": "ERROR", "DOWNLOAD_HANDLERS": handlers, "SITE_PORT": site.port, "TELNETCONSOLE_ENABLED": False, "DOWNLOAD_DELAY": 0, "AUTOTHROTTLE_ENABLED": False, "RETRY_TIMES": 1}})
    process.crawl(Pages)
    process.start()
    print(json.dumps([site.requests, sum(kind in site.asked for kind in KINDS)]))
"""
    ran = subprocess.run([sys.executable, "-c", runner], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    requests, kinds = json.loads(ran.stdout.splitlines()[-1])
    assert kinds == 21 and requests < 150
