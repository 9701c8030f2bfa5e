"""Every setting changes what it says."""

import inspect
import re

import pytest
import urlsift
from urlsift import Sift, Verdict

KNOWN = urlsift.settings()

# Two lines and settings under which the second gets another verdict than at the default ones.
CASES = {
    "threshold": (["https://a.test/x", "https://a.test/y"], {"threshold": 50.0}),
    "weights": (["https://a.test/x", "https://a.test/y"], {"weights": {"host": 1000}}),
    "metric": (["https://a.test/x", "https://a.test/y?b=1"], {"metric": "simhash", "threshold": 60}),
    "literal": (["https://a.test/1", "https://a.test/2"], {"literal": True}),
    "merge_hosts": (["https://cdn1.test/a", "https://cdn22.test/a"], {"merge_hosts": True}),
    "class_": (["https://a.test/1", "https://a.test/2"], {"class_": ["uuid"]}),
    "no_class": (
        ["https://a.test/b/red-shoes-for-summer", "https://a.test/b/blue-boots-in-winter"],
        {"no_class": ["slug"], "no_learn": True},
    ),
    "no_default_ignores": (["https://a.test/", "https://a.test/?utm_source=x"], {"no_default_ignores": True}),
    "ignore_param": (["https://a.test/", "https://a.test/?trace=1"], {"ignore_param": ["tra*"]}),
    "select_param": (["https://a.test/?tab=1", "https://a.test/?tab=2"], {"select_param": ["tab"]}),
    "params": (["https://a.test/?a=1&b=1", "https://a.test/?b=1"], {"params": "names"}),
    "params_from": (["https://a.test/", "https://a.test/?trace=1"], {"params_from": ["a.test: trace"]}),
    "rules": (["https://a.test/x/zork", "https://a.test/x/plugh"], {"rules": ["a.test /x/* same"]}),
    "protect": (
        ["https://a.test/blog/red-shoes-for-summer", "https://a.test/blog/blue-zork-for-winter"],
        {"protect": ["blue-zork-for-winter"]},
    ),
    "as_": (["red shoes", "shoes red!"], {"as_": "text"}),
    "shingle": (["/a|GET|1 /b|GET|1", "/b|GET|1 /a|GET|1"], {"as_": "events", "shingle": 1, "threshold": 50}),
    "fold": (["f r e e", "free"], {"as_": "text", "fold": "blanks"}),
    "by": (["form=1 /a|GET|0 /b|GET|1", "form=2 /a|GET|0 /b|GET|1"], {"as_": "events", "by": "form"}),
    "field": (['{"a":"https://a.test/1"}', '{"a":"https://a.test/2"}'], {"field": "a"}),
    "log": (["https://a.test/1"], {"log": True}),
    "host": (["https://a.test/x"], {"host": ["*.example"]}),
    "not_host": (["https://a.test/x"], {"not_host": ["a.test"]}),
    "ext": (["https://a.test/x.html"], {"ext": ["php"]}),
    "not_ext": (["https://a.test/x.png"], {"not_ext": ["static"]}),
    "scheme": (["ftp://a.test/x"], {"scheme": ["https"]}),
    "scope": (["https://a.test/x"], {"scope": ["*.test", "!a.test"]}),
    "has_params": (["https://a.test/x"], {"has_params": True}),
    "no_params": (["https://a.test/x?a=1"], {"no_params": True}),
    "param": (["https://a.test/x?a=1"], {"param": ["b*"]}),
    "match": (["https://a.test/x"], {"match": ["/y$"]}),
    "not_match": (["https://a.test/x"], {"not_match": ["/x$"]}),
    "not_junk": (["https://a.test/x%22%3E"], {"not_junk": True}),
    "status": (["https://a.test/x [404]"], {"status": ["200", "3xx"]}),
    "signatures": (["call 5 now"], {"as_": "text", "signatures": ["win {...}"]}),
    "not_signatures": (["call 5 now"], {"as_": "text", "not_signatures": ["Call {...} now!"]}),
    "max_per_host": (["https://a.test/x", "https://a.test/y"], {"max_per_host": 1}),
    "same_answer": (
        [f'{{"url":"https://a.test/{page}","status":200,"digest":"X"}}' for page in ("login", "admin")],
        {"same_answer": 1},
    ),
    "max_per_prefix": (["https://a.test/x/y", "https://a.test/x/z"], {"max_per_prefix": "1"}),
    "keep": (["https://a.test/1", "https://a.test/2"], {"keep": 2}),
    "suspects": ([f"https://a.test/u/{name}" for name in "quartz basalt gneiss schist marble tuff".split()], {"suspects": 9}),
}
# What changes no verdict of two lines, and the test that shows what it does.
ELSEWHERE = {
    "no_learn": "test_learning_can_be_switched_off",
    "base": "test_a_base_completes_the_paths_of_a_log",
    "column": "test_a_column_holds_the_url",
    "detail": "test_dropped_lines_are_explained",
    "count_learned": "test_what_was_learned_outlives_a_restart",
    "notes": "test_what_was_saved_is_known_later",
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
    assert CASES.keys() | ELSEWHERE.keys() == {setting.keyword for setting in KNOWN}


def test_help_shows_every_keyword_and_its_default():
    parameters = inspect.signature(Sift).parameters
    own = {"state", "window", "slice", "time_field", "remember"}
    assert set(parameters) == {setting.keyword for setting in KNOWN} | own
    for setting in KNOWN:
        assert parameters[setting.keyword].default == setting.default
        assert f"\n{setting.keyword}: " in Sift.__doc__ and setting.help and setting.section
    # Synonyms are taken and named, and are not arguments of their own.
    for name in [name for setting in KNOWN for name, _ in setting.aliases]:
        assert re.search(rf"(Also|The opposite): .*\b{name}\b", Sift.__doc__)
    clusters = dict(inspect.signature(urlsift.Clusters).parameters)
    assert clusters.pop("leader").default is False
    assert clusters == {name: parameter for name, parameter in parameters.items() if name not in own}
    assert ... not in [parameter.default for parameter in parameters.values()]


def other(setting):
    """Something that is not the default."""
    if setting.choices:
        return setting.choices[-1:] if setting.kind == "names" else setting.choices[-1]
    return {"switch": True, "whole": 3, "list": ["test"]}[setting.kind]


def test_other_keywords_say_the_same_or_the_opposite():
    for setting in KNOWN:
        for name, is_opposite in setting.aliases:
            value = other(setting)
            older = Sift(**{name: (not value) if is_opposite else value})
            assert isinstance(older, Sift)
            with pytest.raises(TypeError, match=f"{name} says the same as {setting.keyword}|{name}"):
                Sift(**{name: value, setting.keyword: value})
    urls = ["https://a.test/b/red-shoes-for-summer", "https://a.test/b/blue-boots-in-winter"]
    assert Sift(without_classes=["slug"], learn=False).decide(urls) == Sift(no_class=["slug"], no_learn=True).decide(urls)


def test_learning_can_be_switched_off():
    urls = [f"https://a.test/zork/{word}" for word in ("quartz", "basalt", "gneiss", "schist", "marble", "tuff")]
    for settings in ({"no_learn": True}, {"learn": False}):
        assert len(list(Sift(**settings).filter(urls))) == 6
    assert len(list(Sift().filter(urls))) < 6


def test_no_class_at_all_is_not_every_class():
    urls = ["https://a.test/1", "https://a.test/2"]
    assert [bool(verdict) for verdict in Sift(class_=[]).decide(urls)] == [True, True]
    assert [bool(verdict) for verdict in Sift(class_=None).decide(urls)] == [True, False]


def test_a_base_completes_the_paths_of_a_log():
    line = '1.2.3.4 - - [01/Jan/2026:00:00:00 +0000] "GET /x HTTP/1.1" 200 1'
    assert Sift(log=True).host(line) == ""
    assert Sift(log=True, base="https://shop.test/ignored").host(line) == "shop.test"


def test_a_column_holds_the_url():
    for column in ("url", 2, "2"):
        sift = Sift(column=column)
        assert sift.begin("id,url")
        assert [bool(sift.admit(line)) for line in ("1,https://a.test/1", "2,https://a.test/2")] == [True, False]
    with pytest.raises(ValueError, match="link"):
        Sift(column="link").begin("id,url")


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
    wanted = [setting.keyword for setting in KNOWN if setting.section == "selection"]
    assert len(wanted) > 12
    for name in wanted:
        lines, settings = CASES[name]
        found = verdict(lines, settings)
        assert found is Verdict.UNWANTED and not found and found.is_url


def test_samples_are_kept_too():
    lines, settings = CASES["keep"]
    assert verdict(lines, settings) is Verdict.SAMPLE


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"threshold": 0}, "from 1 to 100"),
        ({"weights": {"colour": 1.0}}, "weights: no component is called"),
        ({"weights": dict.fromkeys(("host", "path", "params", "scheme", "fragment"), 0.0)}, "all weights are 0"),
        ({"metric": "cosine"}, "use one of overlap, simhash"),
        ({"classes": ["colour"]}, "classes: no class is called"),
        ({"keep": 0}, "keep: must be a whole number from 1"),
        ({"max_per_host": -1}, "must be a whole number from 1"),
        ({"hosts": [""]}, "hosts: .*is not a host"),
        ({"protect": ["a/b"]}, "not the name of one path segment"),
        ({"match": ["("]}, "not a regular expression"),
        ({"scope": ["# nothing"]}, "the scope has no rule"),
        ({"column": 0}, "counted from 1"),
        ({"literal": True, "class_": ["int"]}, "^literal and class_ cannot be combined"),
        ({"literal": True, "classes": ["int"]}, "^literal and classes cannot be combined"),
        ({"notes": True, "detail": "explanations"}, "^notes: "),
        ({"notes": True, "params": "learned"}, "^notes: .*set params to sets or names"),
        ({"has_params": True, "no_params": True}, "^has_params and no_params cannot be combined"),
        ({"as_": "text", "protect": ["a"]}, "texts do not have"),
        ({"detail": "all"}, "use one of verdicts, shapes"),
        ({"params": "names", "threshold": 80}, "^params: .*name by name"),
        ({"keep": 1 << 70}, "^keep: the number is too large"),
        ({"seed": (-1, 2)}, "^seed: "),
    ],
)
def test_wrong_values_are_refused_with_the_reason(settings, message):
    with pytest.raises(ValueError, match=message):
        Sift(**settings)


@pytest.mark.parametrize(
    ("name", "word"),
    [("treshold", "threshold"), ("no_lern", "no_learn"), ("max_per_hosts", "max_per_host"), ("exclude_exts", "exclude_ext"), ("zork", None)],
)
def test_a_misspelt_keyword_blames_the_function_that_was_called(name, word):
    hint = f". Did you mean '{word}'?" if word else ""
    for function, arguments in (
        *((Sift, ()), (urlsift.Clusters, ()), (urlsift.Crawl, ())),
        *((urlsift.filter, ([],)), (urlsift.cluster, ([],)), (urlsift.shape, ([],)), (urlsift.compare, ("/a", "/b"))),
    ):
        with pytest.raises(TypeError) as refused:
            function(*arguments, **{name: 1})
        assert str(refused.value) == f"{function.__name__}() got an unexpected keyword argument '{name}'{hint}"


def test_a_single_name_is_not_taken_letter_by_letter():
    with pytest.raises(TypeError, match=r"^select_params: must be a list of str, not 'tab': \['tab'\]$"):
        Sift(select_params="tab")


def test_the_name_of_a_file_is_told_from_its_lines(tmp_path):
    file = tmp_path / "rules.txt"
    file.write_text("a.test/users/* same\n")
    for name in ("rules", "scope", "protect"):
        with pytest.raises(TypeError) as refused:
            Sift(**{name: str(file)})
        assert str(refused.value).endswith(f": open({str(file)!r}).read().splitlines()")
    with pytest.raises(ValueError, match="belongs to max-per-prefix"):
        Sift(rules=["*/* max 1"])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"colour": 1}, "unexpected keyword argument 'colour'"),
        ({"literal": "yes"}, "^literal: must be True or False, not 'yes'$"),
        ({"keep": "many"}, "^keep: must be an int, not 'many'$"),
        ({"keep": True}, "^keep: must be an int, not True$"),
        ({"threshold": [95]}, r"^threshold: must be a number, not \[95\]$"),
        ({"threshold": True}, "^threshold: must be a number, not True$"),
        ({"metric": 7}, "^metric: must be a str, not 7$"),
        ({"weights": 7}, "^weights: must be a dict of numbers by component, or a str, not 7$"),
        ({"hosts": ["a.test", None]}, r"^hosts: must be a list of str, not \['a.test', None\]$"),
        ({"seed": 5}, "^seed: must be a tuple of two int, or a str, not 5$"),
        ({"learn": True, "no_learn": True}, "learn says the same as no_learn"),
    ],
)
def test_wrong_types_are_refused_by_name(settings, message):
    for kind in (Sift, urlsift.Clusters):
        with pytest.raises(TypeError, match=message):
            kind(**settings)


WRONG = [True, "", "a b", "@", "\udc80", -1, 0, 1.5, 1 << 70, float("nan"), b"x", [None], [1], [""], ["("], {"a": "b"}, {"host": -1}, (1, 2, 3), object()]
# What Rust calls things, and options as they are typed.
FOREIGN = re.compile(r"::|Builder|Some\(|None\)|Err\(|Vec|&str|u64|i64|usize|--|-[a-z]+-")


def test_errors_speak_python():
    names = {name for setting in KNOWN for name in (setting.keyword, *(alias for alias, _ in setting.aliases))}
    # Values that are right by themselves, each beside those that it contradicts.
    right = {setting.keyword: other(setting) for setting in KNOWN if setting.kind in ("switch", "whole", "list", "names", "choice")}
    right |= {"scope": ["a.test"], "scheme": ["https"], "status": [200], "rules": ["a.test /x/* same"], "params_from": ["a.test: x"]}
    right |= {"by": "method", "field": "url", "column": "url", "base": "https://a.test"}
    pairs = [{one: right[one], two: right[two]} for one in right for two in right if one < two]
    refused = 0
    for settings in [{name: value} for name in names for value in WRONG] + pairs:
        try:
            Sift(**settings)
        except (TypeError, ValueError) as error:
            refused += 1
            message = str(error)
            assert not FOREIGN.search(message), (settings, message)
            # It begins with a keyword that was given.
            assert re.match(r"\w+", message)[0] in settings, (settings, message)
    assert refused > 800


def test_numbers_stand_for_texts_where_people_write_them():
    assert Sift(status=[404]).admit("https://a.test/x [200]") is Verdict.UNWANTED
    assert Sift(max_per_prefix=1).decide(["https://a.test/x/y", "https://a.test/x/z"])[1] is Verdict.UNWANTED
    assert Sift("80%").decide(CASES["threshold"][0]) == Sift(80).decide(CASES["threshold"][0])


def test_hosts_that_show_the_same_pages_become_one():
    pages = ["/orders/7/edit", "/orders/7/print", "/team/members/7", "/settings/billing", "/login"]
    lines = [f"https://{host}wombat.test{page}" for page in pages for host in ("", "www.")]
    sift = Sift(merge_hosts=True)
    kept = [line for line in lines if sift.admit(line)]
    assert lines[0] in kept and lines[-1] not in kept
    sift = Sift()
    assert [line for line in lines if sift.admit(line)] == lines
