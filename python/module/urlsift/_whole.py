"""Whole lists and tables: what stays of them, the groups in them, and their templates."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from ._sources import Lines, table
from ._urlsift import Clusters, Sift
from ._verdict import Verdict

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._urlsift import _Settings

_Line = TypeVar("_Line", bytes, str)


class _Table(Protocol):
    """A table of pandas, polars or pyarrow."""

    @property
    def columns(self) -> Any: ...


class _Column(Protocol):
    """A column of one of them."""

    @property
    def to_numpy(self) -> Any: ...


_Data = TypeVar("_Data", bound="_Table | _Column")

#: Turns numbers of verdicts into 1, if the line stays, and 0.
STAYS = bytes(bool(verdict) for verdict in Verdict).ljust(256, b"\0")


_Made = TypeVar("_Made")


def _made(kind: Callable[..., _Made], function: str, **settings: Any) -> _Made:
    """Makes a filter for a function. A keyword that is unknown blames the function that was called."""
    try:
        return kind(**settings)
    except TypeError as error:
        message = str(error).replace(f"{kind.__name__}()", f"{function}()", 1)
    raise TypeError(message)


@overload
def filter(
    data: _Data, column: Any = None, *, state: str | os.PathLike[str] | None = None, window: timedelta | str | None = None, **settings: Unpack[_Settings]
) -> _Data: ...
@overload
def filter(
    data: Iterable[_Line],
    column: str | int | None = None,
    *,
    state: str | os.PathLike[str] | None = None,
    window: timedelta | str | None = None,
    **settings: Unpack[_Settings],
) -> list[_Line]: ...
def filter(data: Any, column: Any = None, **settings: Any) -> Any:
    """Gives what the program would print of a whole list or table.

    data: a list or another iterable of lines, each bytes or str, which becomes a list; or a DataFrame or Series of pandas or polars, or a
        Table, RecordBatch, Array or ChunkedArray of pyarrow, which becomes one of the same kind, with all columns of the rows that stay,
        their order and their index.
    column: the name of the column that holds the lines. A table of one column needs none. Lines of a list may be CSV or TSV: then the name
        or the number of their column, as `Sift` takes it.
    settings: those of `Sift`; `help(Sift)` explains them. With two_pass=True, all lines are read before the first is decided on. With a
        state, what stays is new to it, and is stored when all lines are decided on.

    A row without a value stays: a missing URL is similar to nothing. Rows of empty texts are dropped, as empty lines are.
    """
    source = table(data, column)
    header: list[Any] = []
    if source is None:
        source = Lines(data)
        sift = _made(Sift, "filter", column=column, **settings)
        first = source.first() if column is not None else None
        if first is not None and sift.begin(first):
            header, source = [first], source.without_first()
    else:
        sift = _made(Sift, "filter", **settings)
    if settings.get("two_pass"):
        for part in source.columns():
            sift.decide_column(*part)
        sift.restart()
    with sift:
        kept = source.filtered(lambda offsets, lines: sift.decide_column(offsets, lines).translate(STAYS))
    return header + kept if header else kept


@overload
def cluster(data: _Table | _Column, column: Any = None, *, leader: bool = False, **settings: Unpack[_Settings]) -> Any: ...
@overload
def cluster(data: Iterable[bytes | str], *, leader: bool = False, **settings: Unpack[_Settings]) -> list[int | None]: ...
def cluster(data: Any, column: Any = None, *, leader: bool = False, **settings: Any) -> Any:
    """Gives the number of the group of each line, as `urlsift cluster` finds them: groups of lines that are connected by steps of similar
    ones. The largest group has the number 0.

    data, column: as `filter` takes them; lines of a list have no columns. A list gives a list of int; a table or column of pandas or polars
        gives a Series (of pandas with its index), one of pyarrow an Array.
    leader: whether the groups are those of the filter: each line belongs to the kept line that it is similar to.
    settings: those of `Sift`.

    An empty line and a row without a value belong to no group: their number is None, or missing.
    """
    source = table(data, column)
    if source is None:
        if column is not None:
            raise TypeError("cluster takes a column of a table; lines of a list are compared as a whole")
        source = Lines(data)
    clusters = _made(Clusters, "cluster", leader=leader, **settings)
    if clusters.needs_learning:
        for part in source.columns():
            clusters.learn(*part)
    for part in source.columns():
        clusters.add(*part)
    return source.numbered(clusters._numbers(len(source)))


@overload
def shape(data: _Table | _Column, column: Any = None, **settings: Unpack[_Settings]) -> Any: ...
@overload
def shape(data: Iterable[bytes | str], **settings: Unpack[_Settings]) -> list[str | None]: ...
def shape(data: Any, column: Any = None, **settings: Any) -> Any:
    """Gives the template of each line, like https://example.com/user/{int}?tab, to count or group by. All lines are read first, so a path position
    that they show to be variable is `{word}` in each.

    data, column: as `filter` takes them; lines of a list have no columns. A list gives a list of str; a table or column of pandas or polars
        gives a Series (of pandas with its index), one of pyarrow an Array.
    settings: those of `Sift`. With no_learn=True, each line is read by itself.

    A line that is not a URL and a row without a value have no template: it is None, or missing.
    """
    source = table(data, column)
    if source is None:
        if column is not None:
            raise TypeError("shape takes a column of a table; lines of a list are read as a whole")
        source = Lines(data)
    sift = _made(Sift, "shape", **settings)
    for part in source.columns():
        sift.decide_column(*part)
    return source.described([shape for part in source.columns() for shape in sift.shapes_of_column(*part)])
