"""Which requests are judged by their URL, and which pass."""

import pytest
from scrapy import signals
from scrapy.http import Request, Response
from scrapy.utils.test import get_crawler
from urlsift.scrapy import DupeFilter
from urlsift.scrapy.crawl import TICKET


def url(number):
    return f"https://example.com/user/{number}/edit"


@pytest.fixture
def crawler():
    crawler = get_crawler(settings_dict={"URLSIFT_KEEP": 1})
    crawler.request_fingerprinter = crawler.request_fingerprinter or fingerprinter(crawler)
    return crawler


def fingerprinter(crawler):
    from scrapy.utils.request import RequestFingerprinter

    return RequestFingerprinter.from_crawler(crawler)


@pytest.fixture
def dupefilter(crawler):
    return DupeFilter.from_crawler(crawler)


def answer(crawler, request, status=200, address=None):
    response = Response(address or request.url, status=status, request=request)
    crawler.signals.send_catch_log(signals.response_received, response=response, request=request, spider=None)
    return response


def test_what_is_similar_is_dropped(dupefilter):
    assert not dupefilter.request_seen(Request(url(1)))
    assert dupefilter.request_seen(Request(url(2)))
    assert not dupefilter.request_seen(Request("https://example.com/user/2/delete"))


def test_what_was_dropped_counts_as_unseen(dupefilter):
    """A redirect may lead to it."""
    dupefilter.request_seen(Request(url(1)))
    assert dupefilter.request_seen(Request(url(2)))
    assert not dupefilter.request_seen(Request(url(2), meta={"redirect_times": 1}))
    assert dupefilter.request_seen(Request(url(2), meta={"redirect_times": 1})), "the same request twice"


@pytest.mark.parametrize(
    "other",
    [
        Request(url(2), method="POST"),
        Request(url(2), method="HEAD"),
        Request(url(2), body="x"),
        Request(url(2), meta={"redirect_times": 1}),
        Request(url(2), meta={"retry_times": 1}),
    ],
    ids=["post", "head", "body", "redirect", "retry"],
)
def test_what_is_needed_or_not_told_by_its_url_passes(dupefilter, other):
    dupefilter.request_seen(Request(url(1)))
    assert not dupefilter.request_seen(other)
    assert dupefilter.request_seen(Request(url(3))), "and others do not"


def test_what_is_not_to_be_filtered_passes(dupefilter):
    """Scrapy does not even ask, but other schedulers do."""
    dupefilter.request_seen(Request(url(1)))
    assert not dupefilter.request_seen(Request(url(2), dont_filter=True))


def test_copied_meta_is_no_redirect(crawler, dupefilter):
    first = Request(url(1), meta={"redirect_times": 1})
    assert not dupefilter.request_seen(first)
    response = answer(crawler, first)
    assert dupefilter.request_seen(Request(url(2), meta=dict(response.meta)))


def test_a_redirect_takes_the_ticket_along(crawler, dupefilter):
    request = Request("http://example.com/about")
    assert not dupefilter.request_seen(request)
    redirected = request.replace(url="https://example.com/about/", meta={**request.meta, "redirect_times": 1})
    assert not dupefilter.request_seen(redirected)
    answer(crawler, redirected)
    assert dupefilter.request_seen(Request("https://example.com/about/?utm_source=x"))


@pytest.mark.parametrize("status", [404, 410, 500])
def test_a_kind_that_failed_has_another_page(crawler, dupefilter, status):
    request = Request(url(1))
    dupefilter.request_seen(request)
    answer(crawler, request, status)
    second = Request(url(2))
    assert not dupefilter.request_seen(second)
    answer(crawler, second)
    assert dupefilter.request_seen(Request(url(3)))


def test_a_redirect_to_another_kind_is_no_page_of_its_own(crawler, dupefilter):
    """All that are sold out lead to the front page; others do not."""
    request = Request(url(1))
    dupefilter.request_seen(request)
    answer(crawler, request.replace(url="https://example.com/", meta={**request.meta, "redirect_times": 1}))
    assert not dupefilter.request_seen(Request(url(2)))
    assert dupefilter.request_seen(Request("https://example.com/?utm_source=x")), "the front page is fetched"


def test_a_site_that_moves_to_another_host_keeps_its_pages(crawler, dupefilter):
    request = Request(url(1))
    dupefilter.request_seen(request)
    moved = "https://www.example.com/user/1/edit/"
    answer(crawler, request.replace(url=moved, meta={**request.meta, "redirect_times": 1}))
    assert dupefilter.request_seen(Request(url(2)))


def test_pages_that_were_not_asked_about_count(crawler, dupefilter):
    """Start requests pass no filter."""
    answer(crawler, Request(url(1), dont_filter=True))
    assert dupefilter.request_seen(Request(url(2)))


def test_a_request_that_the_scheduler_drops_is_given_back(crawler, dupefilter):
    request = Request(url(1))
    dupefilter.request_seen(request)
    crawler.signals.send_catch_log(signals.request_dropped, request=request, spider=None)
    assert not dupefilter.request_seen(Request(url(2)))


def test_tickets_are_plain_text(dupefilter):
    """Requests are written to disk with them."""
    request = Request(url(1))
    dupefilter.request_seen(request)
    assert isinstance(request.meta[TICKET], str)


def test_parameters_that_choose_a_page_have_budgets_of_their_own(dupefilter):
    pages = [f"https://example.com/index.php?action={action}" for action in ("edit", "delete", "list", "login")]
    for page in pages:
        for number in range(12):
            assert not dupefilter.request_seen(Request(f"{page}&p{chr(97 + number)}a=1")) or number >= 10
