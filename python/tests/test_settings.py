"""Every setting changes what it says."""

import inspect

import pytest
from urlsift import Sift, Verdict

# Two lines and settings under which the second gets another verdict than at the default ones.
CASES = {
    "threshold": (["https://a.test/x", "https://a.test/y"], {"threshold": 50.0}),
    "weights": (["https://a.test/x", "https://a.test/y"], {"weights": {"host": 1000}}),
    "metric": (["https://a.test/x", "https://a.test/y?b=1"], {"metric": "simhash", "threshold": 60}),
    "literal": (["https://a.test/1", "https://a.test/2"], {"literal": True}),
    "classes": (["https://a.test/1", "https://a.test/2"], {"classes": ["uuid"]}),
    "without_classes": (
        ["https://a.test/b/red-shoes-for-summer", "https://a.test/b/blue-boots-in-winter"],
        {"without_classes": ["slug"], "learn": False},
    ),
    "default_ignores": (["https://a.test/", "https://a.test/?utm_source=x"], {"default_ignores": False}),
    "ignore_params": (["https://a.test/", "https://a.test/?trace=1"], {"ignore_params": ["tra*"]}),
    "select_params": (["https://a.test/?tab=1", "https://a.test/?tab=2"], {"select_params": ["tab"]}),
    "params": (["https://a.test/?a=1&b=1", "https://a.test/?b=1"], {"params": "names"}),
    "protect": (
        ["https://a.test/blog/red-shoes-for-summer", "https://a.test/blog/blue-zork-for-winter"],
        {"protect": ["blue-zork-for-winter"]},
    ),
    "field": (['{"a":"https://a.test/1"}', '{"a":"https://a.test/2"}'], {"field": "a"}),
    "hosts": (["https://a.test/x"], {"hosts": ["*.example"]}),
    "not_hosts": (["https://a.test/x"], {"not_hosts": ["a.test"]}),
    "extensions": (["https://a.test/x.html"], {"extensions": ["php"]}),
    "not_extensions": (["https://a.test/x.png"], {"not_extensions": ["static"]}),
    "schemes": (["ftp://a.test/x"], {"schemes": ["https"]}),
    "max_per_host": (["https://a.test/x", "https://a.test/y"], {"max_per_host": 1}),
    "samples": (["https://a.test/1", "https://a.test/2"], {"samples": 2}),
}
# What changes no verdict of two lines, and the test that shows what it does.
ELSEWHERE = {
    "learn": "test_learning_can_be_switched_off",
    "detail": "test_dropped_lines_are_explained",
    "count_learned": "test_what_was_learned_outlives_a_restart",
    "remember": "test_what_was_saved_is_known_later",
    "two_pass": "test_a_second_pass_merges_more",
    "exhaustive": "test_comparing_with_everything_gives_the_same",
    "seed": "test_keys_mean_the_same_everywhere",
}


def verdict(lines, settings):
    sift = Sift(**settings)
    return [sift.admit(line) for line in lines][-1]


@pytest.mark.parametrize("name", CASES)
def test_a_setting_changes_the_verdict(name):
    lines, settings = CASES[name]
    rest = {other: value for other, value in settings.items() if other != name}
    assert verdict(lines, settings) is not verdict(lines, rest)


def test_every_setting_has_a_case():
    assert CASES.keys() | ELSEWHERE.keys() == set(inspect.signature(Sift).parameters)


def test_learning_can_be_switched_off():
    urls = [f"https://a.test/zork/{word}" for word in ("quartz", "basalt", "gneiss", "schist", "marble", "tuff")]
    assert len(list(Sift(learn=False).filter(urls))) == 6
    assert len(list(Sift().filter(urls))) < 6


def test_a_second_pass_merges_more():
    urls = ["https://example.com/zork/17/feeding", "https://example.com/zork/wombat/feeding"]
    for two_pass, kept in ((True, 1), (False, 2)):
        sift = Sift(two_pass=two_pass)
        assert len(list(sift.filter(urls))) == 2
        sift.restart()
        assert len(list(sift.filter(urls))) == kept


def test_comparing_with_everything_gives_the_same():
    urls = [f"https://a.test/{'abc'[i % 3]}/{i % 11}?p{i % 4}=1" for i in range(200)]
    assert Sift(exhaustive=True, threshold=85).decide(urls) == Sift(threshold=85).decide(urls)


def test_what_is_not_wanted_is_told():
    for name in ("hosts", "not_hosts", "extensions", "not_extensions", "schemes", "max_per_host"):
        lines, settings = CASES[name]
        found = verdict(lines, settings)
        assert found is Verdict.UNWANTED and not found and found.is_url


def test_samples_are_kept_too():
    lines, settings = CASES["samples"]
    assert verdict(lines, settings) is Verdict.SAMPLE


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"threshold": 0}, "from 1 to 100"),
        ({"weights": {"colour": 1.0}}, "no component is called"),
        ({"weights": dict.fromkeys(("host", "path", "params", "scheme", "fragment"), 0.0)}, "all weights are 0"),
        ({"metric": "cosine"}, "use one of overlap, simhash"),
        ({"classes": ["colour"]}, "no class is called"),
        ({"samples": 0}, "at least 1"),
        ({"max_per_host": 0}, "at least 1"),
        ({"hosts": [""]}, "host"),
        ({"detail": "all"}, "use one of verdicts, shapes"),
        ({"params": "names", "threshold": 80}, "name by name"),
    ],
)
def test_wrong_values_are_refused_with_the_reason(settings, message):
    with pytest.raises(ValueError, match=message):
        Sift(**settings)


def test_a_single_name_is_not_taken_letter_by_letter():
    with pytest.raises(TypeError, match=r"\['tab'\]"):
        Sift(select_params="tab")
