"""Whole lists and tables: what goes in comes out as the same kind, with what the program would print."""

import json
import subprocess
import sys

import numpy
import pandas
import polars
import pyarrow
import pytest
import urlsift
from urlsift import Sift

URLS = [
    "https://example.com/user/1/edit",
    "https://example.com/user/2/edit",
    "not a url",
    "https://example.com/caf\u00e9/list",
    "not a url",
    "https://example.com/login",
    "https://example.com/user/3/edit",
]
KEPT = [0, 2, 3, 5]
#: A value is missing at 2, which stays; the empty text at 4 does not.
GAPS = ["https://a.test/user/1", "https://a.test/user/2", None, "https://a.test/login", "", None]
KEPT_OF_GAPS = [0, 2, 3, 5]


def many(count=50_000):
    """More lines than are decided on at once, some with letters beyond ASCII."""
    return [f"https://h{i % 7}.example/{i % 11}/zork{i * i % 101}/x{'yéz'[i % 3]}?{'abcde'[i % 5]}=1" for i in range(count)]


def test_lists_and_iterators_become_lists():
    wanted = [URLS[at] for at in KEPT]
    assert urlsift.filter(URLS) == urlsift.filter(iter(URLS)) == urlsift.filter(tuple(URLS)) == wanted
    assert urlsift.filter([url.encode() for url in URLS]) == [url.encode() for url in wanted]
    assert urlsift.filter([]) == urlsift.filter(iter(())) == []
    assert urlsift.filter(URLS, threshold=100, literal=True) == list(dict.fromkeys(URLS))
    assert urlsift.filter(many()) == list(Sift().filter(many()))
    lines = many(3)
    assert urlsift.filter(lines)[0] is lines[0]


def test_a_whole_list_is_what_the_program_prints(program):
    lines = [line.encode() for line in many(9000)] + [b"caf\xe9", b"", b"https://example.com/caf\xe9"]
    for options, settings in (([], {}), (["--two-pass"], {"two_pass": True}), (["--keep", "2"], {"keep": 2})):
        printed = subprocess.run([program, "-q", *options], input=b"\n".join(lines), capture_output=True, check=True).stdout
        assert urlsift.filter(lines, **settings) == printed.splitlines()


def test_lines_of_a_list_have_columns():
    lines = ["id,url", "1,https://a.test/1", "2,https://a.test/2"]
    assert urlsift.filter(lines, "url") == urlsift.filter(lines, column=2) == lines[:2]
    assert urlsift.filter(lines[1:], 2) == lines[1:2]
    assert urlsift.filter([], "url") == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("https://a.test/", "^lines must be an iterable of lines, not a str; for one line use admit$"),
        (b"https://a.test/", "^lines must be an iterable of lines, not a bytes; for one line use admit$"),
        (None, "^lines must be an iterable of lines, not None$"),
        (["x"] * 4999 + [None], r"^line 5000 \(index 4999\) is None: a line is bytes or str$"),
        (iter(["x", 7]), r"^line 2 \(index 1\) is an int: a line is bytes or str$"),
        (pandas.Series([1, 2]), r"^line 1 \(index 0\) is an int: a line is bytes or str$"),
        (pandas.DataFrame({"a": ["x"], "b": ["y"]}), r"^name the column that holds the lines: .* 'a', 'b'$"),
        (pandas.DataFrame([["x", "y"]], columns=["a", "a"]), "^name the column"),
        (polars.Series([1, 2]), "^lines are a column of strings or binary, not of Int64$"),
        (polars.LazyFrame({"a": ["x"]}), "^a LazyFrame has no rows yet"),
        (pyarrow.array([1, 2]), "^lines are a column of strings or binary, not of int64$"),
    ],
)
def test_what_is_neither_is_refused(data, message):
    for function in (urlsift.filter, urlsift.cluster):
        if not hasattr(data, "__next__"):
            with pytest.raises(TypeError, match=message):
                function(data)
    if hasattr(data, "__next__"):
        with pytest.raises(TypeError, match=message):
            urlsift.filter(data)


def test_settings_are_those_of_the_filter():
    with pytest.raises(TypeError, match=r"^filter\(\) got an unexpected keyword argument 'colour'$"):
        urlsift.filter([], colour=1)
    with pytest.raises(ValueError, match="^keep: "):
        urlsift.filter(polars.Series([], dtype=polars.String), keep=0)
    with pytest.raises(TypeError, match=r"^cluster\(\) got an unexpected keyword argument 'colour'$"):
        urlsift.cluster([], colour=1)
    with pytest.raises(TypeError, match="^several columns are called 'a'"):
        urlsift.filter(pandas.DataFrame([["x", "y"]], columns=["a", "a"]), "a")
    with pytest.raises(KeyError, match="there is no column 'c': the columns are 'a', 'b'"):
        urlsift.filter(pandas.DataFrame({"a": ["x"], "b": ["y"]}), "c")


#: How pandas may hold texts.
PANDAS = ["object", "str", "string", "string[python]", "string[pyarrow]", "large_string[pyarrow]", "binary[pyarrow]", "category"]


def values(lines, kind):
    return [line.encode() if "binary" in kind and line is not None else line for line in lines]


@pytest.mark.parametrize("kind", PANDAS)
def test_pandas_gives_the_rows_that_stay_under_their_index(kind):
    for lines, kept in ((URLS, KEPT), (GAPS, KEPT_OF_GAPS)):
        series = pandas.Series(values(lines, kind), dtype=kind, index=[7] * len(lines), name="url")
        found = urlsift.filter(series)
        pandas.testing.assert_series_equal(found, series.iloc[kept])
        frame = pandas.DataFrame({"number": range(len(lines)), "url": series.array}, index=[f"row {i}" for i in range(len(lines))])
        pandas.testing.assert_frame_equal(urlsift.filter(frame, "url"), frame.iloc[kept])
        pandas.testing.assert_frame_equal(urlsift.filter(frame[["url"]]), frame.iloc[kept][["url"]])
    empty = pandas.Series([], dtype=kind)
    assert len(urlsift.filter(empty)) == 0


#: How polars may hold them.
POLARS = [polars.String, polars.Binary, polars.Categorical, polars.Enum(sorted({line for line in URLS + GAPS if line is not None}))]


@pytest.mark.parametrize("kind", POLARS, ids=str)
def test_polars_gives_the_rows_that_stay(kind):
    for lines, kept in ((URLS, KEPT), (GAPS, KEPT_OF_GAPS)):
        series = polars.Series("url", values(lines, str(kind).lower()), dtype=kind)
        assert urlsift.filter(series).equals(series[kept])
        frame = polars.DataFrame({"number": range(len(lines)), "url": series})
        assert urlsift.filter(frame, "url").equals(frame[kept])
        assert urlsift.filter(frame.select("url")).equals(frame.select("url")[kept])
    assert urlsift.filter(polars.Series([], dtype=kind)).is_empty()


def test_texts_with_line_ends_are_single_values():
    lines = ["https://a.test/x\nhttps://a.test/y", "https://a.test/z", "https://a.test/z"]
    assert urlsift.filter(polars.Series(lines)).to_list() == urlsift.filter(pyarrow.array(lines)).to_pylist() == lines[:2]


#: How Arrow may hold them.
ARROW = [
    *(pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()),
    pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
]


@pytest.mark.parametrize("kind", ARROW, ids=str)
def test_arrow_gives_the_rows_that_stay(kind):
    for lines, kept in ((URLS, KEPT), (GAPS, KEPT_OF_GAPS)):
        whole = pyarrow.array(values(["before", *lines, "after"], str(kind))).cast(kind)
        array = whole.slice(1, len(lines))
        chunked = pyarrow.chunked_array([array.slice(0, 3), array.slice(3, 0), array.slice(3)])
        numbers = pyarrow.array(range(len(lines)))
        batch = pyarrow.record_batch({"number": numbers, "url": array})
        table = pyarrow.table({"number": numbers, "url": chunked})
        wanted = [values(lines, str(kind))[at] for at in kept]
        for data in (array, chunked):
            found = urlsift.filter(data)
            assert type(found) is type(data) and found.type == kind and found.to_pylist() == wanted
        for data in (batch, table):
            found = urlsift.filter(data, "url")
            assert type(found) is type(data) and found.schema == data.schema
            assert found.to_pydict() == {"number": kept, "url": wanted}
            assert urlsift.filter(data.select(["url"])).to_pydict() == {"url": wanted}
    assert len(urlsift.filter(pyarrow.array([], kind))) == 0


def test_large_tables_are_those_of_the_lines():
    lines = many()
    wanted = urlsift.filter(lines)
    assert len(wanted) > 100
    assert urlsift.filter(pandas.Series(lines, dtype="str")).tolist() == wanted
    assert urlsift.filter(pandas.Series(lines, dtype="object")).tolist() == wanted
    assert urlsift.filter(polars.Series(lines)).to_list() == wanted
    assert urlsift.filter(pyarrow.array(lines)).to_pylist() == wanted


def test_groups_are_those_of_the_program():
    wanted = [0, 0, 1, 2, 1, 3, 0]
    assert urlsift.cluster(URLS) == urlsift.cluster(iter(URLS)) == wanted
    for kind in PANDAS:
        series = pandas.Series(values(URLS, kind), dtype=kind, index=range(10, 17))
        found = urlsift.cluster(series)
        assert found.tolist() == wanted and found.index.equals(series.index)
    assert urlsift.cluster(polars.DataFrame({"url": URLS, "n": wanted}), "url").to_list() == wanted
    assert urlsift.cluster(pyarrow.table({"url": URLS})).to_pylist() == wanted
    gaps = [0, 0, None, 1, None, None]
    assert urlsift.cluster(["" if line is None else line for line in GAPS]) == gaps
    assert urlsift.cluster(polars.Series(GAPS)).to_list() == urlsift.cluster(pyarrow.array(GAPS)).to_pylist() == gaps
    found = urlsift.cluster(pandas.Series(GAPS))
    assert found.isna().tolist() == [number is None for number in gaps] and found.dropna().tolist() == [0, 0, 1]


def test_groups_may_be_those_of_the_filter():
    words = [f"https://a.test/zork/{word}" for word in ("quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian")]
    assert urlsift.cluster(words) == [0] * 7
    assert len(set(urlsift.cluster(words, leader=True))) > 1
    assert urlsift.cluster(words, learn=False) == [*range(7)]
    with pytest.raises(TypeError, match="^cluster takes a column of a table"):
        urlsift.cluster(words, "url")


def test_two_readings_of_a_table_merge_more():
    urls = ["https://example.com/zork/17/feeding", "https://example.com/zork/wombat/feeding"]
    for data in (urls, polars.Series(urls), pandas.Series(urls), pyarrow.array(urls)):
        assert (len(urlsift.filter(data)), len(urlsift.filter(data, two_pass=True))) == (2, 1)


def test_arrays_of_numpy_are_lists_of_lines():
    assert urlsift.filter(numpy.array(URLS)) == [URLS[at] for at in KEPT]


def test_no_package_of_tables_is_needed():
    """Where none is installed, lists are filtered as ever; none is imported for them."""
    source = (
        "import sys; sys.modules.update(dict.fromkeys(('pandas', 'polars', 'pyarrow', 'numpy')))\n"
        f"import urlsift; print(urlsift.filter({URLS!r}) == {[URLS[at] for at in KEPT]!r}, urlsift.cluster({URLS!r}))"
    )
    for line in (source, "import urlsift, sys; print(not {'pandas', 'polars', 'pyarrow', 'numpy'} & set(sys.modules), urlsift.filter([]))"):
        printed = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True).stdout
        assert printed.startswith("True "), printed


#: Templates of `URLS`, and of `GAPS`.
SHAPES = [
    *("https://example.com/user/{int}/edit", "https://example.com/user/{int}/edit", None, "https://example.com/caf\u00e9/list", None),
    *("https://example.com/login", "https://example.com/user/{int}/edit"),
]
SHAPES_OF_GAPS = ["https://a.test/user/{int}", "https://a.test/user/{int}", None, "https://a.test/login", None, None]


def test_templates_are_a_column_of_the_same_length():
    for lines, shapes in ((URLS, SHAPES), (GAPS, SHAPES_OF_GAPS)):
        for kind in PANDAS:
            series = pandas.Series(values(lines, kind), dtype=kind, index=range(10, 10 + len(lines)))
            found = urlsift.shape(series)
            assert [None if pandas.isna(shape) else shape for shape in found] == shapes and found.index.equals(series.index)
        for kind in POLARS:
            assert urlsift.shape(polars.Series(values(lines, str(kind).lower()), dtype=kind)).to_list() == shapes
        for kind in ARROW:
            assert urlsift.shape(pyarrow.array(values(lines, str(kind))).cast(kind)).to_pylist() == shapes
        assert urlsift.shape(pandas.DataFrame({"url": lines, "n": 1}), "url").size == len(lines)
    assert urlsift.shape(URLS) == urlsift.shape(iter(URLS)) == SHAPES and urlsift.shape([]) == []
    with pytest.raises(TypeError, match="^shape takes a column of a table"):
        urlsift.shape(URLS, "url")


def test_templates_are_those_that_the_program_counts(program):
    """Positions that the list shows to be variable are so from its first line on."""
    lines = many(2000) + [f"https://a.test/tag/{word}" for word in "quartz basalt gneiss schist marble tuff pumice".split()]
    printed = subprocess.run([program, "templates", "-q", "--format", "jsonl"], input="\n".join(lines), capture_output=True, check=True, text=True).stdout
    counts = {row["template"]: row["lines"] for row in map(json.loads, printed.splitlines())}
    shapes = urlsift.shape(lines)
    assert {shape.removeprefix("https://"): shapes.count(shape) for shape in set(shapes)} == counts
    assert any("{word}" in shape for shape in shapes) and not any("{word}" in shape for shape in urlsift.shape(lines, no_learn=True))
