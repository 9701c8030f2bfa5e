"""Keeps one URL of every group of similar ones, while they stream by.

    >>> from urlsift import Sift
    >>> sift = Sift(threshold=95)
    >>> sift.admit("https://example.com/user/1/edit")
    <Verdict.KEPT: 'kept'>
    >>> sift.admit("https://example.com/user/2/edit")
    <Verdict.SIMILAR: 'similar'>
    >>> list(sift.filter(["https://example.com/user/3/edit", "https://example.com/user/3/delete"]))
    ['https://example.com/user/3/delete']

A whole list or table is filtered at once:

    >>> import urlsift
    >>> urlsift.filter(["https://example.com/user/1/edit", "https://example.com/user/2/edit"])
    ['https://example.com/user/1/edit']

Lines are `bytes` or `str`. Bytes that are not UTF-8 stand in a `str` as the `surrogateescape` handler writes them.
"""

from ._urlsift import Clusters, Comparison, Crawl, DividedTerms, Explanation, RecentLine, Setting, Sift, __version__, compare, settings
from ._verdict import Verdict
from ._whole import cluster, filter, shape

__all__ = [
    "Clusters",
    "Comparison",
    "Crawl",
    "DividedTerms",
    "Explanation",
    "RecentLine",
    "Setting",
    "Sift",
    "Verdict",
    "__version__",
    "cluster",
    "compare",
    "filter",
    "settings",
    "shape",
]
