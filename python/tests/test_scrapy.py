"""Crawls of a site with traps, by Scrapy's own filter and by this package's."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from site_with_traps import FAILING, HOST, KINDS, SECTIONS, THINGS, TRAPS

CRAWL = Path(__file__).with_name("crawl_site.py")
OURS = {
    "dupefilter": {"DUPEFILTER_CLASS": "urlsift.scrapy.DupeFilter"},
    "middleware": {"SPIDER_MIDDLEWARES": {"urlsift.scrapy.SpiderMiddleware": 543}},
}


def crawl(settings, **arguments):
    """Crawls in another process: a reactor starts once only."""
    typed = json.dumps({"settings": settings, "arguments": arguments})
    crawled = subprocess.run([sys.executable, CRAWL, typed], capture_output=True, text=True, timeout=120)
    assert crawled.returncode == 0, crawled.stderr
    assert "Traceback" not in crawled.stderr or "DownloadFailedError" in crawled.stderr, crawled.stderr
    return json.loads(crawled.stdout)


@pytest.fixture(scope="module", params=OURS)
def ours(request):
    return crawl(OURS[request.param])


def test_scrapy_alone_does_not_get_out():
    found = crawl({"CLOSESPIDER_PAGECOUNT": 600})
    assert found["stats"]["finish_reason"] == "closespider_pagecount"
    # How many depends on what is answered first.
    assert sum(found["kinds"].get(kind, 0) for kind in TRAPS) > 5 * len(KINDS)


def test_the_crawl_ends_and_finds_every_kind(ours):
    assert ours["stats"]["finish_reason"] == "finished"
    assert set(KINDS) == set(ours["kinds"]) and len(KINDS) == 21
    assert ours["requests"] < 150


def test_a_path_that_goes_round_in_circles_ends(ours):
    """The page itself, a run below it, and three pages of all that is deeper."""
    depths = sorted(url.count("deeper/down") for url in ours["urls"] if "/maze/" in url)
    assert depths == [0, 1, 2, 3, 4]


def test_several_pages_of_each_kind_are_fetched(ours):
    assert {thing: ours["kinds"][thing] for thing in THINGS} == dict.fromkeys(THINGS, 3)
    assert ours["stats"]["urlsift/kinds"] >= len(KINDS)


def test_failed_pages_are_given_back(ours):
    """The first pages of these kinds fail, in each of the ways in which pages fail."""
    assert {status for _, status in FAILING.values()} == {404, 500, 0}
    fetched = [url for url in ours["urls"] for kind in FAILING if f"/{kind}/" in url]
    assert len(fetched) == 3 * len(FAILING)
    assert ours["stats"]["urlsift/asked_again"] >= 3


def test_redirects_are_followed(ours):
    """From HTTP to HTTPS, and to the address with a slash."""
    assert all(url.startswith(f"https://{HOST}/") for url in ours["urls"])
    assert {f"https://{HOST}/{section}/" for section in SECTIONS} <= set(ours["urls"])


def test_each_kind_of_facets_is_left(ours):
    pages = ours["kinds"]
    assert pages["calendar"] == 3 and pages["event"] == 3, "a calendar without end"
    assert pages["catalogue"] <= 1 + 3, "the same names, values without end"
    # Ten sets of names, three pages each, and the page without any.
    assert pages["search"] <= 1 + 10 * 3, "any of some names"
    assert pages["finder"] <= 1 + 10 * 3, "names without end"


def test_meta_that_a_spider_copies_exempts_nothing():
    """The `meta` of a page that was redirected to or asked for again says so, and spiders may pass it on."""
    found = crawl(OURS["dupefilter"], copy_meta=True)
    assert found["stats"]["finish_reason"] == "finished"
    assert set(KINDS) == set(found["kinds"])
    assert found["requests"] < 150


@pytest.mark.parametrize("keep", [1, 5])
def test_the_budget_of_a_kind_can_be_set(keep):
    found = crawl({**OURS["dupefilter"], "URLSIFT_KEEP": keep})
    assert set(KINDS) == set(found["kinds"])
    assert {thing: found["kinds"][thing] for thing in THINGS} == dict.fromkeys(THINGS, keep)


def test_the_budget_of_a_path_can_be_set():
    found = crawl({**OURS["dupefilter"], "URLSIFT_PARAMETER_SETS": 2})
    assert set(KINDS) == set(found["kinds"])
    assert found["kinds"]["finder"] <= 1 + 2 * 3 and found["kinds"]["search"] <= 1 + 2 * 3


def test_how_often_a_kind_may_fail_can_be_set():
    found = crawl({**OURS["dupefilter"], "URLSIFT_FAILURES": 5})
    assert "ticket" not in found["kinds"], "seven fail"
    assert found["kinds"]["invoice"] == 3, "two fail"


def test_the_filter_can_be_set():
    found = crawl({**OURS["dupefilter"], "URLSIFT_OPTIONS": {"ignore_params": ["*"]}, "URLSIFT_KEEP": 1})
    # A run of the path once, twice, and more often are three kinds.
    assert {trap: found["kinds"][trap] for trap in TRAPS} == {**dict.fromkeys(TRAPS, 1), "maze": 3}


def test_a_wrong_setting_is_told():
    typed = json.dumps({"settings": {**OURS["dupefilter"], "URLSIFT_THRESHOLD": 0}})
    crawled = subprocess.run([sys.executable, CRAWL, typed], capture_output=True, text=True, timeout=60)
    assert "from 1 to 100" in crawled.stderr


def test_a_crawl_goes_on_where_it_was_stopped(tmp_path):
    settings = {**OURS["dupefilter"], "JOBDIR": str(tmp_path / "job")}
    first = crawl({**settings, "CLOSESPIDER_PAGECOUNT": 25})
    assert first["stats"]["finish_reason"] == "closespider_pagecount"
    assert not set(KINDS) <= set(first["kinds"])
    second = crawl(settings)
    assert second["stats"]["finish_reason"] == "finished"
    both = {kind: first["kinds"].get(kind, 0) + second["kinds"].get(kind, 0) for kind in KINDS}
    assert {thing: both[thing] for thing in THINGS} == dict.fromkeys(THINGS, 3)
    assert all(both.values())
    third = crawl(settings)
    assert third["pages"] <= 1, "only the start page, which Scrapy asks for again"


def test_another_crawl_knows_the_kinds_of_the_last_one(tmp_path):
    settings = {**OURS["middleware"], "URLSIFT_STATE": str(tmp_path / "kinds.json")}
    assert set(KINDS) == set(crawl(settings)["kinds"])
    again = crawl(settings)
    # What is found by its own address only is asked for until it was fetched three times.
    assert not set(again["kinds"]) & {*THINGS, "event", "calendar"}
    assert again["stats"]["finish_reason"] == "finished"


def test_a_state_of_other_settings_is_refused(tmp_path):
    settings = {**OURS["dupefilter"], "URLSIFT_STATE": str(tmp_path / "kinds.json")}
    crawl({**settings, "CLOSESPIDER_PAGECOUNT": 5})
    typed = json.dumps({"settings": {**settings, "URLSIFT_THRESHOLD": 90}})
    crawled = subprocess.run([sys.executable, CRAWL, typed], capture_output=True, text=True, timeout=60)
    assert "URLSIFT_STATE" in crawled.stderr and "kinds.json" in crawled.stderr
